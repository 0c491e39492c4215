#pragma once
// The verdict by trying out: every way of filling in the tiles that a record leaves open is folded with all
// hands known. No reasoning, only patience; for small sets.

#include <optional>
#include <string>

#include "engine/rules.h"
#include "replay/record/record.h"

namespace roundhouse::tests {

struct Tried {
  bool legal = false;
  /// The turn in which the filling that went furthest came to its first illegal act.
  int turn = 0;
  std::size_t item = 0;  ///< its line
  std::uint32_t where = 0;
  std::string rule;  ///< of that filling; of several as far, of the first
  bool all = true;   ///< false: there are more fillings than are tried, and the rest says nothing
};

/// True if the record is legal with every filling that fits what is seen of the tiles: dealt, drawn, laid,
/// shown. Absent: there are more than are tried.
std::optional<bool> is_legal_with_every_filling(const engine::Rules& program, const replay::Record& record);

/// The record's first round. It must have a `hand` line for everybody, and nobody may have had to draw for
/// what was not written on a turn line.
Tried try_every_filling(const engine::Rules& program, const replay::Record& record);

}  // namespace roundhouse::tests
