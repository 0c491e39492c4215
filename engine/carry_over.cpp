#include "engine/fold.h"

#include <algorithm>

#include "engine/evaluate.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

/// Rules of one family have the same facts in the same order.
const dsl::FactSlot* find_fact(const Rules& program, const std::string& name, std::size_t likely) {
  if (likely < program.fact_names.size() && program.fact_names[likely] == name) return &program.facts[likely];
  const auto found = std::find(program.fact_names.begin(), program.fact_names.end(), name);
  return found == program.fact_names.end()
             ? nullptr
             : &program.facts[static_cast<std::size_t>(found - program.fact_names.begin())];
}

/// `take` is given each fact that both keep, its place before and its place now; none of trains, which begin
/// anew with every round.
template <class Take>
void each_fact(const Rules& before, const Rules& after, std::span<const Seat> seats, const Take& take) {
  for (std::size_t i = 0; i < after.facts.size(); ++i) {
    const dsl::FactSlot& fact = after.facts[i];
    const dsl::FactSlot* was = find_fact(before, after.fact_names[i], i);
    if (was == nullptr || was->of != fact.of || was->type != fact.type || fact.of == dsl::Scope::train)
      continue;
    const bool of_player = fact.of == dsl::Scope::player;
    for (std::size_t n = 0; n < (of_player ? seats.size() : 1); ++n)
      take(fact, static_cast<std::size_t>(was->slot) + n,
           static_cast<std::size_t>(fact.slot + (of_player ? seats[n] : 0)));
  }
}

class Carrier {
 public:
  Carrier(const Rules& before, const Rules& after, const Position& position, std::span<const Seat> seats)
      : before_(before), after_(after), from_(position), seats_(seats) {}

  /// As next_round does: what is not named goes away with the round.
  Position carry() {
    to_.game = from_.game;
    to_.round = from_.round;
    to_.scheduled = from_.scheduled;
    to_.used = from_.used;
    to_.last_round = from_.last_round;
    to_.first = now(from_.first);
    to_.last_first = now(from_.last_first);
    to_.last_out = now(from_.last_out);
    to_.winner = now(from_.winner);
    to_.unknown = from_.unknown;
    to_.voided = from_.voided;
    to_.voids = from_.voids;
    for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
      PlayerState& player = to_.players[static_cast<std::size_t>(seats_[seat])];
      player.age = from_.players[seat].age;
      player.total = from_.players[seat].total;
      player.points = from_.players[seat].points;
    }
    carry_facts();
    return to_;
  }

 private:
  Seat now(Seat seat) const { return seat == no_seat ? no_seat : seats_[static_cast<std::size_t>(seat)]; }

  void carry_facts() {
    for (const dsl::Scope scope : {dsl::Scope::turn, dsl::Scope::round, dsl::Scope::game, dsl::Scope::match})
      clear_facts(after_, to_, scope);
    if (before_.placement_slot >= 0 && after_.placement_slot >= 0)
      for (std::size_t seat = 0; seat < seats_.size(); ++seat)
        to_.facts[static_cast<std::size_t>(after_.placement_slot + seats_[seat])] =
            from_.facts[static_cast<std::size_t>(before_.placement_slot) + seat];
    each_fact(before_, after_, seats_, [&](const dsl::FactSlot& fact, std::size_t was, std::size_t is) {
      if (const auto kept = value_now(fact.type, from_.facts[was])) to_.facts[is] = *kept;
    });
  }

  /// Absent: it stays cleared.
  std::optional<Value> value_now(dsl::Type type, Value value) const {
    if (value == absent) return std::nullopt;
    if (type == dsl::Type::player) return now(static_cast<Seat>(value));
    if (type == dsl::Type::tile && value >= after_.tile_kinds) return std::nullopt;
    return value;
  }

  const Rules& before_;
  const Rules& after_;
  const Position& from_;
  std::span<const Seat> seats_;
  Position to_;
};

}  // namespace

Position carry_over(const Rules& before, const Rules& after, const Position& position,
                    std::span<const Seat> seats) {
  return Carrier(before, after, position, seats).carry();
}

std::bitset<max_facts> carry_over(const Rules& before, const Rules& after,
                                  const std::bitset<max_facts>& facts, std::span<const Seat> seats) {
  std::bitset<max_facts> now;
  each_fact(before, after, seats,
            [&](const dsl::FactSlot&, std::size_t was, std::size_t is) { now[is] = facts[was]; });
  return now;
}

std::int32_t joining_points(const Rules& program, const Position& position) {
  if (!program.match.joins.given()) return 0;
  const Value points = evaluate(program, position, {}, program.match.joins);
  return points == absent ? 0 : points;
}

}  // namespace roundhouse::engine
