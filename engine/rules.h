#pragma once
// Rules that are ready to be played: a program, and its rows once more in the form in which the fold runs
// them.

#include <utility>

#include "dsl/program.h"
#include "engine/fast/code.h"
#include "engine/stakes.h"

namespace roundhouse::engine {

/// Immutable; passed by const reference. The nodes of the program stay the measure.
struct Rules : dsl::Program {
  fast::Code code;
  Stakes stakes;  ///< if compile_rules made them
};

/// Cannot fail. See engine/fast/lower.h.
Rules prepare(dsl::Program program);

/// Of rules that were checked, for a number of players that is not refused.
inline Rules compile_rules(const dsl::CheckedRules& rules, int players) {
  Rules prepared = prepare(dsl::compile_rules(rules, players));
  prepared.stakes = stakes_of(prepared);
  return prepared;
}

}  // namespace roundhouse::engine
