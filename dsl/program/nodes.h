#pragma once
// The conditions of a program as trees: how to get from a node to its arguments, and one walk over all that
// is below it. Equal parts are shared, so a walk may come to a node more than once.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "dsl/program.h"

namespace roundhouse::dsl {

inline const Node& node_at(const Program& program, NodeRef ref) {
  return program.nodes[static_cast<std::size_t>(ref.value)];
}

/// `which`: from 0 to Node::arg_count - 1.
inline NodeRef argument(const Program& program, const Node& node, int which) {
  return {program.args[static_cast<std::size_t>(node.first_arg + which)]};
}

/// The aspects that the expression reads; nothing where it is not given.
inline Aspects reads(const Program& program, NodeRef ref) {
  return ref.given() ? node_at(program, ref).reads : aspects::none;
}

inline bool is_root(const Node& node, Root root) {
  return node.op == Op::root && static_cast<Root>(node.value) == root;
}

inline bool is_member(const Node& node, Member member) {
  return node.op == Op::member && static_cast<Member>(node.value) == member;
}

/// The nodes of a program by their indexes, for classes that look at many; the tree of a Reading
/// (dsl/vocabulary/reading.h). Must not outlive the program.
class NodeView {
 public:
  using Ref = std::int32_t;
  explicit NodeView(const Program& program) : viewed_(program) {}

  const Node& node(std::int32_t index) const { return viewed_.nodes[static_cast<std::size_t>(index)]; }
  std::int32_t arg(const Node& of, int which) const {
    return viewed_.args[static_cast<std::size_t>(of.first_arg + which)];
  }
  static int arg_count(const Node& of) { return of.arg_count; }
  bool is_root(std::int32_t index, Root root) const { return dsl::is_root(node(index), root); }
  bool is_member(std::int32_t index, Member member) const { return dsl::is_member(node(index), member); }
  /// The parts of an `and`, or of an `or`; of anything else the node alone.
  std::vector<std::int32_t> parts_of(std::int32_t index, Op junction) const {
    const Node& whole = node(index);
    if (whole.op != junction) return {index};
    std::vector<std::int32_t> parts;
    for (int i = 0; i < whole.arg_count; ++i) parts.push_back(arg(whole, i));
    return parts;
  }
  /// me.hand.
  bool is_my_hand(std::int32_t index) const {
    return is_member(index, Member::player_hand) && is_root(arg(node(index), 0), Root::me);
  }

 private:
  const Program& viewed_;
};

/// True if `is` holds of the node or of one below it. Of a node that is not given it does not.
template <class Is>
bool any_node(const Program& program, NodeRef ref, const Is& is) {
  if (!ref.given()) return false;
  const Node& node = node_at(program, ref);
  if (is(node)) return true;
  for (int i = 0; i < node.arg_count; ++i)
    if (any_node(program, argument(program, node, i), is)) return true;
  return false;
}

/// Visits the node, if it is given, and all below it.
template <class Visit>
void visit_nodes(const Program& program, NodeRef ref, const Visit& visit) {
  any_node(program, ref, [&](const Node& node) {
    visit(node);
    return false;
  });
}

/// True if `is` holds of a node of the row's condition or of its exceptions.
template <class Row, class Is>
bool any_node_of_row(const Program& program, const Row& row, const Is& is) {
  return any_node(program, row.when, is) ||
         std::any_of(row.excepts.begin(), row.excepts.end(),
                     [&](const ExceptRow& except) { return any_node(program, except.when, is); });
}

/// The aspects that the row's condition and its exceptions read.
template <class Row>
Aspects reads_of_row(const Program& program, const Row& row) {
  Aspects all = reads(program, row.when);
  for (const ExceptRow& except : row.excepts) all |= reads(program, except.when);
  return all;
}

/// The aspects that are read to find whom or what the effect meets, and its arguments.
inline Aspects reads_of_effect(const Program& program, const EffectCall& call) {
  Aspects all = reads(program, call.receiver);
  for (const NodeRef arg : call.args) all |= reads(program, arg);
  return all;
}

/// True if an `each` holds the call, or it is one: what it does is known only with the whole of a set.
inline bool is_in_each(const EffectCall& call) { return call.depth > 0 || call.id == Effect::each; }

/// True if `is` holds of a node of what the effect is given: of whom or what, and its arguments.
template <class Is>
bool any_node_of_effect(const Program& program, const EffectCall& call, const Is& is) {
  return any_node(program, call.receiver, is) ||
         std::any_of(std::begin(call.args), std::end(call.args),
                     [&](NodeRef arg) { return any_node(program, arg, is); });
}

}  // namespace roundhouse::dsl
