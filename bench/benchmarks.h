#pragma once
// The list of all benchmarks, by what they measure.

namespace roundhouse::bench {

void add_engine_benchmarks();
void add_fold_benchmarks();
void add_judging_benchmarks();
void add_players_benchmarks();
void add_referee_benchmarks();
void add_rules_benchmarks();

}  // namespace roundhouse::bench
