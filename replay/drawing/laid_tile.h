#pragma once
// A tile as it lies on the table: which train, at which tile, and which half touches it. Says nothing of
// where on a picture that is (table_plan.h).

#include <cstdint>

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

}  // namespace roundhouse::replay
