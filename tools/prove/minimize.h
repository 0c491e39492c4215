#pragma once
// A counterexample made shorter: acts are left out, many at first and then one by one, and what is left is
// played again. An act that is not legal any more is left out, too; chance says the same tiles where it can.

#include <cstddef>

#include "tools/prove/trouble.h"
#include "tools/prove/watched_rules.h"

namespace roundhouse::replay {

/// Returns the same trouble by fewer acts, or as it was. For dead ends, broken claims and numbers that are
/// lost; endless play stays as it is, and so do the rounds before. Plays about `most_acts` acts at most.
Trouble shortened(const WatchedRules& rules, const Trouble& trouble, std::size_t most_acts);

}  // namespace roundhouse::replay
