#pragma once
// Rows of which it is not known yet that they ever make a difference: forbids, exceptions and permits. Each
// is left out, and what may be done, or what comes of an act, is held against what it is with the row.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/prove/hit_counts.h"
#include "tools/prove/watched_rules.h"

namespace roundhouse::replay {

class OpenRows {
 public:
  /// Most positions of one table in which each row is asked.
  static constexpr std::size_t most_asked = 100'000;

  /// Must not outlive the rules. Notes in the tally which rows it looks at.
  OpenRows(const WatchedRules& rules, HitCounts& tally);

  /// Somebody has to choose one of these acts, draws with their tiles. `but_forbids`: those have been asked.
  enum class Ask : std::uint8_t { all, but_forbids };
  void look(const engine::Position& position, const engine::ActList& acts, Ask ask);
  /// The row is known to have made a difference.
  void close(dsl::RuleId rule);
  /// Notes the rows that made a difference as reached.
  void note_reached() const;

 private:
  struct Row {
    dsl::RuleId rule;
    bool forbids = false;
    bool of_events = false;  ///< it lifts rows that follow of something
    bool closed = false;
    std::vector<engine::Rules> without{};  ///< the rules but for the row; made when it is first asked
  };
  engine::Rules rules_without(dsl::RuleId rule) const;
  bool makes_a_difference(Row& row, const engine::Position& position, const engine::ActList& acts,
                          const engine::ActList& legal) const;

  const WatchedRules& rules_;
  HitCounts& tally_;
  std::vector<Row> rows_;
  std::size_t open_ = 0;
  std::size_t asked_ = 0;
};

}  // namespace roundhouse::replay
