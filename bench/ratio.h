#pragma once
// The figure that speed is judged by: games a second of the engine over games a second of a simulator written
// by hand for the same game, and how the bundled variants stand beside it.

namespace roundhouse::bench {

/// Measures in pairs, one right after the other, in processor time of this process, and prints the best of
/// five.
void print_ratio();

}  // namespace roundhouse::bench
