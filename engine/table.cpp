#include "engine/table.h"

#include <algorithm>

#include "engine/bits.h"
#include "engine/evaluate.h"

namespace roundhouse::engine {

void put_aside_back(Position& position) {
  position.boneyard =
      static_cast<std::uint16_t>(position.boneyard + position.aside.size() + position.unnamed_aside);
  position.unnamed_aside = 0;
  position.aside = TileBag{};
}

int times_seen(const Rules& program, const Position& position, TileId tile) {
  int times = position.laid_tiles.count(tile) + position.aside.count(tile);
  for (int seat = 0; seat < program.players; ++seat) {
    times += position.hands[static_cast<std::size_t>(seat)].count(tile);
  }
  return times;
}

void insert_end(Position& position, const End& end) {
  if (position.end_count >= max_ends) return;
  const auto first = position.ends.begin();
  const auto last = first + position.end_count;
  // Serials only grow, so the new end is the last of its train.
  const auto place = std::upper_bound(first, last, end.train,
                                      [](std::uint8_t train, const End& e) { return train < e.train; });
  std::copy_backward(place, last, last + 1);
  *place = end;
  ++position.end_count;
}

void erase_end(Position& position, int index) {
  const auto first = position.ends.begin();
  const auto last = first + position.end_count;
  std::copy(first + index + 1, last, first + index);
  *(last - 1) = End{};
  --position.end_count;
}

int find_debt(const Position& position, std::uint16_t group) {
  for (int i = 0; i < position.debt_count; ++i) {
    if (position.debts[static_cast<std::size_t>(i)].group == group) return i;
  }
  return -1;
}

void push_debt(Position& position, const Debt& debt) {
  if (position.debt_count < max_debts) position.debts[position.debt_count++] = debt;
}

void erase_debt(Position& position, int index) {
  const auto first = position.debts.begin();
  const auto last = first + position.debt_count;
  std::copy(first + index + 1, last, first + index);
  *(last - 1) = Debt{};
  --position.debt_count;
}

void clear_facts(const Rules& program, Position& position, dsl::Scope per) {
  for (const dsl::FactSlot& fact : program.facts) {
    if (fact.per != per) continue;
    for (int slot = fact.slot; slot < fact.end(); ++slot) {
      position.facts[static_cast<std::size_t>(slot)] = fact.cleared_to_absent() ? absent : 0;
    }
  }
}

int TileBag::size() const {
  int size = 0;
  // Hands of which little is known are mostly empty, and what is held twice is held once.
  for (std::size_t word = 0; word < once.words.size(); ++word)
    if (once.words[word] != 0) size += count_bits(once.words[word]) + count_bits(twice.words[word]);
  return size;
}

Position seen_by(const Position& position, Seat seat) {
  Position seen = position;
  if (seat == no_seat) return seen;
  for (std::size_t other = 0; other < seen.hands.size(); ++other)
    if (other != static_cast<std::size_t>(seat)) seen.hands[other] = {};
  return seen;
}

}  // namespace roundhouse::engine
