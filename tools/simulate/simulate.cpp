#include "tools/simulate/simulate.h"

#include <algorithm>
#include <memory>

#include "engine/work_queue.h"
#include "tools/simulate/record_game.h"

namespace roundhouse::engine {
namespace {

template <class List>
void add_each(List& to, const List& from) {
  to.resize(std::max(to.size(), from.size()));
  for (std::size_t i = 0; i < from.size(); ++i) to[i] += from[i];
}

/// So few that all threads end at about the same time, so many that taking them costs nothing.
std::uint64_t chunk_size(const SimulateOptions& options, int jobs) {
  const auto threads = static_cast<std::uint64_t>(std::max(jobs, 1));
  const std::uint64_t most = options.unit == Unit::round ? 64 : 8;
  return std::clamp<std::uint64_t>(options.games / (threads * 32), 1, most);
}

/// Plays all games; a worker is made for each thread and plays one game of a number.
template <class Total, class MakeWorker>
Total play_all(const SimulateOptions& options, int jobs, Progress* progress, const MakeWorker& make_worker) {
  Chunks chunks(options.games, chunk_size(options, jobs), progress == nullptr ? nullptr : &progress->stop);
  return share_out<Total>(jobs, chunks, [&](Chunks& from) {
    auto worker = make_worker();
    for (Chunks::Chunk chunk = from.take(); !chunk.empty(); chunk = from.take()) {
      for (std::uint64_t i = chunk.begin; i < chunk.end; ++i) worker.play(options.first_game + i);
      if (progress != nullptr) progress->games.fetch_add(chunk.end - chunk.begin, std::memory_order_relaxed);
    }
    return worker.total();
  });
}

struct SingleWorker {
  GameRecorder recorder;
  void play(std::uint64_t game) { recorder.play(game); }
  const Figures& total() const { return recorder.figures(); }
};

struct SideWorker {
  std::vector<std::unique_ptr<GameRecorder>> recorders{};
  std::vector<std::vector<MeasureIndexPair>> places{};
  std::vector<std::vector<RatioPair>> pairs{};

  void play(std::uint64_t game) {
    for (const auto& recorder : recorders) recorder->play(game);
    const GameSample& first = recorders.front()->sample();
    for (std::size_t other = 0; other < pairs.size(); ++other) {
      const GameSample& second = recorders[other + 1]->sample();
      for (std::size_t i = 0; i < pairs[other].size(); ++i)
        pairs[other][i].add(first[places[other][i].first], second[places[other][i].second]);
    }
  }
  SideBySide total() const {
    SideBySide all;
    for (const auto& recorder : recorders) all.tables.push_back(recorder->figures());
    all.pairs = pairs;
    return all;
  }
};

}  // namespace

Figures& Figures::operator+=(const Figures& other) {
  for (const PlainCount& plain : plain_counts) this->*plain.count += other.*plain.count;
  for (std::size_t seat = 0; seat < max_players; ++seat) {
    rounds_won[seat] += other.rounds_won[seat];
    games_led[seat] += other.games_led[seat];
    points[seat] += other.points[seat];
  }
  add_each(declared, other.declared);
  if (other.endless_game)
    endless_game = std::min(endless_game.value_or(*other.endless_game), *other.endless_game);
  digest += other.digest;
  add_each(measured, other.measured);
  round_turns += other.round_turns;
  round_points += other.round_points;
  game_points += other.game_points;
  return *this;
}

SideBySide& SideBySide::operator+=(const SideBySide& other) {
  add_each(tables, other.tables);
  pairs.resize(std::max(pairs.size(), other.pairs.size()));
  for (std::size_t i = 0; i < other.pairs.size(); ++i) add_each(pairs[i], other.pairs[i]);
  return *this;
}

std::uint64_t game_seed(std::uint64_t run_seed, std::uint64_t game) {
  return mix64(mix64(run_seed + 0x9E3779B97F4A7C15U) ^ (game + 0x632BE59BD9B4E019U));
}

Figures simulate_game(const Rules& program, const SimulateOptions& options, std::uint64_t game,
                      const Observer& observer) {
  GameRecorder recorder(program, options, observer);
  recorder.play(game);
  return recorder.figures();
}

Figures simulate(const Rules& program, const SimulateOptions& options, int jobs, Progress* progress) {
  return play_all<Figures>(options, jobs, progress, [&] { return SingleWorker{{program, options}}; });
}

std::string refuse_same_deals(const Rules& first, const Rules& second) {
  const auto set_of = [](const Rules& program) {
    return (program.copies == 1 ? "a double-" : std::to_string(program.copies) + " double-") +
           std::to_string(program.highest) + (program.copies == 1 ? " set" : " sets");
  };
  if (first.highest != second.highest || first.copies != second.copies)
    return "the first is played with " + set_of(first) + ", the second with " + set_of(second);
  if (first.players != second.players)
    return "the first is for " + std::to_string(first.players) + " players, the second for " +
           std::to_string(second.players);
  return {};
}

SideBySide simulate_side_by_side(const std::vector<SideTable>& tables, int jobs, Progress* progress) {
  const SimulateOptions& options = tables.front().options;
  return play_all<SideBySide>(options, jobs, progress, [&] {
    SideWorker worker;
    for (const SideTable& table : tables)
      worker.recorders.push_back(std::make_unique<GameRecorder>(*table.program, table.options));
    for (std::size_t i = 1; i < tables.size(); ++i) {
      worker.places.push_back(
          places_of_both(tables[0].program->players, tables[i].program->players, options.interest));
      worker.pairs.emplace_back(worker.places.back().size());
    }
    return worker;
  });
}

}  // namespace roundhouse::engine
