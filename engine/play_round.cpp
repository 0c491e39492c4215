// Whole rounds and matches, by the fastest instructions that this processor has.

#include "engine/play.h"
#include "engine/play_round_here.h"

namespace roundhouse::engine {

bool has_wide_instructions() {
// GCC alone makes that core; what else reads this source need not know the name.
#if defined(ROUNDHOUSE_HAS_FOLD_V3) && !defined(__clang__)
  return __builtin_cpu_supports("x86-64-v3") != 0;
#else
  return false;
#endif
}

Outcome play_round(const Rules& program, Position& position, Random& random, const PlayOptions& options,
                   const Observer& observer) {
#if defined(ROUNDHOUSE_HAS_FOLD_V3)
  if (options.may_use_wide_instructions && has_wide_instructions())
    return roundhouse_play_round_v3(program, position, random, options, observer);
#endif
  return play_round_here(program, position, random, options, observer);
}

Outcome play_match(const Rules& program, Position& position, Random& random, const PlayOptions& options,
                   const Observer& observer) {
  bool any_finished = false;
  for (int rounds = 0; rounds < options.most_rounds; ++rounds) {
    const Outcome outcome = play_round(program, position, random, options, observer);
    if (outcome == Outcome::dead_end || outcome == Outcome::too_long) return outcome;
    any_finished = any_finished || outcome == Outcome::finished;
    if (match_over(program, position)) return any_finished ? Outcome::finished : Outcome::voided;
  }
  return Outcome::too_long;
}

}  // namespace roundhouse::engine
