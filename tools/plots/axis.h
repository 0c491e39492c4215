#pragma once
// Axes with round numbers: where the ticks of a plot stand and how they are written. Knows nothing of what is
// measured.

#include <string>
#include <vector>

namespace roundhouse::engine {

struct Axis {
  double low = 0;
  double high = 1;
  std::vector<double> ticks;  ///< ascending, within low and high
  int decimals = 0;           ///< of all ticks
};

/// An axis that holds all from `low` to `high`, with about so many ticks at multiples of 1, 2 or 5 times a
/// power of ten. It begins and ends at a tick.
Axis round_axis(double low, double high, int wanted);

std::string tick_text(const Axis& axis, double tick);

/// Maps a value to its place on paper.
double place_on(const Axis& axis, double value, double from, double to);

}  // namespace roundhouse::engine
