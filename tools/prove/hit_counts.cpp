#include "tools/prove/hit_counts.h"

#include "dsl/base/search.h"

namespace roundhouse::replay {

void HitCounts::add(const HitCounts& other) {
  in_force.insert(other.in_force.begin(), other.in_force.end());
  reached.insert(other.reached.begin(), other.reached.end());
  const auto shorter = [](std::optional<Trouble>& mine, const std::optional<Trouble>& theirs) {
    if (theirs && (!mine || theirs->chosen() < mine->chosen())) mine = theirs;
  };
  for (const auto& [kind, more] : other.markers) {
    Markers& mine = markers[kind];
    mine.put += more.put;
    mine.taken += more.taken;
    shorter(mine.shown, more.shown);
  }
  winner_ahead += other.winner_ahead;
  winner_behind += other.winner_behind;
  shorter(behind, other.behind);
  matches_over += other.matches_over;
  matches_endless += other.matches_endless;
}

void note_in_force(const WatchedRules& rules, HitCounts& tally) {
  const engine::Rules& program = rules.program;
  const auto note = [&](dsl::RuleId rule) {
    if (!rules.is_check(rule)) tally.in_force.emplace(rules.row_id(rule));
  };
  for (const dsl::ActRules& act : program.acts) {
    for (const dsl::ForbidRow& row : act.forbids) note(row.rule);
    for (const dsl::ForbidRow& row : act.advice) note(row.rule);
  }
  const auto is_possible = [&](std::size_t declared) {
    const dsl::ActRules& act = program.acts[dsl::built_in_acts + declared];
    return !act.needs_permit || !act.permits.empty();
  };
  for (std::size_t event = 0; event < program.after.size(); ++event) {
    // Rows that follow an act that the options rule out are not in force.
    if (event >= dsl::built_in_events && !is_possible(event - dsl::built_in_events)) continue;
    for (const dsl::AfterRow& row : program.after[event]) note(row.rule);
  }
  for (std::size_t i = 0; i < program.declared.size(); ++i)
    if (is_possible(i) && program.declared[i].by != dsl::ActBy::referee)
      tally.in_force.insert(program.declared[i].name);
}

WinnerRanks winner_ranks(const engine::Rules& program, const engine::Position& over) {
  if (over.winner == engine::no_seat || engine::is_void(over) || program.players < 2)
    return WinnerRanks::nowhere;
  const std::vector<int> ranks = engine::ranks(program, over);
  const int winner = ranks[static_cast<std::size_t>(over.winner)];
  if (any_of(ranks, [&](int rank) { return rank > winner; })) return WinnerRanks::ahead;
  const auto others = count_if(ranks, [&](int rank) { return rank < winner; });
  return others + 1 == program.players ? WinnerRanks::behind : WinnerRanks::nowhere;
}

std::array<std::uint8_t, engine::max_trains> markers_by_train(const engine::Position& position) {
  std::array<std::uint8_t, engine::max_trains> markers{};
  for (std::size_t i = 0; i < position.end_count; ++i)
    if (position.ends[i].marked) ++markers[position.ends[i].train];
  return markers;
}

}  // namespace roundhouse::replay
