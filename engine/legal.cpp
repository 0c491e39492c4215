// Which acts are legal. A row is judged in one way, `judge`: by stages when all legal acts are wanted (what
// hangs on the turn once, what hangs on the end once for each end), in one go when one act is judged.

#include <algorithm>

#include "engine/engine_choice.h"
#include "engine/few.h"
#include "engine/fold.h"
#include "engine/rows.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

using dsl::ActRules;
using dsl::Level;

bool is_playing(const dsl::Program& program, const Position& position) {
  return position.phase == Phase::play && !pulls_pending(program, position);
}

const ActRules& rules_of(const dsl::Program& program, dsl::BuiltInAct act) {
  return program.acts[dsl::act_id(act).value];
}

bool lay_is_legal(const dsl::Program& program, const Position& position, const Moment& moment,
                  const ActRules& rules, const Few<OpenRow, 24>& open) {
  for (const OpenRow& row : open) {
    if (judge(program, position, moment, row, Level::tile_end) == Standing::stands) return false;
  }
  return !rules.needs_permit || is_permitted(program, position, moment, rules);
}

/// Calls visit(end serial, tile) for every lay that is legal for `me`, in order, until it says stop.
enum class Walk : std::uint8_t { go_on, stop };
template <class Visit>
void walk_lays(const dsl::Program& program, const Position& position, Seat me, Visit&& visit) {
  const ActRules& rules = rules_of(program, dsl::BuiltInAct::lay);
  Moment moment{.me = me};
  bool matching = false;
  Few<OpenRow, 24> at_end;
  for (const dsl::ForbidRow& row : rules.forbids) {
    if (row.matching) {
      matching = true;
    } else if (!keep_open(program, position, moment, {&row, false}, Level::turn, at_end)) {
      return;
    }
  }
  const TileBits& hand = position.hands[index_of(me)].once;
  Few<OpenRow, 24> at_pair;
  for (int index = 0; index < position.end_count; ++index) {
    const End& end = position.ends[static_cast<std::size_t>(index)];
    TileBits tiles = hand;
    if (matching) {
      const TileBits& bearing = tiles_bearing(end.pip);
      for (std::size_t word = 0; word < tiles.size(); ++word) tiles[word] &= bearing[word];
    }
    if ((tiles[0] | tiles[1] | tiles[2]) == 0) continue;

    moment.end = end.serial;
    moment.end_index = static_cast<std::int16_t>(index);
    moment.end_snapshot = end;
    moment.tile = no_tile;
    at_pair.clear();
    const bool blocked = std::any_of(at_end.begin(), at_end.end(), [&](const OpenRow& row) {
      return !keep_open(program, position, moment, row, Level::end, at_pair);
    });
    if (blocked) continue;
    bool stopped = false;
    for_each_tile(tiles, [&](TileId tile) {
      if (stopped) return;
      moment.tile = tile;
      if (lay_is_legal(program, position, moment, rules, at_pair)) {
        stopped = visit(end.serial, tile) == Walk::stop;
      }
    });
    if (stopped) return;
  }
}

bool can_lay(const dsl::Program& program, const Position& position, Seat me) {
  bool found = false;
  walk_lays(program, position, me, [&](std::uint16_t, TileId) {
    found = true;
    return Walk::stop;
  });
  return found;
}

bool can_draw(const dsl::Program& program, const Position& position, Seat me, CanMemo* can) {
  return position.boneyard > 0 &&
         is_allowed(program, position, {.me = me, .can = can}, rules_of(program, dsl::BuiltInAct::draw));
}

bool can_be_done(const dsl::Program& program, const Position& position, Seat me, CanMemo* can) {
  return is_allowed(program, position, {.me = me, .can = can}, rules_of(program, dsl::BuiltInAct::done));
}

template <class Visit>
void walk_leads(const dsl::Program& program, const Position& position, Visit&& visit) {
  const Seat leader = position.holder;
  if (position.phase != Phase::lead || leader == no_seat) return;
  for_each_tile(position.hands[index_of(leader)].once, [&](TileId tile) {
    if (is_wanted(program, position, tile) && is_allowed(program, position, {.me = leader, .tile = tile},
                                                         rules_of(program, dsl::BuiltInAct::lead))) {
      visit(leader, tile);
    }
  });
}

bool reads_amount(const dsl::Program& program, dsl::NodeRef ref) {
  if (!ref.given()) return false;
  const dsl::Node& node = program.nodes[static_cast<std::size_t>(ref.value)];
  if (node.op == dsl::Op::root && node.value == static_cast<std::int32_t>(dsl::Root::amount)) return true;
  for (int i = 0; i < node.arg_count; ++i) {
    if (reads_amount(program, {program.args[static_cast<std::size_t>(node.first_arg + i)]})) return true;
  }
  return false;
}

/// Does it make a difference to the legality of an act how great its amount is?
bool reads_amount(const dsl::Program& program, const ActRules& rules) {
  const auto in_forbid = [&](const dsl::ForbidRow& row) {
    return reads_amount(program, row.when) ||
           std::any_of(row.excepts.begin(), row.excepts.end(),
                       [&](const dsl::ExceptRow& except) { return reads_amount(program, except.when); });
  };
  return std::any_of(rules.forbids.begin(), rules.forbids.end(), in_forbid) ||
         std::any_of(rules.permits.begin(), rules.permits.end(),
                     [&](const dsl::PermitRow& row) { return reads_amount(program, row.when); });
}

/// Makes the amount the least that is legal; false: none is.
bool find_amount(const dsl::Program& program, const Position& position, const dsl::DeclaredAct& act,
                 const ActRules& rules, Moment& moment) {
  if (!act.amount) return is_allowed(program, position, moment, rules);
  const auto [least, most] = *act.amount;
  moment.amount = least;
  if (is_allowed(program, position, moment, rules)) return true;
  if (!reads_amount(program, rules)) return false;
  for (moment.amount = least + 1; moment.amount <= most; ++moment.amount) {
    if (is_allowed(program, position, moment, rules)) return true;
  }
  return false;
}

/// Every legal form of one declared act by one actor (no_seat: the referee), by target.
template <class Visit>
void walk_declared(const dsl::Program& program, const Position& position, std::size_t index, Seat actor,
                   CanMemo* can, Visit&& visit) {
  const dsl::DeclaredAct& act = program.declared[index];
  const ActRules& rules = program.acts[dsl::built_in_acts + index];
  if (rules.needs_permit && rules.permits.empty()) return;
  const int targets = act.whom ? program.players : 1;
  for (int target = 0; target < targets; ++target) {
    Moment moment{.me = actor, .whom = act.whom ? static_cast<Seat>(target) : no_seat, .can = can};
    if (find_amount(program, position, act, rules, moment) && visit(moment) == Walk::stop) return;
  }
}

void add_declared(const dsl::Program& program, const Position& position, std::size_t index, Seat actor,
                  ActList& list, CanMemo* can = nullptr) {
  walk_declared(program, position, index, actor, can, [&](const Moment& moment) {
    list.push_back({.kind = ActKind::declared,
                    .actor = actor,
                    .whom = moment.whom,
                    .declared = static_cast<std::uint16_t>(index),
                    .amount = moment.amount});
    return Walk::go_on;
  });
}

void add_all_declared(const dsl::Program& program, const Position& position, ActList& list,
                      CanMemo* can = nullptr) {
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

bool can_declare(const dsl::Program& program, const Position& position, std::size_t index, Seat me,
                 CanMemo* can) {
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
  walk_declared(program, position, index, me, can, [&](const Moment&) {
    found = true;
    return Walk::stop;
  });
  return found;
}

bool find_can_act(const dsl::Program& program, const Position& position, const Moment& moment,
                  dsl::ActId act) {
  if (!is_playing(program, position)) return false;
  if (act.value >= dsl::built_in_acts) {
    return can_declare(program, position, static_cast<std::size_t>(act.value - dsl::built_in_acts), moment.me,
                       moment.can);
  }
  if (moment.me == no_seat || moment.me != position.turn_player) return false;
  switch (static_cast<dsl::BuiltInAct>(act.value)) {
    case dsl::BuiltInAct::lead:
      return false;  // the engine lies
    case dsl::BuiltInAct::lay:
      return can_lay(program, position, moment.me);
    case dsl::BuiltInAct::draw:
      return can_draw(program, position, moment.me, moment.can);
    case dsl::BuiltInAct::done:
      return can_be_done(program, position, moment.me, moment.can);
  }
  return false;
}

void remember(CanMemo& memo, dsl::ActId act, bool found) {
  memo.known |= 1U << act.value;
  if (found) memo.found |= 1U << act.value;
}

}  // namespace

bool can_act(const dsl::Program& program, const Position& position, const Moment& moment, dsl::ActId act) {
  CanMemo* memo = moment.can;
  if (memo == nullptr || memo->me != moment.me || act.value >= 32) {
    return find_can_act(program, position, moment, act);
  }
  if ((memo->known >> act.value & 1U) == 0) {
    remember(*memo, act, find_can_act(program, position, moment, act));
  }
  return (memo->found >> act.value & 1U) != 0;
}

void legal_acts(const dsl::Program& program, const Position& position, ActList& list) {
  list.clear();
  walk_leads(program, position, [&](Seat leader, TileId tile) {
    list.push_back({.kind = ActKind::lead, .actor = leader, .tile = tile});
  });
  if (position.phase == Phase::over && position.round > 0) add_all_declared(program, position, list);
  if (!is_playing(program, position)) return;
  const Seat me = position.turn_player;
  CanMemo can{.me = me};
  walk_lays(program, position, me, [&](std::uint16_t end, TileId tile) {
    list.push_back({.kind = ActKind::lay, .actor = me, .tile = tile, .end = end});
    return Walk::go_on;
  });
  remember(can, dsl::act_id(dsl::BuiltInAct::lay), !list.empty());
  const bool draws = can_draw(program, position, me, &can);
  remember(can, dsl::act_id(dsl::BuiltInAct::draw), draws);
  if (draws) list.push_back({.kind = ActKind::draw, .actor = me});
  add_all_declared(program, position, list, &can);
  if (can_be_done(program, position, me, &can)) list.push_back({.kind = ActKind::done, .actor = me});
}

}  // namespace roundhouse::engine
