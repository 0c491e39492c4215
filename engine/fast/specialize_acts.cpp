#include "engine/fast/specialize_acts.h"

#include <algorithm>
#include <utility>

namespace roundhouse::engine::fast {

std::int32_t KnownActs::read(std::int32_t node) {
  if (const auto found = made_.find(node); found != made_.end()) return found->second;
  const std::int32_t made = work_out(node);
  made_.emplace(node, made);
  return made;
}

std::int32_t KnownActs::work_out(std::int32_t index) {
  const Node node = builder_.node(index);
  if (node.op == Op::can) {
    const bool is_illegal = std::any_of(illegal_.begin(), illegal_.end(),
                                        [&](BuiltInAct act) { return act_id(act).value == node.value; });
    return is_illegal ? builder_.truth(false) : index;
  }
  return builder_.with_args(index, [this](std::int32_t part) { return read(part); });
}

}  // namespace roundhouse::engine::fast
