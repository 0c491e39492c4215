// Why one act is illegal: the laws of any train game, then the rows of this one.

#include <algorithm>

#include "engine/fast/ask.h"
#include "engine/fast/lays.h"
#include "engine/fold.h"
#include "engine/legal.h"
#include "engine/search_way.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

using dsl::Law;

/// Collects the laws that an act breaks. Without `judged` no row can be asked: there is no such act or place,
/// or the round is not being played.
struct Laws {
  const Rules& program;
  const Position& position;
  const Act& act;
  std::vector<Breach>* reported = nullptr;  ///< absent: nobody asks which
  bool broken = false;
  bool judged = true;

  void breaks(Law law) {
    broken = true;
    if (reported != nullptr) reported->push_back({.law = law});
  }
  void stops(Law law) {
    breaks(law);
    judged = false;
  }
};

// A tile that all copies are accounted for says more than that this player does not hold it.
void check_held(Laws& laws, Seat seat) {
  const TileId tile = laws.act.tile;
  if (tile >= laws.program.tile_kinds) return laws.breaks(Law::tile_once);  // the set has none
  if (laws.position.hands[index_of(seat)].has(tile)) return;
  if (times_seen(laws.program, laws.position, tile) >= laws.program.copies &&
      (laws.position.laid_tiles.count(tile) >= laws.program.copies ||
       unknown_tiles(laws.position, seat) > 0)) {
    laws.breaks(Law::tile_once);
  }
  if (unknown_tiles(laws.position, seat) <= 0) laws.breaks(Law::tile_not_held);
}

/// A tile that comes out of the boneyard.
void check_taken(Laws& laws) {
  if (laws.position.boneyard == 0) laws.breaks(Law::boneyard_empty);
  const TileId tile = laws.act.tile;
  if (tile == no_tile) return;
  if (tile >= laws.program.tile_kinds ||
      times_seen(laws.program, laws.position, tile) >= laws.program.copies) {
    laws.breaks(Law::tile_once);
  }
}

void check_turn(Laws& laws) {
  const Position& position = laws.position;
  const bool has_engine = position.engine_tile != no_tile && position.turn_player != no_seat;
  if (position.phase == Phase::over && !has_engine) return laws.stops(Law::round_over);
  if (!has_engine || laws.act.actor == no_seat || laws.act.actor >= laws.program.players) {
    return laws.stops(Law::turn_order);
  }
  if (laws.act.actor != position.turn_player || position.pulling != 0) {
    laws.breaks(Law::turn_order);
  }
  if (position.phase == Phase::over) laws.breaks(Law::round_over);
}

/// The tile given with an act; no_tile: nobody wrote down which it was.
void check_given(Laws& laws) {
  const Act& act = laws.act;
  const Seat owner = hand_of_given(laws.program, act);
  if (owner == no_seat) return;
  if (act.tile != no_tile) return check_held(laws, owner);
  if (laws.position.players[index_of(owner)].count == 0) laws.breaks(Law::tile_not_held);
}

void check_declared(Laws& laws) {
  const Act& act = laws.act;
  if (act.declared >= laws.program.declared.size()) return laws.stops(Law::no_such_act);
  const dsl::DeclaredAct& declared = laws.program.declared[act.declared];
  const bool whom_fits =
      declared.whom ? act.whom >= 0 && act.whom < laws.program.players : act.whom == no_seat;
  const bool amount_fits = declared.amount
                               ? act.amount >= declared.amount->first && act.amount <= declared.amount->second
                               : act.amount == 0;
  const bool tile_fits =
      act.tile == no_tile || (declared.tile != dsl::ActTile::none && act.tile < laws.program.tile_kinds);
  if (!whom_fits || !amount_fits || !tile_fits) return laws.stops(Law::no_such_act);
  switch (declared.by) {
    case dsl::ActBy::turn:
      return check_turn(laws);
    case dsl::ActBy::anyone:
      if (laws.position.phase == Phase::over) return laws.stops(Law::round_over);
      if (laws.position.phase != Phase::play || act.actor == no_seat || act.actor >= laws.program.players) {
        return laws.stops(Law::turn_order);
      }
      break;
    case dsl::ActBy::referee:
      if (act.actor != no_seat) return laws.stops(Law::turn_order);
      if ((laws.position.phase != Phase::play && laws.position.phase != Phase::over) ||
          laws.position.round == 0) {
        return laws.stops(Law::turn_order);
      }
      break;
  }
  if (laws.position.pulling != 0) laws.breaks(Law::turn_order);
}

void check_lead(Laws& laws) {
  const Position& position = laws.position;
  const Act& act = laws.act;
  if (position.phase == Phase::over) return laws.stops(Law::round_over);
  if (act.actor == no_seat || act.actor >= laws.program.players) return laws.stops(Law::turn_order);
  // While hands have tiles that nobody named, anyone may be the one who leads, also where no engine was found
  // in what is known and the rules went on to turn tiles over.
  const bool leads = position.phase == Phase::lead && position.holder == act.actor;
  const bool looks =
      position.phase == Phase::lead || position.phase == Phase::seek || position.phase == Phase::turn_over;
  const bool may_be_leader =
      !search_way(laws.program, position).alone || act.actor == first_to_search(position);
  const bool may_lead = leads || (looks && may_be_leader && unknown_tiles(position, act.actor) > 0);
  if (!may_lead) return laws.stops(Law::turn_order);
  check_held(laws, act.actor);
  if (!is_wanted(laws.program, position, act.tile)) laws.breaks(Law::not_the_engine);
}

void check_engine(Laws& laws) {
  const Position& position = laws.position;
  const Act& act = laws.act;
  if (position.engine_tile != no_tile) return laws.stops(Law::not_the_engine);
  if (act.actor != no_seat) check_held(laws, act.actor);
  if (!is_wanted(laws.program, position, act.tile) ||
      better_engine_held(laws.program, position, act.tile, act.actor)) {
    laws.breaks(Law::not_the_engine);
  }
}

void check_chance(Laws& laws) {
  if (row(laws.act.kind).judged == JudgedAs::engine) check_engine(laws);
  if (is_from_boneyard(laws.act.kind)) check_taken(laws);
  laws.judged = false;
}

/// A tile is turned only where it may lie either way.
void check_turned(Laws& laws) {
  const Act& act = laws.act;
  const int index = find_end(laws.position, act.end);
  if (index < 0) return laws.stops(Law::no_such_place);
  if (act.amount == static_cast<std::int32_t>(Joins::lesser)) return;
  const bool turnable = is_turnable(act.tile, laws.position.ends[static_cast<std::size_t>(index)].pip);
  if (act.amount != static_cast<std::int32_t>(Joins::greater) || !turnable) laws.stops(Law::no_such_act);
}

Laws check_laws(const Rules& program, const Position& position, const Act& act,
                std::vector<Breach>* reported = nullptr) {
  Laws laws{program, position, act, reported};
  switch (act.kind) {
    case ActKind::lead:
      check_lead(laws);
      break;
    case ActKind::lay:
      check_turn(laws);
      if (!laws.judged) break;
      check_held(laws, act.actor);
      check_turned(laws);
      break;
    case ActKind::draw:
      check_turn(laws);
      if (laws.judged) check_taken(laws);
      break;
    case ActKind::done:
      check_turn(laws);
      break;
    case ActKind::declared:
      check_declared(laws);
      if (laws.judged) check_given(laws);
      break;
      ROUNDHOUSE_CHANCE_ACTS(ROUNDHOUSE_ACT_CASE)
      check_chance(laws);
      break;
  }
  return laws;
}

/// No law stands against the act, as can be seen at a glance of nearly all: the player in turn lays a tile
/// that is known to be held, draws a tile that is not seen anywhere, or ends the turn. False says nothing.
bool is_plainly_lawful(const Rules& program, const Position& position, const Act& act) {
  if (position.phase != Phase::play || act.actor != position.turn_player || act.actor == no_seat ||
      position.engine_tile == no_tile || position.pulling != 0)
    return false;
  if (act.kind == ActKind::lay)
    return act.amount == 0 && act.tile < program.tile_kinds &&
           position.hands[index_of(act.actor)].has(act.tile);
  if (act.kind != ActKind::draw) return act.kind == ActKind::done;
  return position.boneyard > 0 &&
         (act.tile == no_tile ||
          (act.tile < program.tile_kinds && times_seen(program, position, act.tile) < program.copies));
}

const dsl::ActRules& rules_of(const Rules& program, const Act& act) {
  return program.acts[act_id_of(act).value];
}

Moment moment_of(const Position& position, const Act& act) {
  Moment moment{.me = act.actor, .whom = act.whom, .amount = act.amount};
  // Of a draw, what comes up is not known before.
  if (act.kind != ActKind::draw) moment.tile = act.tile;
  if (act.kind != ActKind::lay) return moment;
  const int index = find_end(position, act.end);
  moment.end = act.end;
  moment.end_index = static_cast<std::int16_t>(index);
  if (index >= 0) moment.end_snapshot = position.ends[static_cast<std::size_t>(index)];
  return moment;
}

/// True if the condition holds of the act. A moment is made only where fields do not decide.
bool holds_of(const Rules& program, const Position& position, const Act& act, fast::DecisionRef first) {
  const fast::DecisionRef at = follow_fields(program.code, position, act.actor, first);
  if (at < 0) return at == fast::always;
  const Moment moment = moment_of(position, act);
  Evaluation reading(program, position, moment);
  return follow_slowly(reading, at) == fast::always;
}

}  // namespace

Seat hand_of_given(const Rules& program, const Act& act) {
  if (act.kind != ActKind::declared || act.declared >= program.declared.size()) return no_seat;
  switch (program.declared[act.declared].tile) {
    case dsl::ActTile::none:
    case dsl::ActTile::of_set:
      return no_seat;
    case dsl::ActTile::of_me:
      return act.actor;
    case dsl::ActTile::of_whom:
      return act.whom;
  }
  return no_seat;
}

bool may_turn_tiles(const Rules& program) {
  const std::vector<dsl::ForbidRow>& rows = program.acts[dsl::act_id(dsl::BuiltInAct::lay).value].forbids;
  return std::none_of(rows.begin(), rows.end(),
                      [](const dsl::ForbidRow& row) { return row.matching_halves; });
}

std::vector<Breach> breaches(const Rules& program, const Position& position, const Act& act) {
  std::vector<Breach> broken;
  Laws laws = check_laws(program, position, act, &broken);
  if (!laws.judged) return broken;
  const dsl::ActRules& rules = rules_of(program, act);
  const Moment moment = moment_of(position, act);
  if (rules.needs_permit && !is_permitted(program, position, moment, rules)) laws.breaks(Law::not_permitted);
  for (const dsl::ForbidRow& row : rules.forbids) {
    if (stands(program, position, moment, row)) broken.push_back({.law = {}, .rule = row.rule});
  }
  return broken;
}

bool is_forbidden_by(const Rules& program, const Position& position, const Act& act, dsl::RuleId rule) {
  if (!check_laws(program, position, act).judged) return false;
  const std::vector<dsl::ForbidRow>& rows = rules_of(program, act).forbids;
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const dsl::ForbidRow& each) { return each.rule == rule; });
  return row != rows.end() && stands(program, position, moment_of(position, act), *row);
}

// If only the answer is wanted and no reason, the rows are asked in the form in which they are played by.
bool is_legal(const Rules& program, const Position& position, const Act& act) {
  if (!is_plainly_lawful(program, position, act)) {
    const Laws laws = check_laws(program, position, act);
    if (laws.broken) return false;
    if (!laws.judged) return true;
  }
  if (act.kind == ActKind::lead) {
    return is_allowed(program, position, moment_of(position, act), rules_of(program, act));
  }
  if (act.kind == ActKind::lay) {
    if (act.amount != 0)
      return is_allowed(program, position, moment_of(position, act), rules_of(program, act));
    const int end = find_end(position, act.end);
    return end >= 0 && may_lay(program, position, act.actor, act.tile, static_cast<std::size_t>(end));
  }
  return !holds_of(program, position, act, rows_for(program, position).illegal[act_id_of(act).value]);
}

bool is_advised_against(const Rules& program, const Position& position, const Act& act) {
  return holds_of(program, position, act, rows_for(program, position).advised[act_id_of(act).value]);
}

bool is_optional(const Rules& program, const Position& position, const Act& act) {
  return holds_of(program, position, act, rows_for(program, position).optional[act_id_of(act).value]);
}

std::vector<dsl::RuleId> advice(const Rules& program, const Position& position, const Act& act) {
  std::vector<dsl::RuleId> broken;
  if (!check_laws(program, position, act).judged) return broken;
  const Moment moment = moment_of(position, act);
  for (const dsl::ForbidRow& row : rules_of(program, act).advice) {
    if (stands(program, position, moment, row)) broken.push_back(row.rule);
  }
  return broken;
}

}  // namespace roundhouse::engine
