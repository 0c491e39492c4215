#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "dsl/base/search.h"
#include "dsl/english/english.h"
#include "dsl/english/wording.h"
#include "dsl/rulebook/rows_in_force.h"
#include "dsl/rulebook/setup_lines.h"

namespace roundhouse::dsl {
namespace {

/// The meaning of the word, printed before the line that says where the engine comes from.
constexpr std::string_view about_engine =
    "The tile in the centre, from which all trains start, is called the engine. ";

std::string_view sentence_of(SetupName name) {
  switch (name) {
    case SetupName::hands:
      return "It comes out of somebody's hand.";
    case SetupName::aside:
      return "It is taken out before the deal.";
    case SetupName::turned:
      return "It is turned over when all are dealt: tiles of the boneyard, until one is found that may be "
             "the "
             "engine; the others are shuffled back.";
    case SetupName::lead:
      return "It is led: the first player, or else the next one to the left who holds such a tile, lays it "
             "there out of the hand.";
    case SetupName::unison:
      return "If nobody holds such a tile, everybody draws a tile at the same time, until somebody has one.";
    case SetupName::in_turn:
      return "If nobody holds such a tile, one player after the other draws a tile, until somebody has one.";
    case SetupName::one_by_one:
      return "If the first player does not hold such a tile, that player draws one and keeps it; then it is "
             "the next player's turn to look and, failing that, to draw.";
    case SetupName::reveal:
      return "If nobody holds such a tile, tiles of the boneyard are turned up one after the other, round "
             "the "
             "table; whoever turns it up holds it, and the others go back.";
    case SetupName::redeal:
      return "If nobody holds such a tile, all tiles are shuffled and dealt again.";
    case SetupName::nothing:
      return "After that the round is not played.";
    case SetupName::turn_over:
      return "After that tiles of the boneyard are turned over until one is found that may be the engine; "
             "the others are shuffled back.";
    case SetupName::left:
      return "A player who does not hold such a tile passes the right to lead to the left.";
    case SetupName::never:
      return "A player who does not hold such a tile keeps the right to lead: nobody else looks, draws or "
             "leads.";
    case SetupName::order:
      return "Of equal ones the engine is the lowest tile, and where two hold it, that of the player who "
             "comes "
             "first, counted from the first player.";
    case SetupName::lot:
      return "Which of equal ones is the engine is decided by lot.";
    case SetupName::keep:
      return "What is drawn for it stays in hand.";
    case SetupName::back:
      return "What is drawn for it is shown; a tile that may not be the engine goes back before anybody "
             "draws again.";
  }
  return {};
}

/// Of an engine that is led where the rules say by whom.
constexpr std::string_view led_by_right =
    "It is led: whoever has the right to lead lays it there out of the hand.";

std::string_view drawn_sentence_of(SetupName drawn) {
  return drawn == SetupName::aside ? "What is drawn for it is shown; a tile that may not be the engine lies "
                                     "aside until one is found that "
                                     "may."
                                   : sentence_of(drawn);
}

/// The sentence for `missing` where nobody but the leader looks for the engine.
std::string_view alone_sentence_of(SetupName missing) {
  if (missing == SetupName::redeal)
    return "If the leader does not hold such a tile, all tiles are shuffled and dealt again.";
  if (missing == SetupName::reveal)
    return "If the leader does not hold such a tile, the leader turns up tiles of the boneyard until it "
           "comes, and "
           "holds it; the others go back.";
  return "If the leader does not hold such a tile, the leader draws one tile after the other until it comes; "
         "nobody "
         "else draws for it.";
}

/// More than any number on a tile: what is multiplied by it decides first.
constexpr std::int32_t least_weight = 19;

/// `tile.double and tile.high == X`: X.
const TypedExpr* double_of(const TypedExpr& wanted) {
  if (wanted.op != Op::logical_and || wanted.args.size() != 2) return nullptr;
  if (!is_member(wanted.args[0], Member::tile_double)) return nullptr;
  const TypedExpr& same = wanted.args[1];
  if (same.op != Op::equal || !is_member(same.args[0], Member::tile_high)) return nullptr;
  return &same.args[1];
}

bool asks(const TypedExpr& node, Root root) {
  return is_root(node, root) || any_of(node.args, [&](const TypedExpr& arg) { return asks(arg, root); });
}

/// True of `member == 1`.
bool is_first(const TypedExpr& node, Member member) {
  return node.op == Op::equal && is_member(node.args[0], member) && node.args[1].op == Op::number &&
         node.args[1].number == 1;
}

/// True in the first round of a match, and only there.
bool is_begin_of_match(const TypedExpr& condition) {
  if (condition.op != Op::logical_and || condition.args.size() != 2) return false;
  return is_first(condition.args[0], Member::round_number) && is_first(condition.args[1], Member::match_game);
}

/// True of `tile.double and not match.used(tile.high)`.
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

/// True if the game may show that there is nobody such.
bool may_be_nobody(const TypedExpr& who) {
  const bool never_alone = who.op == Op::absent || who.op == Op::sole || who.op == Op::fact;
  if (never_alone || is_root(who, Root::holder)) return true;
  if (who.op == Op::best && who.has_where) return true;
  if (is_member(who, Member::match_last_out) || is_member(who, Member::match_anyone) ||
      is_member(who, Member::round_winner) || is_member(who, Member::train_owner) ||
      is_member(who, Member::debt_by))
    return true;
  if (who.op == Op::choose) return may_be_nobody(who.args[1]) || may_be_nobody(who.args[2]);
  return who.op == Op::member && may_be_nobody(who.args[0]);
}

/// A step of a ladder on the way to a value: its condition, and if it holds there.
struct Step {
  const TypedExpr* condition;
  bool holds;
};
using Path = std::vector<Step>;

/// The value that a ladder has behind the conditions of `path`; a ladder still where they do not settle it.
const TypedExpr& behind(const Path& path, const TypedExpr& ladder) {
  if (ladder.op != Op::choose) return ladder;
  for (const Step& step : path) {
    if (same_simple(*step.condition, ladder.args[0])) return behind(path, ladder.args[step.holds ? 1 : 2]);
  }
  return ladder;
}

/// True if some value at the end of a ladder is of this kind.
template <class Is>
bool leads_to(const TypedExpr& ladder, const Is& is) {
  if (ladder.op != Op::choose) return is(ladder);
  return leads_to(ladder.args[1], is) || leads_to(ladder.args[2], is);
}

/// True of a limit, not the words for none.
bool is_some(const TypedExpr& most) {
  return most.op != Op::absent && (most.op != Op::number || most.number > 0);
}

/// The steps of a ladder as sentences, "if it is the first round, ...; otherwise ...", each value rendered by
/// `leaf` with the path to it.
template <class Leaf>
std::string ladder_of(const TypedExpr& value, English& english, const Leaf& leaf, const Path& path = {}) {
  if (value.op != Op::choose) return leaf(value, path);
  Path then = path;
  then.push_back({&value.args[0], true});
  Path otherwise = path;
  otherwise.push_back({&value.args[0], false});
  return fmt::format("if {}, {}; otherwise {}", english.clause(value.args[0]),
                     ladder_of(value.args[1], english, leaf, then),
                     ladder_of(value.args[2], english, leaf, otherwise));
}

TypedExpr absent_value() {
  TypedExpr nothing;
  nothing.op = Op::absent;
  return nothing;
}

struct StartLines {
  const CheckedRules& rules;
  const KnownFacts& known;
  std::vector<BookLine> lines{};

  void add(std::string key, std::string text) {
    BookLine line;
    line.from = sections_of(rules, key, {});
    for (const Citation& section : sections_of(rules, "setup." + key, {})) line.from.push_back(section);
    line.key = std::move(key);
    line.text = std::move(text);
    lines.push_back(std::move(line));
  }

  TypedExpr simplified(const TypedExpr& expression) const { return simplify(expression, rules, known); }

  /// Setup's own names; a ladder that is not settled yet stays as it is. `before` says when all of it goes.
  void add_names(const std::string& key, const TypedExpr& value, const std::string& before = {},
                 const std::function<std::string_view(SetupName)>& say = sentence_of) {
    const TypedExpr now = simplified(value);
    English english(rules, known);
    const auto leaf = [&](const TypedExpr& branch, const Path&) {
      return branch.op == Op::name ? std::string(say(static_cast<SetupName>(branch.index)))
                                   : as_sentence(english.thing(branch));
    };
    if (now.op != Op::choose) return add(key, before + leaf(now, {}));
    add(key, before + fmt::format("If {}, {} Otherwise {}", english.clause(now.args[0]),
                                  within_sentence(ladder_of(now.args[1], english, leaf)),
                                  within_sentence(ladder_of(now.args[2], english, leaf))));
  }

  /// Everybody draws a tile, perhaps in some rounds only. `alone`: nothing else says who is first.
  void lots(const TypedExpr& by, bool alone) {
    English english(rules, known, {{Root::tile, "it"}});
    const auto drawn = [&](const TypedExpr& value, const Path&) {
      if (value.op == Op::absent) return std::string("no lots are drawn");
      return fmt::format("{}everybody draws a tile; whoever has {} {}, and equal ones draw again",
                         alone ? "in each round " : "",
                         is_member(value, Member::tile_pips) ? std::string("the most pips")
                                                             : one_with_greatest(english.thing(value)),
                         alone ? "is the first player" : "wins the lots");
    };
    // A ladder that ends in no lots at all: only then they are drawn.
    const bool only = by.op == Op::choose && by.args[2].op == Op::absent && by.args[1].op != Op::choose;
    add("lots", fmt::format("{} Then the tiles are shuffled back.",
                            as_sentence(only ? fmt::format("if {}, {}", english.clause(by.args[0]),
                                                           drawn(by.args[1], {}))
                                             : ladder_of(by, english, drawn))));
  }

  /// True if the steps behind us settle that lots were drawn, for the first player where the rules name
  /// nobody.
  static bool lots_settle(const TypedExpr& lots, const Path& path) {
    const TypedExpr& drawn = behind(path, lots);
    return drawn.op != Op::absent && drawn.op != Op::choose;
  }

  std::string first_of(const TypedExpr& who, const TypedExpr& lots, const Path& path) const {
    English english(rules, known);
    const bool by_lots = lots_settle(lots, path);
    if (who.op == Op::absent || is_member(who, Member::match_anyone))
      return by_lots ? "whoever won the lots" : std::string("chosen by lot or agreement");
    if (is_member(who, Member::round_rotation)) {
      const bool later = any_of(path, [](const Step& step) {
        return !step.holds &&
               (is_first(*step.condition, Member::round_number) || is_begin_of_match(*step.condition));
      });
      return english.thing(who) +
             (later ? "" : ", in the first round of a match whoever sits in the first seat");
    }
    if (!may_be_nobody(who)) return english.thing(who);
    const bool shared = who.op == Op::sole && !who.has_where;
    return fmt::format("{}, and if {} {}", english.thing(who),
                       shared ? "two share that," : "there is nobody such,",
                       by_lots ? "whoever won the lots is" : "lot or agreement decides");
  }

  /// True if it makes a difference at the table who is first: who has the first turn, looks or draws first,
  /// or what some row asks. The order of equal ones stands with those.
  bool first_is_asked() const {
    const Setup& setup = rules.setup;
    const auto is_any = [&](const TypedExpr& names, std::initializer_list<SetupName> wanted) {
      return leads_to(simplified(names), [&](const TypedExpr& one) {
        return any_of(wanted, [&](SetupName name) { return is_name(one, name); });
      });
    };
    if (is_any(setup.engine_from, {SetupName::aside, SetupName::turned, SetupName::lead})) return true;
    if (is_any(setup.missing, {SetupName::in_turn, SetupName::one_by_one, SetupName::reveal})) return true;
    if (may_be_turned_over()) return true;
    bool asked = false;
    each_setting(rules, [&](const SettingRow& setting, const TypedExpr& value) {
      asked = asked || (setting.id != Setting::first && asks_first(simplified(value)));
    });
    if (asked) return true;
    return any_of(rules.rules, [&](const Rule& rule) {
      if (rule.when && is_false(simplified(*rule.when))) return false;
      return (rule.when && asks_first(simplified(*rule.when))) ||
             any_of(rule.effects, [&](const TypedEffect& effect) {
               return any_of(effect.args, [&](const TypedExpr& arg) { return asks_first(simplified(arg)); });
             });
    });
  }

  bool asks_first(const TypedExpr& node) const {
    if (is_member(node, Member::round_first) || is_member(node, Member::round_rotation) ||
        is_member(node, Member::player_place))
      return true;
    if (node.op == Op::word && asks_first(simplified(rules.words[static_cast<std::size_t>(node.index)].is)))
      return true;
    return any_of(node.args, [&](const TypedExpr& arg) { return asks_first(arg); });
  }

  /// Drops the sentence about the first player if nothing else speaks of one.
  void drop_first() {
    const bool is_stated = any_of(lines, [](const BookLine& line) {
      return line.key != "first" && line.text.find("first player") != std::string::npos;
    });
    if (!is_stated && !first_is_asked())
      std::erase_if(lines, [](const BookLine& line) { return line.key == "first" && line.from.empty(); });
  }

  void first_player() {
    const Setup& setup = rules.setup;
    const TypedExpr nothing = absent_value();
    const TypedExpr by = setup.lots ? simplified(*setup.lots) : nothing;
    const TypedExpr first = setup.first ? simplified(*setup.first) : nothing;
    const auto is_nobody = [](const TypedExpr& who) {
      return who.op == Op::absent || is_member(who, Member::match_anyone);
    };
    const bool open = is_nobody(first);
    if (by.op != Op::absent) {
      lots(by, open && by.op != Op::choose);
      if (open && by.op != Op::choose) return;
    }
    if (open && by.op == Op::absent)
      return add("first", "The first player is chosen by lot or by agreement.");
    if (open)
      return add(
          "first",
          "The first player is whoever won the lots; without them, one chosen by lot or by agreement.");
    if (is_member(first, Member::round_rotation))
      return add("first", in_rotation("whoever sits in the first seat"));
    if (first.op == Op::choose && is_begin_of_match(first.args[0]) &&
        is_member(first.args[2], Member::round_rotation) &&
        (is_nobody(first.args[1]) || !may_be_nobody(first.args[1])))
      return add("first", in_rotation(first_of(first.args[1], by, {{&first.args[0], true}})));
    English english(rules, known);
    add("first", as_sentence(ladder_of(first, english, [&](const TypedExpr& who, const Path& path) {
          return "the first player is " + first_of(who, by, path);
        })));
  }

  std::string in_rotation(const std::string& who) const {
    if (players_known(rules, known) == std::vector<std::int32_t>{1})
      return "Who plays alone is first in every round.";
    return fmt::format(
        "In the first round of a match the first player is {}; in each later round it is the next one to "
        "the left.",
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
    add("deal", "How many tiles everybody is dealt depends on the number of players:");
    for (const ByPlayers::Step& step : tiles.steps)
      lines.back().table.emplace_back(players_text(step.least, step.most),
                                      fmt::format("{} tiles", step.value));
  }

  /// Where tiles are drawn from. Own sentences about the deal leave it as it is.
  void boneyard() { add("boneyard", "The tiles that are left over lie face down; they are the boneyard."); }

  /// All hands go back where a condition holds.
  void redeal() {
    const Setup& setup = rules.setup;
    if (!setup.redeal) return;
    const TypedExpr when = simplified(*setup.redeal);
    if (is_false(when)) return;
    English english(rules, known);
    add("redeal", as_sentence(ladder_of(when, english, [&](const TypedExpr& one, const Path&) {
          if (is_true(one)) return std::string("all tiles are shuffled and dealt again");
          if (is_false(one)) return std::string("the tiles stay as they were dealt");
          return "when all are dealt, the tiles are shuffled and dealt again if " + english.clause(one);
        })));
    if (!setup.redeal_limit) return;
    const TypedExpr limit = simplified(*setup.redeal_limit);
    if (!leads_to(limit, is_some)) return;
    add("redeal.limit", as_sentence(ladder_of(limit, english, [&](const TypedExpr& most, const Path&) {
          return "for that reason " + limit_of(most, true, {}, english);
        })));
  }

  static bool is_name(const TypedExpr& node, SetupName name) {
    return node.op == Op::name && node.index == static_cast<int>(name);
  }

  /// The condition on a tile that may be the engine, in a phrase of its own for each kind of condition.
  std::string wanted_of(const TypedExpr& wanted, English& of_tile) const {
    if (const TypedExpr* due = double_of(wanted))
      return is_member(*due, Member::round_double)
                 ? "it has to be the double that is due in this round"
                 : "it has to be the double whose number is " + of_tile.thing(*due);
    if (is_true(wanted)) return "any tile may be the engine";
    if (is_false(wanted)) return "no tile may be the engine";
    if (is_unused_double(wanted))
      return "any double may be the engine that has not been one before in this game";
    if (is_member(wanted, Member::tile_double)) return "any double may be the engine";
    return "a tile may be the engine if " + of_tile.clause(wanted);
  }

  void engine() {
    const Setup& setup = rules.setup;
    const bool by_right = setup.leader || setup.passes;
    add_names("engine.from", setup.engine_from, std::string(about_engine), [&](SetupName from) {
      return from == SetupName::lead && by_right ? led_by_right : sentence_of(from);
    });
    const TypedExpr from = simplified(setup.engine_from);
    const auto comes_by = [&](SetupName name) {
      return leads_to(from, [&](const TypedExpr& way) { return is_name(way, name); });
    };
    English of_tile(rules, known, {{Root::tile, "it"}, {Root::me, "a player"}});
    TypedExpr wanted = setup.wanted ? simplified(*setup.wanted) : TypedExpr{};
    if (setup.wanted) {
      add("engine.wanted", as_sentence(ladder_of(wanted, of_tile, [&](const TypedExpr& one, const Path&) {
            return wanted_of(one, of_tile);
          })));
    } else if (rules.match.scheduled) {
      add("engine.wanted", "It has to be the double that is due in this round.");
    }
    if (by_right && comes_by(SetupName::lead)) leader();
    const bool several = setup.wanted && leads_to(wanted, [](const TypedExpr& one) {
                           return double_of(one) == nullptr && !is_false(one);
                         });
    // Only where the engine is led does somebody choose it.
    const bool led = comes_by(SetupName::lead);
    const bool chosen = comes_by(SetupName::hands) || comes_by(SetupName::aside);
    if (several && chosen) best(of_tile, led ? "unless it is led: " : "");
    if (!comes_by(SetupName::hands) && !led) return;
    const std::string before = comes_by(SetupName::aside) ? "Unless it is taken out before the deal: " : "";
    const bool alone = setup.passes && is_name(simplified(*setup.passes), SetupName::never) &&
                       is_name(from, SetupName::lead);
    add_names("engine.missing", setup.missing, before, alone ? alone_sentence_of : sentence_of);
    if (setup.drawn && !is_name(simplified(*setup.drawn), SetupName::keep))
      add_names("engine.drawn", *setup.drawn, before, drawn_sentence_of);
    if (setup.limit) limit(of_tile, before);
  }

  /// Prints who has the right to lead, and whether it passes on.
  void leader() {
    const Setup& setup = rules.setup;
    English english(rules, known);
    const auto leader_text = [&](const TypedExpr& who, const Path&) {
      if (who.op == Op::absent) return std::string("the first player has the right to lead");
      const std::string right = english.thing(who) + " has the right to lead";
      return may_be_nobody(who) ? right + "; if there is nobody such, the first player has it" : right;
    };
    add("engine.leader", setup.leader
                             ? as_sentence(ladder_of(simplified(*setup.leader), english, leader_text))
                             : "The first player has the right to lead.");
    if (setup.passes) return add_names("engine.passes", *setup.passes);
    add("engine.passes", std::string(sentence_of(SetupName::left)));
  }

  static std::string limit_of(const TypedExpr& limit, bool redeals, std::string_view draws,
                              English& of_tile) {
    if (limit.op == Op::absent || (limit.op == Op::number && limit.number <= 0))
      return redeals ? "they are dealt again as often as it takes" : "that may be as many as it takes";
    const std::string number = limit.op == Op::number
                                   ? how_many(limit.number, redeals ? "time" : "tile")
                                   : of_tile.thing(limit) + (redeals ? " times" : " tiles");
    return redeals ? fmt::format("they are dealt again {} at most", number)
                   : fmt::format("nobody {} more than {} for it", draws, number);
  }

  void limit(English& of_tile, const std::string& before) {
    const TypedExpr limit = simplified(*rules.setup.limit);
    if (!leads_to(limit, is_some)) return;
    const TypedExpr missing = simplified(rules.setup.missing);
    const bool redeals = is_name(missing, SetupName::redeal);
    const std::string_view draws = is_name(missing, SetupName::reveal) ? "turns up" : "draws";
    add("engine.limit",
        before + as_sentence(ladder_of(limit, of_tile, [&](const TypedExpr& most, const Path&) {
          return limit_of(most, redeals, draws, of_tile);
        })));
    add_names("engine.then", rules.setup.then, before);
  }

  /// Returns which of several tiles is the engine: the one with the greatest `best`.
  std::string best_of(const TypedExpr& best, English& of_tile, std::string_view several) const {
    if (best.op == Op::absent || is_member(best, Member::tile_high))
      return fmt::format("of {}, the highest is the engine", several);
    // `a - 100 * b`: the least b, and of those the greatest a.
    if (best.op == Op::subtract && best.args[1].op == Op::multiply && best.args[1].args[0].op == Op::number &&
        best.args[1].args[0].number >= least_weight) {
      if (is_member(best.args[1].args[1], Member::player_place) && is_member(best.args[0], Member::tile_high))
        return fmt::format(
            "of {}, that of the player who comes first, counted from the first player, is the engine; "
            "of that player's own, the highest",
            several);
      return fmt::format(
          "of {}, that tile is the engine for which {} is least; where that is equal, {} "
          "decides, the greatest first",
          several, of_tile.thing(best.args[1].args[1]), of_tile.thing(best.args[0]));
    }
    return fmt::format("of {}, that tile is the engine for which {} is greatest", several,
                       of_tile.thing(best));
  }

  void best(English& of_tile, std::string_view before) {
    const TypedExpr best = rules.setup.best ? simplified(*rules.setup.best) : absent_value();
    // Where players look one by one, tiles of one hand are compared.
    const bool alone = is_name(simplified(rules.setup.missing), SetupName::one_by_one) &&
                       is_name(simplified(rules.setup.engine_from), SetupName::hands);
    add("engine.best", as_sentence(fmt::format(
                           "{}{}", before, ladder_of(best, of_tile, [&](const TypedExpr& one, const Path&) {
                             return best_of(one, of_tile, alone ? "several in one hand" : "several");
                           }))));
    if (rules.setup.ties)
      add_names("engine.ties", *rules.setup.ties, before.empty() ? "" : "Unless it is led: ");
  }

  /// The player of the first turn where the rules name nobody.
  std::string usual_starter() const {
    const TypedExpr from = simplified(rules.setup.engine_from);
    if (is_name(from, SetupName::aside) || is_name(from, SetupName::turned)) return "the first player has";
    return fmt::format("whoever {} the engine has", is_name(from, SetupName::lead) ? "led" : "held");
  }

  std::string starter_of(const TypedExpr& who, English& english) const {
    if (is_member(who, Member::match_last_out))
      return fmt::format("whoever went out in the last round has the first turn; if nobody did, {} it",
                         usual_starter());
    // Nobody holds a tile that was never dealt.
    const TypedExpr from = simplified(rules.setup.engine_from);
    const bool never_held = is_name(from, SetupName::aside) || is_name(from, SetupName::turned);
    if (who.op == Op::absent || (never_held && is_root(who, Root::holder)))
      return usual_starter() + " the first turn";
    const std::string turn = english.thing(who) + " has the first turn";
    const bool holder =
        who.op == Op::root || !may_be_nobody(who) || (who.op == Op::member && who.args[0].op == Op::root);
    return holder ? turn : fmt::format("{}; if there is nobody such, {} it", turn, usual_starter());
  }

  /// True if at the limit of drawing a tile that nobody holds may become the engine.
  bool may_be_turned_over() const {
    const Setup& setup = rules.setup;
    return setup.limit && leads_to(simplified(*setup.limit), is_some) &&
           leads_to(simplified(setup.then),
                    [](const TypedExpr& then) { return is_name(then, SetupName::turn_over); });
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
        return add("starter",
                   as_sentence(fmt::format(
                       "if {}, {} has the first turn; otherwise {} has it{}", english.clause(who.args[0]),
                       again.thing(who.args[1]), again.thing(who.args[2]),
                       may_be_turned_over() ? "; if nobody held it, the first player has it" : "")));
      }
      if (who.op != Op::absent)
        return add("starter", as_sentence(ladder_of(who, english, [&](const TypedExpr& one, const Path&) {
                     return starter_of(one, english);
                   })));
    }
    if (is_name(from, SetupName::aside) || is_name(from, SetupName::turned))
      return add("starter", "The first player has the first turn.");
    add("starter", as_sentence(usual_starter() + " the first turn; if nobody did, the first player has it"));
  }
};

}  // namespace

std::vector<BookLine> start_lines(const CheckedRules& rules, const KnownFacts& known) {
  StartLines made{rules, known};
  made.first_player();
  made.deal();
  made.boneyard();
  made.redeal();
  made.engine();
  made.starter();
  made.drop_first();
  return std::move(made.lines);
}

}  // namespace roundhouse::dsl
