#include "replay/rule_reads.h"

namespace roundhouse::replay {
namespace {

/// Whether `is` holds of some node of the expression.
template <class Is>
bool any_node(const dsl::Program& program, dsl::NodeRef ref, const Is& is) {
  if (!ref.given()) return false;
  const dsl::Node& node = program.nodes[static_cast<std::size_t>(ref.value)];
  if (is(node)) return true;
  for (int i = 0; i < node.arg_count; ++i)
    if (any_node(program, {program.args[static_cast<std::size_t>(node.first_arg + i)]}, is)) return true;
  return false;
}

bool is_member(const dsl::Node& node, dsl::Member member) {
  return node.op == dsl::Op::member && static_cast<dsl::Member>(node.value) == member;
}
bool is_root(const dsl::Node& node, dsl::Root root) {
  return node.op == dsl::Op::root && static_cast<dsl::Root>(node.value) == root;
}

}  // namespace

bool reads_member(const dsl::Program& program, dsl::NodeRef node, dsl::Member member) {
  return any_node(program, node, [&](const dsl::Node& n) { return is_member(n, member); });
}

bool reads_tile(const dsl::Program& program, dsl::NodeRef node) {
  return any_node(program, node, [](const dsl::Node& n) { return is_root(n, dsl::Root::tile); });
}

bool reads_hands(const dsl::Program& program, dsl::NodeRef node) {
  return any_node(program, node, [](const dsl::Node& n) {
    return is_root(n, dsl::Root::rest) || n.op == dsl::Op::can || is_member(n, dsl::Member::player_hand);
  });
}

bool reads_kept_of_others(const dsl::Program& program, dsl::NodeRef node) {
  return any_node(program, node, [&](const dsl::Node& n) {
    if (!is_member(n, dsl::Member::player_kept)) return false;
    const auto whose = static_cast<std::size_t>(program.args[static_cast<std::size_t>(n.first_arg)]);
    return !is_root(program.nodes[whose], dsl::Root::holder);
  });
}

bool rests_on_numbers(const dsl::Program& program, dsl::NodeRef node) {
  return !any_node(program, node, [](const dsl::Node& n) {
    if (n.op == dsl::Op::fact || n.op == dsl::Op::can) return true;
    if (n.op != dsl::Op::member) return false;
    switch (static_cast<dsl::Member>(n.value)) {
      case dsl::Member::match_players:
      case dsl::Member::match_game:
      case dsl::Member::round_number:
      case dsl::Member::set_highest:
      case dsl::Member::set_copies:
      case dsl::Member::set_each:
        return false;
      default:
        return true;
    }
  });
}

}  // namespace roundhouse::replay
