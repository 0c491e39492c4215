#include "replay/referee/judge/ways_asked.h"

#include "dsl/base/search.h"
#include "engine/evaluate_partly.h"
#include "replay/fold/act_rows.h"
#include "replay/fold/partial_apply.h"

namespace roundhouse::replay {

using dsl::Truth;
using engine::Breach;
using engine::Known;

namespace {

bool is_later(const Breach& a, const Breach& b) { return !a.law && (b.law || a.rule.value > b.rule.value); }

RowsAsked ask_rows(const engine::Rules& program, const Known& way, const engine::Act& act) {
  RowsAsked asked;
  const dsl::ActRules* rules = rules_of(program, act);
  if (rules == nullptr) return asked;
  if (act.kind == engine::ActKind::draw && !way.unknown.boneyard && way.position.boneyard == 0) {
    asked.broken = Breach{dsl::Law::boneyard_empty, {}};
    return asked;
  }
  const engine::Moment moment = moment_before(way.position, act);
  const engine::NotKnown unknown = PartialApply::unknown_at(way, moment);
  engine::PartialReading reading(program, way.position, moment, unknown);
  for (const dsl::ForbidRow& row : rules->forbids) {
    const Truth truth = reading.stands(row);
    if (truth == Truth::yes) {
      asked.broken = Breach{std::nullopt, row.rule};
      return asked;
    }
    if (truth == Truth::undecided && !asked.open) asked.open = row.rule;
  }
  if (!rules->needs_permit) return asked;
  const Truth permitted = reading.permitted(*rules);
  if (permitted == Truth::no) asked.broken = Breach{dsl::Law::not_permitted, {}};
  asked.permit_open = permitted == Truth::undecided;
  return asked;
}

}  // namespace

WaysAsked ask_ways(const engine::Rules& program, const AskWays& asked) {
  WaysAsked found;
  found.legal.reserve(asked.ways.size());
  for (const Known& way : asked.ways) {
    const RowsAsked rows = ask_rows(program, way, asked.step.act);
    if (rows.broken) {
      if (!found.breach || is_later(*rows.broken, *found.breach->first.broken))
        found.breach.emplace(rows, way);
      found.broken.push_back(way);
      continue;
    }
    if (rows.open || rows.permit_open) found.open = rows;
    found.legal.push_back(way);
  }
  return found;
}

engine::Parts parts_missing(const engine::Rules& program, const Known& table, const engine::Act& act,
                            const std::optional<dsl::RuleId>& row) {
  const dsl::ActRules* rules = rules_of(program, act);
  if (rules == nullptr) return {};
  const auto is_decided = [&](engine::Parts known) {
    Known way = table;
    for (const engine::Part part : engine::all_parts)
      if (known.has(part)) engine::suppose_known(way.unknown, part);
    const int end = engine::find_end(way.position, act.end);
    if (end >= 0) {
      const std::size_t train = way.position.ends[static_cast<std::size_t>(end)].train;
      way.unknown.asked_end =
          !way.unknown.ends[train] && !way.unknown.starts[train] && !way.unknown.marks[train];
    }
    const engine::Moment moment = moment_before(way.position, act);
    const engine::NotKnown unknown = PartialApply::unknown_at(way, moment);
    engine::PartialReading reading(program, way.position, moment, unknown);
    if (!row) return reading.permitted(*rules) != Truth::undecided;
    return none_of(rules->forbids, [&](const dsl::ForbidRow& forbid) {
      return forbid.rule == *row && reading.stands(forbid) == Truth::undecided;
    });
  };
  engine::Parts missing = engine::parts_of(table.unknown);
  if (table.unknown.any_old_debts()) missing.set(engine::Part::debts);
  if (!is_decided(missing)) return {};
  for (const engine::Part part : engine::all_parts) {
    engine::Parts fewer = missing;
    fewer.set(part, false);
    if (fewer != missing && is_decided(fewer)) missing = fewer;
  }
  return missing;
}

bool may_be_legal(const engine::Rules& program, Known table, const engine::Act& act) {
  const int index = act.tile == engine::no_tile ? -1 : engine::find_end(table.position, act.end);
  if (index >= 0) {
    const std::size_t train = table.position.ends[static_cast<std::size_t>(index)].train;
    const std::uint32_t fitting = table.numbers_at(train) & (std::uint32_t{1} << engine::high_of(act.tile) |
                                                             std::uint32_t{1} << engine::low_of(act.tile));
    if (fitting == 0) return false;
    table.set_numbers(train, fitting);
  }
  return !ask_rows(program, table, act).broken;
}

void let_stand(WaysAsked& found, bool is_allowed, AskWays& asked) {
  asked.is_lost = found.legal.empty() && found.breach && asked.may_not_come;
  if (found.legal.empty() || is_allowed)
    found.legal.insert(found.legal.end(), found.broken.begin(), found.broken.end());
  asked.kept = std::move(found.legal);
}

}  // namespace roundhouse::replay
