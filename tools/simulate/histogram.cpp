#include "tools/simulate/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace roundhouse::engine {
namespace {

constexpr int exact_bits = 11;
constexpr int class_bits = 6;
constexpr std::uint64_t exact = std::uint64_t{1} << exact_bits;
/// Beyond this numbers are all of the last class.
constexpr std::uint64_t greatest_counted = (std::uint64_t{1} << 40) - 1;

std::size_t class_of(std::uint64_t number) {
  number = std::min(number, greatest_counted);
  if (number < exact) return static_cast<std::size_t>(number);
  const int octave = static_cast<int>(std::bit_width(number)) - 1 - exact_bits;
  const std::uint64_t within = (number >> (octave + exact_bits - class_bits)) - (1U << class_bits);
  return static_cast<std::size_t>(exact + (static_cast<std::uint64_t>(octave) << class_bits) + within);
}

std::uint64_t least_of_class(std::size_t index) {
  if (index < exact) return index;
  const std::size_t octave = (index - exact) >> class_bits;
  const std::uint64_t within = (index - exact) & ((1U << class_bits) - 1);
  return ((1U << class_bits) + within) << (octave + exact_bits - class_bits);
}

void add_to(std::vector<std::uint64_t>& counts, std::size_t index, std::uint64_t times) {
  if (counts.size() <= index) counts.resize(index + 1);
  counts[index] += times;
}

void add_all(std::vector<std::uint64_t>& counts, const std::vector<std::uint64_t>& more) {
  if (counts.size() < more.size()) counts.resize(more.size());
  for (std::size_t i = 0; i < more.size(); ++i) counts[i] += more[i];
}

}  // namespace

void Histogram::add(std::int64_t number, std::uint64_t times) {
  if (times == 0) return;
  least_ = size_ == 0 ? number : std::min(least_, number);
  greatest_ = size_ == 0 ? number : std::max(greatest_, number);
  size_ += times;
  const auto repeated = static_cast<std::int64_t>(times);
  sum_.add_product(number, repeated);
  squares_.add_product(number * repeated, number);
  if (number >= 0) {
    add_to(above_, class_of(static_cast<std::uint64_t>(number)), times);
  } else {
    add_to(below_, class_of(static_cast<std::uint64_t>(-(number + 1))), times);
  }
}

Histogram& Histogram::operator+=(const Histogram& other) {
  if (other.size_ == 0) return *this;
  least_ = size_ == 0 ? other.least_ : std::min(least_, other.least_);
  greatest_ = size_ == 0 ? other.greatest_ : std::max(greatest_, other.greatest_);
  size_ += other.size_;
  sum_ += other.sum_;
  squares_ += other.squares_;
  add_all(above_, other.above_);
  add_all(below_, other.below_);
  return *this;
}

double Histogram::mean() const { return size_ == 0 ? 0 : sum_.value() / static_cast<double>(size_); }

double Histogram::deviation() const {
  if (size_ < 2) return 0;
  const auto n = static_cast<double>(size_);
  return std::sqrt(std::max(0.0, squares_.value() - sum_.value() * mean()) / (n - 1));
}

Histogram::Contents Histogram::contents() const {
  Contents all{{}, least_, greatest_, sum_, squares_};
  for (std::size_t i = 0; i < above_.size(); ++i)
    if (above_[i] > 0) all.counts[static_cast<std::int64_t>(least_of_class(i))] = above_[i];
  for (std::size_t i = 0; i < below_.size(); ++i)
    if (below_[i] > 0) all.counts[-static_cast<std::int64_t>(least_of_class(i)) - 1] = below_[i];
  return all;
}

std::int64_t Histogram::quantile(double share) const {
  const auto wanted = static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(size_)));
  std::uint64_t passed = 0;
  for (const auto& [number, times] : contents().counts) {
    passed += times;
    if (passed >= wanted) return std::clamp(number, least_, greatest_);
  }
  return greatest_;
}

std::optional<Histogram> Histogram::from_contents(const Contents& contents) {
  Histogram histogram;
  for (const auto& [number, times] : contents.counts) {
    if (times == 0) return std::nullopt;
    const std::size_t index = class_of(static_cast<std::uint64_t>(number >= 0 ? number : -(number + 1)));
    add_to(number >= 0 ? histogram.above_ : histogram.below_, index, times);
    if (times > UINT64_MAX - histogram.size_) return std::nullopt;
    histogram.size_ += times;
  }
  if (contents.least > contents.greatest) return std::nullopt;
  histogram.least_ = contents.least;
  histogram.greatest_ = contents.greatest;
  histogram.sum_ = contents.sum;
  histogram.squares_ = contents.squares;
  return histogram;
}

}  // namespace roundhouse::engine
