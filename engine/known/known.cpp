#include "engine/known/known.h"

#include <bit>

#include "dsl/vocabulary/vocabulary.h"

namespace roundhouse::engine {

namespace {

bool any(bool slot) { return slot; }
template <std::size_t slots>
bool any(const std::bitset<slots>& bits) {
  return bits.any();
}

/// So many slots from the first.
void set_slots(bool& slot, std::size_t) { slot = true; }
template <std::size_t slots>
void set_slots(std::bitset<slots>& bits, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) bits.set(i);
}

std::size_t count_once(const Rules&) { return 1; }
std::size_t count_trains(const Rules& program) { return program.trains.size(); }
std::size_t count_players(const Rules& program) { return static_cast<std::size_t>(program.players); }
std::size_t count_facts(const Rules& program) { return static_cast<std::size_t>(program.fact_slots); }

/// Sets the slots that are not known on the other side, or in which the two differ.
template <class Differs>
void join_part(bool& all, bool other, const Differs& differs) {
  all = all || other || differs(0);
}
template <std::size_t slots, class Differs>
void join_part(std::bitset<slots>& all, const std::bitset<slots>& other, const Differs& differs) {
  all |= other;
  for (std::size_t i = 0; i < slots; ++i)
    if (!all[i] && differs(i)) all.set(i);
}

}  // namespace

Parts parts_of(const NotKnown& unknown) {
  Parts parts;
#define X(part, ...) \
  if (any(unknown.part)) parts.set(Part::part);
  ROUNDHOUSE_PARTS(X)
#undef X
  return parts;
}

Parts parts_of(dsl::Member member) {
  Parts parts;
#define X(word, part) \
  if (member == dsl::Member::word) parts.set(Part::part);
  ROUNDHOUSE_PARTS_OF_WORDS(X)
#undef X
  if (parts != Parts()) return parts;
  const dsl::Aspects reads =
      member == dsl::Member::tiles_count ? dsl::aspects::hand_sizes : dsl::row(member).reads;
#define X(part, slot, read, ...) \
  if ((reads & dsl::aspects::read) != 0) parts.set(Part::part);
  ROUNDHOUSE_PARTS(X)
#undef X
  return parts;
}

/// The aspects that are read from some part.
constexpr dsl::Aspects of_parts = dsl::aspects::none
#define X(part, slot, read, ...) | dsl::aspects::read
    ROUNDHOUSE_PARTS(X)
#undef X
    ;

void suppose_known(NotKnown& unknown, Part part) {
  switch (part) {
#define X(id, ...)   \
  case Part::id:     \
    unknown.id = {}; \
    break;
    ROUNDHOUSE_PARTS(X)
#undef X
  }
  if (part != Part::debts) return;
  unknown.old_debts.reset();
  unknown.loose_debt = false;
}

dsl::Aspects aspects_of(const NotKnown& unknown) {
  dsl::Aspects hidden = unknown.aspects;
  if (unknown.loose_debt || unknown.old_debts.any()) hidden |= dsl::aspects::debts;
#define X(part, slot, read, ...) \
  if (any(unknown.part)) hidden |= dsl::aspects::read;
  ROUNDHOUSE_PARTS(X)
#undef X
  // A word may rest on a part of another aspect than those that it reads.
#define X(word, part) \
  if (any(unknown.part)) hidden |= dsl::row(dsl::Member::word).reads & of_parts;
  ROUNDHOUSE_PARTS_OF_WORDS(X)
#undef X
  return hidden;
}

void forget(NotKnown& unknown, dsl::Aspects aspects, const Rules& program) {
#define X(part, slot, read, ...) \
  if ((aspects & dsl::aspects::read) != 0) set_slots(unknown.part, count_##slot(program));
  ROUNDHOUSE_PARTS(X)
#undef X
}

void forget_written(NotKnown& unknown, dsl::Aspects writes, const Rules& program) {
#define X(part, slot, read, written, ...) \
  if ((writes & dsl::aspects::written) != 0) set_slots(unknown.part, count_##slot(program));
  ROUNDHOUSE_PARTS(X)
#undef X
}

std::string_view meaning_of(Part part) {
  switch (part) {
#define X(id, slot, read, written, same, line, meaning) \
  case Part::id:                                        \
    return meaning;
    ROUNDHOUSE_PARTS(X)
#undef X
  }
  return {};
}

std::string_view line_of(Part part) {
  switch (part) {
#define X(id, slot, read, written, same, line, meaning) \
  case Part::id:                                        \
    return line;
    ROUNDHOUSE_PARTS(X)
#undef X
  }
  return {};
}

void Known::set_numbers(std::size_t train, std::uint32_t numbers) {
  const bool is_one = std::has_single_bit(numbers);
  unknown.ends.set(train, !is_one);
  unknown.numbers[train] = is_one ? 0 : numbers;
  if (is_one) position.ends[train].pip = static_cast<std::uint8_t>(std::countr_zero(numbers));
}

void join(Known& all, const Known& other, const Rules& program) {
  const Position& a = all.position;
  const Position& b = other.position;
  std::array<std::uint32_t, max_trains> numbers{};
  for (std::size_t train = 0; train < program.trains.size(); ++train)
    numbers[train] = all.numbers_at(train) | other.numbers_at(train);
#define X(part, slot, read, written, same, ...) \
  join_part(all.unknown.part, other.unknown.part, [&]([[maybe_unused]] std::size_t i) { return !(same); });
  ROUNDHOUSE_PARTS(X)
#undef X
  for (std::size_t train = 0; train < program.trains.size(); ++train) all.set_numbers(train, numbers[train]);
  all.unknown.old_debts |= other.unknown.old_debts;
  all.unknown.loose_debt = all.unknown.loose_debt || other.unknown.loose_debt;
  all.unknown.asked_end = all.unknown.asked_end && other.unknown.asked_end;
  all.unknown.aspects |= other.unknown.aspects;
  all.unknown.faces = all.unknown.faces | other.unknown.faces;
}

}  // namespace roundhouse::engine
