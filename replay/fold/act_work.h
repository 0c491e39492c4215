#pragma once
// The cost of an act that rules judge and follow: of ordinary rules so little that nobody counts it, of a
// stranger's perhaps milliseconds. Callers that follow records within a budget of steps count acts by this.

#include <cstdint>
#include <vector>

#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::replay {

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
  std::int64_t steps(const engine::Position& position) const;

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

  std::int64_t asked_of(const Rows& rows, const engine::Position& position) const;

  const engine::Rules* program_;
  std::vector<Rows> acts_;
  Rows after_;
};

}  // namespace roundhouse::replay
