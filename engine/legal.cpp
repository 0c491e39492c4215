#include "engine/legal.h"

// The legal acts, as a list. Lays are found in engine/fast/lays.cpp; the other acts are asked one by
// one.

#include <algorithm>

#include "dsl/program/nodes.h"
#include "engine/fast/ask.h"
#include "engine/fast/lays.h"
#include "engine/fold.h"
#include "engine/search_way.h"
#include "engine/table.h"

namespace roundhouse::engine {

namespace {

using dsl::ActRules;

bool is_playing(const Position& position) { return position.phase == Phase::play && position.pulling == 0; }

const ActRules& rules_of(const Rules& program, dsl::BuiltInAct act) {
  return program.acts[dsl::act_id(act).value];
}

bool is_free(Evaluation& reading, dsl::ActId act) {
  return !ask(reading, rows_for(reading.program, reading.position).illegal[act.value]);
}

bool is_free(const Rules& program, const Position& position, const Moment& moment, dsl::ActId act) {
  Evaluation reading(program, position, moment);
  return is_free(reading, act);
}

template <class Visit>
void walk_leads(const Rules& program, const Position& position, Visit&& visit) {
  const Seat leader = position.holder;
  if (position.phase != Phase::lead || leader == no_seat) return;
  for_each_tile(position.hands[index_of(leader)].once, [&](TileId tile) {
    if (is_wanted(program, position, tile) && is_allowed(program, position, {.me = leader, .tile = tile},
                                                         rules_of(program, dsl::BuiltInAct::lead))) {
      visit(leader, tile);
    }
  });
}

Act act_of(const Position& position, Seat me, const Lay& lay) {
  return {.kind = ActKind::lay,
          .actor = me,
          .tile = lay.tile,
          .end = position.ends[static_cast<std::size_t>(lay.end)].serial,
          .amount = static_cast<std::int32_t>(lay.joins)};
}

/// Visits all legal lays; `reading` reads the moment.
template <class Visit>
void visit_lays(Evaluation& reading, Moment& moment, const Visit& visit) {
  Lays lays;
  find_lays(reading, moment, lays);
  Lays turned;
  turned.ends = 0;
  if (may_turn_tiles(reading.program)) find_turned(reading.program, reading.position, moment.me, turned);
  walk_lays(lays, turned, [&](const Lay& lay) { visit(act_of(reading.position, moment.me, lay)); });
}

/// True if some row may say that such an act is optional, as the table is now.
bool has_optional(const Rules& program, const Position& position, dsl::ActId act) {
  return rows_for(program, position).optional[act.value] != fast::never;
}
bool has_optional(const Rules& program, const Position& position, dsl::BuiltInAct act) {
  return has_optional(program, position, dsl::act_id(act));
}

/// can.lay: some lay is legal, and not optional.
bool can_lay_at_all(const Rules& program, const Position& position, Seat me) {
  if (has_optional(program, position, dsl::BuiltInAct::lay)) {
    Moment moment{.me = me};
    Evaluation reading(program, position, moment);
    bool found = false;
    visit_lays(reading, moment,
               [&](const Act& act) { found = found || !is_optional(program, position, act); });
    return found;
  }
  if (can_lay(program, position, me)) return true;
  if (!may_turn_tiles(program)) return false;
  Lays lays;
  find_turned(program, position, me, lays);
  return lays.count > 0;
}

/// True if the legality of an act depends on its amount.
bool reads_amount(const Rules& program, const ActRules& rules) {
  dsl::Aspects reads = dsl::aspects::none;
  for (const dsl::ForbidRow& row : rules.forbids) reads |= dsl::reads_of_row(program, row);
  for (const dsl::PermitRow& row : rules.permits) reads |= dsl::reads(program, row.when);
  return (reads & dsl::aspects::amount) != 0;
}

/// Makes the amount the least that is legal; false: none is.
bool find_amount(const Rules& program, const Position& position, std::size_t index, Moment& moment) {
  const dsl::DeclaredAct& act = program.declared[index];
  const dsl::ActId id{static_cast<std::uint16_t>(dsl::built_in_acts + index)};
  if (!act.amount) return is_free(program, position, moment, id);
  const auto [least, most] = *act.amount;
  moment.amount = least;
  if (is_free(program, position, moment, id)) return true;
  if (!reads_amount(program, program.acts[id.value])) return false;
  for (moment.amount = least + 1; moment.amount <= most; ++moment.amount) {
    if (is_free(program, position, moment, id)) return true;
  }
  return false;
}

enum class Walk : std::uint8_t { go_on, stop };

/// The tiles that may be given with a declared act, as a visit of each: of a hand, or of the set.
template <class Visit>
void walk_given(const Rules& program, const Position& position, dsl::ActTile given, Seat actor, Seat target,
                Visit&& visit) {
  switch (given) {
    case dsl::ActTile::none:
      return visit(no_tile);
    case dsl::ActTile::of_me:
      if (actor != no_seat) for_each_tile(position.hands[index_of(actor)].once, visit);
      return;
    case dsl::ActTile::of_whom:
      return for_each_tile(position.hands[index_of(target)].once, visit);
    case dsl::ActTile::of_set:
      for (int tile = 0; tile < program.tile_kinds; ++tile) visit(static_cast<TileId>(tile));
      return;
  }
}

/// Every legal form of one declared act by one actor (no_seat: the referee), by target, then by tile.
template <class Visit>
void walk_declared(const Rules& program, const Position& position, std::size_t index, Seat actor,
                   CanMemo* can, Visit&& visit) {
  const dsl::DeclaredAct& act = program.declared[index];
  const ActRules& rules = program.acts[dsl::built_in_acts + index];
  if (rules.needs_permit && rules.permits.empty()) return;
  const int targets = act.whom ? program.players : 1;
  Walk walk = Walk::go_on;
  for (int target = 0; target < targets && walk == Walk::go_on; ++target) {
    Moment moment{.me = actor, .whom = act.whom ? static_cast<Seat>(target) : no_seat, .can = can};
    walk_given(program, position, act.tile, actor, static_cast<Seat>(target), [&](TileId tile) {
      if (walk == Walk::stop) return;
      moment.tile = tile;
      if (find_amount(program, position, index, moment)) walk = visit(moment);
    });
  }
}

Act declared_act(std::size_t index, const Moment& moment) {
  return {.kind = ActKind::declared,
          .actor = moment.me,
          .tile = moment.tile,
          .whom = moment.whom,
          .declared = static_cast<std::uint16_t>(index),
          .amount = moment.amount};
}

void add_declared(const Rules& program, const Position& position, std::size_t index, Seat actor,
                  ActList& list, CanMemo* can = nullptr) {
  walk_declared(program, position, index, actor, can, [&](const Moment& moment) {
    list.push_back(declared_act(index, moment));
    return Walk::go_on;
  });
}

void add_all_declared(const Rules& program, const Position& position, ActList& list, CanMemo* can = nullptr) {
  for (std::size_t index = 0; index < program.declared.size(); ++index) {
    switch (program.declared[index].by) {
      case dsl::ActBy::turn:
        if (position.phase == Phase::play) {
          add_declared(program, position, index, position.turn_player, list, can);
        }
        break;
      case dsl::ActBy::anyone:
        for (int seat = 0; position.phase == Phase::play && seat < program.players; ++seat) {
          const auto actor = static_cast<Seat>(seat);
          add_declared(program, position, index, actor, list, actor == position.turn_player ? can : nullptr);
        }
        break;
      case dsl::ActBy::referee:
        add_declared(program, position, index, no_seat, list);
        break;
    }
  }
}

bool can_declare(const Rules& program, const Position& position, std::size_t index, Seat me, CanMemo* can) {
  switch (program.declared[index].by) {
    case dsl::ActBy::turn:
      if (me == no_seat || me != position.turn_player) return false;
      break;
    case dsl::ActBy::anyone:
      if (me == no_seat) return false;
      break;
    case dsl::ActBy::referee:
      if (me != no_seat) return false;
      break;
  }
  bool found = false;
  walk_declared(program, position, index, me, can, [&](const Moment& moment) {
    found = !is_optional(program, position, declared_act(index, moment));
    return found ? Walk::stop : Walk::go_on;
  });
  return found;
}

bool find_can_act(const Rules& program, const Position& position, const Moment& moment, dsl::ActId act) {
  if (!is_playing(position)) return false;
  if (act.value >= dsl::built_in_acts) {
    return can_declare(program, position, static_cast<std::size_t>(act.value - dsl::built_in_acts), moment.me,
                       moment.can);
  }
  if (moment.me == no_seat || moment.me != position.turn_player) return false;
  const Moment asked{.me = moment.me, .can = moment.can};
  Evaluation reading(program, position, asked);
  switch (static_cast<dsl::BuiltInAct>(act.value)) {
    case dsl::BuiltInAct::lead:
      return false;  // the engine lies
    case dsl::BuiltInAct::lay:
      return can_lay_at_all(program, position, moment.me);
    case dsl::BuiltInAct::draw:
      return can_draw(reading) &&
             !is_optional(program, position, {.kind = ActKind::draw, .actor = moment.me});
    case dsl::BuiltInAct::done:
      return can_be_done(reading) &&
             !is_optional(program, position, {.kind = ActKind::done, .actor = moment.me});
  }
  return false;
}

}  // namespace

bool can_draw(Evaluation& reading) {
  return reading.position.boneyard > 0 && is_free(reading, dsl::act_id(dsl::BuiltInAct::draw));
}

bool can_be_done(Evaluation& reading) { return is_free(reading, dsl::act_id(dsl::BuiltInAct::done)); }

bool can_act(const Rules& program, const Position& position, const Moment& moment, dsl::ActId act) {
  CanMemo* memo = moment.can;
  if (memo == nullptr || memo->me != moment.me || act.value >= 32) {
    return find_can_act(program, position, moment, act);
  }
  if ((memo->known >> act.value & 1U) == 0) {
    remember(*memo, act, find_can_act(program, position, moment, act));
  }
  return (memo->found >> act.value & 1U) != 0;
}

std::vector<std::int32_t> legal_amounts(const Rules& program, const Position& position, const Act& act) {
  std::vector<std::int32_t> amounts{act.amount};
  const dsl::ActId id = act_id_of(act);
  if (id.value < dsl::built_in_acts || !program.declared[act.declared].amount) return amounts;
  const bool is_asked = reads_amount(program, program.acts[id.value]);
  Moment moment{.me = act.actor, .tile = act.tile, .whom = act.whom};
  const auto most = program.declared[act.declared].amount->second;
  for (moment.amount = act.amount + 1; moment.amount <= most; ++moment.amount)
    if (!is_asked || is_free(program, position, moment, id)) amounts.push_back(moment.amount);
  return amounts;
}

void legal_acts(const Rules& program, const Position& position, ActList& list) {
  list.clear();
  walk_leads(program, position, [&](Seat leader, TileId tile) {
    list.push_back({.kind = ActKind::lead, .actor = leader, .tile = tile});
  });
  if (position.phase == Phase::over && position.round > 0) add_all_declared(program, position, list);
  if (!is_playing(position)) return;
  const Seat me = position.turn_player;
  CanMemo can{.me = me};
  Moment moment{.me = me, .can = &can};
  Evaluation reading(program, position, moment);
  // Of what is legal can.ACT passes over what is optional.
  const auto note = [&](dsl::BuiltInAct act, bool legal) {
    if (!legal || !has_optional(program, position, act)) remember(can, dsl::act_id(act), legal);
  };
  visit_lays(reading, moment, [&](const Act& act) { list.push_back(act); });
  note(dsl::BuiltInAct::lay, !list.empty());
  const bool draws = can_draw(reading);
  note(dsl::BuiltInAct::draw, draws);
  if (draws) list.push_back({.kind = ActKind::draw, .actor = me});
  add_all_declared(program, position, list, &can);
  if (can_be_done(reading)) list.push_back({.kind = ActKind::done, .actor = me});
}

bool stands(const Rules& program, const Position& position, const Moment& moment, const dsl::ForbidRow& row) {
  return holds(program, position, moment, row.when) &&
         std::none_of(row.excepts.begin(), row.excepts.end(), [&](const dsl::ExceptRow& except) {
           return holds(program, position, moment, except.when);
         });
}

bool is_permitted(const Rules& program, const Position& position, const Moment& moment,
                  const dsl::ActRules& rules) {
  return std::any_of(rules.permits.begin(), rules.permits.end(), [&](const dsl::PermitRow& permit) {
    return holds(program, position, moment, permit.when);
  });
}

bool is_allowed(const Rules& program, const Position& position, const Moment& moment,
                const dsl::ActRules& rules) {
  if (rules.needs_permit && !is_permitted(program, position, moment, rules)) return false;
  return std::none_of(rules.forbids.begin(), rules.forbids.end(),
                      [&](const dsl::ForbidRow& row) { return stands(program, position, moment, row); });
}

}  // namespace roundhouse::engine
