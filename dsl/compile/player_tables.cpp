#include "dsl/compile/player_tables.h"

#include <optional>

namespace roundhouse::dsl {
namespace {

class PlayerReader {
 public:
  PlayerReader(const Program& program, const Node& quantifier) : program_(program), quantifier_(quantifier) {}

  std::optional<Code::OfPlayers> read() const {
    Code::OfPlayers made;
    if (quantifier_.has_where) {
      if (!is_not_me(arg(quantifier_, 1))) return std::nullopt;
      made.not_me = true;
    }
    const Node& number = node(arg(quantifier_, quantifier_.has_where ? 2 : 1));
    if (number.arg_count != 1 || !is_the_player(arg(number, 0))) return std::nullopt;
    if (number.op == Op::fact) {
      made.number = Look::my_fact;
      made.arg = number.value;
      return number.type == Type::number ? std::optional(made) : std::nullopt;
    }
    if (number.op != Op::member) return std::nullopt;
    switch (static_cast<Member>(number.value)) {
      case Member::player_count:
        made.number = Look::my_count;
        return made;
      case Member::player_turns:
        made.number = Look::my_turns;
        return made;
      case Member::player_points:
        made.number = Look::my_points;
        return made;
      default:
        return std::nullopt;
    }
  }

 private:
  const Node& node(std::int32_t index) const { return program_.nodes[static_cast<std::size_t>(index)]; }
  std::int32_t arg(const Node& node, int which) const {
    return program_.args[static_cast<std::size_t>(node.first_arg + which)];
  }
  bool is_the_player(std::int32_t index) const {
    return node(index).op == Op::variable && node(index).value == quantifier_.value &&
           node(index).type == Type::player;
  }
  bool is_me(std::int32_t index) const {
    return node(index).op == Op::root && node(index).value == static_cast<std::int32_t>(Root::me);
  }
  bool is_not_me(std::int32_t index) const {
    const Node& where = node(index);
    if (where.op != Op::not_equal) return false;
    const std::int32_t left = arg(where, 0);
    const std::int32_t right = arg(where, 1);
    return (is_the_player(left) && is_me(right)) || (is_me(left) && is_the_player(right));
  }

  const Program& program_;
  const Node& quantifier_;
};

}  // namespace

void tabulate_players(Program& program) {
  Code& code = program.code;
  code.players_alone.assign(program.nodes.size(), -1);
  for (std::size_t index = 0; index < program.nodes.size(); ++index) {
    const Node& node = program.nodes[index];
    if (node.op != Op::max && node.op != Op::min && node.op != Op::sum) continue;
    const std::int32_t set = program.args[static_cast<std::size_t>(node.first_arg)];
    if (program.nodes[static_cast<std::size_t>(set)].type != Type::players) continue;
    if (code.of_players.size() == INT16_MAX) break;
    if (const auto found = PlayerReader(program, node).read()) {
      code.players_alone[index] = static_cast<std::int16_t>(code.of_players.size());
      code.of_players.push_back(*found);
    }
  }
}

}  // namespace roundhouse::dsl
