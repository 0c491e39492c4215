#pragma once
// Rules with their checks made ready to be asked in play. A check at an event is an `after` row without
// effects, so that it sees just what a row of that event sees; the game stays what it is.

#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "engine/fold.h"
#include "engine/rules.h"

namespace roundhouse::replay {

struct WatchedRules {
  engine::Rules program;
  std::size_t rows = 0;  ///< rows of the game; those behind them are checks
  /// A check in every position: the condition that must not hold.
  struct PositionCheck {
    std::string id;
    dsl::NodeRef broken;
  };
  std::vector<PositionCheck> everywhere;

  std::string_view row_id(dsl::RuleId rule) const { return program.rules[rule.value].id; }
  std::vector<dsl::NodeRef> everywhere_nodes() const {
    std::vector<dsl::NodeRef> nodes;
    for (const PositionCheck& check : everywhere) nodes.push_back(check.broken);
    return nodes;
  }
  bool is_check(dsl::RuleId rule) const { return rule.value >= rows; }
};

/// For a number of players that is not refused.
WatchedRules watch_rules(const dsl::CheckedRules& rules, int players);

/// The ids of the checks that are broken by an act with this trace, or in the position to which it led.
std::vector<std::string> broken_checks(const WatchedRules& rules, const engine::Trace& trace,
                                       const engine::Position& after);

/// The answers that chance may give to an act, or the act itself where chance has no part in it.
std::vector<engine::Act> answers(const engine::Rules& program, const engine::Position& position,
                                 const engine::Act& open);

/// All that can come next: the acts of players, with whatever they may draw, or of chance. What only the
/// referee may do is left out; of an amount only the least is there.
void all_next(const engine::Rules& program, const engine::Position& position, engine::ActList& list);

/// Ids of the rows that keep the player to act from each thing that might be done.
std::vector<std::string> rows_in_the_way(const engine::Rules& program, const engine::Position& position);

/// True of a double that is owed a cover and whose number is on no tile that is not yet on the table.
bool has_uncoverable(const engine::Rules& program, const engine::Position& position);
/// Returns what the player in turn could lay if such doubles were owed nothing.
engine::ActList stopped_lays(const engine::Rules& program, const engine::Position& position);

/// True if some points or facts stand at the greatest number, or a double is owed as many covers as can be
/// counted.
bool is_at_limit(const engine::Rules& program, const engine::Position& position);

}  // namespace roundhouse::replay
