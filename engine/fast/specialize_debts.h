#pragma once
// Reads conditions on the assumption that nothing on the table has a debt, or that something has. Most
// positions of most games are of the first kind, and much of what rows say is then plainly true or false.
// Called by lower.cpp.

#include <cstdint>
#include <unordered_map>

#include "dsl/program/node_builder.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {

class KnownDebts {
 public:
  /// `any`: what is assumed.
  KnownDebts(NodeBuilder& builder, bool any) : builder_(builder), any_(any) {}

  NodeRef read(NodeRef node) { return node.given() ? NodeRef{read(node.value)} : node; }
  std::int32_t read(std::int32_t node);

 private:
  std::int32_t work_out(std::int32_t index);
  std::int32_t read_parts(std::int32_t index);

  NodeBuilder& builder_;
  bool any_;
  std::unordered_map<std::int32_t, std::int32_t> made_;
};

}  // namespace roundhouse::engine::fast
