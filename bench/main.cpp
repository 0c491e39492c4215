#include <benchmark/benchmark.h>

#include <cstring>

#include "bench/benchmarks.h"
#include "bench/ratio.h"

int main(int argc, char** argv) {
  if (argc == 2 && std::strcmp(argv[1], "--ratio") == 0) {
    roundhouse::bench::print_ratio();
    return 0;
  }
  roundhouse::bench::add_engine_benchmarks();
  roundhouse::bench::add_fold_benchmarks();
  roundhouse::bench::add_judging_benchmarks();
  roundhouse::bench::add_players_benchmarks();
  roundhouse::bench::add_referee_benchmarks();
  roundhouse::bench::add_rules_benchmarks();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  roundhouse::bench::print_ratio();
  return 0;
}
