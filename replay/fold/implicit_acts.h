#pragma once
// Announcements that a record leaves out. An announcement is a declared act of players that changes nothing
// on the table: it only sets facts. A round in which none is written, in a record that does not say
// [complete], may have had every one; so nobody is blamed for one that is missing. If an act would be
// forbidden without it, or something would happen to the table, the announcement is assumed just before that
// act, if it is legal there.

#include <bitset>
#include <optional>
#include <vector>

#include "dsl/vocabulary/operator_values.h"
#include "engine/act.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

class ImplicitActs {
 public:
  /// The program must outlive it.
  ImplicitActs(const engine::Rules& program, const Header& header, const RecordRound& round);

  /// True if some row asks for such an announcement.
  bool any() const { return !acts_.empty(); }
  /// The facts that they set.
  const std::bitset<engine::max_facts>& facts() const { return facts_; }

  struct Said {
    Act act;
    bool needed = false;  ///< without it the act is forbidden; else only something would follow of that
    bool draws = false;   ///< and that is that somebody takes tiles
  };
  /// The announcement that the player who acts may have made just before this act, so that nothing speaks
  /// against it.
  std::optional<Said> before(const Position& position, const Act& act) const;

 private:
  struct Silent {
    std::uint16_t declared = 0;
    std::vector<dsl::RuleId> penalties;  ///< rows that change the table for want of it, or with it
  };

  bool is_announcement(std::uint16_t declared) const;
  std::bitset<engine::max_facts> facts_of(std::uint16_t declared) const;
  bool may_be_said(const Position& position, const Act& said) const;
  dsl::Truth is_needed(const Position& position, const Position& said, const Act& act) const;

  const engine::Rules& program_;
  std::vector<Silent> acts_;
  std::bitset<engine::max_facts> facts_;
};

}  // namespace roundhouse::replay
