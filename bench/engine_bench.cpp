// The speed of playing random rounds, for each bundled variant and number of players.

#include <benchmark/benchmark.h>

#include "bench/benchmarks.h"
#include "bench/load.h"
#include "engine/rules.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::bench {
namespace {

void random_rounds(benchmark::State& state, const std::string& variant, int players) {
  const engine::Rules program = engine::compile_rules(checked(variant), players);
  engine::SimulateOptions options;
  options.seed = 1;
  std::uint64_t game = 0;
  std::uint64_t acts = 0;
  for (auto _ : state) {
    const engine::Figures figures = engine::simulate_game(program, options, game++, {});
    acts += figures.acts;
    benchmark::DoNotOptimize(figures.digest);
  }
  state.counters["rounds/s"] = benchmark::Counter(static_cast<double>(game), benchmark::Counter::kIsRate);
  state.counters["acts/s"] = benchmark::Counter(static_cast<double>(acts), benchmark::Counter::kIsRate);
}

}  // namespace

void add_engine_benchmarks() {
  for (const std::string& variant : variants()) {
    const dsl::CheckedRules rules = checked(variant);
    for (const int players : {2, 4, 6, 8}) {
      if (dsl::refuse_players(rules, players)) continue;
      benchmark::RegisterBenchmark(("random_rounds/" + variant + "/" + std::to_string(players)).c_str(),
                                   random_rounds, variant, players)
          ->Unit(benchmark::kMicrosecond);
    }
  }
}

}  // namespace roundhouse::bench
