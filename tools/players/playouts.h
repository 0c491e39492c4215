#pragma once
// Plays on after acts from hands made up, the planner in all seats: what an act is worth, found by trying.
// Internal to the players.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/play.h"
#include "engine/player.h"
#include "tools/players/sample_hands.h"

namespace roundhouse::engine {

class Playouts {
 public:
  /// Of a sight with its round. The sight has to live as long. `laps`: so many are played, then the outlook
  /// estimates the rest; absent: play goes on to the end of the round.
  Playouts(const Sight& sight, std::optional<int> laps);

  /// Plays on once after each of these leads or lays, from the same hands and with the same luck. Returns in
  /// their order the lead of the seat over the others' mean, in points, times the number of others so that it
  /// stays whole.
  std::vector<std::int64_t> play(std::span<const Act> acts, Random& random);
  /// Turns played so far, of all playouts.
  int turns() const { return turns_; }

 private:
  std::int64_t play_out(const Position& dealt, const Act& act, std::uint64_t luck);
  std::int64_t result(const Position& position) const;

  const Sight& sight_;
  HandSampler hands_;
  PlayOptions options_;
  int turns_ = 0;
};

}  // namespace roundhouse::engine
