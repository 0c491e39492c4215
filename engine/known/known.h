#pragma once
// A table of which a part is not known: after turns that nobody wrote down, in a record that begins with a
// position, behind a round of which not all is written. A position, and by part (parts.h) the slots that are
// not known. Values in slots that are not known mean nothing.

#include <array>
#include <bitset>
#include <cstdint>
#include <string_view>
#include <type_traits>

#include "dsl/vocabulary/words.h"
#include "engine/known/parts.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// The slots that a part can have at most; those there are depend on the program.
namespace slots {
constexpr int once = 1;
constexpr int trains = max_trains;
constexpr int players = max_players;
constexpr int facts = max_facts;
}  // namespace slots
/// One bit for each slot.
template <int count>
using SlotBits = std::conditional_t<count == slots::once, bool, std::bitset<static_cast<std::size_t>(count)>>;

/// The turn of a debt that is supposed, and of which nobody wrote down who owes it. No turn has such a
/// number.
inline constexpr std::uint16_t unwritten_turn = UINT16_MAX;

/// The parts of a position that are not known, none of them if nothing is set. Hands are known as far as
/// Position::hands says: a player with more tiles than that holds hidden ones.
struct NotKnown {
#define X(part, slot, ...) SlotBits<slots::slot> part{};
  ROUNDHOUSE_PARTS(X)
#undef X

  // Of the ends and debts that are not known, what they may be.
  /// By train, where `ends` is set: bit n: its end may show n.
  std::array<std::uint32_t, max_trains> numbers{};
  std::bitset<max_trains> old_debts;  ///< the end may have a debt that is not in the position
  bool loose_debt = false;            ///< so may a double without an open end

  /// The end that a moment is about is known, whatever else of its train is not.
  bool asked_end = false;
  /// Hidden aspects that are read from none of the parts: of the moment, ages, hands.
  dsl::Aspects aspects = dsl::aspects::none;
  TileSet faces;  ///< those that a hidden tile may have

  bool operator==(const NotKnown&) const = default;

  bool any_old_debts() const { return debts || loose_debt || old_debts.any(); }
};

/// The parts of which some slot is not known.
Parts parts_of(const NotKnown& unknown);
/// The aspects that are hidden, wholly or in part, but for the tiles in hands and the ages.
dsl::Aspects aspects_of(const NotKnown& unknown);
/// As if all slots of this part were known.
void suppose_known(NotKnown& unknown, Part part);
/// From now on nothing is known of the parts that these aspects are read from.
void forget(NotKnown& unknown, dsl::Aspects aspects, const Rules& program);
/// The same of those to which effects write these aspects. Facts are left: an effect writes to one of them.
void forget_written(NotKnown& unknown, dsl::Aspects writes, const Rules& program);

/// The parts that a word rests on.
Parts parts_of(dsl::Member member);

/// The words for a part, and the line of a record that says it; empty: none does.
std::string_view meaning_of(Part part);
std::string_view line_of(Part part);

/// A position and what of it is not known. One open end stands for each train, at the place of its train.
struct Known {
  Position position;  ///< debts in it are those of which it is known
  NotKnown unknown;

  /// The numbers that the end of a train may show, as bits.
  std::uint32_t numbers_at(std::size_t train) const {
    return unknown.ends[train] ? unknown.numbers[train] : std::uint32_t{1} << position.ends[train].pip;
  }
  void set_numbers(std::size_t train, std::uint32_t numbers);
};

/// Of two ways in which a table may be, what is so in both.
void join(Known& all, const Known& other, const Rules& program);

}  // namespace roundhouse::engine
