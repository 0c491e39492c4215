#pragma once
// The three truth values of dsl/vocabulary/truth.h under the engine's name.

#include "dsl/vocabulary/truth.h"

namespace roundhouse::engine {

using dsl::both;
using dsl::junction;
using dsl::known_truth;
using dsl::negated;
using dsl::row_stands;
using dsl::Truth;

}  // namespace roundhouse::engine
