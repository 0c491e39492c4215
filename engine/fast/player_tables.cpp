#include "engine/fast/lower.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "dsl/vocabulary/vocabulary.h"

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
      for (const std::int32_t part : builder_.parts_of(arg(quantifier_, 1), Op::logical_and)) {
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

  bool is_the_player(std::int32_t index) const {
    return node(index).op == Op::variable && node(index).value == quantifier_.value &&
           node(index).type == Type::player;
  }
  bool is_not_me(std::int32_t index) const {
    const Node& where = node(index);
    if (where.op != Op::not_equal) return false;
    const std::int32_t left = arg(where, 0);
    const std::int32_t right = arg(where, 1);
    return (is_the_player(left) && builder_.is_root(right, Root::me)) ||
           (builder_.is_root(left, Root::me) && is_the_player(right));
  }

  /// True if it looks at nothing that is another thing for another player, but the player.
  bool can_be_asked(std::int32_t index) {
    const Node looked = node(index);
    if (looked.op == Op::can || !diagrams_.work().player_reads.take()) return false;
    if (looked.op == Op::variable && !is_the_player(index)) {
      return std::find(bound_.begin(), bound_.end(), looked.value) != bound_.end();
    }
    const Aspects reads = looked.op == Op::root     ? dsl::row(static_cast<Root>(looked.value)).reads
                          : looked.op == Op::member ? dsl::row(static_cast<Member>(looked.value)).reads
                                                    : aspects::none;
    if ((reads & aspects::moment) != 0) return false;
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
    return builder_.with_args(index, [this](std::int32_t part) { return as_me(part); });
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
  // Nodes that were made meanwhile are walked.
  tables.resize(program.nodes.size(), -1);
  code.players_alone = std::move(tables);
}

}  // namespace roundhouse::engine::fast
