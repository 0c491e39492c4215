#pragma once
// Works out beforehand what conditions and numbers say of each tile, where they hang on nothing else: what a
// hand counts is then the sum of a table, and whether it holds a double a matter of bits. Called by
// lower.cpp.

#include <cstdint>
#include <optional>

#include "dsl/program.h"

namespace roundhouse::dsl {

/// Fills code.tiles_alone, code.of_tiles and code.wanted for the nodes there are.
void tabulate_tiles(Program& program);

/// The tiles of which the condition holds; absent: it hangs on something else as well.
std::optional<TileSet> tiles_of(const Program& program, std::int32_t condition);

}  // namespace roundhouse::dsl
