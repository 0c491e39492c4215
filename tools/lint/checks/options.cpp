// Options that decide nothing.

#include <fmt/format.h>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/check/simplify.h"
#include "dsl/compile/rule_text.h"
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

// A value that this file gives to a parent's option, and that makes no difference, because another option
// leaves the first nothing to decide: fines for a missed knock where nobody knocks. All that is asked during
// play is worked out with the value given and with others, and comes out the same.
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
  KnownFacts known{};
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
    const TypedExpr a = simplify(expression, base, known), b = simplify(expression, other, known);
    if (!same_simple(a, b)) return true;
    bool found = false;
    for_each_node(a, [&](const TypedExpr& node) {
      if (node.op == Op::word && words_ask[static_cast<std::size_t>(node.index)])
        found = found || word_differs(static_cast<std::size_t>(node.index));
    });
    return found;
  }

  bool never_applies(const Rule& rule, const CheckedRules& rules) const {
    return rule.when && is_false(simplify(*rule.when, rules, known));
  }

  /// True if nothing permits the act under either value: it is never done, and nothing follows it.
  bool is_dead_act(ActId act) const {
    const std::vector<std::size_t> permits = permits_of(base, act);
    return !permits.empty() && all_of(permits, [&](std::size_t at) {
      return never_applies(base.rules[at], base) && never_applies(base.rules[at], other);
    });
  }

  bool is_dead(const Rule& rule) const {
    if (never_applies(rule, base) && never_applies(rule, other)) return true;
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

/// The options in force that leave this one nothing to decide are not known for certain; those of the rows
/// that ask for it are named.
std::string why_idle(const CheckedRules& rules, std::size_t option) {
  std::vector<std::string> others;
  for (const Rule& rule : rules.rules) {
    bool asks = false;
    std::vector<std::string> here;
    for_each_expression_of(rule, [&](const TypedExpr& expression) {
      for_each_node(expression, [&](const TypedExpr& node) {
        if (node.op != Op::option) return;
        const Option& asked = rules.options[static_cast<std::size_t>(node.index)];
        if (static_cast<std::size_t>(node.index) == option) {
          asks = true;
        } else if (asked.type != Type::number) {
          here.push_back(fmt::format("'{}' is {}", asked.name,
                                     option_text(rules, {static_cast<std::uint16_t>(node.index)}, 0, 0)));
        }
      });
    });
    if (!asks) continue;
    for (std::string& text : here)
      if (!contains(others, text)) others.push_back(std::move(text));
  }
  return others.empty() ? "nothing in this game asks for it" : "where it is asked for, " + listed(others);
}

/// True if some row asks for it, through words or not. What only setup and match ask for is often given for
/// order's sake, as the first double is beside a set of that size.
bool rows_ask_for(const CheckedRules& rules, std::size_t option, Effort& effort) {
  const std::vector<bool> words_ask = words_that_ask(rules, option, effort);
  bool found = false;
  for (const Rule& rule : rules.rules)
    for_each_expression_of(rule, [&](const TypedExpr& expression) {
      found = found || asks_for(words_ask, expression, option, effort);
    });
  return found;
}

void find_idle_option(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  const Uses uses = uses_of(rules);
  for (std::size_t i = 0; i < rules.options.size(); ++i) {
    const Option& option = rules.options[i];
    const bool given_here = linted.is_own(option.value_where) && !linted.is_own(option.where);
    // Tables, and values that are the parent's anyway, are let be; so is what no condition asks for.
    if (!given_here || !option.by.empty() || option.value == option.default_value || !uses.options[i])
      continue;
    if (!rows_ask_for(rules, i, linted.effort)) continue;
    // To copy the rules takes its time, too.
    if (!linted.effort.spend(10 * rules.rules.size())) return;
    CheckedRules other = rules;
    const std::vector<std::int32_t> values = distinguishing_values(option);
    const bool none_differs = all_of(values, [&](std::int32_t value) {
      other.options[i].value = value;
      Compared compared{linted, rules, other, i};
      return !compared.anything_differs();
    });
    if (!none_differs) continue;
    Diagnostic& made = linted.warn(
        option.value_where,
        fmt::format("the value of '{}' makes no difference under the other options", option.name));
    made.why = why_idle(rules, i);
    made.help = "leave it out, or set the option on which it depends";
  }
}

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
    {"unused-option", "An option changes nothing.", find_unused_option},
};

}  // namespace roundhouse::dsl
