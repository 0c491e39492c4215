// Tables that cannot be set out as the file says.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/simplify.h"
#include "dsl/compile/rule_text.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"
#include "tools/lint/lint.h"
#include "tools/lint/values.h"

namespace roundhouse::dsl {
namespace {

// The number of tiles dealt and the number in the set, for each number of players.

struct HandsDealt {
  std::int32_t players = 0;
  std::int64_t each = 0;    ///< tiles for everybody
  std::int64_t needed = 0;  ///< in all
  std::int64_t tiles = 0;   ///< that can be dealt
  std::int64_t highest = 0;
};

/// The places that say how many tiles there are and how many are dealt, the deal first.
std::vector<Span> places(const CheckedRules& rules) {
  std::vector<Span> found;
  const auto add = [&](const TypedExpr& value, std::string_view key) {
    if (value.op == Op::option || value.op == Op::table)
      found.push_back(rules.options[static_cast<std::size_t>(value.index)].value_where);
    for (const auto& [known, where] : rules.setup.places)
      if (known == key) found.push_back(where);
  };
  add(rules.setup.deal, "deal");
  add(rules.setup.highest, "set.highest");
  add(rules.setup.copies, "set.copies");
  add(rules.setup.engine_from, "engine.from");
  for (const auto& [known, where] : rules.setup.places)
    if (known == "players") found.push_back(where);
  return found;
}

/// The hands dealt with the options as they are. Nothing if that changes during the game.
std::optional<HandsDealt> hands_dealt(const CheckedRules& rules, std::int32_t players) {
  const Setup& setup = rules.setup;
  const ConstantValue deal = constant_value(setup.deal, rules, players);
  const ConstantValue highest = constant_value(setup.highest, rules, players);
  const ConstantValue copies = constant_value(setup.copies, rules, players);
  const ConstantValue from = constant_value(setup.engine_from, rules, players);
  if (!deal.is_known() || !highest.is_known() || !copies.is_known()) return std::nullopt;
  // An engine that comes out of no hand is dealt to nobody.
  const bool nobodys = from.is_known() && (from.value == static_cast<std::int64_t>(SetupName::aside) ||
                                           from.value == static_cast<std::int64_t>(SetupName::turned));
  const std::int64_t tiles = (highest.value + 1) * (highest.value + 2) / 2 * copies.value - (nobodys ? 1 : 0);
  return HandsDealt{players, deal.value, deal.value * players, tiles, highest.value};
}

/// The first place of this file that says how many tiles there are or how many are dealt, the deal first.
std::optional<Span> own_place_of_deal(const Linted& linted) {
  const std::vector<Span> all = places(linted.rules);
  const auto place = find_if(all, [&](Span where) { return linted.is_own(where); });
  if (place == all.end()) return std::nullopt;
  return *place;
}

// The tiles do not suffice for some numbers of players. Such a table is refused when it sits down; this tells
// the author of the rules before. So it does if families may choose a number of tiles that the set has not.
/// The numbers of players that need more than there is. What changes during the game is not known here.
std::vector<HandsDealt> too_large(const CheckedRules& rules) {
  std::vector<HandsDealt> found;
  for (const std::int32_t players : player_numbers(rules.setup)) {
    const auto dealt = hands_dealt(rules, players);
    if (dealt && dealt->needed > dealt->tiles) found.push_back(*dealt);
  }
  return found;
}

/// "2, 4 and 6 to 8"
std::string listed_tables(const std::vector<HandsDealt>& tables) {
  std::vector<std::string> runs;
  for (std::size_t i = 0; i < tables.size();) {
    std::size_t last = i;
    while (last + 1 < tables.size() && tables[last + 1].players == tables[last].players + 1) ++last;
    // Two in a row are named one by one.
    if (last == i + 1) last = i;
    runs.push_back(last == i ? fmt::format("{}", tables[i].players)
                             : fmt::format("{} to {}", tables[i].players, tables[last].players));
    i = last + 1;
  }
  return listed(runs);
}

/// The figures of the table that needs most.
std::string figures(const std::vector<HandsDealt>& tables) {
  const HandsDealt& worst = *std::max_element(
      tables.begin(), tables.end(),
      [](const HandsDealt& a, const HandsDealt& b) { return a.needed - a.tiles < b.needed - b.tiles; });
  return fmt::format("{} with {} tiles each need {}, and of the {} set there are {}",
                     players_text(worst.players, worst.players), worst.each, worst.needed,
                     set_text(static_cast<std::int32_t>(worst.highest)), worst.tiles);
}

std::string whom(const std::vector<HandsDealt>& tables) {
  return tables.back().players == 1 ? players_text(1, 1) : listed_tables(tables) + " players";
}

/// A value that families may choose for an own option of which the deal is made, and what it is too large
/// for.
struct TooLargeChoice {
  std::size_t option = 0;
  std::int32_t value = 0;
  std::vector<HandsDealt> tables;
};

/// The first of all that are listed, or the greatest of a range.
std::vector<TooLargeChoice> too_large_choices(const Linted& linted) {
  std::vector<TooLargeChoice> found;
  std::vector<std::size_t> asked;
  for_each_node(linted.rules.setup.deal, [&](const TypedExpr& node) {
    if (node.op == Op::option) asked.push_back(static_cast<std::size_t>(node.index));
  });
  for (const std::size_t index : asked) {
    const Option& option = linted.rules.options[index];
    if (!linted.is_own(option.where) || option.type != Type::number) continue;
    std::vector<std::int32_t> values = option.numbers;
    if (values.empty() && option.range) values = {option.range->second};
    if (!linted.effort.spend(10 * linted.rules.rules.size())) return found;
    CheckedRules chosen = linted.rules;
    for (const std::int32_t value : values) {
      if (!linted.effort.spend(1'000)) return found;
      chosen.options[index].value = value;
      std::vector<HandsDealt> tables = too_large(chosen);
      if (tables.empty()) continue;
      found.push_back({index, value, std::move(tables)});
      break;
    }
  }
  return found;
}

void find_in_force(const Linted& linted, const std::vector<HandsDealt>& tables) {
  const Setup& setup = linted.rules.setup;
  const std::optional<Span> place = own_place_of_deal(linted);
  if (!place) return;
  const HandsDealt& first = tables.front();
  Diagnostic& made = linted.warn(*place, fmt::format("there are too few tiles for {}", whom(tables)));
  made.why = figures(tables);
  // The others are all below the first that does not fit, or the advice would be none.
  const bool is_upper_part = tables.back().players == setup.most_players &&
                             tables.back().players - first.players + 1 == static_cast<int>(tables.size());
  made.help = is_upper_part && first.players > setup.least_players
                  ? fmt::format("deal fewer, or say under 'setup' that the game is for {}",
                                players_text(setup.least_players, first.players - 1))
                  : "deal fewer to them";
  for (const TooLargeChoice& choice : too_large_choices(linted)) {
    const Option& option = linted.rules.options[choice.option];
    if (choice.value != option.value)
      made.labels.push_back(
          {option.where, fmt::format("and it may be {}: {}", choice.value, figures(choice.tables))});
  }
}

void find_by_choice(const Linted& linted) {
  for (const TooLargeChoice& choice : too_large_choices(linted)) {
    const Option& option = linted.rules.options[choice.option];
    Diagnostic& made = linted.warn(option.where, fmt::format("with '{}' {} there are too few tiles for {}",
                                                             option.name, choice.value, whom(choice.tables)));
    made.why = figures(choice.tables);
    made.help = "leave that value out, or let fewer players play";
  }
}

void find_deal_too_large(const Linted& linted) {
  const std::vector<HandsDealt> tables = too_large(linted.rules);
  // A deal that suits nobody is an error already.
  if (tables.size() == player_numbers(linted.rules.setup).size()) return;
  if (tables.empty()) {
    find_by_choice(linted);
  } else {
    find_in_force(linted, tables);
  }
}

// The double that is scheduled for a round has to be in the set, or the round has no engine. All rounds and
// numbers of players are gone through, with the options as they are.
constexpr std::int64_t most_rounds = 60;

struct Missing {
  std::int32_t players = 0;
  std::int64_t highest = 0;
  std::int64_t rounds = 0;  ///< of a game
  struct Round {
    std::int32_t number;
    std::int64_t pip;
  };
  std::vector<Round> all{};
};

bool asks_for_scheduled(const CheckedRules& rules, const TypedExpr& expression) {
  bool found = false;
  for_each_node(expression, [&](const TypedExpr& node) {
    if (is_member(node, Member::round_double)) found = true;
    if (node.op == Op::word)
      found = found || asks_for_scheduled(rules, rules.words[static_cast<std::size_t>(node.index)].is);
  });
  return found;
}

/// The rounds that have no engine for so many players.
Missing missing_for(const CheckedRules& rules, std::int32_t players) {
  Missing missing;
  missing.players = players;
  KnownFacts known;
  known.players = players;
  if (rules.setup.wanted && !asks_for_scheduled(rules, simplify(*rules.setup.wanted, rules, known)))
    return missing;
  const ConstantValue highest = constant_value(rules.setup.highest, rules, players);
  const ConstantValue rounds = rules.match.rounds ? constant_value(*rules.match.rounds, rules, players)
                                                  : ConstantValue{ConstantValue::State::known, 1};
  if (!highest.is_known() || !rounds.is_known()) return missing;
  missing.highest = highest.value;
  missing.rounds = rounds.value;
  for (std::int32_t number = 1; number <= std::min(rounds.value, most_rounds); ++number) {
    known.round = number;
    const TypedExpr pip = simplify(*rules.match.scheduled, rules, known);
    if (const auto scheduled = number_in(pip); scheduled && (*scheduled < 0 || *scheduled > highest.value))
      missing.all.push_back({number, *scheduled});
  }
  return missing;
}

void find_engine_not_in_set(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  if (!rules.match.scheduled) return;
  std::vector<Span> places;
  for (const std::string_view wanted : {"double", "rounds"})
    for (const auto& [key, where] : rules.match.places)
      if (key == wanted) places.push_back(where);
  for (const auto& [key, where] : rules.setup.places)
    if (key == "set.highest") places.push_back(where);
  for (const Option& option : rules.options) {
    const auto at = static_cast<std::size_t>(&option - rules.options.data());
    if (linted.game.sizes[at]) places.push_back(option.value_where);
  }
  const auto own = find_if(places, [&](Span where) { return linted.is_own(where); });
  if (own == places.end()) return;
  for (const std::int32_t players : player_numbers(rules.setup)) {
    if (!linted.effort.spend(2'000)) return;
    const Missing missing = missing_for(rules, players);
    if (missing.all.empty()) continue;
    const Missing::Round& first = missing.all.front();
    Diagnostic& made = linted.warn(
        *own, fmt::format("the double {} is scheduled for round {}, and the {} set has none", first.pip,
                          first.number, set_text(static_cast<std::int32_t>(missing.highest))));
    made.why = fmt::format("with {} {} of {} have no engine: doubles go from 0 to {}",
                           players_text(players, players), missing.all.size(),
                           counted(missing.rounds, "rounds"), missing.highest);
    made.help = first.pip < 0 ? "play fewer rounds, or begin again with another double"
                              : fmt::format("begin with the double {} or a lower one", missing.highest);
    return;
  }
}

// A file that gives the set another size, and leaves the first double and the number of rounds as they were
// for the parent's. There each double began a round; here some never do, and nobody has said so.
struct Schedule {
  std::int64_t highest = 0;
  std::vector<bool> begins;  ///< for each double of the set: some round begins with it

  bool is_whole() const {
    return all_of(begins, [](bool one) { return one; });
  }
};

std::optional<Schedule> schedule_of(const CheckedRules& rules, KnownFacts known) {
  if (!rules.match.scheduled || !rules.match.rounds) return std::nullopt;
  if (rules.setup.wanted && !asks_for_scheduled(rules, simplify(*rules.setup.wanted, rules, known)))
    return std::nullopt;
  const auto highest = number_in(simplify(rules.setup.highest, rules, known));
  const auto rounds = number_in(simplify(*rules.match.rounds, rules, known));
  if (!highest || !rounds || *highest < 0) return std::nullopt;
  Schedule schedule{*highest, std::vector<bool>(static_cast<std::size_t>(*highest) + 1)};
  for (std::int32_t number = 1; number <= std::min<std::int64_t>(*rounds, most_rounds); ++number) {
    known.round = number;
    const auto pip = number_in(simplify(*rules.match.scheduled, rules, known));
    if (!pip) return std::nullopt;
    if (*pip >= 0 && *pip <= *highest) schedule.begins[static_cast<std::size_t>(*pip)] = true;
  }
  return schedule;
}

/// "the doubles 13, 14 and 15", of those that begin no round.
std::string left_out(const Schedule& schedule) {
  std::vector<std::string> doubles;
  for (std::size_t pip = 0; pip < schedule.begins.size(); ++pip)
    if (!schedule.begins[pip]) doubles.push_back(std::to_string(pip));
  return fmt::format("the double{} {}", doubles.size() == 1 ? "" : "s", listed(doubles));
}

/// The numbers, given by no own line, with which each double begins a round again; tried. One is better than
/// two.
std::vector<std::pair<std::size_t, std::int32_t>> numbers_that_suit(const Linted& linted,
                                                                    std::int32_t players) {
  using Numbers = std::vector<std::pair<std::size_t, std::int32_t>>;
  const CheckedRules& rules = linted.rules;
  KnownFacts known;
  known.players = players;
  std::set<std::size_t> asked;
  for (const auto* value : {&*rules.match.scheduled, &*rules.match.rounds})
    for (const std::size_t at : options_of(*value, rules)) asked.insert(at);
  Numbers one;
  for (const std::size_t at : asked) {
    const Option& option = rules.options[at];
    if (linted.is_own(option.value_where) || option.type != Type::number || !option.range) continue;
    const std::int32_t highest = number_in(simplify(rules.setup.highest, rules, known)).value_or(0);
    for (const std::int32_t number : {highest, highest + 1})
      if (number >= option.range->first && number <= option.range->second) one.emplace_back(at, number);
  }
  CheckedRules tried = rules;
  const auto suits = [&](const Numbers& numbers) {
    if (!linted.effort.spend(1'000)) return false;
    for (const auto& [at, number] : numbers) tried.options[at].value = number;
    const auto schedule = schedule_of(tried, known);
    for (const auto& [at, number] : numbers) tried.options[at].value = rules.options[at].value;
    return schedule && schedule->is_whole();
  };
  for (const auto& number : one)
    if (suits({number})) return {number};
  for (const auto& number : one)
    for (const auto& other : one)
      if (number.first < other.first && suits({number, other})) return {number, other};
  return {};
}

void find_unused_doubles(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  const auto of_set = options_of(rules.setup.highest, rules);
  const auto own = find_if(of_set, [&](std::size_t at) {
    return linted.is_own(rules.options[at].value_where) && !linted.is_own(rules.options[at].where);
  });
  if (own == of_set.end()) return;
  for (const std::int32_t players : player_numbers(rules.setup)) {
    if (!linted.effort.spend(2'000)) return;
    KnownFacts known;
    known.players = players;
    const auto schedule = schedule_of(rules, known);
    known.values = KnownFacts::Values::inherited;
    const auto before = schedule_of(rules, known);
    if (!schedule || !before || schedule->is_whole() || !before->is_whole()) continue;
    const auto numbers = numbers_that_suit(linted, players);
    if (numbers.empty()) continue;
    std::vector<std::string> lines;
    for (const auto& [at, number] : numbers)
      lines.push_back(fmt::format("'{}: {}'", rules.options[at].name, number));
    Diagnostic& made =
        linted.warn(rules.options[*own].value_where,
                    fmt::format("no round begins with {} of this set", left_out(*schedule)),
                    fmt::format("write {} beside it; else say the numbers that are meant", listed(lines)));
    made.why = fmt::format("with the parent's {} set each double began one round, and its numbers still hold",
                           set_text(static_cast<std::int32_t>(before->highest)));
    return;
  }
}

// A row that waits for another choice of a parent's option than the one in force: `doubles == follow-up` at a
// table that satisfies doubles. A record could set the option otherwise, but who
// writes the row plays with what stands in the file. Options that the file itself declares are meant to be
// chosen, so rows may wait for them.
bool is_never_true(const TypedExpr& condition, const CheckedRules& rules) {
  return is_false(simplify(condition, rules, KnownFacts{}));
}

/// An option that alone keeps the row from applying, and how a file would let it.
struct InTheWay {
  std::size_t option = 0;
  std::string in_force;  ///< the value as it is written
  std::string needed;
};

std::optional<InTheWay> option_in_the_way(const Linted& linted, const TypedExpr& condition,
                                          const std::vector<std::size_t>& asked) {
  CheckedRules other = linted.rules;
  for (const std::size_t at : asked) {
    Option& option = other.options[at];
    // Numbers are tuned from evening to evening, and rows wait for them.
    if (option.type == Type::number) continue;
    const OptionId id{static_cast<std::uint16_t>(at)};
    const std::int32_t in_force = option.value;
    for (const std::int32_t value : distinguishing_values(option)) {
      option.value = value;
      if (!linted.effort.spend(100)) return std::nullopt;
      if (!is_never_true(condition, other))
        return InTheWay{at, option_text(linted.rules, id, 0, 0), option_text(other, id, 0, 0)};
    }
    option.value = in_force;
  }
  return std::nullopt;
}

void find_never_as_set(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  for (const Rule& rule : rules.rules) {
    if (!rule.when || !linted.is_own(rule.when->where)) continue;
    const std::vector<std::size_t> asked = options_of(*rule.when, rules);
    const auto own = [&](std::size_t at) { return linted.is_own(rules.options[at].where); };
    if (asked.empty() || any_of(asked, own)) continue;
    if (!linted.effort.spend(10) || !is_never_true(*rule.when, rules)) continue;
    // A condition that no option can mend has checks of its own.
    if (never_holds(linted, *rule.when)) continue;
    // To copy the rules takes its time, too.
    if (!linted.effort.spend(10 * rules.rules.size())) return;
    const auto found = option_in_the_way(linted, *rule.when, asked);
    if (!found) continue;
    const Option& option = rules.options[found->option];
    Diagnostic& made = linted.warn(rule.when->where, fmt::format("'{}' never applies as long as '{}' is {}",
                                                                 rule.id, option.name, found->in_force));
    const bool here = linted.is_own(option.value_where);
    if (here)
      made.labels.push_back({option.value_where, "set here"});
    else
      made.why = fmt::format("this file leaves '{}' as its parent has it", option.name);
    made.help = fmt::format("if it is to apply, write '{}: {}' under 'options'; else leave the row out",
                            option.name, found->needed);
  }
}

// If exactly all tiles are dealt nothing is left to draw. That may be meant where nobody draws; where the
// rules speak of drawing it is a slip of the table of hands.
/// True if under the options as they are nobody ever draws.
bool nobody_draws(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  const ActId draw = act_id(BuiltInAct::draw);
  if (never_legal_act(linted, draw)) return true;
  std::vector<TypedExpr> conditions;
  for (const std::size_t at : forbids_of(rules, draw)) {
    const Rule& rule = rules.rules[at];
    if (!rule.when) return true;
    conditions.push_back(in_force(linted, *rule.when));
  }
  std::vector<Claim> claims;
  for (const TypedExpr& condition : conditions) {
    if (is_true(condition)) return true;
    claims.push_back({&condition, false});
  }
  return !claims.empty() && impossible(linted, claims, TrainsGone::counted, {draw, std::nullopt, true});
}

void find_no_boneyard(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  std::vector<HandsDealt> bare;
  for (const std::int32_t players : player_numbers(rules.setup)) {
    const auto dealt = hands_dealt(rules, players);
    if (dealt && dealt->needed == dealt->tiles) bare.push_back(*dealt);
  }
  if (bare.empty()) return;
  // The largest table may take all there is; where a larger one has some left it was no such thought.
  const bool only_largest = bare.size() == 1 && bare.front().players == rules.setup.most_players;
  if (only_largest && rules.setup.most_players > rules.setup.least_players) return;
  const std::optional<Span> place = own_place_of_deal(linted);
  if (!place || nobody_draws(linted)) return;
  const HandsDealt& first = bare.front();
  Diagnostic& made = linted.warn(*place, fmt::format("with {} the boneyard is empty from the start",
                                                     players_text(first.players, first.players)));
  made.why =
      fmt::format("{} hands of {} are all {} tiles of the {} set, and the rules let players draw",
                  first.players, first.each, first.tiles, set_text(static_cast<std::int32_t>(first.highest)));
  made.help = "deal fewer tiles to so many players";
}

// Every round begins with an engine. Where no tile can be it, all rounds are void: no double is scheduled
// though only the scheduled one is wanted.
void find_no_engine(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  if (rules.setup.wanted || rules.match.scheduled) return;
  for (const auto& [key, where] : rules.setup.places) {
    if (key != "engine.from" || !linted.is_own(where)) continue;
    Diagnostic& made = linted.warn(where, "no tile can be the engine, and no round can begin");
    made.why =
        "without 'engine: wanted' the engine is the double scheduled for the round, and nothing under "
        "'match: "
        "double' says which that is";
    made.help =
        "say 'wanted: tile.double' if any double may be it, or schedule one under 'match' with 'double:'";
  }
}

// Of a ladder, or of `if a then b else c`, the first step whose condition holds is taken. A step that can
// hold only where an earlier one does is never taken. The last, which has no condition, has to be there and
// is let be.
void climb(const Linted& linted, const TypedExpr& first) {
  std::vector<Claim> passed;
  for (const TypedExpr* step = &first; step->op == Op::choose; step = &step->args[2]) {
    const TypedExpr& condition = step->args[0];
    std::vector<Claim> here = passed;
    here.push_back({&condition, true});
    const bool reported = never_holds(linted, condition) || !linted.is_own(condition.where);
    if (!passed.empty() && !reported && impossible(linted, here)) {
      Diagnostic& made =
          linted.warn(condition.where, "this step is never reached: an earlier one is taken first");
      made.labels.push_back({passed.back().condition->where, "the step before"});
      made.help = "put the narrower step first, or take this one out";
    }
    passed.push_back({&condition, false});
  }
}

void find_unreachable_step(const Linted& linted) {
  for_each_expression(linted.rules, [&](const TypedExpr& expression) {
    // The steps after the first are choices, too, but begin no ladder of their own.
    std::vector<const TypedExpr*> steps;
    for_each_node(expression, [&](const TypedExpr& node) {
      if (node.op != Op::choose) return;
      const bool goes_on = contains(steps, &node);
      steps.push_back(&node.args[2]);
      if (!goes_on) climb(linted, node);
    });
  });
}

}  // namespace

const LintCheck setup_checks[] = {
    {"deal-too-large", "For some numbers of players more tiles are dealt than there are.",
     find_deal_too_large},
    {"engine-not-in-set", "For some round a double is scheduled that the set does not have.",
     find_engine_not_in_set},
    {"never-as-set", "A row waits for another choice of a parent's option than the one in force.",
     find_never_as_set},
    {"no-boneyard", "All tiles are dealt though players may draw.", find_no_boneyard},
    {"no-engine", "No tile can be the engine.", find_no_engine},
    {"unreachable-step", "A step of a ladder, or a choice, that is never reached.", find_unreachable_step},
    {"unused-doubles", "The set was made larger, and some of its doubles begin no round.",
     find_unused_doubles},
};

}  // namespace roundhouse::dsl
