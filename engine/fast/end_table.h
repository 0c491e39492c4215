#pragma once
// Bars made into tables of ends (engine/fast/code.h): all that depend on nothing but the turn, the train of
// an end, its flags, and tiles of which the rules say beforehand which they are. Called by lower.cpp.

#include "engine/fast/diagram_builder.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {

/// Takes such bars out of code.lay_bars, and fills code.end_tables and the decisions that lead to them. Those
/// of the bars that come last stay where they are if there would be too many tables.
void tabulate_ends(Rules& program, DiagramBuilder& diagrams, RowCode& code);

}  // namespace roundhouse::engine::fast
