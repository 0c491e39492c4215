#include "tools/prove/watched_rules.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "dsl/base/search.h"
#include "dsl/compile/expression_compiler.h"
#include "engine/evaluate.h"
#include "engine/table.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Phase;
using engine::Position;

dsl::TypedExpr negation_of(const dsl::TypedExpr& condition) {
  dsl::TypedExpr made;
  made.op = dsl::Op::logical_not;
  made.type = dsl::Type::truth;
  made.where = condition.where;
  made.args.push_back(condition);
  return made;
}

dsl::TypedExpr breach_of(const dsl::Check& check) {
  return check.always ? negation_of(check.condition) : check.condition;
}

void add_row(dsl::CheckedRules& rules, const dsl::Check& check) {
  dsl::Rule row;
  row.id = check.id;
  row.shape = dsl::Shape::after;
  row.events = check.events;
  row.when = breach_of(check);
  row.says = check.says;
  row.where = row.id_where = check.where;
  rules.rules.push_back(std::move(row));
}

void add_ids(const std::vector<engine::Breach>& broken, const engine::Rules& program,
             std::vector<std::string>& ids) {
  for (const engine::Breach& breach : broken) {
    if (breach.law) return;  // nothing that rows could allow
  }
  for (const engine::Breach& breach : broken) {
    const std::string& id = program.rules[breach.rule.value].id;
    if (!contains(ids, id)) ids.push_back(id);
  }
}

/// True if of all tiles that bear the number none is left outside the table.
bool is_used_up(const engine::Rules& program, const Position& position, int pip) {
  const int bearing = (program.highest + 1) * program.copies;
  return position.played[static_cast<std::size_t>(pip)] >= bearing;
}

}  // namespace

WatchedRules watch_rules(const dsl::CheckedRules& rules, int players) {
  WatchedRules watched;
  watched.rows = rules.rules.size();
  dsl::CheckedRules with_checks = rules;
  std::vector<dsl::TypedExpr> everywhere;
  for (const dsl::Check& check : rules.checks) {
    if (!check.events.empty()) {
      add_row(with_checks, check);
    } else {
      everywhere.push_back(breach_of(check));
      watched.everywhere.push_back({check.id, {}});
    }
  }
  dsl::Program program = dsl::compile_rules(with_checks, players);
  std::vector<const dsl::TypedExpr*> conditions;
  for (const dsl::TypedExpr& condition : everywhere) conditions.push_back(&condition);
  const std::vector<dsl::NodeRef> nodes = dsl::add_conditions(with_checks, program, conditions);
  for (std::size_t i = 0; i < nodes.size(); ++i) watched.everywhere[i].broken = nodes[i];
  watched.program = engine::prepare(std::move(program));
  return watched;
}

std::vector<std::string> broken_checks(const WatchedRules& rules, const engine::Trace& trace,
                                       const Position& after) {
  std::vector<std::string> ids;
  for (const engine::Happening& happening : trace) {
    if (happening.kind == engine::Happening::Kind::row && rules.is_check(happening.rule))
      ids.emplace_back(rules.row_id(happening.rule));
  }
  const bool in_play = after.phase == Phase::play || after.phase == Phase::over;
  if (!in_play || after.engine_tile == engine::no_tile || after.pulling != 0) return ids;
  for (const WatchedRules::PositionCheck& check : rules.everywhere)
    if (engine::holds(rules.program, after, {.me = after.turn_player}, check.broken)) ids.push_back(check.id);
  return ids;
}

std::vector<Act> answers(const engine::Rules& program, const Position& position, const Act& open) {
  std::vector<Act> all;
  const auto add = [&](Act act) { all.push_back(act); };
  if (open.kind == ActKind::engine) {
    all = engine::equal_engines(program, position);
    if (all.empty()) add(open);
  } else if (engine::is_from_boneyard(open.kind)) {
    const engine::TileBag boneyard = engine::boneyard_tiles(program, position);
    engine::for_each_tile(boneyard.once, [&](engine::TileId tile) {
      Act act = open;
      act.tile = tile;
      add(act);
    });
    if (all.empty()) add(open);
  } else if (open.kind == ActKind::first) {
    for (int seat = 0; seat < program.players; ++seat) {
      Act act = open;
      act.actor = static_cast<engine::Seat>(seat);
      add(act);
    }
  } else if (open.kind == ActKind::cast) {
    const dsl::FactSlot& fact = program.facts[open.declared];
    for (std::int32_t value = fact.least; value <= fact.greatest; ++value) {
      Act act = open;
      act.amount = value;
      add(act);
    }
  } else {
    add(open);
  }
  return all;
}

namespace {

/// Of many amounts the least and the greatest of all.
constexpr std::size_t most_amounts = 16;

/// The act with each of its amounts; one without is one.
void add_amounts(const engine::Rules& program, const Position& position, Act act, engine::ActList& list) {
  std::vector<std::int32_t> amounts = engine::legal_amounts(program, position, act);
  if (amounts.size() > most_amounts) {
    amounts[most_amounts - 1] = amounts.back();
    amounts.resize(most_amounts);
  }
  for (const std::int32_t amount : amounts) {
    act.amount = amount;
    list.push_back(act);
  }
}

}  // namespace

void all_next(const engine::Rules& program, const Position& position, engine::ActList& list) {
  list.clear();
  const engine::Expected next = engine::expected(program, position);
  switch (next.next) {
    case engine::Next::over:
      return;
    case engine::Next::forced:
      list.push_back(next.chance);
      return;
    case engine::Next::chance:
      list = answers(program, position, next.chance);
      return;
    case engine::Next::choice:
      break;
  }
  engine::ActList legal;
  engine::legal_acts(program, position, legal);
  for (const Act& act : legal) {
    if (act.actor == engine::no_seat) continue;
    if (act.kind != ActKind::draw) {
      add_amounts(program, position, act, list);
      continue;
    }
    const std::vector<Act> drawn = answers(program, position, act);
    list.insert(list.end(), drawn.begin(), drawn.end());
  }
}

std::vector<std::string> rows_in_the_way(const engine::Rules& program, const Position& position) {
  std::vector<std::string> ids;
  const engine::Seat me = position.phase == Phase::lead ? position.holder : position.turn_player;
  if (me == engine::no_seat) return ids;
  const auto ask = [&](const Act& act) { add_ids(engine::breaches(program, position, act), program, ids); };
  const engine::TileBag& hand = position.hands[engine::index_of(me)];
  if (position.phase == Phase::lead) {
    engine::for_each_tile(
        hand.once, [&](engine::TileId tile) { ask({.kind = ActKind::lead, .actor = me, .tile = tile}); });
    return ids;
  }
  ask({.kind = ActKind::done, .actor = me});
  ask({.kind = ActKind::draw, .actor = me});
  // Of lays only what one row alone is against: nobody wonders why a 3 does not fit a 5. In the order of the
  // rows, whatever the tiles are.
  std::vector<dsl::RuleId> against;
  for (std::size_t e = 0; e < position.end_count; ++e) {
    engine::for_each_tile(hand.once, [&](engine::TileId tile) {
      const auto broken =
          engine::breaches(program, position,
                           {.kind = ActKind::lay, .actor = me, .tile = tile, .end = position.ends[e].serial});
      if (broken.size() == 1 && !broken.front().law) against.push_back(broken.front().rule);
    });
  }
  sort(against, [](dsl::RuleId a, dsl::RuleId b) { return a.value < b.value; });
  for (const dsl::RuleId rule : against) add_ids({{.law = {}, .rule = rule}}, program, ids);
  return ids;
}

bool has_uncoverable(const engine::Rules& program, const Position& position) {
  for (std::size_t i = 0; i < position.debt_count; ++i)
    if (is_used_up(program, position, position.debts[i].pip)) return true;
  return false;
}

engine::ActList stopped_lays(const engine::Rules& program, const Position& position) {
  Position without = position;
  for (int i = without.debt_count - 1; i >= 0; --i)
    if (is_used_up(program, without, without.debts[static_cast<std::size_t>(i)].pip))
      engine::erase_debt(without, i);
  engine::ActList legal;
  engine::legal_acts(program, without, legal);
  std::erase_if(legal, [](const Act& act) { return act.kind != ActKind::lay; });
  return legal;
}

bool is_at_limit(const engine::Rules& program, const Position& position) {
  constexpr std::int32_t greatest = 1'000'000'000;
  const auto is_there = [](std::int32_t number) {
    return number != engine::absent && std::abs(number) >= greatest;
  };
  for (int seat = 0; seat < program.players; ++seat)
    if (is_there(position.players[static_cast<std::size_t>(seat)].points)) return true;
  for (int slot = 0; slot < program.fact_slots; ++slot)
    if (is_there(position.facts[static_cast<std::size_t>(slot)])) return true;
  if (position.debt_count >= engine::max_debts) return true;
  return std::any_of(position.debts.begin(), position.debts.begin() + position.debt_count,
                     [](const engine::Debt& debt) { return debt.covers == UINT8_MAX; });
}

}  // namespace roundhouse::replay
