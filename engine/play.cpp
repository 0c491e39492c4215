#include "engine/play.h"

#include <algorithm>

#include "engine/players/all_players.h"

namespace roundhouse::engine {
namespace {

class Round {
 public:
  Round(const dsl::Program& program, Position& position, Random& random, const PlayOptions& options,
        const Onlooker& onlooker)
      : program_(program), position_(position), random_(random), options_(options), onlooker_(onlooker) {}

  Outcome play() {
    while (true) {
      const Expected next = expected(program_, position_);
      switch (next.next) {
        case Next::chance:
        case Next::forced:
          carry_out(next.chance);
          break;
        case Next::choice:
          if (!choose()) return Outcome::dead_end;
          break;
        case Next::over:
          if (position_.engine_tile == no_tile) return Outcome::voided;
          let_referee_rule();
          return Outcome::finished;
      }
      if (acts_ > options_.most_acts || position_.turn_serial > options_.most_turns) return Outcome::too_long;
    }
  }

 private:
  void carry_out(const Act& open) {
    const Act act = options_.dealer != nullptr ? options_.dealer->answer(program_, position_, open)
                                               : answer_chance(program_, position_, open, random_);
    if (onlooker_.before) onlooker_.before(act, position_);
    if (onlooker_.trace != nullptr) onlooker_.trace->clear();
    apply(program_, position_, act, onlooker_.trace);
    ++acts_;
    if (act.kind == ActKind::declared) played_.push_back(act);
    if (onlooker_.act) onlooker_.act(act, position_);
  }

  std::optional<Act> ask(Seat seat) {
    own_.clear();
    std::copy_if(legal_.begin(), legal_.end(), std::back_inserter(own_),
                 [&](const Act& act) { return act.actor == seat; });
    if (own_.empty()) return std::nullopt;
    const auto at = static_cast<std::size_t>(seat);
    const Player* player = seat != no_seat && at < options_.seats.size() && options_.seats[at] != nullptr
                               ? options_.seats[at]
                               : &random_player;
    return player->choose({program_, position_, seat, own_, played_, options_.declared}, random_);
  }

  /// Somebody acts: out of turn, if anybody wants to, else whose turn it is. False: nobody can.
  bool choose() {
    if (position_.turn_serial != turn_) {
      turn_ = position_.turn_serial;
      played_.clear();
    }
    legal_acts(program_, position_, legal_);
    const Seat in_turn = position_.phase == Phase::lead ? position_.holder : position_.turn_player;
    const bool others =
        std::any_of(legal_.begin(), legal_.end(), [&](const Act& act) { return act.actor != in_turn; });
    for (int seat = no_seat; others && seat < program_.players; ++seat) {
      if (seat == in_turn) continue;
      if (const auto act = ask(static_cast<Seat>(seat))) {
        carry_out(*act);
        return true;
      }
    }
    const auto act = ask(in_turn);
    if (act) carry_out(*act);
    return act.has_value();
  }

  void let_referee_rule() {
    played_.clear();
    for (legal_acts(program_, position_, legal_); !legal_.empty(); legal_acts(program_, position_, legal_)) {
      const auto act = ask(no_seat);
      if (!act) return;
      carry_out(*act);
    }
  }

  const dsl::Program& program_;
  Position& position_;
  Random& random_;
  const PlayOptions& options_;
  const Onlooker& onlooker_;
  ActList legal_;
  ActList own_;
  ActList played_;
  int turn_ = 0;
  int acts_ = 0;
};

}  // namespace

Outcome play_round(const dsl::Program& program, Position& position, Random& random,
                   const PlayOptions& options, const Onlooker& onlooker) {
  begin_round(program, position);
  if (options.dealer != nullptr) options.dealer->begin_round();
  if (onlooker.round_begins) onlooker.round_begins(position);
  const Outcome outcome = Round(program, position, random, options, onlooker).play();
  if (onlooker.round_ends) onlooker.round_ends(position);
  return outcome;
}

Outcome play_match(const dsl::Program& program, Position& position, Random& random,
                   const PlayOptions& options, const Onlooker& onlooker) {
  bool any_finished = false;
  for (int rounds = 0; rounds < options.most_rounds; ++rounds) {
    const Outcome outcome = play_round(program, position, random, options, onlooker);
    if (outcome == Outcome::dead_end || outcome == Outcome::too_long) return outcome;
    any_finished = any_finished || outcome == Outcome::finished;
    if (match_over(program, position)) return any_finished ? Outcome::finished : Outcome::voided;
  }
  return Outcome::too_long;
}

}  // namespace roundhouse::engine
