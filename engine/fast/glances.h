#pragma once
// Where the tests of an event lead once it is known what is seen of tile and end at a glance: the same graph
// for each glance, without the tests which that settles. Called by event_parts.cpp.

#include <array>

#include "engine/fast/test_builder.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {

/// Adds to program.code.tests, within bounds: where they are reached the whole graph stands for what is left.
std::array<TestRef, glances> at_each_glance(const Rules& program, TestBuilder& tests, TestRef first);

/// For events that have no tile and end: always the whole graph.
std::array<TestRef, glances> at_no_glance(TestRef first);

}  // namespace roundhouse::engine::fast
