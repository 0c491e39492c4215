// The speed of what happens before a record is judged or a game shown: rules checked and compiled, the steps
// of the fold, random rounds, and rounds of computer players.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "bench/benchmarks.h"
#include "engine/play.h"
#include "engine/rules.h"
#include "tools/players/all_players.h"
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

void check_rules(benchmark::State& state, const std::string& variant) {
  for (auto _ : state) benchmark::DoNotOptimize(checked(variant));
}

void compile_rules(benchmark::State& state, const std::string& variant, int players) {
  const dsl::CheckedRules rules = checked(variant);
  for (auto _ : state) benchmark::DoNotOptimize(engine::compile_rules(rules, players));
}

/// All bundled variants with these numbers of players, where the rules let so many play.
template <class Add>
void for_each_table(std::initializer_list<int> numbers, const Add& add) {
  for (const std::string& variant : variants()) {
    const dsl::CheckedRules rules = checked(variant);
    for (const int players : numbers)
      if (!dsl::refuse_players(rules, players))
        add(variant, players, variant + "/" + std::to_string(players));
  }
}

}  // namespace

void add_engine_benchmarks() {
  using benchmark::RegisterBenchmark;
  for_each_table({2, 4, 6, 8}, [](const std::string& variant, int players, const std::string& table) {
    RegisterBenchmark(("random_rounds/" + table).c_str(), random_rounds, variant, players)
        ->Unit(benchmark::kMicrosecond);
  });
  for_each_table({4, 7}, [](const std::string& variant, int players, const std::string& table) {
    RegisterBenchmark(("copy_position/" + table).c_str(), run, variant, players, copy_position);
    RegisterBenchmark(("legal_acts/" + table).c_str(), run, variant, players, legal_acts);
    RegisterBenchmark(("apply/" + table).c_str(), run, variant, players, apply);
  });
  for_each_table({4, 6}, [](const std::string& variant, int players, const std::string& table) {
    for (const engine::Player* player : {&engine::greedy_player, &engine::planner_player})
      RegisterBenchmark(("rounds_of/" + std::string(player->name) + "/" + table).c_str(), rounds_of, variant,
                        players, player)
          ->Unit(benchmark::kMicrosecond);
    RegisterBenchmark(("choices_of_search/" + table).c_str(), choices_of_search, variant, players)
        ->Unit(benchmark::kMillisecond)
        ->Iterations(5);
  });
  for (const std::string& variant : variants()) {
    RegisterBenchmark(("check_rules/" + variant).c_str(), check_rules, variant)
        ->Unit(benchmark::kMicrosecond);
    RegisterBenchmark(("compile_rules/" + variant).c_str(), compile_rules, variant, 6)
        ->Unit(benchmark::kMicrosecond);
  }
}

}  // namespace roundhouse::bench
