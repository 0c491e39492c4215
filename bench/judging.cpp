// The cost of a verdict beside folding the same acts: random rounds of each variant, written in full, without
// hands, and without hands and draws. It is measured against the fold alone: each act carried out in order by
// engine::apply, nothing read, resolved or judged. Both are taken in turns in the same run, processor time,
// the median of all turns. `slowest` plays many more rounds and reports the one that took longest.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "bench/benchmarks.h"
#include "dsl/base/source.h"
#include "dsl/check/check.h"
#include "dsl/check/variant_files.h"
#include "engine/play.h"
#include "engine/rules.h"
#include "replay/fold/record_from_acts.h"
#include "replay/fold/round_fold.h"
#include "replay/record/read_record.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/referee.h"

namespace roundhouse::bench {
namespace {

using replay::Record;

constexpr std::size_t rounds = 40;
constexpr std::size_t many_rounds = 10'000;

template <class Work>
double seconds_of(const Work& work) {
  const double begin = processor_seconds();
  work();
  return processor_seconds() - begin;
}

/// A table at which random rounds are played and written down.
struct Table {
  engine::Rules program;
  replay::Header header;
  engine::Position begin;

  Table(const std::string& variant, int players)
      : program(engine::compile_rules(checked(variant), players)), begin(engine::begin_match(program)) {
    header.variant.name = variant;
    for (int p = 0; p < players; ++p)
      header.players.push_back({std::string("P") + std::to_string(p + 1), {}, {}});
  }

  std::optional<replay::PlayedRound> play(std::uint64_t seed) const {
    engine::Position position = begin;
    engine::Random random(seed);
    replay::PlayedRound round;
    engine::Observer observer;
    observer.act = [&](const engine::Act& act, const engine::Position&) { round.acts.push_back(act); };
    if (engine::play_round(program, position, random, {}, observer) != engine::Outcome::finished)
      return std::nullopt;
    return round;
  }

  std::string write(const replay::PlayedRound& round, bool hands, bool draws) const {
    replay::RecordParts parts;
    parts.hands = hands;
    parts.draws = draws;
    return replay::write_record(replay::record_from_acts(program, header, begin, {round}, parts));
  }
};

Record read(const std::string& text) {
  auto record = replay::read_record({}, text);
  if (!record.ok()) throw std::runtime_error("a record that was written cannot be read");
  return std::move(record.value);
}

/// Rounds that were played, and as records that were written and read again.
struct Rounds {
  Table table;
  std::vector<replay::PlayedRound> played;
  std::vector<std::string> full_text;
  std::vector<Record> full, no_hands, neither;

  Rounds(const std::string& variant, int players) : table(variant, players) {
    for (std::uint64_t seed = 1; played.size() < rounds; ++seed) {
      std::optional<replay::PlayedRound> round = table.play(seed);
      if (!round) continue;
      full_text.push_back(table.write(*round, true, true));
      full.push_back(read(full_text.back()));
      no_hands.push_back(read(table.write(*round, false, true)));
      neither.push_back(read(table.write(*round, false, false)));
      played.push_back(std::move(*round));
    }
  }
};

/// Played when the first benchmark asks for them, so that a filter saves the others.
struct RoundsOnDemand {
  std::string variant;
  int players = 0;
  std::unique_ptr<Rounds> played;

  const Rounds& get() {
    if (!played) played = std::make_unique<Rounds>(variant, players);
    return *played;
  }
};

void fold_all(const Rounds& all) {
  for (const replay::PlayedRound& round : all.played) {
    engine::Position position = all.table.begin;
    engine::begin_round(all.table.program, position);
    for (const engine::Act& act : round.acts) engine::apply(all.table.program, position, act);
    benchmark::DoNotOptimize(position);
  }
}

/// The fold of the records themselves: what is written made into acts of the engine, nothing judged.
void fold_records(const Rounds& all) {
  for (const Record& record : all.full) {
    engine::Position position = all.table.begin;
    replay::fold_round(all.table.program, record.header, record.rounds.front(), true, position);
    benchmark::DoNotOptimize(position);
  }
}

/// Takes folding and the work in turns. How much longer the work takes is the median of all turns: a machine
/// that changes its speed does so for both of most pairs.
template <class Work>
void measure(benchmark::State& state, const std::shared_ptr<RoundsOnDemand>& wanted, const Work& work) {
  const Rounds& all = wanted->get();
  double best = std::numeric_limits<double>::max();
  std::vector<double> times_folding;
  for (auto _ : state) {
    fold_all(all);  // what was in the caches is of the other work
    const double fold = seconds_of([&] { fold_all(all); });
    work(all);
    const double seconds = seconds_of([&] { work(all); });
    best = std::min(best, seconds);
    times_folding.push_back(seconds / fold);
    state.SetIterationTime(seconds);
  }
  const auto median = times_folding.begin() + static_cast<std::ptrdiff_t>(times_folding.size() / 2);
  std::nth_element(times_folding.begin(), median, times_folding.end());
  state.counters["us/round"] = best / rounds * 1e6;
  state.counters["times_folding"] = *median;
}

using Records = std::vector<Record> Rounds::*;

void judge(benchmark::State& state, const std::shared_ptr<RoundsOnDemand>& all, Records records, bool trust) {
  replay::RefereeOptions options;
  options.trust = trust;
  measure(state, all, [&](const Rounds& r) {
    for (const Record& record : r.*records)
      benchmark::DoNotOptimize(replay::judge_record(r.table.program, record, options));
  });
}

void read_full(benchmark::State& state, const std::shared_ptr<RoundsOnDemand>& all) {
  measure(state, all, [](const Rounds& r) {
    for (const std::string& text : r.full_text) benchmark::DoNotOptimize(replay::read_record({}, text));
  });
}

/// Many rounds over all numbers of players, each judged without hands, and without hands and draws.
void slowest(benchmark::State& state, const std::string& variant) {
  std::vector<Table> tables;
  for (int players = 2; players <= engine::max_players; ++players)
    if (!dsl::refuse_players(checked(variant), players)) tables.emplace_back(variant, players);
  double longest = 0;
  std::size_t legal = 0;
  for (auto _ : state) {
    std::size_t judged = 0;
    for (std::uint64_t seed = 1; judged < many_rounds; ++seed) {
      const Table& table = tables[seed % tables.size()];
      const std::optional<replay::PlayedRound> round = table.play(seed);
      if (!round) continue;
      ++judged;
      for (const bool draws : {true, false}) {
        const Record record = read(table.write(*round, false, draws));
        replay::Judgement found;
        longest =
            std::max(longest, seconds_of([&] { found = replay::judge_record(table.program, record, {}); }));
        if (found.verdict == replay::Verdict::legal) ++legal;
      }
    }
  }
  state.counters["slowest_ms"] = longest * 1e3;
  state.counters["legal_in_100"] = static_cast<double>(legal) / (2.0 * many_rounds) * 100;
}

/// A verdict on a record that leaves most hands open.
void judge_game(benchmark::State& state, const std::string& name, bool trust) {
  dsl::SourceMap sources;
  const std::filesystem::path path = source_folder() / "tests" / "games" / name;
  const dsl::FileText text = dsl::read_text_file(path, std::size_t{1} << 20);
  const auto record = replay::read_record(sources.add(name, text.text), text.text);
  if (!record.ok() || !text.trouble.empty()) throw std::runtime_error("cannot read " + name);
  const replay::Header& header = record.value.header;
  dsl::CheckInput wanted{header.variant.name, {}};
  for (const auto& option : header.variant.options) {
    wanted.settings.push_back({option.name, option.value, option.at.span});
  }
  const auto rules =
      dsl::check_variant(sources, dsl::read_variant_files(source_folder() / "variants"), wanted);
  if (!rules.ok()) throw std::runtime_error("the rules of " + name + " have errors");
  const engine::Rules program = engine::compile_rules(rules.value, static_cast<int>(header.players.size()));
  replay::RefereeOptions options;
  options.trust = trust;
  for (auto _ : state) benchmark::DoNotOptimize(replay::judge_record(program, record.value, options));
}

}  // namespace

void add_judging_benchmarks() {
  for (const std::string& variant : variants()) {
    int players = 4;
    while (dsl::refuse_players(checked(variant), players)) ++players;
    const auto all = std::make_shared<RoundsOnDemand>(RoundsOnDemand{variant, players, nullptr});
    const auto add = [&](const std::string& name, auto... arguments) {
      return benchmark::RegisterBenchmark(("judging/" + variant + "/" + name).c_str(), arguments...)
          ->Unit(benchmark::kMillisecond);
    };
    const auto fold_record = [](benchmark::State& state, const std::shared_ptr<RoundsOnDemand>& rounds_of) {
      measure(state, rounds_of, fold_records);
    };
    add("fold_record", fold_record, all)->UseManualTime();
    add("read", read_full, all)->UseManualTime();
    add("full", judge, all, &Rounds::full, true)->UseManualTime();
    add("no_hands", judge, all, &Rounds::no_hands, true)->UseManualTime();
    add("no_hands_no_trust", judge, all, &Rounds::no_hands, false)->UseManualTime();
    add("neither", judge, all, &Rounds::neither, true)->UseManualTime();
    add("slowest", slowest, variant)->Iterations(1);
  }
  for (const char* name : {"worked-example", "spoiled-example"}) {
    const std::string file = std::string("dual/") + name + ".train";
    benchmark::RegisterBenchmark((std::string("judge/") + name).c_str(), judge_game, file, false)
        ->Unit(benchmark::kMicrosecond);
    benchmark::RegisterBenchmark((std::string("judge_with_trust/") + name).c_str(), judge_game, file, true)
        ->Unit(benchmark::kMicrosecond);
  }
}

}  // namespace roundhouse::bench
