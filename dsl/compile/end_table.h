#pragma once
// Bars that hang on the train of an end and its flags alone, made into one table (dsl/code.h). Called by
// lower.cpp.

#include "dsl/program.h"

namespace roundhouse::dsl {

/// Takes such bars out of code.lay_bars and fills code.ends.
void tabulate_ends(const Program& program, RowCode& code);

}  // namespace roundhouse::dsl
