// The start of every benchmark, the figure that speed is judged by, and the program.

#include "bench/benchmarks.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "bench/ceiling_game.h"
#include "dsl/base/source.h"
#include "dsl/check/check.h"
#include "dsl/check/variant_files.h"
#include "engine/rules.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::bench {
namespace {

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

/// The paths of the rule sets in bench/rules/, sorted: games of our own making, each unlike the bundled ones
/// in a way of its own.
std::vector<std::string> own_rule_sets() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "bench/rules"))
    paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// The figure that speed is judged by: games a second of the engine over games a second of a simulator
/// written by hand for the same game, and how the bundled variants stand beside it. Measures in pairs, one
/// right after the other, in processor time of this process, and prints the best of five.
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

}  // namespace

std::filesystem::path source_folder() { return ROUNDHOUSE_SOURCE_DIR; }

std::vector<std::string> variants() { return dsl::bundled_variants(source_folder() / "variants"); }

dsl::CheckedRules checked(const std::string& variant) {
  dsl::SourceMap sources;
  auto rules =
      dsl::check_variant(sources, dsl::read_variant_files(source_folder() / "variants"), {variant, {}});
  if (!rules.ok()) throw std::runtime_error(variant + " has errors");
  return std::move(rules.value);
}

}  // namespace roundhouse::bench

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--ratio") == 0) {
    roundhouse::bench::print_ratio();
    return 0;
  }
  roundhouse::bench::add_engine_benchmarks();
  roundhouse::bench::add_judging_benchmarks();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  roundhouse::bench::print_ratio();
  return 0;
}
