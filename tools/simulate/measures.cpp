#include "tools/simulate/measures.h"

#include <algorithm>
#include <cmath>

namespace roundhouse::engine {
namespace {

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
