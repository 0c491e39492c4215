#pragma once
// Many positions in little room: each is kept as how it differs from one that is given, in runs of bytes.

#include <array>
#include <cstdint>
#include <deque>
#include <string>

#include "engine/position.h"

namespace roundhouse::replay {

/// Positions in the order in which they came; the oldest is taken first.
class PackedPositions {
 public:
  explicit PackedPositions(const engine::Position& base);

  void push(const engine::Position& position);
  engine::Position pop();
  bool empty() const { return packed_.empty(); }

 private:
  std::array<unsigned char, sizeof(engine::Position)> base_bytes_;
  std::deque<std::string> packed_;
};

}  // namespace roundhouse::replay
