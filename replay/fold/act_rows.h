#pragma once
// The rows that an act has to pass, the moment in which they are asked, and what asking them costs: look-ups
// that all parts of the referee share. Judges nothing by itself.

#include <cstdint>
#include <vector>

#include "engine/act.h"
#include "engine/evaluate.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// nullptr for acts of chance, which break no row.
const dsl::ActRules* rules_of(const engine::Rules& program, const Act& act);

/// True of laying and leading: the tile leaves the hand.
bool lays_a_tile(const Act& act);

/// The moment in which the rows of an act are asked, before it is done.
engine::Moment moment_before(const Position& position, const Act& act);

bool row_holds(const engine::Rules& program, const Position& position, const engine::Moment& moment,
               const dsl::ForbidRow& row);
bool any_permit(const engine::Rules& program, const Position& position, const engine::Moment& moment,
                const dsl::ActRules& rules);

// The cost of an act that rules judge and follow: of ordinary rules so little that nobody counts it, of a
// stranger's perhaps milliseconds. Callers that follow records within a budget of steps count acts by this.

/// In steps of about 2 us.
struct ActWork {
  std::int64_t act = 0;   ///< all rows asked that the dearest act may ask; 0 for ordinary rules
  std::int64_t test = 1;  ///< one row asked of one hand; 1 for ordinary rules
};
ActWork act_work(const engine::Rules& program);

/// The cost of the dearest act as things stand. Most conditions that look at many things do so only where
/// something plain is true, that the boneyard is empty, and ask nothing until then.
class ActMeter {
 public:
  /// Must not outlive it.
  explicit ActMeter(const engine::Rules& program);

  /// In steps of about 2 us, never more than ActWork::act.
  std::int64_t steps(const Position& position) const;

 private:
  /// A row whose condition has such guards.
  struct GuardedRow {
    std::int64_t asked = 0;            ///< nodes, where all guards are true
    std::vector<dsl::NodeRef> guards;  ///< of the table alone
  };
  /// The rows of one act, or all that follow.
  struct Rows {
    std::int64_t asked = 0;  ///< nodes, where all guards are true
    std::vector<GuardedRow> guarded;
  };

  std::int64_t asked_of(const Rows& rows, const Position& position) const;

  const engine::Rules* program_;
  std::vector<Rows> acts_;
  Rows after_;
};

}  // namespace roundhouse::replay
