#pragma once
// Conditions as the fold asks them: graphs of tests (engine/fast/code.h). Internal to the engine.

#include <bit>
#include <cstddef>
#include <cstring>

#include "engine/evaluate.h"
#include "engine/fast/layout.h"
#include "engine/read_word.h"
#include "engine/rules.h"

namespace roundhouse::engine {

// Four bytes are read from wherever a number of two begins, and they are its lower half.
static_assert(std::endian::native == std::endian::little);

/// The four bytes at a place, of which the mask leaves the number.
inline Value field_at(const Position& position, std::ptrdiff_t offset, std::uint32_t mask) {
  std::uint32_t seen = 0;
  std::memcpy(&seen, reinterpret_cast<const unsigned char*>(&position) + offset, sizeof(seen));
  return static_cast<Value>(seen & mask);
}

/// The same of a number by its place among those of its kind: `arg` and `seat` as a test has them.
inline Value field_at(const Position& position, const fast::FieldPlace& field, std::int32_t arg, Seat seat) {
  return field_at(position, field.offset + std::ptrdiff_t{4} * arg + field.stride * seat, field.mask);
}

/// Where the test leads that looks at this.
inline fast::TestRef next_of(const fast::Test& test, Value seen) {
  const auto over = static_cast<std::uint32_t>(seen) - static_cast<std::uint32_t>(test.low);
  return over <= test.span ? test.yes : test.no;
}

/// The same as a jump, not as a choice between two numbers: most tests of fields turn out as they did before,
/// and the processor goes on with the next one before this one's number has come.
[[gnu::always_inline]] inline fast::TestRef jump_from(const fast::Test& test, Value seen) {
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
inline fast::TestRef follow_fields(const fast::Code& code, const Position& position, Seat me,
                                   fast::TestRef first) {
  const fast::Test* tests = code.tests.data();
  fast::TestRef at = first;
  while (at >= 0) {
    const fast::Test& test = tests[at];
    if (test.mask == 0) break;
    std::ptrdiff_t offset = test.offset;
    if (test.stride != 0) {
      if (me < 0) break;
      offset += test.stride * me;
    }
    at = jump_from(test, field_at(position, offset, test.mask));
  }
  return at;
}

/// What `follow_tests` does from the first test on that looks at something else than fields.
[[gnu::noinline]] fast::TestRef follow_slowly(Reading& reading, fast::TestRef first);

/// Where the tests lead in the end: an answer, below 0.
inline fast::TestRef follow_tests(Reading& reading, fast::TestRef first) {
  if (first < 0) return first;
  const fast::TestRef at = follow_fields(reading.program.code, reading.position, reading.moment.me, first);
  return at < 0 ? at : follow_slowly(reading, at);
}

/// A number as a test looks at it.
Value see(Reading& reading, const fast::SeenNumber& number);

/// Does the condition hold?
inline bool ask(Reading& reading, fast::TestRef first) {
  return follow_tests(reading, first) == fast::always;
}

/// The rows as they read on this table.
inline const fast::RowCode& rows_for(const Rules& program, const Position& position) {
  return program.code.rows[position.debt_count == 0 ? 1 : 0];
}

}  // namespace roundhouse::engine
