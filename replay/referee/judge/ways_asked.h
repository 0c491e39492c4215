#pragma once
// The rows of an act on a table of which a part is not known, asked in each way in which it may be. An act is
// illegal only if it is in every way; where it is in some, that rests on what is not known.

#include <optional>
#include <utility>
#include <vector>

#include "engine/fold.h"
#include "replay/fold/fold_step.h"

namespace roundhouse::replay {

/// The rows of one act, by how they stand in one way the table may be.
struct RowsAsked {
  std::optional<engine::Breach> broken;  ///< surely
  std::optional<dsl::RuleId> open;       ///< a row that may or may not stand
  bool permit_open = false;
};

struct WaysAsked {
  std::vector<engine::Known> legal;  ///< ways in which nothing surely forbids it
  std::vector<engine::Known> broken;
  std::optional<RowsAsked> open;  ///< of a way in which it rests on what is not known
  /// Of the broken ways the one that breaks no earlier rule: it is nearest to what was meant.
  std::optional<std::pair<RowsAsked, engine::Known>> breach;
};
WaysAsked ask_ways(const engine::Rules& program, const AskWays& asked);

/// The least of what is not known with which it would be known whether this row, or without one a permission,
/// stands against the act; none: it rests on hands, too.
engine::Parts parts_missing(const engine::Rules& program, const engine::Known& table, const engine::Act& act,
                            const std::optional<dsl::RuleId>& row);

/// False if the act is illegal whatever the parts are that are not known. Of tiles in hands nothing is asked.
bool may_be_legal(const engine::Rules& program, engine::Known table, const engine::Act& act);

/// The answer of who looks on: an act that is illegal is carried out, too.
void let_stand(WaysAsked& found, bool is_allowed, AskWays& asked);

}  // namespace roundhouse::replay
