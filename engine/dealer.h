#pragma once
// Chance: answers the acts whose tile (or player) is open, each possibility as likely as the next.
// Looks at nothing but what can still come.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/act.h"
#include "engine/bits.h"
#include "engine/fold.h"
#include "engine/position.h"
#include "engine/random.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// Tiles from which one after the other is taken, every copy as likely as the next. Which numbers are asked
/// of chance for that is pinned: digests rest on it.
class Heap {
 public:
  explicit Heap(const TileBag& bag);

  int size() const { return size_; }
  /// no_tile: the heap is empty, and chance was not asked.
  TileId take(Random& random);

 private:
  int find(std::size_t word, int place) const;

  TileBag bag_;
  std::array<int, 3> in_word_{};
  int size_ = 0;
};

inline int Heap::find(std::size_t word, int place) const {
  const std::uint64_t once = bag_.once.words[word];
  const std::uint64_t twice = bag_.twice.words[word];
  if (twice == 0) return find_bit(once, place);
  // Both copies of a tile next to each other, which makes twice as many places: so by halves of the word.
  const auto low_half = [](std::uint64_t bits) { return static_cast<std::uint32_t>(bits); };
  const int in_low = count_bits(low_half(once)) + count_bits(low_half(twice));
  const int shift = place < in_low ? 0 : 32;
  const std::uint64_t copies = interleave(low_half(once >> shift), low_half(twice >> shift));
  return shift + find_bit(copies, place < in_low ? place : place - in_low) / 2;
}

inline TileId Heap::take(Random& random) {
  if (size_ == 0) return no_tile;
  auto place = static_cast<int>(random.below(static_cast<std::uint32_t>(size_)));
  std::size_t word = 0;
  while (place >= in_word_[word]) place -= in_word_[word++];
  const auto tile = static_cast<TileId>(word * 64 + static_cast<std::size_t>(find(word, place)));
  bag_.remove(tile);
  --in_word_[word];
  --size_;
  return tile;
}

/// A tile of the bag, every copy as likely as the next; no_tile: the bag is empty.
inline TileId choose_tile(const TileBag& bag, Random& random) { return Heap(bag).take(random); }

/// The act with its tile from the boneyard, for `first` with its player, for `engine` one of equal ones, for
/// `cast` its amount. For acts of chance and for `draw`; every other act stays as it is.
Act answer_chance(const Rules& program, const Position& position, Act act, Random& random);

/// Answers the same acts from tiles that were shuffled before the round: each player who takes a tile takes
/// the next one. So two rule sets with the same tiles can be dealt the same. When tiles go back to the
/// boneyard (lots, tiles that were turned over, hands dealt anew) all are shuffled once more, again the same
/// for both.
class ShuffledDealer {
 public:
  explicit ShuffledDealer(std::uint64_t seed) : seed_(seed) {}

  void begin_round();
  Act answer(const Rules& program, const Position& position, Act act);

 private:
  void begin_shuffles(const Rules& program, std::uint32_t first);
  void shuffle(const Rules& program);
  TileId next_tile(const Rules& program, const TileBag& boneyard);

  std::uint64_t seed_;
  std::uint32_t rounds_ = 0;    ///< begun
  std::uint32_t shuffles_ = 0;  ///< the number of this round's last shuffle; 0: none yet
  std::vector<TileId> order_;
  std::size_t next_ = 0;
  TileBag left_{};  ///< tiles that order_ holds from next_ on
};

// A table in the midst of a round, from which games are played on: what is hidden of it is chance's to say.

/// The position with every tile in hand named: those that nobody knows are drawn from all that may be there,
/// each as likely. Nobody asks which of them a player would have laid already. `table`: in play.
Position fill_at_random(const Rules& program, const Position& table, Random& random);

}  // namespace roundhouse::engine
