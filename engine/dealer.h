#pragma once
// Chance: answers the acts whose tile (or player) is open, each possibility as likely as the next.
// Looks at nothing but what can still come.

#include <cstddef>
#include <vector>

#include "engine/act.h"
#include "engine/fold.h"
#include "engine/random.h"

namespace roundhouse::engine {

/// A tile of the bag, every copy as likely as the next; no_tile: the bag is empty.
TileId choose_tile(const TileBag& bag, Random& random);

/// The act with its tile from the boneyard, or, for `first`, its player. For acts of chance and for
/// `draw`; every other act stays as it is.
Act answer_chance(const dsl::Program& program, const Position& position, Act act, Random& random);

/// Answers the same acts from tiles that were shuffled before the round: whoever takes a tile takes the next
/// one. So two rule sets with the same tiles can be dealt the same. When tiles go back to the boneyard (lots,
/// tiles that were turned over, hands dealt anew) all are shuffled once more, again the same for both.
class ShuffledDealer {
 public:
  explicit ShuffledDealer(std::uint64_t seed) : seed_(seed) {}

  void begin_round();
  Act answer(const dsl::Program& program, const Position& position, Act act);

 private:
  void begin_shuffles(const dsl::Program& program, std::uint32_t first);
  void shuffle(const dsl::Program& program);
  TileId next_tile(const dsl::Program& program, const TileBag& boneyard);

  std::uint64_t seed_;
  std::uint32_t rounds_ = 0;    ///< begun
  std::uint32_t shuffles_ = 0;  ///< the number of this round's last shuffle; 0: none yet
  std::vector<TileId> order_;
  std::size_t next_ = 0;
  TileBag left_{};  ///< what order_ holds from next_ on
};

}  // namespace roundhouse::engine
