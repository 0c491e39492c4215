#pragma once
// Rules made ready to judge a round by. The form that play is fast by takes longer to make than a round takes
// to judge without it; both are of one meaning.

#include "engine/rules.h"

namespace roundhouse::engine {

/// As `prepare`. Cannot fail.
Rules prepare_for_round(dsl::Program program);

}  // namespace roundhouse::engine
