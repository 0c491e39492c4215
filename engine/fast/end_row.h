#pragma once
// Properties of the ends on the table as bits: up to 64 of them are looked at in one go, four at a
// time where the build allows it. Knows no rule. Internal to the engine.

#include <bit>
#include <cstdint>
#include <cstring>

#include "engine/bits.h"
#include "engine/position.h"
#include "engine/table.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

static_assert(std::endian::native == std::endian::little);  // bytes of an end are taken by their place

namespace roundhouse::engine {

/// Bit i is the end i of the row. Bits past its last end mean nothing.
using EndBits = std::uint64_t;

/// An end as the number that its bytes are.
inline std::uint64_t word_of(const End& end) {
  std::uint64_t word = 0;
  std::memcpy(&word, &end, sizeof(word));
  return word;
}

// Places in an end's word: the fifth byte and the sixth.
constexpr int end_pip_shift = 32;
constexpr int end_train_shift = 40;

/// Each question is worked out when it is first asked; the position must stay as it is meanwhile.
class EndRow {
 public:
  /// At most 64, from `first` on. The position has room for three more behind its last end. `trains`: on the
  /// table.
  EndRow(const Position& position, int first, int count, std::size_t trains)
      : position_(position),
        ends_(position.ends.data() + first),
        count_(count),
        trains_(count == position.end_count && has_all_ends(position) ? static_cast<int>(trains) : -1) {}

  int count() const { return count_; }
  EndBits all() const { return count_ == 64 ? ~EndBits{0} : (EndBits{1} << count_) - 1; }
  EndBits marked() {
    if (!knows_marked_) marked_ = flagged(End{.tile = 0, .marked = true});
    knows_marked_ = true;
    return marked_;
  }
  EndBits starts() {
    if (!knows_starts_) starts_ = flagged(End{.tile = 0, .start = true});
    knows_starts_ = true;
    return starts_;
  }
  /// Ends that show a number of one of these tiles.
  EndBits showing(const TileSet& tiles) const {
#if defined(__AVX2__)
    return look([&](__m256i ends) {
      const __m256i number = _mm256_and_si256(_mm256_srli_epi64(ends, end_pip_shift), four(63));
      const __m256i place = _mm256_add_epi64(number, _mm256_slli_epi64(number, 1));  // of three words each
      __m256i shown = _mm256_setzero_si256();
      for (std::size_t word = 0; word < tiles.words.size(); ++word) {
        if (tiles.words[word] == 0) continue;
        const auto* bearing = reinterpret_cast<const long long*>(bearing_tiles[0].words.data() + word);
        const __m256i of_word = _mm256_i64gather_epi64(bearing, place, 8);
        shown = _mm256_or_si256(shown, _mm256_and_si256(of_word, four(tiles.words[word])));
      }
      return _mm256_xor_si256(_mm256_cmpeq_epi64(shown, _mm256_setzero_si256()), four(~std::uint64_t{0}));
    });
#else
    return look([&](std::uint64_t end) {
      const TileSet& bearing = tiles_bearing(static_cast<int>(end >> end_pip_shift & 63));
      return (bearing & tiles).any();
    });
#endif
  }

  /// Their doubles have debts.
  EndBits owed() { return debts().owed; }
  /// Those made in this turn.
  EndBits fresh() { return debts().fresh; }
  /// Of the engine, if it has a debt.
  EndBits of_hub() { return debts().hub; }
  /// Of the double whose debt is the oldest of all, or the newest.
  EndBits of_oldest() { return debts().oldest; }
  EndBits of_newest() { return debts().newest; }

  /// Ends of one of these trains (bit t: train t).
  EndBits on_trains(std::uint64_t trains) {
    // Every train has an end at least (see has_all_ends), and the ends lie in the order of their trains: with
    // no more ends than trains they go by the same numbers, else each train is a run of ends that begins with
    // its first.
    if (count_ == trains_) return trains;
    if (trains_ < 0) return one_by_one(trains);
    if (firsts_ == 0) firsts_ = find_firsts();
    if (count_bits(firsts_) != trains_) return one_by_one(trains);
    const EndBits begun = deposit_bits(trains, firsts_);
    const EndBits later = ~firsts_;
    // One more added to a run of ones turns all of them over.
    return begun | (later & ~(later + (begun << 1 & later)));
  }

 private:
  struct Debts {
    EndBits owed = 0;
    EndBits fresh = 0;
    EndBits hub = 0;
    EndBits oldest = 0;
    EndBits newest = 0;
  };

  /// True if no end was taken off the table: the ends on it and those that tiles were laid to account for all
  /// serials. Counted by what every position keeps, so that rules which discard nothing pay nothing for
  /// it.
  static bool has_all_ends(const Position& position) {
    return position.end_count == position.next_serial - position.next_group + 1;
  }

  const Debts& debts() {
    if (knows_debts_) return debts_;
    knows_debts_ = true;
    for (std::size_t d = 0; d < position_.debt_count; ++d) {
      const Debt& debt = position_.debts[d];
      const EndBits ends = of_group(debt.group);
      if (d == 0) debts_.oldest = ends;
      if (debt.group == 0) debts_.hub = ends;
      debts_.newest = ends;
      debts_.owed |= ends;
      if (debt.turn == position_.turn_serial) debts_.fresh |= ends;
    }
    return debts_;
  }

  EndBits of_group(std::uint16_t group) const {
    const std::uint64_t mask = word_of(End{.group = 0xFFFF, .tile = 0});
    const std::uint64_t wanted = word_of(End{.group = group, .tile = 0});
#if defined(__AVX2__)
    return look(
        [&](__m256i ends) { return _mm256_cmpeq_epi64(_mm256_and_si256(ends, four(mask)), four(wanted)); });
#else
    return look([&](std::uint64_t end) { return (end & mask) == wanted; });
#endif
  }

  /// The first end of each train. Only for all the ends of a table, so that one more can be read past them.
  EndBits find_firsts() const {
    EndBits changes = 0;  // bit i: the end i + 1 is of another train
#if defined(__AVX2__)
    const __m256i train = four(word_of(End{.train = 0xFF, .tile = 0}));
    for (int i = 0; i < count_; i += 4) {
      const __m256i differing = _mm256_and_si256(_mm256_xor_si256(load(i), load(i + 1)), train);
      changes |= static_cast<EndBits>(15 ^ topmost(_mm256_cmpeq_epi64(differing, _mm256_setzero_si256())))
                 << i;
    }
#else
    for (int i = 1; i < count_; ++i)
      changes |= static_cast<EndBits>(ends_[i].train != ends_[i - 1].train) << (i - 1);
#endif
    return (changes << 1 | 1U) & all();
  }

  EndBits one_by_one(std::uint64_t trains) const {
#if defined(__AVX2__)
    return look([&](__m256i ends) {
      const __m256i train = _mm256_and_si256(_mm256_srli_epi64(ends, end_train_shift), four(63));
      return _mm256_slli_epi64(_mm256_srlv_epi64(four(trains), train), 63);
    });
#else
    return look([&](std::uint64_t end) { return (trains >> (end >> end_train_shift & 63) & 1U) != 0; });
#endif
  }

#if defined(__AVX2__)
  static __m256i four(std::uint64_t word) { return _mm256_set1_epi64x(static_cast<long long>(word)); }

  __m256i load(int end) const { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(ends_ + end)); }
  static int topmost(__m256i words) { return _mm256_movemask_pd(_mm256_castsi256_pd(words)); }

  /// `found` leaves an end's answer in the topmost bit of its word.
  template <class Found>
  EndBits look(Found found) const {
    EndBits bits = 0;
    for (int i = 0; i < count_; i += 4) {
      bits |= static_cast<EndBits>(topmost(found(load(i)))) << i;
    }
    return bits;
  }
  EndBits flagged(const End& flag) const {
    const int shift = std::countl_zero(word_of(flag));
    return look([&](__m256i ends) { return _mm256_slli_epi64(ends, shift); });
  }
#else
  // From the last to the first, each shifting the others on.
  template <class Found>
  EndBits look(Found found) const {
    EndBits bits = 0;
    for (const End* end = ends_ + count_; end != ends_;) {
      bits = bits << 1 | static_cast<EndBits>(found(word_of(*--end)));
    }
    return bits;
  }
  EndBits flagged(const End& flag) const {
    const std::uint64_t mask = word_of(flag);
    return look([&](std::uint64_t end) { return (end & mask) != 0; });
  }
#endif

  const Position& position_;
  const End* ends_;
  int count_;
  int trains_;  ///< -1: these are not all the ends, or some train may have none
  EndBits firsts_ = 0;
  EndBits marked_ = 0;
  EndBits starts_ = 0;
  bool knows_marked_ = false;
  bool knows_starts_ = false;
  bool knows_debts_ = false;
  Debts debts_;
};

}  // namespace roundhouse::engine
