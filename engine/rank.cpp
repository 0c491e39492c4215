
#include <vector>

#include "dsl/base/arithmetic.h"
#include "engine/evaluate.h"
#include "engine/fold.h"

namespace roundhouse::engine {
namespace {

Value asked_of(const Rules& program, const Position& position, Seat seat, dsl::NodeRef node) {
  Moment moment;
  moment.me = seat;
  return evaluate(program, position, moment, node);
}

/// True if `a` has a better place than `b`: by the first key in which they differ, the lesser first. A key
/// that is absent is worse than any number.
bool is_better(const Rules& program, const Position& position, Seat a, Seat b) {
  for (const dsl::NodeRef key : program.match.order) {
    const Value key_a = asked_of(program, position, a, key);
    const Value key_b = asked_of(program, position, b, key);
    if (key_a == key_b) continue;
    if (key_a == absent || key_b == absent) return key_b == absent;
    return key_a < key_b;
  }
  return false;
}

/// True if a ranks before b in a match whose games give points for places: by these, the most first, then as
/// in a game.
bool is_better_in_match(const Rules& program, const Position& position, Seat a, Seat b) {
  const std::int32_t of_a = placement_of(program, position, a);
  const std::int32_t of_b = placement_of(program, position, b);
  return of_a != of_b ? of_a > of_b : is_better(program, position, a, b);
}

template <class Better>
int place_among(const Rules& program, const Position& position, Seat seat, const Better& better) {
  int rank = 1;
  for (int i = 0; i < program.players; ++i) {
    const auto other = static_cast<Seat>(i);
    if (in_one_group(program, position, other, seat) && better(program, position, other, seat)) ++rank;
  }
  return rank;
}

}  // namespace

bool in_one_group(const Rules& program, const Position& position, Seat a, Seat b) {
  const dsl::NodeRef group = program.match.group;
  return !group.given() || asked_of(program, position, a, group) == asked_of(program, position, b, group);
}

int rank_of(const Rules& program, const Position& position, Seat seat) {
  return place_among(program, position, seat, is_better);
}

std::vector<int> ranks(const Rules& program, const Position& position) {
  std::vector<int> places;
  for (int seat = 0; seat < program.players; ++seat) {
    places.push_back(rank_of(program, position, static_cast<Seat>(seat)));
  }
  return places;
}

std::vector<int> match_ranks(const Rules& program, const Position& whole) {
  std::vector<int> places;
  for (int seat = 0; seat < program.players; ++seat)
    places.push_back(place_among(program, whole, static_cast<Seat>(seat), is_better_in_match));
  return places;
}

std::int32_t placement_of(const Rules& program, const Position& position, Seat seat) {
  return program.placement_slot < 0 ? 0
                                    : position.facts[static_cast<std::size_t>(program.placement_slot + seat)];
}

void count_placement(const Rules& program, const Position& over, Position& position) {
  if (program.placement_slot < 0) return;
  // The end of its last round may not be written: what is known of its points is of the game all the same.
  Position last = over;
  last.phase = Phase::over;
  for (int seat = 0; seat < program.players; ++seat) {
    const Value points = asked_of(program, last, static_cast<Seat>(seat), program.match.points);
    std::int32_t& sum = position.facts[static_cast<std::size_t>(program.placement_slot + seat)];
    if (points != absent) sum = dsl::sum_of(sum, points);
  }
}

}  // namespace roundhouse::engine
