// The speed of computer players: rounds of each in all seats, and how long a choice of the search takes.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/load.h"
#include "engine/play.h"
#include "tools/players/all_players.h"

namespace roundhouse::bench {
namespace {

using Clock = std::chrono::steady_clock;

void rounds_of(benchmark::State& state, const std::string& variant, int players,
               const engine::Player* player) {
  const engine::Rules program = engine::compile_rules(checked(variant), players);
  engine::PlayOptions options;
  options.seats.assign(static_cast<std::size_t>(players), player);
  engine::Random random(1);
  double rounds = 0;
  for (auto _ : state) {
    engine::Position position = engine::begin_match(program);
    benchmark::DoNotOptimize(engine::play_round(program, position, random, options));
    ++rounds;
  }
  state.counters["rounds/s"] = benchmark::Counter(rounds, benchmark::Counter::kIsRate);
}

/// One seat searches, the others plan. A choice takes from the act before it to its own; where there is but
/// one thing to do nothing is searched, so the slowest choices are what is asked about.
void choices_of_search(benchmark::State& state, const std::string& variant, int players) {
  const engine::Rules program = engine::compile_rules(checked(variant), players);
  engine::PlayOptions options;
  options.seats.assign(static_cast<std::size_t>(players), &engine::planner_player);
  options.seats[0] = &engine::search_player;
  std::vector<double> choices;
  Clock::time_point last;
  engine::Observer observer;
  observer.round_begins = [&](const engine::Position&) { last = Clock::now(); };
  observer.act = [&](const engine::Act& act, const engine::Position&) {
    const Clock::time_point now = Clock::now();
    if (act.kind == engine::ActKind::lay && act.actor == 0)
      choices.push_back(std::chrono::duration<double, std::milli>(now - last).count());
    last = now;
  };
  engine::Random random(1);
  for (auto _ : state) {
    engine::Position position = engine::begin_match(program);
    benchmark::DoNotOptimize(engine::play_round(program, position, random, options, observer));
  }
  if (choices.empty()) return;
  std::sort(choices.begin(), choices.end());
  state.counters["median_ms"] = choices[choices.size() / 2];
  state.counters["p99_ms"] = choices[choices.size() * 99 / 100];
  state.counters["most_ms"] = choices.back();
}

}  // namespace

void add_players_benchmarks() {
  for (const std::string& variant : variants()) {
    const dsl::CheckedRules rules = checked(variant);
    for (const int players : {4, 6}) {
      if (dsl::refuse_players(rules, players)) continue;
      const std::string table = variant + "/" + std::to_string(players);
      for (const engine::Player* player : {&engine::greedy_player, &engine::planner_player})
        benchmark::RegisterBenchmark(("rounds_of/" + std::string(player->name) + "/" + table).c_str(),
                                     rounds_of, variant, players, player)
            ->Unit(benchmark::kMicrosecond);
      benchmark::RegisterBenchmark(("choices_of_search/" + table).c_str(), choices_of_search, variant,
                                   players)
          ->Unit(benchmark::kMillisecond)
          ->Iterations(5);
    }
  }
}

}  // namespace roundhouse::bench
