#pragma once
// The last stage of compiling: rows, which are nodes by now, become what the fold runs (dsl/code.h). Reads
// nothing but the program itself.

#include "dsl/compile/node_builder.h"
#include "dsl/program.h"

namespace roundhouse::dsl {

/// Fills program.code. `builder` is the one that made the program's nodes.
void lower(Program& program, NodeBuilder& builder);

}  // namespace roundhouse::dsl
