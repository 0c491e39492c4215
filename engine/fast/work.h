#pragma once
// A budget for making the fast form of rules. Work is counted, never timed, so that the same rules become
// the same program on every machine. Where it has run out the plain form stays, which means the same. Bundled
// rules take a small part of it.

#include <cstddef>

namespace roundhouse::engine::fast {

class Work {
 public:
  explicit Work(std::size_t most) : left_(most) {}

  /// False where so much is not left; then nothing is left.
  bool take(std::size_t steps = 1) {
    const bool enough = steps <= left_;
    left_ = enough ? left_ - steps : 0;
    return enough && left_ > 0;
  }
  bool is_spent() const { return left_ == 0; }

 private:
  std::size_t left_;
};

/// For one program.
struct CompileWork {
  Work graphs{60'000'000};      ///< comparisons of decisions with what is known on the way to them
  Work consequences{200'000};   ///< effects of consequences of events
  Work tile_reads{20'000'000};  ///< nodes read for one tile
  Work tile_ranks{1'000'000};   ///< numbers that tiles are ranked by
  Work player_reads{300'000};   ///< nodes read for another player
};

}  // namespace roundhouse::engine::fast
