// What a verdict costs beside folding the same acts: one random round of each variant, written in full,
// without hands, and without hands and draws. The ratios are of times in this run.

#include <benchmark/benchmark.h>

#include <chrono>
#include <memory>
#include <stdexcept>

#include "bench/benchmarks.h"
#include "bench/load.h"
#include "dsl/program.h"
#include "engine/play.h"
#include "replay/read_record.h"
#include "replay/record_from_acts.h"
#include "replay/referee.h"
#include "replay/write_record.h"

namespace roundhouse::bench {
namespace {

constexpr int rounds = 40;

/// Rounds that were played, and as records that were written and read again.
struct Rounds {
  dsl::Program program;
  engine::Position begin;
  std::vector<replay::PlayedRound> played;
  std::vector<replay::Record> full, no_hands, neither;
  double fold_seconds = 0;  ///< of all of them, by the last benchmark that folded
};

replay::Record read_back(const replay::Record& record) {
  auto read = replay::read_record({}, replay::write_record(record));
  if (!read.ok()) throw std::runtime_error("a record that was written cannot be read");
  return std::move(read.value);
}

std::shared_ptr<Rounds> play(const std::string& variant, int players) {
  auto all =
      std::make_shared<Rounds>(Rounds{dsl::compile_rules(checked(variant), players), {}, {}, {}, {}, {}});
  all->begin = engine::begin_match(all->program);
  replay::Header header;
  header.variant.name = variant;
  for (int p = 0; p < players; ++p)
    header.players.push_back({std::string("P") + std::to_string(p + 1), {}, {}});
  for (std::uint64_t seed = 1; all->played.size() < rounds; ++seed) {
    engine::Position position = all->begin;
    engine::Random random(seed);
    replay::PlayedRound round;
    engine::Onlooker onlooker;
    onlooker.act = [&](const engine::Act& act, const engine::Position&) { round.acts.push_back(act); };
    if (engine::play_round(all->program, position, random, {}, onlooker) != engine::Outcome::finished)
      continue;
    const auto record = [&](bool hands, bool draws) {
      replay::RecordParts parts;
      parts.hands = hands;
      parts.draws = draws;
      return read_back(replay::record_from_acts(all->program, header, all->begin, {round}, parts));
    };
    all->full.push_back(record(true, true));
    all->no_hands.push_back(record(false, true));
    all->neither.push_back(record(false, false));
    all->played.push_back(std::move(round));
  }
  return all;
}

template <class Work>
double seconds_of(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void fold_all(const Rounds& all) {
  for (const replay::PlayedRound& round : all.played) {
    engine::Position position = all.begin;
    engine::begin_round(all.program, position);
    for (const engine::Act& act : round.acts) engine::apply(all.program, position, act);
    benchmark::DoNotOptimize(position);
  }
}

void fold(benchmark::State& state, const std::shared_ptr<Rounds>& all) {
  double seconds = 0;
  for (auto _ : state) seconds += seconds_of([&] { fold_all(*all); });
  all->fold_seconds = seconds / static_cast<double>(state.iterations());
  state.counters["us/round"] = all->fold_seconds / rounds * 1e6;
}

void judge(benchmark::State& state, const std::shared_ptr<Rounds>& all,
           std::vector<replay::Record> Rounds::*records, bool trust) {
  replay::RefereeOptions options;
  options.trust = trust;
  double seconds = 0;
  double slowest = 0;
  for (auto _ : state)
    for (const replay::Record& record : (*all).*records) {
      const double one =
          seconds_of([&] { benchmark::DoNotOptimize(replay::judge_record(all->program, record, options)); });
      seconds += one;
      slowest = std::max(slowest, one);
    }
  seconds /= static_cast<double>(state.iterations());
  state.counters["us/round"] = seconds / rounds * 1e6;
  state.counters["slowest_us"] = slowest * 1e6;
  if (all->fold_seconds > 0) state.counters["times_folding"] = seconds / all->fold_seconds;
}

}  // namespace

void add_judging_benchmarks() {
  for (const std::string& variant : variants()) {
    if (dsl::refuse_players(checked(variant), 4)) continue;
    const std::shared_ptr<Rounds> all = play(variant, 4);
    const auto add = [&](const std::string& name, auto... arguments) {
      benchmark::RegisterBenchmark(("judging/" + variant + "/" + name).c_str(), arguments...)
          ->Unit(benchmark::kMillisecond);
    };
    add("fold", fold, all);
    add("full", judge, all, &Rounds::full, true);
    add("no_hands", judge, all, &Rounds::no_hands, true);
    add("no_hands_no_trust", judge, all, &Rounds::no_hands, false);
    add("neither", judge, all, &Rounds::neither, true);
  }
}

}  // namespace roundhouse::bench
