// The steps of the fold one by one, in positions of random rounds: copying a position, listing the legal
// acts, and an act carried out (on a copy, so that the cost of copying is in it).

#include <benchmark/benchmark.h>

#include <utility>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/load.h"
#include "engine/play.h"
#include "engine/rules.h"

namespace roundhouse::bench {
namespace {

/// Positions in which somebody acts, each with what was then done.
struct Moments {
  std::vector<std::pair<engine::Position, engine::Act>> all;
};

Moments moments_of(const engine::Rules& program, int players) {
  Moments moments;
  engine::Position before = engine::begin_match(program);
  engine::Observer observer;
  observer.before = [&](const engine::Act& act, const engine::Position& position) {
    const bool in_play = position.phase == engine::Phase::play;
    if (in_play && moments.all.size() < 512) moments.all.emplace_back(position, act);
  };
  engine::Random random(static_cast<std::uint64_t>(players));
  engine::Position position = before;
  while (moments.all.size() < 512) {
    if (engine::play_match(program, position, random, {}, observer) != engine::Outcome::finished) break;
    position = before;
  }
  return moments;
}

void copy_position(benchmark::State& state, const engine::Rules& program, const Moments& moments) {
  benchmark::DoNotOptimize(&program);
  std::size_t at = 0;
  for (auto _ : state) {
    engine::Position copy = moments.all[at++ % moments.all.size()].first;
    benchmark::DoNotOptimize(&copy);
    benchmark::ClobberMemory();
  }
}

void legal_acts(benchmark::State& state, const engine::Rules& program, const Moments& moments) {
  engine::ActList list;
  std::size_t at = 0;
  for (auto _ : state) {
    engine::legal_acts(program, moments.all[at++ % moments.all.size()].first, list);
    benchmark::DoNotOptimize(list.data());
  }
}

void apply(benchmark::State& state, const engine::Rules& program, const Moments& moments) {
  std::size_t at = 0;
  for (auto _ : state) {
    const auto& [position, act] = moments.all[at++ % moments.all.size()];
    engine::Position copy = position;
    engine::apply(program, copy, act);
    benchmark::DoNotOptimize(&copy);
  }
}

void run(benchmark::State& state, const std::string& variant, int players,
         void (*step)(benchmark::State&, const engine::Rules&, const Moments&)) {
  const engine::Rules program = engine::compile_rules(checked(variant), players);
  step(state, program, moments_of(program, players));
}

}  // namespace

void add_fold_benchmarks() {
  for (const std::string& variant : variants()) {
    const dsl::CheckedRules rules = checked(variant);
    for (const int players : {4, 7}) {
      if (dsl::refuse_players(rules, players)) continue;
      const std::string name = "/" + variant + "/" + std::to_string(players);
      benchmark::RegisterBenchmark(("copy_position" + name).c_str(), run, variant, players, copy_position);
      benchmark::RegisterBenchmark(("legal_acts" + name).c_str(), run, variant, players, legal_acts);
      benchmark::RegisterBenchmark(("apply" + name).c_str(), run, variant, players, apply);
    }
  }
}

}  // namespace roundhouse::bench
