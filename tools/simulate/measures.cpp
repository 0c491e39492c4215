#include "tools/simulate/measures.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace roundhouse::engine {
namespace {

/// So many digits always fit.
constexpr std::size_t most_digits = 38;

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

/// 97.5 % points of Student's distribution with 1 to 30 degrees of freedom.
constexpr double student[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                              2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
                              2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
constexpr double normal = 1.959963985;

/// `spread`: the sum of squared residuals. They are of the mean, already divided by it.
void put_interval(Estimate& made, double spread, double scale, std::uint64_t games) {
  // Rounding errors of games that were all alike are no spread.
  if (games < 2 || spread <= scale * 1e-13) return;
  const auto n = static_cast<double>(games);
  const double error = std::sqrt(n / (n - 1) * spread);
  made.has_interval = true;
  made.low = made.value - interval_width(games) * error;
  made.high = made.value + interval_width(games) * error;
}

}  // namespace

std::string WideSum::text() const {
  std::string digits;
  Wide left = sum_;
  do {
    const auto digit = static_cast<int>(left % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
    left /= 10;
  } while (left != 0);
  if (sum_ < 0) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::optional<WideSum> WideSum::from_text(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > most_digits) return std::nullopt;
  WideSum sum;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    sum.sum_ = sum.sum_ * 10 + (c - '0');
  }
  if (negative) sum.sum_ = -sum.sum_;
  return sum;
}

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

std::vector<MeasureIndexPair> places_of_both(int first_players, int second_players, bool interest) {
  std::vector<MeasureIndexPair> both;
  const std::size_t common = place_of(InterestMeasure{}, std::min(first_players, second_players));
  for (std::size_t place = 0; place < common; ++place) both.push_back({place, place});
  for (std::size_t m = 0; interest && m < std::size(interest_measures); ++m)
    both.push_back({place_of(static_cast<InterestMeasure>(m), first_players),
                    place_of(static_cast<InterestMeasure>(m), second_players)});
  return both;
}

void Ratio::add(const Counted& game) {
  amount.add(game.amount);
  of.add(game.of);
  amount_squared.add_product(game.amount, game.amount);
  of_squared.add_product(game.of, game.of);
  product.add_product(game.amount, game.of);
}

Ratio& Ratio::operator+=(const Ratio& other) {
  amount += other.amount;
  of += other.of;
  amount_squared += other.amount_squared;
  of_squared += other.of_squared;
  product += other.product;
  return *this;
}

void RatioPair::add(const Counted& first, const Counted& second) {
  amounts.add_product(first.amount, second.amount);
  ofs.add_product(first.of, second.of);
  amount_of.add_product(first.amount, second.of);
  of_amount.add_product(first.of, second.amount);
}

RatioPair& RatioPair::operator+=(const RatioPair& other) {
  amounts += other.amounts;
  ofs += other.ofs;
  amount_of += other.amount_of;
  of_amount += other.of_amount;
  return *this;
}

double interval_width(std::uint64_t games) {
  if (games < 2) return 0;
  const std::uint64_t freedom = games - 1;
  if (freedom <= std::size(student)) return student[freedom - 1];
  // The first terms of the expansion at the normal distribution.
  const auto n = static_cast<double>(freedom);
  const double z = normal;
  return z + (z * z * z + z) / (4 * n) + (5 * std::pow(z, 5) + 16 * z * z * z + 3 * z) / (96 * n * n);
}

Estimate estimate(const Ratio& ratio, std::uint64_t games) {
  Estimate made;
  const double of = ratio.of.value();
  if (of == 0) return made;
  made.known = true;
  const double mean = ratio.amount.value() / of;
  made.value = mean;
  // Of a game the residual is amount - mean * of: what it has more than its share.
  const double squares = ratio.amount_squared.value();
  const double spread = squares - 2 * mean * ratio.product.value() + mean * mean * ratio.of_squared.value();
  put_interval(made, spread / of / of, squares / of / of, games);
  return made;
}

Estimate estimate_difference(const Ratio& first, const Ratio& second, const RatioPair& pair,
                             std::uint64_t games) {
  Estimate made;
  const double of_a = first.of.value();
  const double of_b = second.of.value();
  if (of_a == 0 || of_b == 0) return made;
  made.known = true;
  const double a = first.amount.value() / of_a;
  const double b = second.amount.value() / of_b;
  made.value = a - b;
  const double spread_a =
      (first.amount_squared.value() - 2 * a * first.product.value() + a * a * first.of_squared.value()) /
      of_a / of_a;
  const double spread_b =
      (second.amount_squared.value() - 2 * b * second.product.value() + b * b * second.of_squared.value()) /
      of_b / of_b;
  const double both = (pair.amounts.value() - b * pair.amount_of.value() - a * pair.of_amount.value() +
                       a * b * pair.ofs.value()) /
                      of_a / of_b;
  const double scale =
      first.amount_squared.value() / of_a / of_a + second.amount_squared.value() / of_b / of_b;
  put_interval(made, spread_a + spread_b - 2 * both, scale, games);
  return made;
}

}  // namespace roundhouse::engine
