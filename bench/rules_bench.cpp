// From a variant's files to a program: what a user waits for before anything else happens.

#include <benchmark/benchmark.h>

#include "bench/benchmarks.h"
#include "bench/load.h"
#include "engine/rules.h"

namespace roundhouse::bench {
namespace {

void check_rules(benchmark::State& state, const std::string& variant) {
  for (auto _ : state) benchmark::DoNotOptimize(checked(variant));
}

void compile_rules(benchmark::State& state, const std::string& variant, int players) {
  const dsl::CheckedRules rules = checked(variant);
  for (auto _ : state) benchmark::DoNotOptimize(engine::compile_rules(rules, players));
}

}  // namespace

void add_rules_benchmarks() {
  for (const std::string& variant : variants()) {
    benchmark::RegisterBenchmark(("check_rules/" + variant).c_str(), check_rules, variant)
        ->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark(("compile_rules/" + variant).c_str(), compile_rules, variant, 6)
        ->Unit(benchmark::kMicrosecond);
  }
}

}  // namespace roundhouse::bench
