#include "replay/fold/carried_match.h"

#include <numeric>

#include "engine/fold.h"

namespace roundhouse::replay {
namespace {

/// As engine::PlayerState::age has it.
int age_of(const Header& header, std::size_t seat) {
  if (seat < header.ages.size() && header.ages[seat] >= 0) return header.ages[seat];
  return header.seed ? engine::no_age : engine::unknown_age;
}

}  // namespace

engine::Position begin_match_of(const engine::Rules& program, const Header& header) {
  std::vector<int> ages;
  for (std::size_t seat = 0; seat < header.players.size(); ++seat) ages.push_back(age_of(header, seat));
  return engine::begin_match(program, ages);
}

CarriedMatch carry_match(const RoundChange& change, const RoundTerms& now, const engine::Position& position) {
  const engine::Rules& before = *change.before->rules.program;
  const engine::Rules& after = *now.rules.program;
  CarriedMatch taken{position, position, engine::game_over(before, position),
                     engine::match_over(before, position)};
  engine::count_placement(before, position, taken.counted);
  const bool joins = !change.newcomers.empty();
  // The rules of now for the players of before.
  const engine::Rules& asked = joins ? *change.asked.program : after;
  std::vector<Seat> same(change.seats.size());
  std::iota(same.begin(), same.end(), Seat{0});
  taken.position = engine::carry_over(before, asked, position, same);
  taken.counted = engine::carry_over(before, asked, taken.counted, same);
  if (&asked != &before) {
    taken.game_over = taken.game_over && engine::game_over(asked, taken.position);
    taken.match_over = taken.match_over && engine::match_over(asked, taken.position);
  }
  if (!joins) return taken;
  const std::int32_t points = engine::joining_points(asked, taken.position);
  taken.position = engine::carry_over(asked, after, taken.position, change.seats);
  taken.counted = engine::carry_over(asked, after, taken.counted, change.seats);
  for (const Seat seat : change.newcomers) {
    const auto place = static_cast<std::size_t>(seat);
    engine::PlayerState& player = taken.position.players[place];
    player.total = points;
    player.age = static_cast<std::int16_t>(age_of(now.header, place));
  }
  return taken;
}

}  // namespace roundhouse::replay
