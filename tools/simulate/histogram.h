#pragma once
// Counts how often each of many whole numbers came up. Numbers up to 2,047 are counted one by one, greater
// ones in classes of 1.6 % (the least of a class stands for it), so that no run takes more than 60 KiB.

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "tools/simulate/wide_sum.h"

namespace roundhouse::engine {

class Histogram {
 public:
  void add(std::int64_t number, std::uint64_t times = 1);
  Histogram& operator+=(const Histogram& other);
  bool operator==(const Histogram&) const = default;

  std::uint64_t size() const { return size_; }
  /// The least and greatest number of all, exactly; 0 where there is none.
  std::int64_t least() const { return least_; }
  std::int64_t greatest() const { return greatest_; }
  double mean() const;       ///< exact; 0 where there is none
  double deviation() const;  ///< the standard deviation, of the sample; 0 where there are not two
  /// The number at or below which this share of all numbers lies (0.5: the median); 0 where there is none.
  std::int64_t quantile(double share) const;

  /// All that it holds, for writing it down.
  struct Contents {
    std::map<std::int64_t, std::uint64_t> counts;  ///< ascending, with how often; of a class its least
    std::int64_t least = 0;
    std::int64_t greatest = 0;
    WideSum sum;
    WideSum squares;
  };
  Contents contents() const;
  /// From what contents() gave; absent: there is a mistake in it.
  static std::optional<Histogram> from_contents(const Contents& contents);

 private:
  std::vector<std::uint64_t> above_;  ///< of 0 and up, by class; as long as it has to be
  std::vector<std::uint64_t> below_;  ///< of -1 and down
  std::uint64_t size_ = 0;
  std::int64_t least_ = 0;
  std::int64_t greatest_ = 0;
  WideSum sum_;
  WideSum squares_;
};

}  // namespace roundhouse::engine
