// The legality of an act: laws, permits, forbids and their exceptions, each asked anew for every single act.

#include <algorithm>
#include <set>

#include "tests/slow/slow_game.h"

namespace roundhouse::slow {

using dsl::ActBy;
using dsl::ActId;
using dsl::BuiltInAct;
using dsl::Law;
using dsl::Rule;
using dsl::Shape;

ActId SlowGame::id_of(const Act& act) const {
  switch (act.kind) {
    case ActKind::lead:
      return dsl::act_id(BuiltInAct::lead);
    case ActKind::lay:
      return dsl::act_id(BuiltInAct::lay);
    case ActKind::draw:
      return dsl::act_id(BuiltInAct::draw);
    case ActKind::declared:
      return ActId{static_cast<std::uint16_t>(dsl::built_in_acts + act.declared)};
    default:
      return dsl::act_id(BuiltInAct::done);
  }
}

Moment SlowGame::moment_of(const Act& act) const {
  Moment moment;
  moment.me = act.actor;
  if (act.kind == ActKind::lead || act.kind == ActKind::lay) moment.tile = act.tile;
  if (act.kind == ActKind::lay) {
    for (const End& end : table.ends) {
      if (end.serial == act.end) moment.end = end;
    }
    moment.turned = act.amount == 1;
  }
  if (act.kind == ActKind::declared) {
    moment.whom = act.whom;
    moment.tile = act.tile;
    if (rules.acts[act.declared].amount) moment.amount = act.amount;
  }
  return moment;
}

/// An exception that names the row and holds lifts it.
bool SlowGame::lifted(std::size_t rule, const Moment& moment) const {
  for (const Rule& row : rules.rules) {
    if (row.shape != Shape::except) continue;
    const auto& named = row.excepts;
    const bool names_it =
        std::any_of(named.begin(), named.end(), [&](dsl::RuleId id) { return id.value == rule; });
    if (names_it && holds(row.when, moment)) return true;
  }
  return false;
}

/// A declared act that has permits (its own `when` is one) needs one that holds.
bool SlowGame::permitted(const Act& act) const {
  if (act.kind != ActKind::declared) return true;
  bool has_permits = false;
  for (const Rule& row : rules.rules) {
    if (row.shape != Shape::permit) continue;
    if (std::find(row.acts.begin(), row.acts.end(), id_of(act)) == row.acts.end()) continue;
    if (holds(row.when, moment_of(act))) return true;
    has_permits = true;
  }
  return !has_permits;
}

std::vector<std::string> SlowGame::rows_against(Shape shape, const Act& act, HowMany wanted) const {
  std::vector<std::string> ids;
  const Moment moment = moment_of(act);
  for (std::size_t i = 0; i < rules.rules.size(); ++i) {
    const Rule& row = rules.rules[i];
    if (row.shape != shape) continue;
    if (std::find(row.acts.begin(), row.acts.end(), id_of(act)) == row.acts.end()) continue;
    if (holds(row.when, moment) && !lifted(i, moment)) ids.push_back(row.id);
    if (wanted == HowMany::one && !ids.empty()) break;
  }
  return ids;
}

std::vector<std::string> SlowGame::broken_laws(const Act& act) const {
  std::vector<std::string> ids;
  const auto breaks = [&](Law law) { ids.emplace_back(dsl::row(law).name); };
  const bool by_referee = act.kind == ActKind::declared && rules.acts[act.declared].by == ActBy::referee;
  const bool by_anyone = act.kind == ActKind::declared && rules.acts[act.declared].by == ActBy::anyone;

  if (act.kind == ActKind::lead) {
    if (!rows_can_be_asked(act)) {
      breaks(Law::turn_order);
      return ids;
    }
    if (act.actor && !holds_tile(at(*act.actor).hand, *act.tile)) breaks(Law::tile_not_held);
    if (!wanted(*act.tile)) breaks(Law::not_the_engine);
    return ids;
  }
  if (!by_referee && table.stage == Stage::over) {
    breaks(Law::round_over);
    return ids;
  }
  if (table.stage != Stage::play && table.stage != Stage::over) {
    breaks(Law::turn_order);
    return ids;
  }
  const bool pulling = std::any_of(table.players.begin(), table.players.end(),
                                   [](const AtTable& player) { return player.pulls > 0; });
  if (pulling || (!by_referee && !by_anyone && act.actor != table.player)) breaks(Law::turn_order);
  if (act.kind == ActKind::lay) {
    if (!act.actor || !holds_tile(at(*act.actor).hand, *act.tile)) breaks(Law::tile_not_held);
    const bool place = std::any_of(table.ends.begin(), table.ends.end(),
                                   [&](const End& end) { return end.serial == act.end; });
    if (!place) breaks(Law::no_such_place);
  }
  if (act.kind == ActKind::draw && table.boneyard.empty()) breaks(Law::boneyard_empty);
  if (act.kind == ActKind::declared) {
    const dsl::ActTile given = rules.acts[act.declared].tile;
    const std::optional<Seat> owner = given == dsl::ActTile::of_me     ? act.actor
                                      : given == dsl::ActTile::of_whom ? act.whom
                                                                       : std::nullopt;
    // Of a tile that nobody wrote down it is asked whether there is any.
    const bool held =
        !owner || (act.tile ? holds_tile(at(*owner).hand, *act.tile) : !at(*owner).hand.empty());
    if (!held) breaks(Law::tile_not_held);
  }
  if (!permitted(act)) breaks(Law::not_permitted);
  return ids;
}

/// Not where there is no such place, or no play at all.
bool SlowGame::rows_can_be_asked(const Act& act) const {
  const bool by_referee = act.kind == ActKind::declared && rules.acts[act.declared].by == ActBy::referee;
  if (act.kind == ActKind::lead) return table.stage == Stage::lead && act.actor == table.holder;
  if (table.stage != Stage::play && !(by_referee && table.stage == Stage::over)) return false;
  return act.kind != ActKind::lay || moment_of(act).end;
}

std::vector<std::string> SlowGame::forbidden_by(const Act& act) const {
  std::vector<std::string> ids = broken_laws(act);
  if (!rows_can_be_asked(act)) return ids;
  for (std::string& id : rows_against(Shape::forbid, act, HowMany::all)) ids.push_back(std::move(id));
  return ids;
}

bool SlowGame::is_legal(const Act& act) const {
  return broken_laws(act).empty() && rows_against(Shape::forbid, act, HowMany::one).empty();
}

std::vector<std::string> SlowGame::advised_against(const Act& act) const {
  if (!rows_can_be_asked(act)) return {};
  return rows_against(Shape::advise, act, HowMany::all);
}

/// can.ACT: some such act by `me` is legal now and not optional.
bool SlowGame::can(ActId id, std::optional<Seat> me) const {
  const std::vector<Act> acts = acts_of(id, me);
  return std::any_of(acts.begin(), acts.end(), [&](const Act& act) {
    return is_legal(act) && rows_against(Shape::optional, act, HowMany::one).empty();
  });
}

/// Every act of this name that the actor could try, in the pinned order.
std::vector<Act> SlowGame::acts_of(ActId id, std::optional<Seat> actor) const {
  std::vector<Act> acts;
  Act act;
  act.actor = actor;
  const bool declared = id.value >= dsl::built_in_acts;
  if (!declared) {
    if (!actor) return acts;
    const Tiles& hand = at(*actor).hand;
    const std::set<Tile> faces(hand.begin(), hand.end());
    switch (static_cast<BuiltInAct>(id.value)) {
      case BuiltInAct::lead:
        act.kind = ActKind::lead;
        for (Tile face : faces) {
          act.tile = face;
          if (table.stage == Stage::lead) acts.push_back(act);
        }
        return acts;
      case BuiltInAct::lay:
        act.kind = ActKind::lay;
        for (const End& end : table.ends) {
          for (Tile face : faces) {
            act.end = end.serial;
            act.tile = face;
            act.amount = 0;
            acts.push_back(act);
            act.amount = 1;
            const bool matches = face.high == end.pip || face.low == end.pip;
            if (!matches && face.high != face.low) acts.push_back(act);
          }
        }
        return acts;
      case BuiltInAct::draw:
        act.kind = ActKind::draw;
        return {act};
      case BuiltInAct::done:
        act.kind = ActKind::done;
        return {act};
    }
  }
  act.kind = ActKind::declared;
  act.declared = static_cast<std::size_t>(id.value - dsl::built_in_acts);
  const dsl::DeclaredAct& row = rules.acts[act.declared];
  if ((row.by == ActBy::referee) != !actor) return acts;
  std::vector<std::optional<Seat>> targets;
  if (row.whom) {
    for (Seat seat = 0; seat < player_count(); ++seat) targets.emplace_back(seat);
  } else {
    targets.emplace_back(std::nullopt);
  }
  for (const auto& target : targets) {
    act.whom = target;
    for (const auto& given : tiles_given(row, actor, target)) {
      act.tile = given;
      act.amount = 0;
      if (row.amount) {  // only the least legal one
        act.amount = row.amount->first;
        while (act.amount < row.amount->second && !is_legal(act)) ++act.amount;
      }
      acts.push_back(act);
    }
  }
  return acts;
}

/// The tiles that may be given with an act, each once; of an act without one: nothing, once.
std::vector<std::optional<Tile>> SlowGame::tiles_given(const dsl::DeclaredAct& row, std::optional<Seat> actor,
                                                       std::optional<Seat> target) const {
  std::vector<std::optional<Tile>> given;
  if (row.tile == dsl::ActTile::none) return {std::nullopt};
  if (row.tile == dsl::ActTile::of_set) {
    const int highest = as<int>(read(rules.setup.highest, {})).value_or(0);
    for (int high = 0; high <= highest; ++high)
      for (int low = 0; low <= high; ++low) given.emplace_back(tile(high, low));
    return given;
  }
  const std::optional<Seat> owner = row.tile == dsl::ActTile::of_me ? actor : target;
  if (!owner) return given;
  const Tiles& hand = at(*owner).hand;
  for (const Tile face : std::set<Tile>(hand.begin(), hand.end())) given.emplace_back(face);
  return given;
}

std::vector<Act> SlowGame::legal_acts() const {
  std::vector<Act> legal;
  const Expected next = expected();
  if (next.next == Expected::Next::chance || next.next == Expected::Next::forced) return legal;
  const auto add = [&](ActId id, std::optional<Seat> actor) {
    for (const Act& act : acts_of(id, actor)) {
      if (is_legal(act)) legal.push_back(act);
    }
  };
  if (table.stage == Stage::lead) {
    add(dsl::act_id(BuiltInAct::lead), table.holder);
    return legal;
  }
  add(dsl::act_id(BuiltInAct::lay), table.player);
  add(dsl::act_id(BuiltInAct::draw), table.player);
  for (std::size_t i = 0; i < rules.acts.size(); ++i) {
    const ActId id{static_cast<std::uint16_t>(dsl::built_in_acts + i)};
    if (rules.acts[i].by == ActBy::referee) {
      add(id, std::nullopt);
      continue;
    }
    for (Seat seat = 0; seat < player_count(); ++seat) add(id, seat);
  }
  add(dsl::act_id(BuiltInAct::done), table.player);
  return legal;
}

}  // namespace roundhouse::slow
