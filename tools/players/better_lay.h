#pragma once
// Weighs a tile that was laid against the one that the planner would have laid, for telling people what they
// might have played better.

#include <optional>

#include "engine/player.h"

namespace roundhouse::engine {

struct BetterLay {
  Act act;
  /// The points by which the seat would have been better off against the others' mean, found by playing the
  /// round to its end many times from hands that agree with what the seat had seen, and the standard error of
  /// that.
  double points = 0;
  double error = 0;
};

/// `laid`: a lead or lay among the acts of the sight, which has its round. Absent: the planner would have
/// laid the same, or what came of its own was not clearly better.
std::optional<BetterLay> better_lay(const Sight& sight, const Act& laid, Random& random);

}  // namespace roundhouse::engine
