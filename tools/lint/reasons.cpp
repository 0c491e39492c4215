#include "tools/lint/claims.h"

#include <fmt/format.h>

#include "dsl/check/player_numbers.h"
#include "dsl/compile/rule_text.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace {

constexpr std::size_t longest_quoted = 64;

struct Reasoner {
  const Linted& linted;
  const Scene scene;
  const CheckedRules& rules = linted.rules;
  const GameBounds& game = linted.game;

  AbstractValue value(const TypedExpr& expression) const {
    return value_of(expression, {.rules = rules, .game = game, .effort = linted.effort, .scene = scene});
  }

  static std::string between(NumberRange range) {
    if (range.is_exact()) return fmt::format("always {}", range.low);
    if (range.low <= any_number.low) return fmt::format("at most {}", range.high);
    if (range.high >= any_number.high) return fmt::format("at least {}", range.low);
    return fmt::format("from {} to {}", range.low, range.high);
  }

  bool is_at(BuiltInAct act) const { return scene.act == act_id(act); }

  std::string of_member(const TypedExpr& side) const {
    const MemberRow& word = row(static_cast<Member>(side.index));
    switch (word.bounds) {
      case Bounds::both_pips:
        return fmt::format("no tile of the {} set has more than {} pips", set_text(game.highest),
                           2 * game.highest);
      case Bounds::pips:
        return fmt::format("the numbers of the {} set go from 0 to {}", set_text(game.highest), game.highest);
      case Bounds::players:
      case Bounds::seats:
      case Bounds::places:
        return fmt::format("the game is for {}", players_text(rules.setup));
      case Bounds::rounds:
        if (!game.rounds) break;
        return fmt::format("a game has {} at most", counted(*game.rounds, "rounds"));
      case Bounds::games:
        if (!game.games) break;
        return fmt::format("a match has {} at most", counted(*game.games, "games"));
      case Bounds::points:
      case Bounds::totals: {
        const NumberRange range = value(side).range;
        if (range == any_number) break;
        return fmt::format("by all points that the rules give a player's '{}' is {}", word.name,
                           between(range));
      }
      case Bounds::tiles:
        if (word.id == Member::player_count && (is_at(BuiltInAct::lay) || is_at(BuiltInAct::lead)))
          return "the tile that is laid still counts, so that 'me.count' is at least 1 here";
        if (word.id == Member::turn_laid && scene.event == event_id(BuiltInEvent::lay))
          return "the tile that was just laid counts, so that 'turn.laid' is at least 1 here";
        break;
      case Bounds::any:
      case Bounds::from_0:
      case Bounds::from_1:
      case Bounds::highest:
      case Bounds::copies:
        break;
    }
    return word.id == Member::round_lap ? "laps are counted from 1" : std::string();
  }

  /// The bounds of one side of a comparison, as a sentence; empty: it has none.
  std::string of_side(const TypedExpr& side) const {
    if (side.op == Op::number || side.type != Type::number) return {};
    if (side.op == Op::member) {
      std::string reason = of_member(side);
      if (!reason.empty()) return reason;
    }
    const NumberRange range = value(side).range;
    if (range == any_number) return {};
    if (side.op == Op::root && static_cast<Root>(side.index) == Root::amount)
      return fmt::format("the 'amount' of the act is {}", between(range));
    if (side.op == Op::fact) {
      const Fact& fact = rules.facts[static_cast<std::size_t>(side.index)];
      if (fact.chance)
        return fmt::format("chance makes '{}' a number {}", fact.name,
                           between({fact.chance->first, fact.chance->second}));
      return fmt::format("by all that is set and added '{}' is {}", fact.name, between(range));
    }
    if (side.op == Op::count && side.args[0].type == Type::players)
      return fmt::format("the game is for {}", players_text(rules.setup));
    if (side.op == Op::count && side.args[0].type == Type::tiles && side.has_where) {
      const TypedExpr& where = side.args[1];
      const bool doubles = where.op == Op::member && static_cast<Member>(where.index) == Member::tile_double;
      return fmt::format(
          "the {} set has {}", set_text(game.highest),
          doubles ? fmt::format("{} doubles", range.high) : counted(range.high, "tiles") + " of that kind");
    }
    return fmt::format("'{}' is {}", print_typed(rules, side), between(range));
  }

  std::string of_numbers(const TypedExpr& node) const {
    std::string reason;
    for (const TypedExpr& side : node.args) {
      const std::string one = of_side(side);
      if (!one.empty() && one != reason) reason += (reason.empty() ? "" : ", and ") + one;
    }
    return reason;
  }

  /// The first comparison below that is decided by what its sides can be.
  std::string of_decided(const TypedExpr& node) const {
    const bool compares = is_comparison(node.op) || node.op == Op::between;
    if (compares && node.args[0].type == Type::number && value(node).truth != Truth::undecided)
      return of_numbers(node);
    for (const TypedExpr& arg : node.args) {
      std::string reason = of_decided(arg);
      if (!reason.empty()) return reason;
    }
    return {};
  }

  /// The player in turn, if only that player may act.
  std::string of_turn(const TypedExpr& condition) const {
    if (!scene.act || scene.act->value < built_in_acts) return {};
    const DeclaredAct& act = rules.acts[scene.act->value - built_in_acts];
    bool asks = false;
    for_each_node(condition, [&](const TypedExpr& node) {
      asks = asks || (node.op == Op::member && static_cast<Member>(node.index) == Member::turn_player);
    });
    if (!asks || act.by != ActBy::turn) return {};
    return fmt::format("'{}' is an act 'by: turn', which nobody does but the player whose turn it is",
                       act.name);
  }

  std::string of(const TypedExpr& condition) const {
    std::string reason = of_decided(condition);
    if (reason.empty()) reason = of_turn(condition);
    if (!reason.empty()) return reason;
    const std::uint32_t mentions = mentions_of(condition, game);
    const auto asks = [&](Mention what) { return (mentions & static_cast<std::uint32_t>(what)) != 0; };
    if (asks(Mention::tile) && !asks(Mention::end))
      return fmt::format("all {} of the {} set were tried", counted(game.tiles / game.copies, "tiles"),
                         set_text(game.highest));
    if (asks(Mention::end) && !asks(Mention::tile)) {
      const bool by_owner = value(condition).truth == Truth::undecided;
      return by_owner ? "a train is one's own, another player's, or everybody's" : "";
    }
    return {};
  }
};

}  // namespace

std::string counted(std::int64_t number, std::string_view plural) {
  if (number == 1 && plural.ends_with('s')) plural.remove_suffix(1);
  return fmt::format("{} {}", number, plural);
}

std::string quoted(const Linted& linted, const TypedExpr& part) {
  const std::string text = print_typed(linted.rules, part);
  return text.size() <= longest_quoted ? "'" + text + "'" : "this";
}

std::string why_constant(const Linted& linted, const TypedExpr& condition, const std::vector<Scene>& scenes) {
  return Reasoner{linted, scenes.empty() ? Scene{} : scenes.front()}.of(condition);
}

}  // namespace roundhouse::dsl
