#pragma once
// For which single tile in a hidden hand is a condition true? Asked of all tiles at once: what does not look
// at the hand is asked once, `and`, `or` and `not` work on sets, and what could be laid is read off one list
// of lays. Only what is none of these is asked tile by tile.

#include <optional>
#include <vector>

#include "engine/act.h"
#include "engine/evaluate.h"
#include "engine/fold.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/tile_set.h"

namespace roundhouse::replay {

/// The way in which each compiled expression looks at the hand of the player who acts; worked out once for a
/// program.
std::vector<dsl::HandUse> hand_uses(const engine::Rules& program);

class FaceTruths {
 public:
  /// `moment`: of an act of this player; a tile that it lays is in hand beside the one asked about. `faces`:
  /// those asked about. In the hand of moment.me in `position` tiles are tried; afterwards it is what it was.
  FaceTruths(const engine::Rules& program, const std::vector<dsl::HandUse>& uses, engine::Position& position,
             const engine::Moment& moment, bool lays, const TileSet& faces);

  /// The faces with which alone the row stands: its condition, and no exception.
  TileSet standing(const dsl::ForbidRow& row);

 private:
  TileSet permitted(const dsl::ActRules& rules);
  TileSet of(dsl::NodeRef node);
  TileSet of_all(const dsl::Node& node);
  TileSet of_any(const dsl::Node& node);
  TileSet one_by_one(dsl::NodeRef node);
  TileSet can(dsl::ActId act);
  TileSet can_lay();
  TileSet allowed(const dsl::ActRules& rules);
  bool looks(dsl::NodeRef node) const;
  dsl::NodeRef arg(const dsl::Node& node, int which) const;
  const dsl::Node& at(dsl::NodeRef node) const;
  TileSet all_if(bool value) const { return value ? faces_ : TileSet(); }
  engine::TileBag& hand() { return position_.hands[static_cast<std::size_t>(moment_.me)]; }
  void hold_only(engine::TileId tile);

  const engine::Rules& program_;
  const std::vector<dsl::HandUse>& uses_;
  engine::Position& position_;
  engine::Moment moment_;
  bool lays_;
  TileSet faces_;
  std::optional<TileSet> can_lay_;
};

}  // namespace roundhouse::replay
