#pragma once
// A table of ends asked of a whole row of ends: each end's mixture of flags is made into a number, and that
// is looked up. There is no choice on the way that depends on how the ends stand. Internal to the engine.

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/fast/code.h"
#include "engine/fast/end_row.h"
#include "engine/position.h"

namespace roundhouse::engine {

/// By end of a row, for one table (fast::EndTable).
class EndSignatures {
 public:
  /// The row has to be there as long.
  EndSignatures(const fast::EndTable& table, const Position& position, EndRow& row, int first)
      : flags_(table.flags), row_(row), ends_(position.ends.data() + first), count_(row.count()) {
    using fast::EndTable;
    if (is_simple()) return;
    const auto of_flag = [&](unsigned flag) {
      return table.steps[static_cast<std::size_t>(std::countr_zero(flag))];
    };
    // The weight that each debt adds at its ends.
    std::array<std::uint64_t, max_debts> groups;
    std::array<std::uint64_t, max_debts> added;
    std::size_t debts = 0;
    if ((table.flags & ~(EndTable::marked | EndTable::start)) != 0) {
      debts = position.debt_count;
      for (std::size_t d = 0; d < debts; ++d) {
        const Debt& debt = position.debts[d];
        groups[d] = word_of(End{.group = debt.group, .tile = 0});
        added[d] = of_flag(EndTable::owed);
        if (debt.turn == position.turn_serial) added[d] += of_flag(EndTable::fresh);
        if (debt.group == 0) added[d] += of_flag(EndTable::hub);
      }
      if (debts > 0) {
        added[0] += of_flag(EndTable::oldest);
        added[debts - 1] += of_flag(EndTable::newest);
      }
    }
    const std::uint64_t marked = word_of(End{.tile = 0, .marked = true});
    const std::uint64_t start = word_of(End{.tile = 0, .start = true});
    const std::uint64_t group = word_of(End{.group = 0xFFFF, .tile = 0});
#if defined(__AVX2__)
    const auto where = [](__m256i ends, std::uint64_t mask, std::uint64_t wanted, std::uint64_t step) {
      const __m256i met = _mm256_cmpeq_epi64(_mm256_and_si256(ends, four(mask)), four(wanted));
      return _mm256_and_si256(met, four(step));
    };
    for (int i = 0; i < count_; i += 4) {
      const __m256i ends = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(ends_ + i));
      __m256i mixture = _mm256_or_si256(where(ends, marked, marked, of_flag(EndTable::marked)),
                                        where(ends, start, start, of_flag(EndTable::start)));
      for (std::size_t d = 0; d < debts; ++d)
        mixture = _mm256_or_si256(mixture, where(ends, group, groups[d], added[d]));
      _mm256_store_si256(reinterpret_cast<__m256i*>(mixtures_.data() + i), mixture);
    }
#else
    for (int i = 0; i < count_; ++i) {
      const std::uint64_t end = word_of(ends_[i]);
      std::uint64_t mixture = (end & marked) != 0 ? of_flag(EndTable::marked) : 0U;
      if ((end & start) != 0) mixture += of_flag(EndTable::start);
      for (std::size_t d = 0; d < debts; ++d) mixture += (end & group) == groups[d] ? added[d] : 0U;
      mixtures_[static_cast<std::size_t>(i)] = mixture;
    }
#endif
  }

  /// Ends that are on one of the trains that stand at their mixture. Bits past the last end mean nothing.
  EndBits on_trains(const fast::TrainSet* trains) const {
    if (flags_ == 0) return row_.on_trains(trains[0]);
    if (flags_ == fast::EndTable::marked) {
      const EndBits marked = row_.all() & row_.marked();
      const EndBits bare = ~marked & row_.on_trains(trains[0]);
      return marked == 0 ? bare : bare | (marked & row_.on_trains(trains[1]));
    }
    EndBits bits = 0;
#if defined(__AVX2__)
    for (int i = 0; i < count_; i += 4) {
      const __m256i ends = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(ends_ + i));
      const __m256i mixture = _mm256_load_si256(reinterpret_cast<const __m256i*>(mixtures_.data() + i));
      const __m256i sets = _mm256_i64gather_epi64(reinterpret_cast<const long long*>(trains), mixture, 8);
      const __m256i train = _mm256_and_si256(_mm256_srli_epi64(ends, end_train_shift), four(63));
      const __m256i found = _mm256_slli_epi64(_mm256_srlv_epi64(sets, train), 63);
      bits |= static_cast<EndBits>(_mm256_movemask_pd(_mm256_castsi256_pd(found))) << i;
    }
#else
    for (int i = count_ - 1; i >= 0; --i)
      bits = bits << 1 | (trains[mixtures_[static_cast<std::size_t>(i)]] >> ends_[i].train & 1U);
#endif
    return bits;
  }

 private:
  /// True if no flag but the marker is asked: ends in the order of their trains make short work of these.
  bool is_simple() const { return (flags_ & ~fast::EndTable::marked) == 0; }
#if defined(__AVX2__)
  static __m256i four(std::uint64_t word) { return _mm256_set1_epi64x(static_cast<long long>(word)); }
#endif

  const unsigned flags_;
  EndRow& row_;
  const End* const ends_;
  const int count_;
  alignas(32) std::array<std::uint64_t, 64> mixtures_;  // not initialised: only the first count_ are read
};

}  // namespace roundhouse::engine
