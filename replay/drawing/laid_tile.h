#pragma once
// A tile as it lies on the table: which train, at which tile, and which half touches it. Says nothing of
// where on a picture that is (table_plan.h).

#include <cstdint>
#include <optional>

#include "engine/act.h"
#include "engine/position.h"

namespace roundhouse::replay {

struct LaidTile {
  std::uint16_t group = 0;   ///< End::group of its own ends
  std::uint16_t parent = 0;  ///< of the tile it lies at; 0: the engine
  bool at_side = false;      ///< it begins a branch at a side of its parent
  int train = 0;
  int inner = 0;  ///< its half that touches the parent
  int outer = 0;  ///< its other half

  bool is_double() const { return inner == outer; }
};

/// The tile that a lay puts on the table; absent: the act is no lay, or its end is not there.
std::optional<LaidTile> laid_by(const engine::Position& before, const engine::Act& act);

}  // namespace roundhouse::replay
