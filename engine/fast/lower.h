#pragma once
// The last stage of compiling: rows, which are nodes by now, become what the fold runs (engine/fast/code.h).
// Reads nothing but the program itself.

#include "dsl/program/node_builder.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {

/// Fills rules.code, and adds nodes to the program's.
void lower(Rules& rules);

}  // namespace roundhouse::engine::fast
