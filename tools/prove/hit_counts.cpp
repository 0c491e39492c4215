#include "tools/prove/hit_counts.h"

#include "dsl/base/search.h"

namespace roundhouse::replay {
namespace {

/// Most rows looked at: a program is made for each.
constexpr std::size_t most_rows = 100;

template <class Rows>
void erase_rule(Rows& rows, dsl::RuleId rule) {
  std::erase_if(rows, [&](const auto& row) { return row.rule.value == rule.value; });
}

}  // namespace

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

OpenRows::OpenRows(const WatchedRules& rules, HitCounts& tally) : rules_(rules), tally_(tally) {
  std::set<std::uint16_t> of_acts;
  std::set<std::uint16_t> of_events;
  std::set<std::uint16_t> forbids;
  for (const dsl::ActRules& act : rules.program.acts) {
    if (act.needs_permit && act.permits.empty()) continue;  // nobody can ever do it
    for (const dsl::ForbidRow& row : act.forbids) {
      of_acts.insert(row.rule.value);
      forbids.insert(row.rule.value);
      for (const dsl::ExceptRow& except : row.excepts) of_acts.insert(except.rule.value);
    }
    // The only permit of an act makes a difference whenever the act is done.
    if (act.permits.size() > 1)
      for (const dsl::PermitRow& row : act.permits) of_acts.insert(row.rule.value);
  }
  for (std::size_t event = 0; event < rules.program.after.size(); ++event) {
    if (event >= dsl::built_in_events) {
      const dsl::ActRules& act = rules.program.acts[dsl::built_in_acts + event - dsl::built_in_events];
      if (act.needs_permit && act.permits.empty()) continue;
    }
    for (const dsl::AfterRow& row : rules.program.after[event])
      for (const dsl::ExceptRow& except : row.excepts) of_events.insert(except.rule.value);
  }
  std::set<std::uint16_t> all = of_acts;
  all.insert(of_events.begin(), of_events.end());
  for (const std::uint16_t rule : all) {
    if (rows_.size() == most_rows) break;
    rows_.push_back({{rule}, forbids.contains(rule), of_events.contains(rule)});
    tally_.in_force.emplace(rules_.row_id({rule}));
  }
  open_ = rows_.size();
}

engine::Rules OpenRows::rules_without(dsl::RuleId rule) const {
  dsl::Program program = rules_.program;
  for (dsl::ActRules& act : program.acts) {
    erase_rule(act.forbids, rule);
    erase_rule(act.permits, rule);
    for (dsl::ForbidRow& row : act.forbids) erase_rule(row.excepts, rule);
  }
  for (auto& event : program.after)
    for (dsl::AfterRow& row : event) erase_rule(row.excepts, rule);
  return engine::prepare(std::move(program));
}

bool OpenRows::makes_a_difference(Row& row, const engine::Position& position, const engine::ActList& acts,
                                  const engine::ActList& legal) const {
  if (row.without.empty()) row.without.push_back(rules_without(row.rule));
  const engine::Rules& without = row.without.front();
  engine::ActList others;
  engine::legal_acts(without, position, others);
  if (others != legal) return true;
  if (!row.of_events) return false;
  return any_of(acts, [&](const engine::Act& act) {
    engine::Position with = position;
    engine::Position and_without = position;
    engine::apply(rules_.program, with, act);
    engine::apply(without, and_without, act);
    return with != and_without;
  });
}

void OpenRows::look(const engine::Position& position, const engine::ActList& acts, Ask ask) {
  if (open_ == 0 || asked_ == most_asked) return;
  ++asked_;
  engine::ActList legal;
  engine::legal_acts(rules_.program, position, legal);
  for (Row& row : rows_) {
    if (row.closed || (row.forbids && ask == Ask::but_forbids)) continue;
    if (makes_a_difference(row, position, acts, legal)) close(row.rule);
  }
}

void OpenRows::close(dsl::RuleId rule) {
  for (Row& row : rows_) {
    if (row.closed || row.rule.value != rule.value) continue;
    row.closed = true;
    row.without.clear();
    --open_;
  }
}

void OpenRows::note_reached() const {
  for (const Row& row : rows_)
    if (row.closed) tally_.reached.emplace(rules_.row_id(row.rule));
}

}  // namespace roundhouse::replay
