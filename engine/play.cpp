#include "engine/play.h"

#include <algorithm>

#include "engine/fast/ask.h"
#include "engine/fast/lays.h"
#include "engine/flow.h"
#include "engine/legal.h"
#include "engine/play_round_here.h"
#include "engine/rules.h"

namespace roundhouse::engine {

// The choice of the random player whose turn it is and who announces nothing: the same as choosing from the
// list of legal acts, without making the list. Internal to the engine.

/// Made once for a round: what all its questions have in common is kept from one to the next.
class RandomTurn {
 public:
  /// Both have to live as long.
  RandomTurn(const Rules& program, const Position& position)
      : reading_(program, position, moment_), turns_tiles_(may_turn_tiles(program)) {}
  RandomTurn(const RandomTurn&) = delete;
  RandomTurn& operator=(const RandomTurn&) = delete;

  struct Chosen {
    fast::FirstLegal choice = fast::FirstLegal::nothing;
    const fast::Consequence* after_done =
        nullptr;  ///< the consequence of the end of the turn, if that is known
  };
  /// Chooses what the player does; of a lay, `lay` says which. Somebody may act, and no tile is still to be
  /// taken.
  Chosen choose(Random& random, Lay& lay);

 private:
  Chosen choose_among_turned(Random& random, Lay& lay, fast::DecisionRef answer);

  CanMemo can_;
  Moment moment_{.can = &can_};
  Evaluation reading_;
  Lays lays_;
  Lays turned_;
  const bool turns_tiles_;
};

namespace {

inline RandomTurn::Chosen chosen(const fast::RowCode& rows, fast::DecisionRef answer) {
  const std::size_t known = fast::known_of(answer);
  if (known == 0) return {fast::choice_of(answer)};
  const fast::EventCode& done = rows.after[dsl::event_id(dsl::BuiltInEvent::done).value];
  return {fast::FirstLegal::done, &done.front().consequences[known - 1]};
}

}  // namespace

RandomTurn::Chosen RandomTurn::choose(Random& random, Lay& lay) {
  const fast::RowCode& rows = rows_for(reading_.program, reading_.position);
  moment_.me = reading_.position.turn_player;
  can_ = {.me = moment_.me};
  const fast::DecisionRef answer = follow_diagram(reading_, rows.choice);
  if (turns_tiles_) return choose_among_turned(random, lay, answer);
  if (fast::choice_of(answer) != fast::FirstLegal::lay) return chosen(rows, answer);
  find_lays_at_ends(reading_, moment_, rows.end_tables[fast::known_of(answer) - 1], lays_);
  if (lays_.count == 0) {
    remember(can_, dsl::act_id(dsl::BuiltInAct::lay), false);
    return chosen(rows, follow_diagram(reading_, rows.without_lays));
  }
  // The only one is taken without asking chance.
  const std::uint32_t number = lays_.count == 1 ? 0 : random.below(static_cast<std::uint32_t>(lays_.count));
  lay = pick_lay(lays_, static_cast<int>(number));
  return {fast::FirstLegal::lay};
}

/// As above, where tiles may be laid turned round as well. `answer`: of the rows, if there were no such lays.
[[gnu::noinline]] RandomTurn::Chosen RandomTurn::choose_among_turned(Random& random, Lay& lay,
                                                                     fast::DecisionRef answer) {
  const fast::RowCode& rows = rows_for(reading_.program, reading_.position);
  const bool may_lay = fast::choice_of(answer) == fast::FirstLegal::lay;
  lays_.ends = lays_.count = 0;
  if (may_lay) find_lays_at_ends(reading_, moment_, rows.end_tables[fast::known_of(answer) - 1], lays_);
  find_turned(reading_.program, reading_.position, moment_.me, turned_);
  const int all = lays_.count + turned_.count;
  if (all == 0) {
    if (!may_lay) return chosen(rows, answer);
    remember(can_, dsl::act_id(dsl::BuiltInAct::lay), false);
    return chosen(rows, follow_diagram(reading_, rows.without_lays));
  }
  std::uint32_t left = all == 1 ? 0 : random.below(static_cast<std::uint32_t>(all));
  walk_lays(lays_, turned_, [&](const Lay& one) {
    if (left-- == 0) lay = one;
  });
  return {fast::FirstLegal::lay};
}

namespace {

class Round {
 public:
  Round(const Rules& program, Position& position, Random& random, const PlayOptions& options,
        const Observer& observer)
      : program_(program),
        position_(position),
        random_(random),
        options_(options),
        onlooker_(observer),
        watched_(observer.before || observer.act || observer.trace != nullptr),
        only_random_(
            options.declared == 0 &&
            std::all_of(options.seats.begin(), options.seats.end(),
                        [](const Player* player) { return player == nullptr || player == &random_player; })),
        keeps_acts_(std::any_of(options.seats.begin(), options.seats.end(), [](const Player* player) {
          return player != nullptr && player->asks_for_round;
        })) {
    if (keeps_acts_) begun_ = position;
  }

  Outcome play() {
    while (true) {
      if (only_random_) play_at_random();
      if (is_too_long()) return Outcome::too_long;
      const Expected next = expected(program_, position_);
      switch (next.next) {
        case Next::chance:
          if (next.chance.kind == ActKind::deal && options_.dealer == nullptr) {
            deal();
          } else {
            carry_out(answer(next.chance));
          }
          break;
        case Next::forced:
          carry_out(next.chance);
          break;
        case Next::choice:
          if (!choose()) return Outcome::dead_end;
          break;
        case Next::over:
          if (is_void(position_)) return Outcome::voided;
          let_referee_rule();
          return Outcome::finished;
      }
    }
  }

 private:
  bool is_too_long() const {
    return acts_ > options_.most_acts || position_.turn_serial > options_.most_turns;
  }

  /// Fills in what chance decides: tiles are drawn when acts are chosen.
  [[gnu::noinline]] Act answer(const Act& open) {
    return options_.dealer != nullptr ? options_.dealer->answer(program_, position_, open)
                                      : answer_chance(program_, position_, open, random_);
  }

  [[gnu::noinline]] void carry_out(const Act& act) {
    ++acts_;
    if (act.kind == ActKind::declared) played_.push_back(act);
    if (keeps_acts_) acts_so_far_.push_back(act);
    if (onlooker_.tally != nullptr) onlooker_.tally->add(act);
    if (!watched_) return apply(program_, position_, act);
    if (onlooker_.before) onlooker_.before(act, position_);
    if (onlooker_.trace != nullptr) onlooker_.trace->clear();
    apply(program_, position_, act, onlooker_.trace);
    if (onlooker_.act) onlooker_.act(act, position_);
  }

  /// Between two tiles of a deal nothing happens that a rule could look at, so they go into the hands all at
  /// once; an act each they are all the same, and each asks chance once.
  void deal() {
    const std::optional<int> tiles = tiles_to_deal(program_, position_);
    if (!tiles || watched_ || keeps_acts_ || acts_ + *tiles > options_.most_acts) return deal_one_by_one();
    Heap heap(boneyard_tiles(program_, position_));
    const auto players = static_cast<Seat>(program_.players);
    Act act{.kind = ActKind::deal, .actor = 0};
    for (int i = 0; i < *tiles; ++i) {
      act.tile = heap.take(random_);
      position_.hands[static_cast<std::size_t>(act.actor)].add(act.tile);
      if (onlooker_.tally != nullptr) onlooker_.tally->add(act);
      act.actor = static_cast<Seat>(act.actor + 1 < players ? act.actor + 1 : 0);
    }
    acts_ += *tiles;
    Flow flow(program_, position_);
    end_deal(flow, *tiles);
  }

  /// The tiles left in the boneyard are counted up once.
  void deal_one_by_one() {
    Heap heap(boneyard_tiles(program_, position_));
    while (position_.phase == Phase::deal && !is_too_long())
      carry_out({.kind = ActKind::deal, .actor = position_.seeker, .tile = heap.take(random_)});
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
    // The random player looks at no tiles but those of its acts.
    if (player == &random_player) return choose(*player, seat, position_);
    if (!player->asks_for_round) return choose(*player, seat, seen_by(position_, seat));
    seen_acts_.clear();
    for (const Act& act : acts_so_far_) seen_acts_.push_back(seen_by(act, seat));
    const SeenRound round{seen_by(begun_, seat), seen_acts_};
    return choose(*player, seat, seen_by(position_, seat), &round);
  }

  std::optional<Act> choose(const Player& player, Seat seat, const Position& seen,
                            const SeenRound* round = nullptr) {
    std::optional<Act> act =
        player.choose({program_, seen, seat, own_, played_, options_.declared, round}, random_);
    if (act) act = with_any_amount(program_, position_, *act, random_);
    return act;
  }

  /// As far as it goes: random players who announce nothing lay, draw or are done, and nobody acts out of
  /// turn. It stops where chance has to be asked or somebody can do none of the three. All that such acts go
  /// through is made one function, but for what is seldom needed and says so (`noinline`): calls were a tenth
  /// of its time.
  [[gnu::flatten]] void play_at_random() {
    Flow flow(program_, position_);
    Lay lay;
    while (position_.phase == Phase::play && position_.pulling == 0 && !is_too_long()) {
      const Seat me = position_.turn_player;
      const RandomTurn::Chosen chosen = random_turn_.choose(random_, lay);
      switch (chosen.choice) {
        case fast::FirstLegal::lay: {
          const std::uint16_t end = position_.ends[static_cast<std::size_t>(lay.end)].serial;
          if (is_counted({.kind = ActKind::lay,
                          .actor = me,
                          .tile = lay.tile,
                          .end = end,
                          .amount = static_cast<std::int32_t>(lay.joins)}))
            lay_tile(flow, me, lay.tile, lay.end, lay.joins);
          break;
        }
        case fast::FirstLegal::draw: {
          const Act draw{.kind = ActKind::draw, .actor = me};
          const TileId tile = options_.dealer != nullptr
                                  ? answer(draw).tile
                                  : choose_tile(boneyard_tiles(program_, position_), random_);
          if (is_counted({.kind = ActKind::draw, .actor = me, .tile = tile})) draw_tile(flow, me, tile);
          break;
        }
        case fast::FirstLegal::done:
          if (!is_counted({.kind = ActKind::done, .actor = me})) break;
          if (chosen.after_done != nullptr) {
            end_turn(flow, *chosen.after_done);
          } else {
            end_turn(flow, me);
          }
          break;
        case fast::FirstLegal::nothing:
          return;
      }
    }
  }

  /// Counts an act of a player, or, where somebody looks on, carries it out for them; true if it is still to
  /// be carried out.
  bool is_counted(const Act& act) {
    if (watched_) {
      carry_out(act);
      return false;
    }
    ++acts_;
    if (onlooker_.tally != nullptr) onlooker_.tally->add(act);
    return true;
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
        carry_out(answer(*act));
        return true;
      }
    }
    const auto act = ask(in_turn);
    if (act) carry_out(answer(*act));
    return act.has_value();
  }

  void let_referee_rule() {
    played_.clear();
    for (legal_acts(program_, position_, legal_); !legal_.empty(); legal_acts(program_, position_, legal_)) {
      const auto act = ask(no_seat);
      if (!act) return;
      carry_out(answer(*act));
    }
  }

  const Rules& program_;
  Position& position_;
  Random& random_;
  const PlayOptions& options_;
  const Observer& onlooker_;
  const bool watched_;  ///< somebody looks at what lies between one act and the next
  const bool only_random_;
  const bool keeps_acts_;  ///< some player asks for the round so far
  RandomTurn random_turn_{program_, position_};
  ActList legal_;
  ActList own_;
  ActList played_;
  Position begun_{};     ///< if keeps_acts_: before the first act
  ActList acts_so_far_;  ///< if keeps_acts_: all since then
  ActList seen_acts_;
  int turn_ = 0;
  int acts_ = 0;
};

}  // namespace

Outcome play_round_here(const Rules& program, Position& position, Random& random, const PlayOptions& options,
                        const Observer& observer) {
  if (options.begin != nullptr)
    position = fill_at_random(program, *options.begin, random);
  else
    begin_round(program, position);
  if (options.dealer != nullptr) options.dealer->begin_round();
  if (observer.round_begins) observer.round_begins(position);
  const Outcome outcome = Round(program, position, random, options, observer).play();
  if (observer.round_ends) observer.round_ends(position);
  return outcome;
}

#if defined(ROUNDHOUSE_IS_FOLD_V3)
Outcome roundhouse_play_round_v3(const Rules& program, Position& position, Random& random,
                                 const PlayOptions& options, const Observer& observer) {
  return play_round_here(program, position, random, options, observer);
}
#endif

Outcome play_on(const Rules& program, Position& position, Random& random, const PlayOptions& options,
                const Observer& observer) {
  return Round(program, position, random, options, observer).play();
}

}  // namespace roundhouse::engine
