#include "replay/referee/judge/claims.h"

#include <memory>
#include <optional>

#include "dsl/base/search.h"
#include "engine/evaluate.h"
#include "replay/fold/act_rows.h"
#include "replay/fold/hand_faces.h"
#include "replay/referee/judge/hand_reading.h"

namespace roundhouse::replay {
namespace {

using dsl::HandUse;
using engine::Moment;

/// The position with the actor's hand replaced. The number of tiles in hand is public and stays.
Position with_hand(const Position& position, const Act& act, const std::vector<TileId>& hand) {
  Position other = position;
  auto& bag = other.hands[static_cast<std::size_t>(act.actor)];
  bag = {};
  for (const TileId tile : hand) bag.add(tile);
  if (lays_a_tile(act)) bag.add(act.tile);
  return other;
}

/// True if the act lays a tile that is not among the known ones of the hand.
bool lays_unknown(const Position& position, const Act& act) {
  return lays_a_tile(act) && act.actor != no_seat &&
         !position.hands[static_cast<std::size_t>(act.actor)].has(act.tile);
}

/// Most rows are a ban or a witness in this position, also such as the compiler calls joint. False: it is
/// neither.
bool claim_plain(const HandTruth& broken, const engine::Breach& breach, dsl::RuleId rule, ActClaims& claims) {
  switch (broken.kind) {
    case HandTruth::Kind::always:
      claims.broken.push_back(breach);
      return true;
    case HandTruth::Kind::never:
      return true;
    case HandTruth::Kind::any_of:
      if (broken.held.any()) claims.bans.push_back({rule, broken.held});
      for (const TileSet& needed : broken.lacked) claims.witnesses.push_back({rule, needed});
      return true;
    case HandTruth::Kind::all_of:
    case HandTruth::Kind::joint:
      break;
  }
  return false;
}

bool is_secret(const dsl::ActRules& rules) {
  return any_of(rules.permits, [](const dsl::PermitRow& permit) { return permit.hand_use != HandUse::none; });
}

}  // namespace

ActClaims claims_of(const engine::Rules& program, HandRowsOnDemand& rows, const Position& position,
                    const Act& act, const TileSet& hidden, bool others_hidden,
                    const engine::NotKnown& beside) {
  ActClaims claims;
  const dsl::ActRules* found = rules_of(program, act);
  if (found == nullptr) return claims;
  const dsl::ActRules& rules = *found;
  const bool open = hidden.any() && act.actor != no_seat && rules.hand_use != HandUse::none;
  // Only where something stands in the way are all reasons asked for.
  const bool legal = engine::is_legal(program, position, act);
  // Rows about the hands of others say nothing by what is known of those alone.
  const bool blind = others_hidden && rules.hand_use != HandUse::none && rows->any_elsewhere();
  const bool ages = ages_hidden(program, position);
  const dsl::Aspects open_beside = engine::aspects_of(beside);
  if (!open && !blind && legal && open_beside == dsl::aspects::none) return claims;
  std::vector<engine::Breach> seen;
  if (!legal) seen = engine::breaches(program, position, act);
  if (!open && !blind && !ages && open_beside == dsl::aspects::none) {
    claims.broken = std::move(seen);
    return claims;
  }
  const Moment moment = moment_before(position, act);
  // The tile laid is in hand, as it must have been. In this copy of the position others are tried in the
  // hand. Behind a pointer, because an optional of something so large is filled with zeros first.
  std::unique_ptr<Position> copy;
  const bool is_lay_of_unknown = lays_unknown(position, act);
  const auto tried = [&]() -> Position& {
    if (copy) return *copy;
    copy = std::make_unique<Position>(position);
    if (is_lay_of_unknown) copy->hands[static_cast<std::size_t>(act.actor)].add(act.tile);
    return *copy;
  };
  const Position& held = is_lay_of_unknown ? tried() : position;
  const bool clear = legal && !is_lay_of_unknown;  // no row stands by the known tiles
  std::optional<HandReading> reading;
  const auto read = [&]() -> HandReading& {
    if (!reading) reading.emplace(program, rows->uses(), tried(), moment, hidden);
    return *reading;
  };
  engine::NotKnown unknown = beside;
  if (blind || ages || open_beside != dsl::aspects::none) unknown.faces = hidden_faces(program, held);
  const auto reads_beside = [&](dsl::Aspects reads) { return (reads & open_beside) != 0; };
  std::unique_ptr<engine::PartialReading> partial;
  const auto read_partly = [&]() -> engine::PartialReading& {
    if (!partial) partial = std::make_unique<engine::PartialReading>(program, held, moment, unknown);
    return *partial;
  };
  // Laws are public, but for a permit that depends on the hand; so are rows that do not look at it.
  for (const engine::Breach& breach : seen)
    if (breach.law && *breach.law != dsl::Law::not_permitted) claims.broken.push_back(breach);
  const auto is_seen = [&](dsl::RuleId rule) {
    return any_of(seen, [&](const engine::Breach& b) { return !b.law && b.rule == rule; });
  };

  for (const dsl::ForbidRow& row : rules.forbids) {
    if (ages && rows->asks_ages(row.rule)) {
      // A row that needs an unknown age is not held against the player.
      const dsl::Truth stands = is_seen(row.rule) ? read_partly().stands(row) : dsl::Truth::no;
      if (stands == dsl::Truth::yes) claims.broken.push_back({std::nullopt, row.rule});
      if (stands == dsl::Truth::undecided) claims.open.push_back(row.rule);
      continue;
    }
    if ((blind && rows->looks_elsewhere(row.rule)) || reads_beside(dsl::reads_of_row(program, row))) {
      const dsl::Truth stands = read_partly().stands(row);
      if (stands == dsl::Truth::yes) claims.broken.push_back({std::nullopt, row.rule});
      if (stands == dsl::Truth::undecided) claims.open.push_back(row.rule);
      continue;
    }
    const dsl::HandUse use = open ? row.hand_use : HandUse::none;
    if (use == HandUse::none) {
      if (is_seen(row.rule)) claims.broken.push_back({std::nullopt, row.rule});
      continue;
    }
    // It does not stand by the known tiles, and more tiles would not make it stand.
    if (clear && use == HandUse::no_tile) continue;
    if (!claim_plain(read().broken(row), {std::nullopt, row.rule}, row.rule, claims))
      claims.joint.push_back(row.rule);
  }

  if (!rules.needs_permit) return claims;
  const engine::Breach not_permitted{dsl::Law::not_permitted, {}};
  const auto asks_ages = [&](const dsl::PermitRow& permit) { return rows->asks_ages(permit.rule); };
  if ((blind && rows->permit_looks_elsewhere(engine::act_id_of(act))) ||
      (ages && any_of(rules.permits, asks_ages)) || any_of(rules.permits, [&](const dsl::PermitRow& permit) {
        return reads_beside(dsl::reads(program, permit.when));
      })) {
    const dsl::Truth permitted = read_partly().permitted(rules);
    if (permitted == dsl::Truth::no) claims.broken.push_back(not_permitted);
    if (permitted == dsl::Truth::undecided) claims.open.push_back(rules.permits.front().rule);
  } else if (open && is_secret(rules)) {
    if (!claim_plain(read().not_permitted(rules), not_permitted, rules.permits.front().rule, claims))
      claims.joint_permit = true;
  } else if (!clear && !any_permit(program, held, moment, rules)) {
    claims.broken.push_back(not_permitted);
  }
  return claims;
}

void add_claims(const engine::Rules& program, const Position& position, const Act& act,
                const ActClaims& claims, const Clue& like, std::vector<Clue>& clues) {
  const auto add = [&](ClueKind kind, dsl::RuleId rule) -> Clue& {
    Clue& clue = clues.emplace_back(like);
    clue.kind = kind;
    clue.breach = {std::nullopt, rule};
    return clue;
  };
  for (const RowTiles& ban : claims.bans) add(ClueKind::ban, ban.rule).tiles = ban.tiles;
  for (const RowTiles& witness : claims.witnesses) add(ClueKind::witness, witness.rule).tiles = witness.tiles;
  if (claims.joint.empty() && !claims.joint_permit) return;
  // Rules may have thousands of such rows, a round thousands of acts: one copy of the position for all of
  // them.
  const auto here = std::make_shared<const Position>(position);
  for (const dsl::RuleId rule : claims.joint)
    add(ClueKind::joint, rule).passes = [&program, here, act, rule](const std::vector<TileId>& hand) {
      return !row_broken(program, *here, act, rule, hand);
    };
  if (claims.joint_permit)
    add(ClueKind::joint, rules_of(program, act)->permits.front().rule).passes =
        [&program, here, act](const std::vector<TileId>& hand) {
          return is_permitted_with(program, *here, act, hand);
        };
}

bool is_permitted_with(const engine::Rules& program, const Position& position, const Act& act,
                       const std::vector<TileId>& hand) {
  return any_permit(program, with_hand(position, act, hand), moment_before(position, act),
                    *rules_of(program, act));
}

bool row_broken(const engine::Rules& program, const Position& position, const Act& act, dsl::RuleId rule,
                const std::vector<TileId>& hand) {
  return engine::is_forbidden_by(program, with_hand(position, act, hand), act, rule);
}

}  // namespace roundhouse::replay
