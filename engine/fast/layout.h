#pragma once
// Where a position keeps the numbers that tests look at most, so that a compiled test knows the place itself
// and nothing is looked up while a game is played.

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/fast/code.h"
#include "engine/position.h"

namespace roundhouse::engine::fast {

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
  const auto put = [&](Look look, std::uint32_t mask, std::size_t offset, std::size_t stride = 0) {
    all[static_cast<std::size_t>(look)] = {mask, static_cast<std::uint16_t>(offset),
                                           static_cast<std::uint16_t>(stride)};
  };
  put(Look::game, short_number, offsetof(Position, game));
  put(Look::round_number, short_number, offsetof(Position, round));
  put(Look::boneyard, short_number, offsetof(Position, boneyard));
  put(Look::lap, short_number, offsetof(Position, lap));
  put(Look::still, short_number, offsetof(Position, still));
  put(Look::laid, short_number, offsetof(Position, laid));
  put(Look::drawn, short_number, offsetof(Position, drawn));
  put(Look::drew, short_number, offsetof(Position, drew));
  put(Look::debt_count, short_number, offsetof(Position, debt_count));
  put(Look::fact, long_number, offsetof(Position, facts));
  put(Look::my_fact, long_number, offsetof(Position, facts), sizeof(std::int32_t));
  const std::size_t players = offsetof(Position, players);
  put(Look::my_count, short_number, players + offsetof(PlayerState, count), sizeof(PlayerState));
  put(Look::my_turns, short_number, players + offsetof(PlayerState, turns), sizeof(PlayerState));
  put(Look::my_points, long_number, players + offsetof(PlayerState, points), sizeof(PlayerState));
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

}  // namespace roundhouse::engine::fast
