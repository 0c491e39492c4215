#pragma once
// The row that made something so: of the rows that followed of an act, the one without which it would not be
// so after it. Each is taken out of the rules and the act carried out once more. Knows nothing of why anybody
// asks.

#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "dsl/program.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/referee/judge/round_log.h"

namespace roundhouse::replay {

class Causes {
 public:
  /// The program must outlive this.
  explicit Causes(const engine::Rules& program) : program_(program) {}

  /// `is_so`: asked of the position after the act, where it is true. Asked are the rows that change what it
  /// `reads`, the last first. Absent: the act itself made it so, or several rows did of which one would do.
  std::optional<dsl::RuleId> of(const RoundLog& log, int act, dsl::Aspects reads,
                                const std::function<bool(const engine::Position&)>& is_so);
  /// The rules with this row of an event always applying.
  const engine::Rules& with_always(dsl::RuleId row);

 private:
  const engine::Rules& without(dsl::RuleId row);
  dsl::Aspects written_by(dsl::RuleId row) const;

  const engine::Rules& program_;
  std::map<std::uint16_t, std::unique_ptr<const engine::Rules>> without_;  ///< rules with a row taken out
  std::map<std::uint16_t, std::unique_ptr<const engine::Rules>> always_;
};

}  // namespace roundhouse::replay
