// The arithmetic of figures, against numbers worked out by hand.

#include "tools/simulate/measures.h"

#include "engine/random.h"
#include "tests/support/catch.h"

using namespace roundhouse::engine;

namespace {

Ratio ratio_of(const std::vector<Counted>& games) {
  Ratio ratio;
  for (const Counted& game : games) ratio.add(game);
  return ratio;
}

}  // namespace

TEST_CASE("a mean has the interval of the textbooks", "[engine]") {
  // Mean 5, standard deviation 2.13809 of eight: 5 -+ 2.365 * 2.13809 / sqrt(8).
  const Ratio ratio = ratio_of({{2, 1}, {4, 1}, {4, 1}, {4, 1}, {5, 1}, {5, 1}, {7, 1}, {9, 1}});
  const Estimate made = estimate(ratio, 8);
  REQUIRE(made.known);
  REQUIRE(made.has_interval);
  CHECK(made.value == Approx(5));
  CHECK(made.low == Approx(3.21223).epsilon(1e-5));
  CHECK(made.high == Approx(6.78777).epsilon(1e-5));
}

TEST_CASE("a mean over rounds takes the game as its unit", "[engine]") {
  // 60 of 7; what the games have above their share: 10/7, 20/7, -30/7; sqrt(3/2 * 1400/49) / 7 = 0.935219.
  const Estimate made = estimate(ratio_of({{10, 1}, {20, 2}, {30, 4}}), 3);
  CHECK(made.value == Approx(60.0 / 7));
  CHECK(made.high - made.value == Approx(4.303 * 0.935219).epsilon(1e-5));
  CHECK(made.value - made.low == Approx(4.303 * 0.935219).epsilon(1e-5));
}

TEST_CASE("no interval where nothing differed or nothing was counted", "[engine]") {
  CHECK(!estimate(ratio_of({{3, 1}}), 1).has_interval);
  CHECK(!estimate(ratio_of({{7, 3}, {7, 3}, {7, 3}}), 3).has_interval);
  CHECK(estimate(ratio_of({{7, 3}, {7, 3}, {7, 3}}), 3).value == Approx(7.0 / 3));
  CHECK(!estimate(ratio_of({{0, 0}, {0, 0}}), 2).known);
}

TEST_CASE("a difference of the same games is that of the pairs", "[engine]") {
  // 3-2, 5-5, 9-6, 4-1: mean 1.75, standard deviation 1.5 of four, and Student's 3.182.
  const std::vector<Counted> first{{3, 1}, {5, 1}, {9, 1}, {4, 1}};
  const std::vector<Counted> second{{2, 1}, {5, 1}, {6, 1}, {1, 1}};
  RatioPair pair;
  for (std::size_t i = 0; i < first.size(); ++i) pair.add(first[i], second[i]);
  const Estimate made = estimate_difference(ratio_of(first), ratio_of(second), pair, 4);
  CHECK(made.value == Approx(1.75));
  CHECK(made.low == Approx(1.75 - 3.182 * 0.75));
  CHECK(made.high == Approx(1.75 + 3.182 * 0.75));
}

TEST_CASE("the width of an interval is Student's", "[engine]") {
  CHECK(interval_width(2) == Approx(12.706));
  CHECK(interval_width(31) == Approx(2.042));
  CHECK(interval_width(41) == Approx(2.0211).epsilon(1e-4));
  CHECK(interval_width(101) == Approx(1.98397).epsilon(1e-5));
  CHECK(interval_width(1'000'000) == Approx(1.95996).epsilon(1e-5));
}

TEST_CASE("an interval holds the truth in 95 of 100 runs", "[engine]") {
  // Each run is 25 games of one to three throws of a die.
  Random random(11);
  int held = 0;
  constexpr int runs = 4000;
  for (int run = 0; run < runs; ++run) {
    Ratio ratio;
    for (int game = 0; game < 25; ++game) {
      Counted counted{0, 1 + static_cast<int>(random.below(3))};
      for (int i = 0; i < counted.of; ++i) counted.amount += 1 + random.below(6);
      ratio.add(counted);
    }
    const Estimate made = estimate(ratio, 25);
    held += made.low <= 3.5 && 3.5 <= made.high ? 1 : 0;
  }
  CHECK(held > 0.93 * runs);
  CHECK(held < 0.97 * runs);
}

TEST_CASE("wide sums are exact and can be written down", "[engine]") {
  WideSum sum;
  for (int i = 0; i < 1000; ++i) sum.add_product(INT64_C(4'000'000'000'000'000), INT64_C(-4'000'000'000'000));
  sum.add(1);
  CHECK(sum.text() == "-15999999999999999999999999999999");
  CHECK(WideSum::from_text(sum.text()) == sum);
  CHECK(WideSum{}.text() == "0");
  for (const char* wrong : {"", "-", "1e3", "+1", " 1", "123456789012345678901234567890123456789"})
    CHECK(!WideSum::from_text(wrong));
}

TEST_CASE("a histogram knows its numbers", "[engine]") {
  Histogram numbers;
  for (int i = 1; i <= 100; ++i) numbers.add(i);
  CHECK(numbers.size() == 100);
  CHECK(numbers.quantile(0.05) == 5);
  CHECK(numbers.quantile(0.5) == 50);
  CHECK(numbers.quantile(1) == 100);
  CHECK(numbers.mean() == Approx(50.5));
  CHECK(numbers.deviation() == Approx(29.011492));

  Histogram others;
  others.add(-3, 2);
  others.add(1'000'000);
  Histogram both = others;
  both += numbers;
  numbers += others;
  CHECK(both == numbers);
  CHECK(both.least() == -3);
  CHECK(both.greatest() == 1'000'000);
  CHECK(both.quantile(0) == -3);
  CHECK(both.quantile(1) > 980'000);
  CHECK(Histogram::from_contents(both.contents()) == both);
  CHECK(Histogram{}.quantile(0.5) == 0);

  Histogram endless;
  endless.add(INT64_MAX / 2);
  endless.add(INT64_MIN / 2);
  CHECK(endless.greatest() == INT64_MAX / 2);
}
