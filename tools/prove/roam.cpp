#include "tools/prove/roam.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "dsl/base/search.h"
#include "engine/dealer.h"
#include "engine/evaluate.h"
#include "engine/play.h"
#include "tools/players/decisions.h"
#include "tools/prove/state_key.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Phase;
using engine::Position;

constexpr std::size_t turns_for_a_position = 100;

int share(const Position& position, const Act& act, const PlayPolicy& temper) {
  if (act.kind == ActKind::draw) return temper.draw;
  if (act.kind == ActKind::done) return temper.done;
  if (act.kind == ActKind::declared) return temper.declared;
  if (act.kind != ActKind::lay) return 1;
  if (engine::is_double(act.tile)) return temper.lay_double;
  const int index = engine::find_end(position, act.end);
  const std::uint16_t group =
      index < 0 ? std::uint16_t{0} : position.ends[static_cast<std::size_t>(index)].group;
  const bool covers = std::any_of(position.debts.begin(), position.debts.begin() + position.debt_count,
                                  [&](const engine::Debt& debt) { return debt.group == group; });
  return covers ? temper.cover : temper.lay;
}

class Roamer {
 public:
  Roamer(const WatchedRules& rules, const RoamOptions& options, HitCounts& tally)
      : rules_(rules),
        program_(rules.program),
        options_(options),
        tally_(tally),
        random_(engine::mix64(options.seed) + static_cast<std::uint64_t>(rules.program.players)),
        keys_(rules.program, rules.everywhere_nodes()),
        decisions_(rules.program),
        open_rows_(rules, tally) {}

  Roaming roam() {
    note_in_force(rules_, tally_);
    const auto played_on = static_cast<std::size_t>(options_.played_on);
    for (std::size_t match = 0; found_.positions < options_.most_positions; ++match) {
      // Each temper comes to play matches on.
      const bool plays_on = (match + match / all_policies().size()) % played_on == played_on - 1;
      play_match(all_policies()[match % all_policies().size()], plays_on ? options_.most_rounds : 1);
    }
    for (std::size_t i = 0; i < rules_.rows; ++i)
      if (decisions_.decided()[i] > 0) tally_.reached.emplace(rules_.row_id({static_cast<std::uint16_t>(i)}));
    open_rows_.note_reached();
    play_whole_matches();
    return std::move(found_);
  }

 private:
  void play_match(const PlayPolicy& temper, int rounds) {
    Position position = engine::begin_match(program_);
    before_.clear();
    for (int round = 0; round < rounds; ++round) {
      engine::begin_round(program_, position);
      ++found_.rounds;
      if (!play_round(position, temper)) return;
      if (engine::match_over(program_, position)) {
        ++found_.matches;
        return;
      }
      before_.push_back(acts_);
    }
  }

  /// Plays matches to the end that the rules give them, or to their last round.
  void play_whole_matches() {
    if (!program_.match.over.given()) return;
    // A turn of plain play costs a small part of a position that is looked at.
    std::size_t turns_left = turns_for_a_position * options_.most_positions;
    for (int match = 0; match < options_.whole_matches && turns_left > 0; ++match) {
      Position position = engine::begin_match(program_);
      int rounds = 0;
      engine::Outcome outcome = engine::Outcome::finished;
      while (rounds < options_.longest_match && turns_left > 0 && !engine::match_over(program_, position) &&
             (outcome == engine::Outcome::finished || outcome == engine::Outcome::voided)) {
        outcome = engine::play_round(program_, position, random_, {});
        ++rounds;
        turns_left -= std::min<std::size_t>(turns_left, position.turn_serial + std::size_t{1});
      }
      if (engine::match_over(program_, position))
        ++tally_.matches_over;
      else if (rounds == options_.longest_match)
        ++tally_.matches_endless;
    }
  }

  /// False: it did not come to its end.
  bool play_round(Position& position, const PlayPolicy& temper) {
    acts_.clear();
    met_.clear();
    for (int count = 0; count < options_.most_acts; ++count) {
      const std::optional<Act> act = next_act(program_, position, temper, legal_, random_);
      if (!act) {
        if (position.phase == Phase::over) return true;
        report({TroubleKind::dead_end, rows_in_the_way(program_, position), acts_, 0});
        return false;
      }
      if (position.phase == Phase::play && is_loop(position)) return false;
      const Position before = position;
      trace_.clear();
      if (engine::is_by_rows(act->kind)) {
        decisions_.look(position, *act);
        open_rows_.look(position, {*act}, OpenRows::Ask::but_forbids);
      }
      engine::apply(program_, position, *act, &trace_);
      decisions_.follow(trace_, position);
      acts_.push_back(*act);
      ++found_.positions;
      if (note(before, *act, position)) return false;
    }
    return false;
  }

  /// The same position again: what lies between may be played for ever.
  bool is_loop(const Position& position) {
    const auto [at, fresh] = met_.try_emplace(keys_.of(position), acts_.size(), position.turn_serial);
    if (fresh) return false;
    const auto [first, turn] = at->second;
    Trouble trouble{position.turn_serial == turn ? TroubleKind::endless_turn : TroubleKind::endless_round,
                    {},
                    acts_,
                    acts_.size() - first};
    for (std::size_t i = first; i < acts_.size(); ++i) {
      if (acts_[i].kind != ActKind::declared) continue;
      const std::string& name = program_.declared[acts_[i].declared].name;
      if (!contains(trouble.rows, name)) trouble.rows.push_back(name);
    }
    report(std::move(trouble));
    return true;
  }

  /// True: something was found, and the round is not worth going on with.
  bool note(const Position& before, const Act& act, const Position& after) {
    if (act.kind == ActKind::declared) tally_.reached.insert(program_.declared[act.declared].name);
    // Records of these show a first round; in later ones totals say who is ahead.
    if (before_.empty()) note_markers(rules_, before, trace_, after, act, tally_, [&] { return acts_; });
    if (before_.empty() && after.phase == Phase::over)
      note_winner(rules_, trace_, after, tally_, [&] { return acts_; });
    const std::vector<std::string> broken = broken_checks(rules_, trace_, after);
    for (const std::string& id : broken) report({TroubleKind::broken_claim, {id}, acts_, 0});
    if (is_at_limit(program_, after) && !is_at_limit(program_, before)) {
      report({TroubleKind::lost_number, {}, acts_, 0});
      return true;
    }
    return false;
  }

  void report(Trouble trouble) {
    trouble.before = before_;
    keep_shortest(found_.troubles, std::move(trouble));
  }

  const WatchedRules& rules_;
  const engine::Rules& program_;
  RoamOptions options_;
  HitCounts& tally_;
  engine::Random random_;
  PlayKey keys_;
  engine::DecisionCounter decisions_;
  OpenRows open_rows_;
  std::vector<std::vector<Act>> before_;  ///< the rounds of the match before
  std::vector<Act> acts_;
  std::unordered_map<PlayHash, std::pair<std::size_t, std::uint16_t>, KeyHash> met_;
  engine::ActList legal_;
  engine::Trace trace_;
  Roaming found_;
};

}  // namespace

const std::vector<PlayPolicy>& all_policies() {
  // lay, a double, a cover, draw, done, declared
  static const std::vector<PlayPolicy> policies = {
      {"even", 4, 4, 4, 2, 2, 1},
      {"leaves doubles open", 2, 30, 0, 20, 20, 1},
      {"empties the boneyard", 1, 1, 1, 100, 5, 1},
      {"plays only when there is nothing else", 0, 0, 0, 1, 100, 1},
      {"plays all there is", 50, 50, 50, 5, 0, 1},
      {"announces whatever can be said", 2, 2, 2, 2, 2, 40},
  };
  return policies;
}

const Act& choose(const Position& position, const PlayPolicy& temper, const engine::ActList& legal,
                  engine::Random& random) {
  int all = 0;
  std::vector<int> shares;
  shares.reserve(legal.size());
  for (const Act& act : legal) shares.push_back(all += share(position, act, temper));
  if (all == 0) return legal[random.below(static_cast<std::uint32_t>(legal.size()))];
  const auto drawn = static_cast<int>(random.below(static_cast<std::uint32_t>(all)));
  const auto chosen = std::upper_bound(shares.begin(), shares.end(), drawn);
  return legal[static_cast<std::size_t>(chosen - shares.begin())];
}

std::optional<Act> next_act(const engine::Rules& program, const Position& position, const PlayPolicy& temper,
                            engine::ActList& legal, engine::Random& random) {
  const engine::Expected next = engine::expected(program, position);
  if (next.next == engine::Next::over) return std::nullopt;
  if (next.next == engine::Next::forced) return next.chance;
  if (next.next == engine::Next::chance) return engine::answer_chance(program, position, next.chance, random);
  engine::legal_acts(program, position, legal);
  std::erase_if(legal, [](const Act& act) { return act.actor == engine::no_seat; });
  if (legal.empty()) return std::nullopt;
  const Act chosen =
      engine::with_any_amount(program, position, choose(position, temper, legal, random), random);
  return engine::answer_chance(program, position, chosen, random);
}

Roaming roam(const WatchedRules& rules, const RoamOptions& options, HitCounts& tally) {
  return Roamer(rules, options, tally).roam();
}

}  // namespace roundhouse::replay
