#pragma once
// Where the engine keeps the numbers that tests look at most, so that a compiled test knows the place itself
// and nothing is looked up while a game is played. The engine asserts that its position is laid out like this
// (engine/ask.cpp); whoever moves a member there is told so by the compiler and changes the number here.

#include <array>
#include <cstdint>

#include "dsl/code.h"

namespace roundhouse::dsl {

/// A number that stands in a position as it is: the same for everybody, or one for each seat.
struct FieldPlace {
  std::uint32_t mask = 0;    ///< of the four bytes from there; 0: it is no such number
  std::uint16_t offset = 0;  ///< in bytes
  std::uint16_t stride = 0;  ///< from seat to seat
  bool operator==(const FieldPlace&) const = default;
};
constexpr std::uint32_t short_number = 0xFFFF;
constexpr std::uint32_t long_number = 0xFFFFFFFF;

using FieldPlaces = std::array<FieldPlace, 256>;
/// By Look. Those that have an argument (facts) lie one after the other, four bytes each.
inline constexpr FieldPlaces field_places = [] {
  FieldPlaces all{};
  const auto put = [&](Look look, FieldPlace place) { all[static_cast<std::size_t>(look)] = place; };
  put(Look::game, {short_number, 0});
  put(Look::round_number, {short_number, 2});
  put(Look::boneyard, {short_number, 26});
  put(Look::lap, {short_number, 28});
  put(Look::still, {short_number, 30});
  put(Look::laid, {short_number, 42});
  put(Look::drawn, {short_number, 44});
  put(Look::drew, {short_number, 46});
  put(Look::debt_count, {short_number, 54});
  put(Look::my_points, {long_number, 188, 20});
  put(Look::my_turns, {short_number, 192, 20});
  put(Look::my_count, {short_number, 196, 20});
  put(Look::fact, {long_number, 1392});
  put(Look::my_fact, {long_number, 1392, 4});
  return all;
}();

/// Lets the test know its place, if what it looks at has one.
constexpr void put_in_place(Test& test) {
  const FieldPlace& place = field_places[static_cast<std::size_t>(test.look)];
  if (place.mask == 0) return;
  test.mask = place.mask;
  test.offset = static_cast<std::uint16_t>(place.offset + 4 * test.arg);
  test.stride = static_cast<std::uint8_t>(place.stride);
}

}  // namespace roundhouse::dsl
