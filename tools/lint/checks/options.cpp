// Options that decide nothing.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/simplify.h"
#include "dsl/compile/rule_text.h"
#include "dsl/rulebook/alike_values.h"
#include "dsl/rulebook/rows_in_force.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/claims.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace {

// A choice of names makes a difference by conditions that ask for a name. Two names that nothing asks for are
// one and the same answer to the question.
/// For each option the names that a condition compares it with; an option that is used in any other way needs
/// none.
struct Asked {
  std::vector<std::vector<std::int32_t>> names;
  std::vector<bool> as_value;
};

void note(const TypedExpr& node, Asked& asked) {
  const auto is_option = [](const TypedExpr& side) { return side.op == Op::option; };
  if (node.op == Op::equal || node.op == Op::not_equal) {
    const TypedExpr &a = node.args[0], &b = node.args[1];
    if (is_option(a) && b.op == Op::name)
      return asked.names[static_cast<std::size_t>(a.index)].push_back(b.index);
    if (is_option(b) && a.op == Op::name)
      return asked.names[static_cast<std::size_t>(b.index)].push_back(a.index);
  }
  if (is_option(node)) asked.as_value[static_cast<std::size_t>(node.index)] = true;
  for (const TypedExpr& arg : node.args) note(arg, asked);
}

void find_alike_choices(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  Asked asked{std::vector<std::vector<std::int32_t>>(rules.options.size()),
              std::vector<bool>(rules.options.size())};
  for_each_expression(rules, [&](const TypedExpr& expression) { note(expression, asked); });
  for (std::size_t i = 0; i < rules.options.size(); ++i) {
    const Option& option = rules.options[i];
    // One that nothing asks for at all has a check of its own.
    if (option.type != Type::name || asked.as_value[i] || asked.names[i].empty()) continue;
    if (!linted.is_own(option.where)) continue;
    std::vector<std::string> alike;
    for (const NameId choice : option.choices) {
      const auto& names = asked.names[i];
      if (!contains(names, choice.value)) alike.push_back(fmt::format("'{}'", rules.name_text(choice)));
    }
    if (alike.size() < 2) continue;
    Diagnostic& made = linted.warn(
        option.where, fmt::format("of '{}' the choices {} come to the same", option.name, listed(alike)));
    made.why = "no condition asks for any of them, so that nothing in the game tells them apart";
    made.help = "add the row that makes the difference, or leave one of the choices out";
  }
}

// A value that this file gives to a parent's option, and that makes no difference: nothing in force asks for
// it, or all that does comes to the same as under the inherited value. Fines for a missed knock where nobody
// knocks are such a value.
/// True if an expression asks for this option, through words as well.
bool asks_for(const std::vector<bool>& words_ask, const TypedExpr& expression, std::size_t option,
              Effort& effort) {
  bool found = false;
  std::size_t nodes = 0;
  for_each_node(expression, [&](const TypedExpr& node) {
    ++nodes;
    const auto index = static_cast<std::size_t>(node.index);
    if ((node.op == Op::option || node.op == Op::table) && index == option) found = true;
    if (node.op == Op::word && words_ask[index]) found = true;
  });
  constexpr std::size_t nodes_a_step = 16;
  // If nothing can be looked at any more, everything may ask.
  return !effort.spend(1 + nodes / nodes_a_step) || found;
}

/// The words that ask for it, through others or not.
std::vector<bool> words_that_ask(const CheckedRules& rules, std::size_t option, Effort& effort) {
  std::vector<bool> ask(rules.words.size());
  bool changed = true;
  for (int pass = 0; changed && pass < 32; ++pass) {
    changed = false;
    for (std::size_t i = 0; i < rules.words.size(); ++i) {
      if (ask[i] || !asks_for(ask, rules.words[i].is, option, effort)) continue;
      ask[i] = changed = true;
    }
  }
  return ask;
}

struct Compared {
  const Linted& linted;
  const CheckedRules& base;
  const CheckedRules& other;  ///< equal but for the value of one option
  std::size_t option;
  KnownFacts base_known = known_in_play(base, {});
  KnownFacts other_known = known_in_play(other, {});
  std::vector<bool> words_ask = words_that_ask(base, option, linted.effort);
  std::vector<int> words_differ = std::vector<int>(base.words.size(), -1);

  bool word_differs(std::size_t word) {
    if (words_differ[word] < 0) {
      words_differ[word] = 1;  // until it is known better
      words_differ[word] = differs(base.words[word].is) ? 1 : 0;
    }
    return words_differ[word] == 1;
  }

  bool differs(const TypedExpr& expression) {
    if (!asks_for(words_ask, expression, option, linted.effort)) return false;
    if (!linted.effort.spend(100)) return true;
    const TypedExpr a = simplify(expression, base, base_known), b = simplify(expression, other, other_known);
    if (!same_simple(a, b)) return true;
    bool found = false;
    for_each_node(a, [&](const TypedExpr& node) {
      if (node.op == Op::word && words_ask[static_cast<std::size_t>(node.index)])
        found = found || word_differs(static_cast<std::size_t>(node.index));
    });
    return found;
  }

  bool never_applies(const Rule& rule) const {
    return rule.when && is_false(simplify(*rule.when, base, base_known)) &&
           is_false(simplify(*rule.when, other, other_known));
  }

  /// True if nothing permits the act under either value: it is never done, and nothing follows it.
  bool is_dead_act(ActId act) const {
    const std::vector<std::size_t> permits = permits_of(base, act);
    return !permits.empty() && all_of(permits, [&](std::size_t at) { return never_applies(base.rules[at]); });
  }

  /// True if the row holds under neither value behind a tile that could be laid.
  bool never_follows_a_lay(const Rule& rule) const {
    return all_of(std::array{&base, &other}, [&](const CheckedRules* rules) {
      const Linted within{*rules, linted.file, linted.game, linted.effort, linted.findings};
      return dsl::never_follows_a_lay(within, rule);
    });
  }

  bool is_dead(const Rule& rule) const {
    if (never_applies(rule) || never_follows_a_lay(rule)) return true;
    const auto dead_event = [&](EventId event) {
      return event.value >= built_in_events &&
             is_dead_act({static_cast<std::uint16_t>(event.value - built_in_events + built_in_acts)});
    };
    if (!rule.events.empty() && all_of(rule.events, dead_event)) return true;
    const auto dead_act = [&](ActId act) { return act.value >= built_in_acts && is_dead_act(act); };
    if (rule.shape != Shape::permit && !rule.acts.empty() && all_of(rule.acts, dead_act)) return true;
    const auto dead_row = [&](RuleId id) { return is_dead(base.rules[id.value]); };
    return !rule.excepts.empty() && all_of(rule.excepts, dead_row);
  }

  bool anything_differs() {
    bool found = false;
    for_each_value(base, [&](const TypedExpr& expression) {
      const bool of_word = any_of(base.words, [&](const Word& word) { return &word.is == &expression; });
      if (!of_word) found = found || differs(expression);
    });
    for (const Rule& rule : base.rules) {
      if (found) break;
      bool here = false;
      for_each_expression_of(rule, [&](const TypedExpr& expression) { here = here || differs(expression); });
      if (here && !is_dead(rule)) found = true;
    }
    return found;
  }
};

/// True if some row asks for it, through words or not.
bool rows_ask_for(const CheckedRules& rules, std::size_t option, Effort& effort) {
  const std::vector<bool> words_ask = words_that_ask(rules, option, effort);
  bool found = false;
  for (const Rule& rule : rules.rules)
    for_each_expression_of(rule, [&](const TypedExpr& expression) {
      found = found || asks_for(words_ask, expression, option, effort);
    });
  return found;
}

/// Looks at the values that a file gives to its parents' options. Options that the file itself declares are
/// open to all their values: what is idle under one of them only is not.
class IdleOptions {
 public:
  explicit IdleOptions(const Linted& linted)
      : linted_(linted), rules_(linted.rules), quoted_(linted.rules.options.size()) {
    for (std::size_t i = 0; i < rules_.options.size(); ++i) {
      const Option& option = rules_.options[i];
      if (linted.is_own(option.where) && option.by.empty()) open_.push_back(i);
    }
  }

  void find() {
    const auto given = [&](const Option& option) {
      return linted_.is_own(option.value_where) && !linted_.is_own(option.where);
    };
    if (none_of(rules_.options, given)) return;
    note_quoted();
    const NamesInForce names = names_in_force(rules_, {});
    for (std::size_t i = 0; i < rules_.options.size(); ++i) {
      const Option& option = rules_.options[i];
      if (!given(option) || quoted_[i]) continue;
      // To copy the rules takes its time, too.
      if (!linted_.effort.spend(10 * rules_.rules.size())) return;
      if (names.options[i]) {
        if (option.by.empty()) compare(i, names);
      } else if (!is_known_value(option) && !is_the_highest(option)) {
        const auto unread = [i](const CheckedRules& rules) { return !names_in_force(rules, {}).options[i]; };
        if (always(unread)) report(i);
      }
    }
  }

 private:
  /// True if it is so for every value of the file's own options, taken one by one.
  template <class Holds>
  bool always(const Holds& holds) const {
    for (const std::size_t i : open_) {
      CheckedRules other = rules_;
      for (const std::int32_t value : distinguishing_values(rules_.options[i])) {
        if (!linted_.effort.spend(20 * rules_.rules.size())) return false;
        other.options[i].value = value;
        if (!holds(other)) return false;
      }
    }
    return true;
  }

  /// To say what a parent says anyway need not be a mistake.
  static bool is_known_value(const Option& option) {
    if (option.by.empty())
      return option.value == option.inherited_value || option.value == option.default_value;
    return std::equal(
        option.table.begin(), option.table.end(), option.default_table.begin(), option.default_table.end(),
        [](const TableEntry& a, const TableEntry& b) { return a.ranges == b.ranges && a.value == b.value; });
  }

  /// The first double is often given for order's sake, beside a set of that size.
  bool is_the_highest(const Option& option) const {
    return option.type == Type::number && option.by.empty() &&
           number_in(simplify(rules_.setup.highest, rules_, {})) == option.value;
  }

  /// Notes the options whose values a sentence of the file, or one in force, quotes.
  void note_quoted() {
    const auto note = [&](const Rule& rule) {
      for (const TemplatePiece& piece : rule.says_pieces)
        if (piece.option) quoted_[piece.option->value] = true;
    };
    const auto each = [&](const auto& self, const std::vector<RowInForce>& rows) -> void {
      for (const RowInForce& row : rows) {
        note(rules_.rules[row.rule.value]);
        self(self, row.exceptions);
      }
    };
    each(each, rows_in_force(rules_, {}));
    for (const Rule& rule : rules_.rules)
      if (linted_.is_own(rule.says_where)) note(rule);
  }

  bool makes_a_difference(const CheckedRules& rules, std::size_t at) const {
    if (!names_in_force(rules, {}).options[at]) return false;
    CheckedRules other = rules;
    other.options[at].value = other.options[at].inherited_value;
    return Compared{linted_, rules, other, at}.anything_differs();
  }

  /// The options that leave this one nothing to decide: as they were declared it would have.
  std::vector<std::string> causes(std::size_t at) const {
    std::vector<std::string> others;
    for (std::size_t i = 0; i < rules_.options.size(); ++i) {
      const Option& option = rules_.options[i];
      if (i == at || !option.by.empty() || option.value == option.default_value) continue;
      if (!linted_.effort.spend(20 * rules_.rules.size())) continue;
      CheckedRules without = rules_;
      without.options[i].value = option.default_value;
      if (makes_a_difference(without, at))
        others.push_back(fmt::format("'{}' is {}", option.name,
                                     option_text(rules_, {static_cast<std::uint16_t>(i)}, 0, 0)));
    }
    return others;
  }

  /// A file that replaces all that asks for a choice often makes it all the same, in the words of the sheet,
  /// and the sentences of a ladder may go by it: there only another option can be to blame.
  void report(std::size_t at) const {
    const Option& option = rules_.options[at];
    const std::vector<std::string> others = causes(at);
    if (others.empty() && option.type != Type::number) return;
    Diagnostic& made = linted_.warn(
        option.value_where,
        others.empty()
            ? fmt::format("the value of '{}' makes no difference", option.name)
            : fmt::format("the value of '{}' makes no difference under the other options", option.name),
        others.empty() ? "leave it out" : "leave it out, or set the option on which it depends");
    made.why = others.empty() ? "nothing in force asks for it" : "where it is asked for, " + listed(others);
  }

  /// Numbers that only setup and match ask for, as that of the rounds, are warned of where they are cut.
  void compare(std::size_t at, const NamesInForce& names) const {
    const Option& option = rules_.options[at];
    if (option.type == Type::number && !rows_ask_for(rules_, at, linted_.effort))
      return compare_limits(at, names);
    if (option.value == option.inherited_value) return;
    const auto same = [&](const CheckedRules& rules) { return !makes_a_difference(rules, at); };
    if (same(rules_) && always(same)) report(at);
  }

  /// Nineteen rounds where there are thirteen doubles are thirteen.
  void compare_limits(std::size_t at, const NamesInForce& names) const {
    const Option& option = rules_.options[at];
    const auto [least, most] = AlikeValues(rules_, names, {}).around(at);
    if (least == most) return;
    const bool from_least = least == option.range->first, to_most = most == option.range->second;
    const std::int32_t limit = to_most ? least : most;
    const auto same = [&, from = option.value](std::int32_t to) {
      return always([&, to](const CheckedRules& rules) {
        const auto alike = AlikeValues(rules, names_in_force(rules, {}), {}).around(at);
        return alike.first <= std::min(from, to) && alike.second >= std::max(from, to);
      });
    };
    if (from_least && to_most && option.value != option.inherited_value && same(option.inherited_value))
      report(at);
    if (from_least == to_most || option.value == limit || !same(limit)) return;
    if (is_asked_here(at) || is_all_of_any_set(at)) return;
    Diagnostic& made =
        linted_.warn(option.value_where,
                     fmt::format("'{0}: {1}' comes to the same as '{0}: {2}' under the other options",
                                 option.name, option.value, limit),
                     fmt::format("write {}, or set the option on which it depends", limit));
    made.why = fmt::format("all numbers from {} to {} make the same game", least, most);
  }

  /// The file that asks for the number itself knows how it is cut.
  bool is_asked_here(std::size_t at) const {
    bool found = false;
    for_each_expression(rules_, [&](const TypedExpr& expression) {
      for_each_node(expression, [&](const TypedExpr& node) {
        found = found || (is_entry(node, Op::option, at) && linted_.is_own(node.where));
      });
    });
    return found;
  }

  /// The greatest number there is may say: as many as the set has, whichever is taken.
  bool is_all_of_any_set(std::size_t at) const {
    if (rules_.options[at].value != rules_.options[at].range->second) return false;
    CheckedRules largest = rules_;
    for (const std::size_t i : options_of(rules_.setup.highest, rules_))
      if (Option& option = largest.options[i]; option.range) option.value = option.range->second;
    return AlikeValues(largest, names_in_force(largest, {}), {}).around(at).first == rules_.options[at].value;
  }

  const Linted& linted_;
  const CheckedRules& rules_;
  std::vector<std::size_t> open_;  ///< the file's own options
  std::vector<bool> quoted_;       ///< for each option: a sentence quotes it
};

void find_idle_option(const Linted& linted) { IdleOptions(linted).find(); }

// An option that no expression reads and no sentence quotes is a question whose answer changes nothing. A
// parent's own are the parent's concern.
/// True if quoted in a text that is printed but not part of a row.
bool is_quoted(const CheckedRules& rules, const std::string& option) {
  const std::string piece = "{" + option + "}";
  const auto in = [&](const auto& entries) {
    return any_of(entries, [&](const auto& entry) { return entry.says.find(piece) != std::string::npos; });
  };
  const auto in_steps = [&](const std::vector<StepSayings>& ladders) {
    return any_of(ladders, [&](const StepSayings& ladder) { return in(ladder.steps); });
  };
  return in(rules.words) || in(rules.facts) || in(rules.trains) || in(rules.acts) ||
         in(rules.setup.sayings) || in(rules.match.sayings) || in_steps(rules.setup.step_sayings) ||
         in_steps(rules.match.step_sayings);
}

// A table by the round that ends before the game does: in the rounds behind it, it has no value, and what
// asks for one gets nothing.
std::int64_t rounds_of(const CheckedRules& rules) {
  std::int64_t most = rules.match.rounds ? 0 : 1;
  for (const std::int32_t players : player_numbers(rules.setup)) {
    if (!rules.match.rounds) break;
    const ConstantValue rounds = constant_value(*rules.match.rounds, rules, players);
    if (rounds.is_known()) most = std::max(most, rounds.value);
  }
  return most;
}

void find_short_table(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  for (std::size_t i = 0; i < rules.options.size(); ++i) {
    const Option& option = rules.options[i];
    const auto key = std::find(option.by.begin(), option.by.end(), TableKey::round);
    if (key == option.by.end() || option.table.empty() || !linted.is_own(option.value_where)) continue;
    std::int32_t last = 0;
    for (const TableEntry& entry : option.table)
      last = std::max(last, entry.ranges[static_cast<std::size_t>(key - option.by.begin())].second);
    const std::int64_t rounds = rounds_of(rules);
    if (last >= rounds || !names_in_force(rules, {}).options[i]) continue;
    Diagnostic& made = linted.warn(
        option.value_where,
        fmt::format("the table of '{}' ends with round {}, and a game has {}", option.name, last, rounds),
        fmt::format("give it values as far as round {}, 0 where it is to count nothing", rounds));
    made.why = "behind its last round a table has no value, and what asks for one gets nothing";
  }
}

void find_unused_option(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  const Uses uses = uses_of(rules);
  for (std::size_t i = 0; i < rules.options.size(); ++i) {
    const Option& option = rules.options[i];
    if (uses.options[i] || !linted.is_own(option.where) || is_quoted(rules, option.name)) continue;
    linted.warn(option.where, fmt::format("nothing depends on the option '{}'", option.name),
                "use it in a condition or an amount, or take it out");
  }
}

}  // namespace

const LintCheck options_checks[] = {
    {"alike-choices", "Two choices of an option do the same.", find_alike_choices},
    {"idle-option", "A value given to a parent's option makes no difference.", find_idle_option},
    {"short-table", "A table by the round ends before the game does.", find_short_table},
    {"unused-option", "An option changes nothing.", find_unused_option},
};

}  // namespace roundhouse::dsl
