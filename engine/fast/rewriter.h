#pragma once
// Rewrites conditions: by what is assumed of a position, or to a cheaper form of the same meaning. A rule
// says what stands for a leaf; what is made of rewritten parts is simplified as in any program. Called by
// lower.cpp.

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dsl/program/node_builder.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {

class Rewriter {
 public:
  /// Returns the node that stands for this one; nothing: the same node, its arguments rewritten.
  using Rule = std::function<std::optional<std::int32_t>(NodeBuilder&, std::int32_t)>;

  Rewriter(NodeBuilder& builder, Rule rule) : builder_(builder), rule_(std::move(rule)) {}

  std::int32_t of(std::int32_t node);

 private:
  NodeBuilder& builder_;
  Rule rule_;
  std::unordered_map<std::int32_t, std::int32_t> made_;
};

/// Assumes that nothing on the table has a debt. Most positions of most games are like that, and much of what
/// rows say is then plainly true or false.
Rewriter without_debts(NodeBuilder& builder);
/// Assumes that something on the table has a debt.
Rewriter with_debts(NodeBuilder& builder);
/// Assumes that can.ACT is false of these: what rows say of a draw, once it is known that nothing can be
/// laid.
Rewriter without_acts(NodeBuilder& builder, std::vector<BuiltInAct> illegal);
/// Asks if there is any where a count is asked for nothing but whether it is 0: that can stop at the first.
Rewriter any_for_count(NodeBuilder& builder);

}  // namespace roundhouse::engine::fast
