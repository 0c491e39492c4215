#include "replay/rule_reads.h"

#include "dsl/program/nodes.h"

namespace roundhouse::replay {

using dsl::any_node;
using dsl::is_member;
using dsl::is_root;

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
    return !is_root(dsl::node_at(program, dsl::argument(program, n, 0)), dsl::Root::holder);
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
