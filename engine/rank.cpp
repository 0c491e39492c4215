#include <vector>

#include "engine/evaluate.h"
#include "engine/fold.h"

namespace roundhouse::engine {
namespace {

/// True if `a` has a better place than `b`: by the first key in which they differ, the lesser first. A key
/// that is absent is worse than any number.
bool is_better(const Rules& program, const Position& position, Seat a, Seat b) {
  Moment of_a;
  of_a.me = a;
  Moment of_b;
  of_b.me = b;
  for (const dsl::NodeRef key : program.match.order) {
    const Value key_a = evaluate(program, position, of_a, key);
    const Value key_b = evaluate(program, position, of_b, key);
    if (key_a == key_b) continue;
    if (key_a == absent || key_b == absent) return key_b == absent;
    return key_a < key_b;
  }
  return false;
}

}  // namespace

int rank_of(const Rules& program, const Position& position, Seat seat) {
  int rank = 1;
  for (int other = 0; other < program.players; ++other) {
    if (is_better(program, position, static_cast<Seat>(other), seat)) ++rank;
  }
  return rank;
}

std::vector<int> ranks(const Rules& program, const Position& position) {
  std::vector<int> places;
  for (int seat = 0; seat < program.players; ++seat) {
    places.push_back(rank_of(program, position, static_cast<Seat>(seat)));
  }
  return places;
}

}  // namespace roundhouse::engine
