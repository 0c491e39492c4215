#pragma once
// Reads conditions on the assumption that certain acts are not legal now: what rows say of a draw, once it is
// known that nothing can be laid. Called by lower.cpp.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "dsl/program/node_builder.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {

class KnownActs {
 public:
  /// `illegal`: can.ACT is false of these.
  KnownActs(NodeBuilder& builder, std::vector<BuiltInAct> illegal)
      : builder_(builder), illegal_(std::move(illegal)) {}

  std::int32_t read(std::int32_t node);

 private:
  std::int32_t work_out(std::int32_t index);

  NodeBuilder& builder_;
  std::vector<BuiltInAct> illegal_;
  std::unordered_map<std::int32_t, std::int32_t> made_;
};

}  // namespace roundhouse::engine::fast
