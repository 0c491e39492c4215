#include "replay/claims.h"

#include <algorithm>

#include "engine/evaluate.h"
#include "replay/hand_reading.h"

namespace roundhouse::replay {
namespace {

using dsl::HandUse;
using engine::Act;
using engine::ActKind;
using engine::Moment;
using engine::Position;
using engine::TileId;

dsl::ActId rules_of(const Act& act) {
  switch (act.kind) {
    case ActKind::lead:
      return dsl::act_id(dsl::BuiltInAct::lead);
    case ActKind::lay:
      return dsl::act_id(dsl::BuiltInAct::lay);
    case ActKind::draw:
      return dsl::act_id(dsl::BuiltInAct::draw);
    case ActKind::done:
      return dsl::act_id(dsl::BuiltInAct::done);
    case ActKind::declared:
      return {static_cast<std::uint16_t>(dsl::built_in_acts + act.declared)};
    case ActKind::lot:
    case ActKind::first:
    case ActKind::deal:
    case ActKind::pick:
    case ActKind::reveal:
    case ActKind::turn_over:
    case ActKind::redeal:
    case ActKind::engine:
    case ActKind::pull:
      break;
  }
  return {UINT16_MAX};  // chance breaks no rule
}

bool lays_a_tile(const Act& act) { return act.kind == ActKind::lay || act.kind == ActKind::lead; }

Moment moment_of(const Position& position, const Act& act) {
  Moment moment;
  moment.me = act.actor;
  moment.tile = act.tile;
  moment.whom = act.whom;
  moment.amount = act.amount;
  if (act.kind == ActKind::lay) {
    moment.end = act.end;
    const int index = engine::find_end(position, act.end);
    if (index >= 0) moment.end_snapshot = position.ends[static_cast<std::size_t>(index)];
  }
  return moment;
}

bool row_holds(const dsl::Program& program, const Position& position, const Moment& moment,
               const dsl::ForbidRow& row) {
  return engine::holds(program, position, moment, row.when) &&
         std::none_of(row.excepts.begin(), row.excepts.end(), [&](const dsl::ExceptRow& except) {
           return engine::holds(program, position, moment, except.when);
         });
}

bool any_permit(const dsl::Program& program, const Position& position, const Moment& moment,
                const dsl::ActRules& rules) {
  return std::any_of(rules.permits.begin(), rules.permits.end(), [&](const dsl::PermitRow& permit) {
    return engine::holds(program, position, moment, permit.when);
  });
}

/// The position with the actor's hand replaced. The number of tiles in hand is public and stays.
Position with_hand(const Position& position, const Act& act, const std::vector<TileId>& hand) {
  Position other = position;
  auto& bag = other.hands[static_cast<std::size_t>(act.actor)];
  bag = {};
  for (const TileId tile : hand) bag.add(tile);
  if (lays_a_tile(act)) bag.add(act.tile);
  return other;
}

/// The position in which the tile laid is in hand, as it must have been.
Position with_tile_laid(const Position& position, const Act& act) {
  Position other = position;
  if (lays_a_tile(act) && act.actor != engine::no_seat) {
    auto& bag = other.hands[static_cast<std::size_t>(act.actor)];
    if (!bag.has(act.tile)) bag.add(act.tile);
  }
  return other;
}

/// The hidden faces that alone in hand make the condition true.
template <class Condition>
TileSet faces_that(const Position& position, const Act& act, const TileSet& hidden,
                   const Condition& condition) {
  TileSet faces;
  for (std::size_t t = 0; t < hidden.size(); ++t)
    if (hidden[t] && condition(with_hand(position, act, {static_cast<TileId>(t)}))) faces.set(t);
  return faces;
}

/// What the compiler could not call a ban or a witness may be one in this position.
void claim_joint(const dsl::Program& program, const Position& position, const Moment& moment,
                 const dsl::ForbidRow& row, const TileSet& hidden, ActClaims& claims) {
  const HandTruth broken = HandReading(program, position, hidden).broken(row, moment);
  switch (broken.kind) {
    case HandTruth::Kind::always:
      claims.broken.push_back({std::nullopt, row.rule});
      break;
    case HandTruth::Kind::never:
      break;
    case HandTruth::Kind::some_tile:
      claims.bans.push_back({row.rule, broken.tiles});
      break;
    case HandTruth::Kind::no_tile:
      claims.witnesses.push_back({row.rule, broken.tiles});
      break;
    case HandTruth::Kind::joint:
      claims.joint.push_back(row.rule);
      break;
  }
}

}  // namespace

ActClaims claims_of(const dsl::Program& program, const Position& position, const Act& act,
                    const TileSet& hidden) {
  ActClaims claims;
  const dsl::ActId id = rules_of(act);
  if (id.value == UINT16_MAX) return claims;
  const std::vector<engine::Breach> seen = engine::breaches(program, position, act);
  if (hidden.none() || act.actor == engine::no_seat) {
    claims.broken = seen;
    return claims;
  }
  const dsl::ActRules& rules = program.acts[id.value];
  const Moment moment = moment_of(position, act);
  const Position seen_hand = with_tile_laid(position, act);

  // Laws are public, but for a permit that hangs on the hand.
  for (const engine::Breach& breach : seen)
    if (breach.law && *breach.law != dsl::Law::not_permitted) claims.broken.push_back(breach);

  for (const dsl::ForbidRow& row : rules.forbids) {
    const bool known = row_holds(program, seen_hand, moment, row);
    const auto holds_in = [&](const Position& other) { return row_holds(program, other, moment, row); };
    switch (row.hand_use) {
      case HandUse::none:
        if (known) claims.broken.push_back({std::nullopt, row.rule});
        break;
      case HandUse::some_tile: {
        if (known) {
          claims.broken.push_back({std::nullopt, row.rule});
          break;
        }
        const TileSet tiles = faces_that(position, act, hidden, holds_in);
        if (tiles.any()) claims.bans.push_back({row.rule, tiles});
        break;
      }
      case HandUse::no_tile: {
        if (!known) break;
        const TileSet tiles =
            faces_that(position, act, hidden, [&](const Position& other) { return !holds_in(other); });
        if (tiles.any())
          claims.witnesses.push_back({row.rule, tiles});
        else
          claims.broken.push_back({std::nullopt, row.rule});
        break;
      }
      case HandUse::joint:
        claim_joint(program, seen_hand, moment, row, hidden, claims);
        break;
    }
  }

  if (rules.needs_permit && !any_permit(program, seen_hand, moment, rules)) {
    const bool secret =
        std::any_of(rules.permits.begin(), rules.permits.end(),
                    [](const dsl::PermitRow& permit) { return permit.hand_use != HandUse::none; });
    const TileSet tiles = !secret ? TileSet() : faces_that(position, act, hidden, [&](const Position& other) {
      return any_permit(program, other, moment, rules);
    });
    if (tiles.any())
      claims.witnesses.push_back({rules.permits.front().rule, tiles});
    else
      claims.broken.push_back({dsl::Law::not_permitted, {}});
  }
  return claims;
}

bool row_broken(const dsl::Program& program, const Position& position, const Act& act, dsl::RuleId rule,
                const std::vector<TileId>& hand) {
  const Position other = with_hand(position, act, hand);
  const std::vector<engine::Breach> all = engine::breaches(program, other, act);
  return std::any_of(all.begin(), all.end(),
                     [&](const engine::Breach& breach) { return !breach.law && breach.rule == rule; });
}

std::vector<TileSet> engine_bans(const dsl::Program& program, const Position& position,
                                 const Act& engine_act) {
  std::vector<TileSet> bans(static_cast<std::size_t>(program.players));
  if (engine_act.actor == engine::no_seat) return bans;
  const auto place = [&](engine::Seat seat) {
    const int first = position.first == engine::no_seat ? 0 : position.first;
    return (seat - first + program.players) % program.players;
  };
  const auto worth = [&](TileId tile, engine::Seat holder) {
    Moment moment;
    moment.tile = tile;
    moment.holder = holder;
    if (!program.setup.best.given()) return engine::high_of(tile);
    return engine::evaluate(program, position, moment, program.setup.best);
  };
  const int chosen = worth(engine_act.tile, engine_act.actor);
  for (engine::Seat seat = 0; seat < program.players; ++seat) {
    for (int t = 0; t < program.tile_kinds; ++t) {
      const auto tile = static_cast<TileId>(t);
      Moment moment;
      moment.tile = tile;
      moment.holder = seat;
      if (!engine::holds(program, position, moment, program.setup.wanted)) continue;
      const int other = worth(tile, seat);
      const bool before =
          tile < engine_act.tile || (tile == engine_act.tile && place(seat) < place(engine_act.actor));
      if (other > chosen || (other == chosen && before))
        bans[static_cast<std::size_t>(seat)].set(static_cast<std::size_t>(t));
    }
  }
  return bans;
}

}  // namespace roundhouse::replay
