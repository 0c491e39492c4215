#pragma once
// Conditions as the fold asks them: graphs of tests (dsl/code.h). Internal to the engine.

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

#include "dsl/program.h"
#include "engine/evaluate.h"
#include "engine/read_word.h"

namespace roundhouse::engine {

/// A number that stands in the position as it is: the same for everybody, or one for each seat.
struct Field {
  std::uint32_t mask = 0;    ///< of the four bytes from there; 0: it is no such number
  std::uint16_t offset = 0;  ///< in bytes
  std::uint16_t stride = 0;  ///< from seat to seat
};
/// By Look. Most of what rules ask is of this kind, and then takes neither call nor jump.
inline constexpr std::array<Field, 256> fields = [] {
  using dsl::Look;
  constexpr std::uint32_t short_number = 0xFFFF;
  constexpr std::uint32_t number = 0xFFFFFFFF;
  constexpr auto stride = static_cast<std::uint16_t>(sizeof(PlayerState));
  std::array<Field, 256> all{};
  const auto put = [&](Look look, std::uint32_t mask, std::size_t offset, std::size_t per_seat = 0) {
    all[static_cast<std::size_t>(look)] = {mask, static_cast<std::uint16_t>(offset),
                                           static_cast<std::uint16_t>(per_seat)};
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
  put(Look::fact, number, offsetof(Position, facts));
  put(Look::my_fact, number, offsetof(Position, facts), sizeof(std::int32_t));
  put(Look::my_count, short_number, offsetof(Position, players) + offsetof(PlayerState, count), stride);
  put(Look::my_turns, short_number, offsetof(Position, players) + offsetof(PlayerState, turns), stride);
  put(Look::my_points, number, offsetof(Position, players) + offsetof(PlayerState, points), stride);
  return all;
}();
// Four bytes are read from wherever a number of two begins, and they are its lower half.
static_assert(std::endian::native == std::endian::little);

/// `arg` and `seat` as a test has them.
inline Value field_at(const Position& position, const Field& field, std::int32_t arg, Seat seat) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(&position);
  std::uint32_t seen = 0;
  std::memcpy(&seen, bytes + field.offset + std::ptrdiff_t{4} * arg + field.stride * seat, sizeof(seen));
  return static_cast<Value>(seen & field.mask);
}

/// Where the test leads that looks at this.
inline dsl::TestRef next_of(const dsl::Test& test, Value seen) {
  const auto over = static_cast<std::uint32_t>(seen) - static_cast<std::uint32_t>(test.low);
  return over <= test.span ? test.yes : test.no;
}

/// The same as a jump, not as a choice between two numbers: most tests of fields turn out as they did before,
/// and the processor goes on with the next one before this one's number has come.
[[gnu::always_inline]] inline dsl::TestRef jump_from(const dsl::Test& test, Value seen) {
  const auto over = static_cast<std::uint32_t>(seen) - static_cast<std::uint32_t>(test.low);
  if (over <= test.span) {
#if defined(__GNUC__)
    asm volatile("");  // what has to be done on one way only is not made a choice
#endif
    return test.yes;
  }
  return test.no;
}

/// Where tests of fields lead: an answer, or the first test that looks at something else.
inline dsl::TestRef follow_fields(const dsl::Code& code, const Position& position, Seat me,
                                  dsl::TestRef first) {
  const dsl::Test* tests = code.tests.data();
  const auto* bytes = reinterpret_cast<const unsigned char*>(&position);
  dsl::TestRef at = first;
  while (at >= 0) {
    const dsl::Test& test = tests[at];
    const Field& field = fields[static_cast<std::size_t>(test.look)];
    if (field.mask == 0) break;
    std::ptrdiff_t offset = field.offset + std::ptrdiff_t{4} * test.arg;
    if (field.stride != 0) {
      if (me < 0) break;
      offset += field.stride * me;
    }
    std::uint32_t seen = 0;
    std::memcpy(&seen, bytes + offset, sizeof(seen));
    at = jump_from(test, static_cast<Value>(seen & field.mask));
  }
  return at;
}

/// What `follow_tests` does from the first test on that looks at something else than fields.
[[gnu::noinline]] dsl::TestRef follow_slowly(Reading& reading, dsl::TestRef first);

/// Where the tests lead in the end: an answer, below 0.
inline dsl::TestRef follow_tests(Reading& reading, dsl::TestRef first) {
  if (first < 0) return first;
  const dsl::TestRef at = follow_fields(reading.program.code, reading.position, reading.moment.me, first);
  return at < 0 ? at : follow_slowly(reading, at);
}

/// A number as a test looks at it.
Value see(Reading& reading, const dsl::SeenNumber& number);

/// Does the condition hold?
inline bool ask(Reading& reading, dsl::TestRef first) { return follow_tests(reading, first) == dsl::always; }

/// The rows as they read on this table.
inline const dsl::RowCode& rows_for(const dsl::Program& program, const Position& position) {
  return program.code.rows[position.debt_count == 0 ? 1 : 0];
}

}  // namespace roundhouse::engine
