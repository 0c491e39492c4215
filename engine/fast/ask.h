#pragma once
// Conditions as the fold asks them: decision diagrams (engine/fast/code.h). Internal to the engine.

#include <bit>
#include <cstddef>
#include <cstring>

#include "engine/evaluate.h"
#include "engine/fast/fields.h"
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

/// As above, for a number by its place among those of its kind: `arg` and `seat` as a decision has them.
inline Value field_at(const Position& position, const fast::FieldLocation& field, std::int32_t arg,
                      Seat seat) {
  return field_at(position, field.offset + std::ptrdiff_t{4} * arg + field.stride * seat, field.mask);
}

/// The successor of the decision that looks at this.
inline fast::DecisionRef next_of(const fast::Decision& decision, Value seen) {
  const auto over = static_cast<std::uint32_t>(seen) - static_cast<std::uint32_t>(decision.low);
  return over <= decision.span ? decision.yes : decision.no;
}

/// As above by a jump, not by a choice between two numbers: most decisions of fields turn out as they did
/// before, and the processor goes on with the next one before this one's number has come.
[[gnu::always_inline]] inline fast::DecisionRef jump_from(const fast::Decision& decision, Value seen) {
  const auto over = static_cast<std::uint32_t>(seen) - static_cast<std::uint32_t>(decision.low);
  if (over <= decision.span) {
#if defined(__GNUC__)
    asm volatile("");  // what has to be done on one way only is not made a choice
#endif
    return decision.yes;
  }
  return decision.no;
}

/// Follows decisions of fields: to an answer, or to the first decision that looks at something else.
inline fast::DecisionRef follow_fields(const fast::Code& code, const Position& position, Seat me,
                                       fast::DecisionRef first) {
  const fast::Decision* decisions = code.decisions.data();
  fast::DecisionRef at = first;
  while (at >= 0) {
    const fast::Decision& decision = decisions[at];
    if (decision.mask == 0) break;
    std::ptrdiff_t offset = decision.offset;
    if (decision.stride != 0) {
      if (me < 0) break;
      offset += decision.stride * me;
    }
    at = jump_from(decision, field_at(position, offset, decision.mask));
  }
  return at;
}

/// The rest of `follow_diagram`, from the first decision on that looks at something else than fields.
[[gnu::noinline]] fast::DecisionRef follow_slowly(Evaluation& reading, fast::DecisionRef first);

/// Follows the diagram to its leaf: an answer, below 0.
inline fast::DecisionRef follow_diagram(Evaluation& reading, fast::DecisionRef first) {
  if (first < 0) return first;
  const fast::DecisionRef at =
      follow_fields(reading.program.code, reading.position, reading.moment.me, first);
  return at < 0 ? at : follow_slowly(reading, at);
}

/// A number as a decision looks at it.
Value load(Evaluation& reading, const fast::Operand& number);

/// True if the condition holds.
inline bool ask(Evaluation& reading, fast::DecisionRef first) {
  return follow_diagram(reading, first) == fast::always;
}

/// The rows as they read on this table.
inline const fast::RowCode& rows_for(const Rules& program, const Position& position) {
  return program.code.rows[position.debt_count == 0 ? 1 : 0];
}

}  // namespace roundhouse::engine
