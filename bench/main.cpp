#include <benchmark/benchmark.h>

#include "bench/benchmarks.h"

int main(int argc, char** argv) {
  roundhouse::bench::add_engine_benchmarks();
  roundhouse::bench::add_judging_benchmarks();
  roundhouse::bench::add_referee_benchmarks();
  roundhouse::bench::add_rules_benchmarks();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
