#pragma once
// Claims of an act about the hand of the player who makes it, read off the rows that judge it. Some
// rows are broken whatever the hand hides; others would be broken if the hand held one of certain
// tiles (a ban), or unless it holds one (a witness), or depend on the whole hand (joint).

#include <vector>

#include "engine/act.h"
#include "engine/evaluate_partly.h"
#include "engine/fold.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/referee/hands/clues.h"
#include "replay/referee/judge/aftermath.h"

namespace roundhouse::replay {

/// A row together with the tiles that would break it (bans) or that would keep it (witnesses).
struct RowTiles {
  dsl::RuleId rule;
  TileSet tiles;
};

struct ActClaims {
  std::vector<engine::Breach> broken;  ///< laws and rows broken in every filling
  std::vector<RowTiles> bans;          ///< no such tile was in hand
  std::vector<RowTiles> witnesses;     ///< at least one of these was
  std::vector<dsl::RuleId> joint;      ///< depends on the whole hand: ask row_broken
  bool joint_permit = false;           ///< so does whether the act is permitted: ask is_permitted_with
  std::vector<dsl::RuleId> open;       ///< depends on the hidden tiles of other players

  /// True if the act says something of the player's hidden tiles.
  bool any() const { return !bans.empty() || !witnesses.empty() || !joint.empty() || joint_permit; }
};

/// `hidden`: the faces that the unknown tiles in hand may have; empty set: nothing is hidden.
/// `others_hidden`: some other player's tiles are not all known.
/// `beside`: what else nobody knows: facts that rest on a tile which nobody wrote down, points. The tiles
/// in hands are not among it.
ActClaims claims_of(const engine::Rules& program, HandRowsOnDemand& rows, const Position& position,
                    const Act& act, const TileSet& hidden, bool others_hidden,
                    const engine::NotKnown& beside = {});

/// Adds what the act says of the hidden tiles: clues as `like`, each with its row.
void add_claims(const engine::Rules& program, const Position& position, const Act& act,
                const ActClaims& claims, const Clue& like, std::vector<Clue>& clues);

/// True if some permit of the act holds, the player's hand being just these tiles (and the one laid).
bool is_permitted_with(const engine::Rules& program, const Position& position, const Act& act,
                       const std::vector<TileId>& hand);

/// True if this one row is broken by the act, the player's hand being just these tiles. For a lay the
/// tile laid is added to them.
bool row_broken(const engine::Rules& program, const Position& position, const Act& act, dsl::RuleId rule,
                const std::vector<TileId>& hand);

}  // namespace roundhouse::replay
