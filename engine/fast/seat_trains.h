#pragma once
// Finds the train that me.KIND or round.KIND is, for the player who acts. Called by event_parts.cpp and
// diagram_builder.cpp.

#include <cstdint>
#include <optional>

#include "engine/rules.h"

namespace roundhouse::engine::fast {

class SeatTrains {
 public:
  /// Adds to program.code.seat_trains.
  explicit SeatTrains(Rules& program) : program_(program) {}

  /// The index in seat_trains at which the trains that the node means begin; absent: the node means no such
  /// train.
  std::optional<std::int32_t> find(std::int32_t node) const;

 private:
  Rules& program_;
};

}  // namespace roundhouse::engine::fast
