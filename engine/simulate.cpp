#include "engine/simulate.h"

#include <algorithm>

namespace roundhouse::engine {
namespace {

std::uint64_t mix_act(std::uint64_t digest, const Act& act) {
  const auto byte = [](auto value) { return std::uint64_t{static_cast<std::uint8_t>(value)}; };
  const std::uint64_t packed = byte(act.kind) | byte(act.actor) << 8 | byte(act.tile) << 16 |
                               byte(act.whom) << 24 | std::uint64_t{act.end} << 32 |
                               std::uint64_t{act.declared} << 48;
  const auto amount = static_cast<std::uint32_t>(act.amount);
  return mix64(mix64(digest ^ packed) + 0x9E3779B97F4A7C15U + amount);
}

void count_act(Figures& figures, const Act& act) {
  ++figures.acts;
  figures.digest = mix_act(figures.digest, act);
  switch (act.kind) {
    case ActKind::lay:
      ++figures.lays;
      break;
    case ActKind::draw:
      ++figures.draws;
      break;
    case ActKind::pull:
      ++figures.pulls;
      break;
    case ActKind::done:
      ++figures.turns;
      break;
    case ActKind::declared:
      ++figures.declared[act.declared];
      break;
    case ActKind::lead:
    case ActKind::lot:
    case ActKind::first:
    case ActKind::deal:
    case ActKind::pick:
    case ActKind::reveal:
    case ActKind::turn_over:
    case ActKind::redeal:
    case ActKind::engine:
      break;
  }
}

void count_outcome(Figures& figures, Outcome outcome) {
  switch (outcome) {
    case Outcome::finished:
      ++figures.finished;
      break;
    case Outcome::dead_end:
      ++figures.dead_ends;
      break;
    case Outcome::too_long:
      ++figures.too_long;
      break;
    case Outcome::voided:
      ++figures.voided;
      break;
  }
}

/// A round is over, the referee's rulings included.
void count_round(Figures& figures, const dsl::Program& program, const Position& position) {
  if (position.phase != Phase::over || position.engine_tile == no_tile) return;
  ++figures.rounds;
  if (position.last_out == no_seat) ++figures.blocked;
  if (position.winner != no_seat) ++figures.rounds_won[static_cast<std::size_t>(position.winner)];
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(program.players); ++seat) {
    figures.points[seat] += position.players[seat].points;
  }
}

void count_places(Figures& figures, const dsl::Program& program, const Position& position) {
  if (position.phase != Phase::over || position.engine_tile == no_tile) return;
  const std::vector<int> places = ranks(program, position);
  for (std::size_t seat = 0; seat < places.size(); ++seat) {
    if (places[seat] == 1) ++figures.games_led[seat];
  }
}

}  // namespace

Figures& Figures::operator+=(const Figures& other) {
  games += other.games;
  finished += other.finished;
  dead_ends += other.dead_ends;
  too_long += other.too_long;
  voided += other.voided;
  rounds += other.rounds;
  blocked += other.blocked;
  acts += other.acts;
  turns += other.turns;
  lays += other.lays;
  draws += other.draws;
  pulls += other.pulls;
  for (std::size_t seat = 0; seat < max_players; ++seat) {
    rounds_won[seat] += other.rounds_won[seat];
    games_led[seat] += other.games_led[seat];
    points[seat] += other.points[seat];
  }
  declared.resize(std::max(declared.size(), other.declared.size()));
  for (std::size_t act = 0; act < other.declared.size(); ++act) declared[act] += other.declared[act];
  digest += other.digest;  // a sum, so that the order of games does not matter
  return *this;
}

std::uint64_t game_seed(std::uint64_t run_seed, std::uint64_t game) {
  return mix64(mix64(run_seed + 0x9E3779B97F4A7C15U) ^ (game + 0x632BE59BD9B4E019U));
}

Figures simulate_game(const dsl::Program& program, const SimulateOptions& options, std::uint64_t game,
                      const Onlooker& onlooker) {
  Figures figures;
  figures.games = 1;
  figures.declared.resize(program.declared.size());
  figures.digest = game_seed(options.seed, game);
  Random random(figures.digest);
  Position position = begin_match(program);
  Onlooker counting = onlooker;
  counting.act = [&](const Act& act, const Position& after) {
    count_act(figures, act);
    if (onlooker.act) onlooker.act(act, after);
  };
  counting.round_ends = [&](const Position& ended) {
    count_round(figures, program, ended);
    if (onlooker.round_ends) onlooker.round_ends(ended);
  };
  const auto play = options.unit == Unit::round ? play_round : play_match;
  count_outcome(figures, play(program, position, random, options.play, counting));
  count_places(figures, program, position);
  figures.digest = mix64(figures.digest);
  return figures;
}

Figures simulate(const dsl::Program& program, const SimulateOptions& options) {
  Figures all;
  all.declared.resize(program.declared.size());
  for (std::uint64_t i = 0; i < options.games; ++i) {
    all += simulate_game(program, options, options.first_game + i);
  }
  return all;
}

}  // namespace roundhouse::engine
