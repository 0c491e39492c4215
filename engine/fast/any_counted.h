#pragma once
// Reads a count of which nothing is asked but whether it is 0 as the question whether there is any: that can
// stop at the first. Called by lower.cpp.

#include <cstdint>
#include <unordered_map>

#include "dsl/program/node_builder.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {

class AnyCounted {
 public:
  explicit AnyCounted(NodeBuilder& builder) : builder_(builder) {}

  std::int32_t read(std::int32_t node);

 private:
  std::int32_t work_out(std::int32_t index);

  NodeBuilder& builder_;
  std::unordered_map<std::int32_t, std::int32_t> made_;
};

}  // namespace roundhouse::engine::fast
