#include <fmt/format.h>

#include <algorithm>

#include "dsl/english/english.h"
#include "dsl/english/wording.h"
#include "dsl/rulebook/by_players.h"
#include "dsl/rulebook/rows_in_force.h"
#include "dsl/rulebook/setup_lines.h"

namespace roundhouse::dsl {
namespace {

std::string_view sentence_of(SetupName name) {
  switch (name) {
    case SetupName::hands:
      return "The engine, the tile in the centre from which all trains start, comes out of somebody's hand.";
    case SetupName::aside:
      return "The engine, the tile in the centre from which all trains start, is taken out before the deal.";
    case SetupName::lead:
      return "The engine, the tile in the centre from which all trains start, is led: whoever has the first "
             "turn "
             "begins it by laying a tile of the hand there.";
    case SetupName::unison:
      return "If nobody holds such a tile, all draw one tile at the same time, and do so again until "
             "somebody has "
             "it.";
    case SetupName::in_turn:
      return "If nobody holds such a tile, one player after the other draws a tile, until somebody has it.";
    case SetupName::one_by_one:
      return "If the first player does not hold such a tile, that player draws one and keeps it; then it is "
             "the next "
             "player's turn to look and, failing that, to draw.";
    case SetupName::reveal:
      return "If nobody holds such a tile, tiles of the boneyard are turned up one after the other, round "
             "the table; "
             "whoever turns it up holds it, and the others go back.";
    case SetupName::redeal:
      return "If nobody holds such a tile, all tiles are shuffled and dealt again.";
    case SetupName::nothing:
      return "After that the round is played without looking any further.";
    case SetupName::turn_over:
      return "After that tiles of the boneyard are turned over until one is found that may be the engine; "
             "the "
             "others are shuffled back.";
  }
  return {};
}

/// More than any number on a tile: what is multiplied by it decides first.
constexpr std::int32_t least_weight = 19;

bool is_member(const TypedExpr& node, Member member) {
  return node.op == Op::member && static_cast<Member>(node.index) == member;
}

/// `tile.double and tile.high == X`: X.
const TypedExpr* double_of(const TypedExpr& wanted) {
  if (wanted.op != Op::logical_and || wanted.args.size() != 2) return nullptr;
  if (!is_member(wanted.args[0], Member::tile_double)) return nullptr;
  const TypedExpr& same = wanted.args[1];
  if (same.op != Op::equal || !is_member(same.args[0], Member::tile_high)) return nullptr;
  return &same.args[1];
}

bool asks(const TypedExpr& node, Root root) {
  if (node.op == Op::root && static_cast<Root>(node.index) == root) return true;
  return std::any_of(node.args.begin(), node.args.end(),
                     [&](const TypedExpr& arg) { return asks(arg, root); });
}

/// `member == 1`.
bool is_first(const TypedExpr& node, Member member) {
  return node.op == Op::equal && is_member(node.args[0], member) && node.args[1].op == Op::number &&
         node.args[1].number == 1;
}

/// True in the first round of a match, and only there.
bool is_begin_of_match(const TypedExpr& condition) {
  if (condition.op != Op::logical_and || condition.args.size() != 2) return false;
  return is_first(condition.args[0], Member::round_number) && is_first(condition.args[1], Member::match_game);
}

/// `tile.double and not match.used(tile.high)`.
bool is_unused_double(const TypedExpr& wanted) {
  if (wanted.op != Op::logical_and || wanted.args.size() != 2) return false;
  const TypedExpr& fresh = wanted.args[1];
  return is_member(wanted.args[0], Member::tile_double) && fresh.op == Op::logical_not &&
         is_member(fresh.args[0], Member::match_used) && is_member(fresh.args[0].args[1], Member::tile_high);
}

/// "the one with the greatest number of pips", of "its number of pips".
std::string one_with_greatest(const std::string& measure) {
  constexpr std::string_view own = "its ";
  if (measure.starts_with(own)) return "the one with the greatest " + measure.substr(own.size());
  return fmt::format("the one for which {} is greatest", measure);
}

struct StartLines {
  const CheckedRules& rules;
  const Known& known;
  std::vector<Line> lines{};

  void add(std::string key, std::string text) {
    Line line;
    line.from = sections_of(rules, key, {});
    for (const std::string& section : sections_of(rules, "setup." + key, {})) line.from.push_back(section);
    line.key = std::move(key);
    line.text = std::move(text);
    lines.push_back(std::move(line));
  }

  TypedExpr simplified(const TypedExpr& expression) const { return simplify(expression, rules, known); }

  /// A value as a ladder of sentences: "If it is the first round, ...; otherwise ...".
  std::string told(const TypedExpr& value, English& english, std::string_view before,
                   std::string_view behind) {
    const TypedExpr now = simplified(value);
    if (now.op != Op::choose) return fmt::format("{}{}{}", before, english.thing(now), behind);
    return fmt::format("if {}, {}; otherwise {}", english.clause(now.args[0]),
                       told(now.args[1], english, before, behind),
                       told(now.args[2], english, before, behind));
  }

  /// Setup's own names; a ladder that is not settled yet is told as it is.
  void add_names(const std::string& key, const TypedExpr& value) {
    const TypedExpr now = simplified(value);
    if (now.op == Op::name) return add(key, std::string(sentence_of(static_cast<SetupName>(now.index))));
    if (now.op != Op::choose) return;
    English english(rules, known);
    const auto then = [&](const TypedExpr& branch) {
      return branch.op == Op::name ? std::string(sentence_of(static_cast<SetupName>(branch.index)))
                                   : english.thing(branch);
    };
    add(key, fmt::format("If {}: {} Otherwise: {}", english.clause(now.args[0]), then(now.args[1]),
                         then(now.args[2])));
  }

  void first_player() {
    const Setup& setup = rules.setup;
    if (setup.lots && simplified(*setup.lots).op != Op::absent) {
      English english(rules, known, {{Root::tile, "it"}});
      TypedExpr lots = simplified(*setup.lots);
      std::string only;
      // A ladder that ends in no lots at all: only then they are drawn.
      if (lots.op == Op::choose && lots.args[2].op == Op::absent) {
        only = fmt::format("If {}, everybody", english.clause(lots.args[0]));
        lots = TypedExpr(lots.args[1]);
      }
      add("lots",
          fmt::format("{} draws a tile; {} makes its player the first, and equal ones draw again. Then the "
                      "tiles are shuffled back.",
                      only.empty() ? "Everybody" : only, one_with_greatest(english.thing(lots))));
      return;
    }
    English english(rules, known);
    if (!setup.first || simplified(*setup.first).op == Op::absent)
      return add("first", "Who is the first player is settled by lot or by agreement.");
    const TypedExpr first = simplified(*setup.first);
    if (is_member(first, Member::round_rotation)) return add("first", in_rotation("whoever sits first"));
    if (first.op == Op::choose && is_begin_of_match(first.args[0]) &&
        is_member(first.args[2], Member::round_rotation))
      return add("first", in_rotation(english.thing(first.args[1])));
    add("first", as_sentence(told(*setup.first, english, "the first player is ", "")));
  }

  static std::string in_rotation(const std::string& who) {
    return fmt::format("The first player is {}, in each later round of a match the next one to the left.",
                       who);
  }

  void deal() {
    const ByPlayers tiles = by_players(rules.setup.deal, rules, known);
    if (tiles.is_number())
      return add("deal", fmt::format("Everybody is dealt {}.", how_many(tiles.steps.front().value, "tile")));
    if (tiles.steps.empty()) {
      English english(rules, known);
      return add("deal", as_sentence("each player's number of tiles is " + english.thing(rules.setup.deal)));
    }
    add("deal", "How many tiles everybody is dealt goes by the number of players:");
    for (const ByPlayers::Step& step : tiles.steps)
      lines.back().table.emplace_back(players_text(step.least, step.most),
                                      fmt::format("{} tiles", step.value));
  }

  void engine() {
    const Setup& setup = rules.setup;
    add_names("engine.from", setup.engine_from);
    const TypedExpr from = simplified(setup.engine_from);
    const auto is_from = [&](SetupName name) {
      return from.op == Op::name && from.index == static_cast<int>(name);
    };
    English of_tile(rules, known, {{Root::tile, "it"}, {Root::me, "a player"}});
    const std::optional<TypedExpr> wanted =
        setup.wanted ? std::optional(simplified(*setup.wanted)) : std::nullopt;
    const TypedExpr* due = wanted ? double_of(*wanted) : nullptr;
    if (due != nullptr && !is_member(*due, Member::round_double)) {
      add("engine.wanted", as_sentence("it has to be the double whose number is " + of_tile.thing(*due)));
    } else if (due != nullptr || (!wanted && rules.match.scheduled)) {
      add("engine.wanted", "It has to be the double that is due in the round.");
    } else if (wanted && is_true(*wanted)) {
      add("engine.wanted", "Any tile may be the engine.");
    } else if (wanted && is_unused_double(*wanted)) {
      add("engine.wanted", "Any double may be the engine that was not the engine before in this game.");
    } else if (wanted && is_member(*wanted, Member::tile_double)) {
      add("engine.wanted", "Any double may be the engine.");
    } else if (wanted) {
      add("engine.wanted", as_sentence("a tile may be the engine if " + of_tile.clause(*wanted)));
    }
    if (is_from(SetupName::lead)) return;
    if (is_from(SetupName::aside)) return;
    if (setup.best && due == nullptr) best(of_tile);
    add_names("engine.missing", setup.missing);
    if (!setup.limit) return;
    const TypedExpr limit = simplified(*setup.limit);
    if (limit.op == Op::absent || (limit.op == Op::number && limit.number <= 0)) return;
    add("engine.limit",
        limit.op == Op::number
            ? fmt::format("Nobody draws more than {} for it.", how_many(limit.number, "tile"))
            : as_sentence("the most that anybody draws for it is " + of_tile.thing(*setup.limit)));
    add_names("engine.then", setup.then);
  }

  void best(English& of_tile) {
    const TypedExpr best = simplified(*rules.setup.best);
    if (is_member(best, Member::tile_high))
      return add("engine.best", "Of several, the highest is the engine.");
    // `a - 100 * b`: the least b, and of those the greatest a.
    if (best.op == Op::subtract && best.args[1].op == Op::multiply && best.args[1].args[0].op == Op::number &&
        best.args[1].args[0].number >= least_weight) {
      if (is_member(best.args[1].args[1], Member::player_place) && is_member(best.args[0], Member::tile_high))
        return add(
            "engine.best",
            "Of several, that of the player who comes first, counted from the first player, is the engine; "
            "of that player's own, the highest.");
      return add(
          "engine.best",
          fmt::format("Of several, that tile is the engine for which {} is least; where that is equal, {} "
                      "decides, the greatest first.",
                      of_tile.thing(best.args[1].args[1]), of_tile.thing(best.args[0])));
    }
    add("engine.best", as_sentence("of several, that tile is the engine for which " +
                                   told(best, of_tile, "", "") + " is greatest"));
  }

  void starter() {
    const Setup& setup = rules.setup;
    const TypedExpr from = simplified(setup.engine_from);
    English english(rules, known, {{Root::holder, "whoever held the engine"}});
    if (setup.starter) {
      const TypedExpr who = simplified(*setup.starter);
      // The second time the holder is named, `that player` will do.
      if (who.op == Op::choose && asks(who.args[0], Root::holder) && who.args[1].op != Op::choose &&
          who.args[2].op != Op::choose) {
        English again(rules, known, {{Root::holder, "that player"}});
        return add("starter", as_sentence(fmt::format("if {}, {} has the first turn; otherwise {} has it",
                                                      english.clause(who.args[0]), again.thing(who.args[1]),
                                                      again.thing(who.args[2]))));
      }
      if (is_member(who, Member::match_last_out))
        return add(
            "starter",
            "Whoever went out in the last round has the first turn; if nobody did, the first player has it.");
      if (who.op != Op::absent)
        return add("starter", as_sentence(told(*setup.starter, english, "", " has the first turn")));
    }
    const bool from_hands = from.op != Op::name || from.index == static_cast<int>(SetupName::hands);
    add("starter", from_hands
                       ? "Whoever held the engine has the first turn; if nobody did, the first player has it."
                       : "The first player has the first turn.");
  }
};

}  // namespace

std::vector<Line> start_lines(const CheckedRules& rules, const Known& known) {
  StartLines made{rules, known};
  made.first_player();
  made.deal();
  made.engine();
  made.starter();
  return std::move(made.lines);
}

}  // namespace roundhouse::dsl
