#include "tools/plots/axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace roundhouse::engine {

Axis round_axis(double low, double high, int wanted) {
  if (!(high > low)) {
    // One value alone stands in the middle.
    const double around = low == 0 ? 1 : std::abs(low) / 10;
    return round_axis(low - around, high + around, wanted);
  }
  const double rough = (high - low) / std::max(wanted, 1);
  const double power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0})
    if (factor * power >= rough * (1 - 1e-9)) step = factor * power;
  Axis axis;
  const double first = std::floor(low / step + 1e-9);
  const double last = std::ceil(high / step - 1e-9);
  for (double tick = first; tick <= last + 0.5; ++tick) axis.ticks.push_back(tick == 0 ? 0 : tick * step);
  axis.low = axis.ticks.front();
  axis.high = axis.ticks.back();
  axis.decimals = std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
  return axis;
}

std::string tick_text(const Axis& axis, double tick) { return fmt::format("{:.{}f}", tick, axis.decimals); }

double place_on(const Axis& axis, double value, double from, double to) {
  return from + (value - axis.low) / (axis.high - axis.low) * (to - from);
}

}  // namespace roundhouse::engine
