#pragma once
// Every input that a fuzzer, or somebody, once broke something with: tests/hostile/inputs/TARGET/ has them.

#include <span>

#include "tests/fuzz/target.h"

namespace roundhouse::tests {

/// Gives each to its target again, and checks that nothing breaks.
void try_broken_inputs(std::span<const FuzzTarget* const> targets);

/// Checks that what the fuzzers of these targets begin with is in order.
void try_seeds(std::span<const FuzzTarget* const> targets);

}  // namespace roundhouse::tests
