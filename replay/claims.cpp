#include "replay/claims.h"

#include <algorithm>
#include <memory>

#include "engine/evaluate.h"
#include "replay/act_rows.h"
#include "replay/face_truths.h"
#include "replay/hand_faces.h"
#include "replay/hand_reading.h"

namespace roundhouse::replay {
namespace {

using dsl::HandUse;
using engine::Act;
using engine::Moment;
using engine::Position;
using engine::TileId;

/// The position with the actor's hand replaced. The number of tiles in hand is public and stays.
Position with_hand(const Position& position, const Act& act, const std::vector<TileId>& hand) {
  Position other = position;
  auto& bag = other.hands[static_cast<std::size_t>(act.actor)];
  bag = {};
  for (const TileId tile : hand) bag.add(tile);
  if (lays_a_tile(act)) bag.add(act.tile);
  return other;
}

/// Lays a tile that is not among the known ones of the hand.
bool lays_unknown(const Position& position, const Act& act) {
  return lays_a_tile(act) && act.actor != engine::no_seat &&
         !position.hands[static_cast<std::size_t>(act.actor)].has(act.tile);
}

/// The position in which the tile laid is in hand, as it must have been.
Position with_tile_laid(const Position& position, const Act& act) {
  Position other = position;
  other.hands[static_cast<std::size_t>(act.actor)].add(act.tile);
  return other;
}

/// What the compiler could not call a ban or a witness may be one in this position.
void claim_joint(HandReading& reading, const Moment& moment, const dsl::ForbidRow& row, ActClaims& claims) {
  const HandTruth broken = reading.broken(row, moment);
  switch (broken.kind) {
    case HandTruth::Kind::always:
      claims.broken.push_back({std::nullopt, row.rule});
      break;
    case HandTruth::Kind::never:
      break;
    case HandTruth::Kind::any_of:
      if (broken.held.any()) claims.bans.push_back({row.rule, broken.held});
      for (const TileSet& needed : broken.lacked) claims.witnesses.push_back({row.rule, needed});
      break;
    case HandTruth::Kind::all_of:
    case HandTruth::Kind::joint:
      claims.joint.push_back(row.rule);
      break;
  }
}

}  // namespace

ActClaims claims_of(const dsl::Program& program, HandRowsOnDemand& rows, const Position& position,
                    const Act& act, const TileSet& hidden) {
  ActClaims claims;
  const dsl::ActRules* found = rules_of(program, act);
  if (found == nullptr) return claims;
  const dsl::ActRules& rules = *found;
  const bool open = hidden.any() && act.actor != engine::no_seat && rules.hand_use != HandUse::none;
  // Only where something stands in the way are all reasons asked for.
  const bool legal = engine::is_legal(program, position, act);
  if (!open && legal) return claims;
  std::vector<engine::Breach> seen;
  if (!legal) seen = engine::breaches(program, position, act);
  if (!open) {
    claims.broken = std::move(seen);
    return claims;
  }
  const Moment moment = moment_of(position, act);
  // Behind pointers, because an optional of something as large as a position is filled with zeros first.
  std::unique_ptr<Position> with_tile;
  if (lays_unknown(position, act)) with_tile = std::make_unique<Position>(with_tile_laid(position, act));
  const Position& held = with_tile ? *with_tile : position;
  const bool clear = legal && !with_tile;  // no row stands by the known tiles
  std::unique_ptr<FaceTruths> truths;
  std::unique_ptr<HandReading> reading;
  const auto ask = [&]() -> FaceTruths& {
    if (!truths)
      truths =
          std::make_unique<FaceTruths>(program, rows->uses(), position, moment, lays_a_tile(act), hidden);
    return *truths;
  };

  // Laws are public, but for a permit that hangs on the hand; so are rows that do not look at it.
  for (const engine::Breach& breach : seen)
    if (breach.law && *breach.law != dsl::Law::not_permitted) claims.broken.push_back(breach);
  const auto is_seen = [&](dsl::RuleId rule) {
    return std::any_of(seen.begin(), seen.end(),
                       [&](const engine::Breach& b) { return !b.law && b.rule == rule; });
  };

  for (const dsl::ForbidRow& row : rules.forbids) {
    switch (row.hand_use) {
      case HandUse::none:
        if (is_seen(row.rule)) claims.broken.push_back({std::nullopt, row.rule});
        break;
      case HandUse::some_tile: {
        if (!clear && row_holds(program, held, moment, row)) {
          claims.broken.push_back({std::nullopt, row.rule});
          break;
        }
        const TileSet tiles = ask().standing(row);
        if (tiles.any()) claims.bans.push_back({row.rule, tiles});
        break;
      }
      case HandUse::no_tile: {
        if (clear || !row_holds(program, held, moment, row)) break;
        const TileSet tiles = hidden & ~ask().standing(row);
        if (tiles.any())
          claims.witnesses.push_back({row.rule, tiles});
        else
          claims.broken.push_back({std::nullopt, row.rule});
        break;
      }
      case HandUse::joint:
        if (!reading) reading = std::make_unique<HandReading>(program, rows->uses(), held, hidden);
        claim_joint(*reading, moment, row, claims);
        break;
    }
  }

  if (rules.needs_permit && !clear && !any_permit(program, held, moment, rules)) {
    const bool secret =
        std::any_of(rules.permits.begin(), rules.permits.end(),
                    [](const dsl::PermitRow& permit) { return permit.hand_use != HandUse::none; });
    const TileSet tiles = secret ? ask().permitted(rules) : TileSet();
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

}  // namespace roundhouse::replay
