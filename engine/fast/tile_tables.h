#pragma once
// Works out beforehand what conditions and numbers say of each tile, where they depend on nothing else: what
// a hand counts is then the sum of a table, and whether it holds a double a matter of bits. Called by
// lower.cpp.

#include <cstdint>
#include <optional>

#include "engine/fast/diagram_builder.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {

/// Fills code.tiles_alone, code.of_tiles and code.wanted for the nodes there are.
void tabulate_tiles(Rules& program, DiagramBuilder& diagrams);

/// The tiles of which the condition holds; absent: it depends on something else as well. `slot`: the bound
/// variable that stands for the tile; -1: the root `tile`.
std::optional<TileSet> tiles_of(const Rules& program, const DiagramBuilder& diagrams, std::int32_t condition,
                                std::int32_t slot = -1);

/// A comparison of a number that depends on the tile alone with another number.
struct Comparison {
  std::int32_t bound = 0;  ///< into code.tile_bounds
  std::int32_t other = 0;  ///< the node of the other number, whatever that depends on
  bool negated = false;
};
std::optional<Comparison> comparison_of(Rules& program, const DiagramBuilder& diagrams,
                                        std::int32_t condition, std::int32_t slot);

}  // namespace roundhouse::engine::fast
