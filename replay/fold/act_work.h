#pragma once
// The cost of an act that rules judge and follow: of ordinary rules so little that nobody counts it, of a
// stranger's perhaps milliseconds. Callers that follow records within a budget of steps count acts by this.

#include <cstdint>

#include "engine/rules.h"

namespace roundhouse::replay {

/// In steps of about 2 us.
struct ActWork {
  std::int64_t act = 0;   ///< all rows asked that the dearest act may ask; 0 for ordinary rules
  std::int64_t test = 1;  ///< one row asked of one hand; 1 for ordinary rules
};
ActWork act_work(const engine::Rules& program);

}  // namespace roundhouse::replay
