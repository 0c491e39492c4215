#include "bench/ratio.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <string>

#include "bench/handwritten.h"
#include "bench/load.h"
#include "engine/rules.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::bench {
namespace {

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Rate {
  double games = 0;
  double acts = 0;
};

/// Whole games by the random player on one core, all that `simulate` counts included.
Rate rate_of_engine(const engine::Rules& program, std::uint64_t games) {
  engine::SimulateOptions options;
  options.unit = engine::Unit::match;
  options.games = games;
  const double begun = processor_seconds();
  const engine::Figures figures = engine::simulate(program, options);
  const double seconds = processor_seconds() - begun;
  return {static_cast<double>(games) / seconds, static_cast<double>(figures.acts) / seconds};
}

double rate_by_hand(std::uint64_t games) {
  const double begun = processor_seconds();
  const std::uint64_t sum = handwritten_checksum(1, games);
  const double seconds = processor_seconds() - begun;
  // So that the games are played at all.
  if (sum == 0) std::puts("a checksum of nothing");
  return static_cast<double>(games) / seconds;
}

/// Acts a second for several numbers of players, as a share of the measured game's. Both are played in turns,
/// a short while each, so that a machine that is faster now than a minute ago is that for both; the share is
/// the median of these pairs.
void print_share(const std::string& variant, const engine::Rules& measured) {
  constexpr std::size_t pairs = 9;
  const dsl::CheckedRules rules = checked(variant);
  for (const int players : {4, 6, 8}) {
    if (dsl::refuse_players(rules, players)) continue;
    const engine::Rules program = engine::compile_rules(rules, players);
    double most = 0;
    std::array<double, pairs> shares{};
    for (double& share : shares) {
      const double acts = rate_of_engine(program, 150).acts;
      share = acts / rate_of_engine(measured, 250).acts;
      most = std::max(most, acts);
    }
    std::sort(shares.begin(), shares.end());
    std::printf("%-20s %7d  %12.0f  %5.2f  %.2f to %.2f\n",
                std::filesystem::path(variant).stem().string().c_str(), players, most, shares[pairs / 2],
                shares.front(), shares.back());
  }
}

}  // namespace

void print_ratio() {
  const engine::Rules program =
      engine::compile_rules(checked((source_folder() / "bench/ceiling.yaml").string()), 4);
  std::puts("pair  engine, games/s  by hand, games/s  ratio");
  double best = 0;
  for (int pair = 1; pair <= 5; ++pair) {
    const Rate engine = rate_of_engine(program, 1500);
    const double by_hand = rate_by_hand(15'000);
    std::printf("%4d  %15.0f  %16.0f  %.4f\n", pair, engine.games, by_hand, engine.games / by_hand);
    best = std::max(best, engine.games / by_hand);
  }
  std::printf("best ratio %.4f\n\n", best);
  std::puts("rules                players        acts/s  share  least to greatest of nine");
  for (const std::string& variant : variants()) print_share(variant, program);
  for (const std::string& path : own_rule_sets()) print_share(path, program);
}

}  // namespace roundhouse::bench
