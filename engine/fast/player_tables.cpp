#include "engine/fast/player_tables.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace roundhouse::engine::fast {
namespace {

class PlayerReader {
 public:
  PlayerReader(NodeBuilder& builder, DiagramBuilder& diagrams, const Node& quantifier)
      : builder_(builder), diagrams_(diagrams), quantifier_(quantifier) {}

  std::optional<OfPlayers> read() {
    OfPlayers made;
    if (quantifier_.has_where) {
      std::vector<std::int32_t> parts;
      for (const std::int32_t part : parts_of(arg(quantifier_, 1))) {
        if (is_not_me(part)) {
          made.not_me = true;
          continue;
        }
        if (!can_be_asked(part)) return std::nullopt;
        parts.push_back(as_me(part));
      }
      made.where = diagrams_.condition({builder_.conjunction(std::move(parts))});
    }
    if (quantifier_.has_of) {
      const std::int32_t number = arg(quantifier_, quantifier_.has_where ? 2 : 1);
      if (!can_be_asked(number)) return std::nullopt;
      made.number = diagrams_.number(as_me(number));
    }
    return made;
  }

 private:
  const Node& node(std::int32_t index) const { return builder_.node(index); }
  std::int32_t arg(const Node& node, int which) const { return builder_.arg(node, which); }
  static bool is_root(const Node& node, Root root) {
    return node.op == Op::root && node.value == static_cast<std::int32_t>(root);
  }

  std::vector<std::int32_t> parts_of(std::int32_t condition) const {
    const Node& whole = node(condition);
    if (whole.op != Op::logical_and) return {condition};
    std::vector<std::int32_t> parts;
    for (int i = 0; i < whole.arg_count; ++i) parts.push_back(arg(whole, i));
    return parts;
  }

  bool is_the_player(std::int32_t index) const {
    return node(index).op == Op::variable && node(index).value == quantifier_.value &&
           node(index).type == Type::player;
  }
  bool is_not_me(std::int32_t index) const {
    const Node& where = node(index);
    if (where.op != Op::not_equal) return false;
    const std::int32_t left = arg(where, 0);
    const std::int32_t right = arg(where, 1);
    return (is_the_player(left) && is_root(node(right), Root::me)) ||
           (is_root(node(left), Root::me) && is_the_player(right));
  }

  /// Does it look at nothing that is another thing for another player, but the player?
  bool can_be_asked(std::int32_t index) {
    const Node looked = node(index);
    if (looked.op == Op::can || !diagrams_.work().player_reads.take()) return false;
    if (looked.op == Op::variable && !is_the_player(index)) {
      return std::find(bound_.begin(), bound_.end(), looked.value) != bound_.end();
    }
    if (looked.op == Op::root) {
      switch (static_cast<Root>(looked.value)) {
        case Root::set:
        case Root::match:
        case Root::round:
        case Root::turn:
        case Root::players:
        case Root::ends:
        case Root::debts:
          break;
        default:
          return false;
      }
    }
    if (looked.op == Op::member) {
      const auto member = static_cast<Member>(looked.value);
      if (member == Member::end_mine || member == Member::end_others) return false;
    }
    const bool binds = is_quantifier(looked.op);
    if (binds && looked.value == quantifier_.value) return false;
    if (binds) bound_.push_back(looked.value);
    bool possible = true;
    for (int i = 0; i < looked.arg_count && possible; ++i) possible = can_be_asked(arg(looked, i));
    if (binds) bound_.pop_back();
    return possible;
  }

  /// With the one who acts in the place of the player.
  std::int32_t as_me(std::int32_t index) {
    if (is_the_player(index)) return builder_.root(Root::me);
    const Node before = node(index);
    std::vector<std::int32_t> args;
    bool changed = false;
    for (int i = 0; i < before.arg_count; ++i) {
      args.push_back(as_me(arg(before, i)));
      changed = changed || args.back() != arg(before, i);
    }
    return changed ? builder_.remake(before, std::move(args)) : index;
  }

  NodeBuilder& builder_;
  DiagramBuilder& diagrams_;
  const Node quantifier_;
  std::vector<std::int32_t> bound_;  ///< variables of quantifiers within
};

}  // namespace

void tabulate_players(Rules& program, NodeBuilder& builder, DiagramBuilder& diagrams) {
  Code& code = program.code;
  const std::size_t nodes = program.nodes.size();
  std::vector<std::int32_t> tables(nodes, -1);
  for (std::size_t index = 0; index < nodes; ++index) {
    const Node node = program.nodes[index];
    if (node.op < Op::any) continue;
    const std::int32_t set = program.args[static_cast<std::size_t>(node.first_arg)];
    if (program.nodes[static_cast<std::size_t>(set)].type != Type::players) continue;
    if (const auto found = PlayerReader(builder, diagrams, node).read()) {
      tables[index] = static_cast<std::int32_t>(code.of_players.size());
      code.of_players.push_back(*found);
    }
  }
  // What was made meanwhile is walked.
  tables.resize(program.nodes.size(), -1);
  code.players_alone = std::move(tables);
}

}  // namespace roundhouse::engine::fast
