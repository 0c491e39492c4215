#include "tools/lint/analyze.h"

#include <fmt/format.h>

#include <set>

#include "dsl/base/search.h"
#include "dsl/english/wording.h"
#include "dsl/rulebook/rows_in_force.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace {

constexpr std::string_view leftover_code = "leftover";

/// By their place in the list of options.
using Options = std::set<std::size_t>;

struct Finder {
  const CheckedRules& rules;
  FileId file;
  const KnownFacts known{};
  const KnownFacts in_play = known_in_play(rules, known);
  const NamesInForce names = names_in_force(rules, known);
  const std::vector<bool> acts = acts_in_force(rules, known);
  std::vector<bool> in_force = std::vector<bool>(rules.rules.size());
  Diagnostics found{};

  void note_rows(const std::vector<RowInForce>& rows) {
    for (const RowInForce& row : rows) {
      in_force[row.rule.value] = true;
      note_rows(row.exceptions);
    }
  }

  bool is_inherited(Span where) const { return where.file != file; }

  void add(Span where, std::string_view what, std::string_view why) {
    Diagnostic& made = found.emplace_back();
    made.code = leftover_code;
    made.severity = Severity::note;
    made.where = where;
    made.message = fmt::format("{}: {}", what, why);
  }

  // --- reasons ---

  void gather_all(const TypedExpr& expression, Options& options) const {
    const std::vector<std::size_t> asked = options_of(expression, rules);
    options.insert(asked.begin(), asked.end());
  }

  /// The options of the part that makes the expression the constant it is: of an `and` that is false one
  /// false part, of one that is true all of them.
  void gather(const TypedExpr& node, Options& options) const {
    if (node.op == Op::word) return gather(rules.words[static_cast<std::size_t>(node.index)].is, options);
    if (node.op == Op::logical_not) return gather(node.args[0], options);
    if (node.op == Op::choose) {
      const TypedExpr condition = simplify(node.args[0], rules, in_play);
      if (!is_constant(condition)) return gather_all(node, options);
      gather(node.args[0], options);
      return gather(node.args[is_true(condition) ? 1 : 2], options);
    }
    if (node.op != Op::logical_and && node.op != Op::logical_or) return gather_all(node, options);
    const bool deciding = node.op == Op::logical_or;
    for (const TypedExpr& arg : node.args) {
      const TypedExpr value = simplify(arg, rules, in_play);
      if (is_constant(value) && is_true(value) == deciding) return gather(arg, options);
    }
    for (const TypedExpr& arg : node.args) gather(arg, options);
  }

  std::string options_text(const Options& options) const {
    std::vector<std::string> settings;
    for (const std::size_t index : options) {
      const Option& option = rules.options[index];
      settings.push_back(fmt::format("'{}' is {}", option.name, option_value(rules, option, known)));
    }
    return listed(settings, "and");
  }

  std::string why_never(const std::optional<TypedExpr>& when) const {
    Options options;
    if (when && is_false(simplify(*when, rules, in_play))) gather(*when, options);
    return options.empty() ? "nothing in this game brings it about" : options_text(options);
  }

  const Rule* lifted_for_good_by(std::size_t row) const {
    const auto always = [&](const Rule& rule) {
      return rule.shape == Shape::except && (!rule.when || is_true(simplify(*rule.when, rules, in_play))) &&
             any_of(rule.excepts, [&](RuleId target) { return target.value == row; });
    };
    const auto found_at = find_if(rules.rules, always);
    return found_at == rules.rules.end() ? nullptr : &*found_at;
  }

  bool is_false_for_good(const Rule& rule) const {
    return rule.when && is_false(simplify(*rule.when, rules, in_play));
  }

  std::string why_row(std::size_t index) const {
    const Rule& rule = rules.rules[index];
    if (is_false_for_good(rule)) return why_never(rule.when);
    if (const Rule* exception = lifted_for_good_by(index))
      return fmt::format("the exception '{}' always holds", exception->id);
    if (rule.shape == Shape::except) return "nothing that it lifts ever applies";
    return "what it is about never happens";
  }

  std::string why_act(std::size_t index) const {
    const ActId act{static_cast<std::uint16_t>(built_in_acts + index)};
    Options options;
    for (const Rule& rule : rules.rules) {
      if (rule.shape == Shape::permit && rule.when && contains(rule.acts, act)) gather(*rule.when, options);
    }
    return options.empty() ? "nothing in this game brings it about" : options_text(options);
  }

  std::string why_fact(const Fact& fact) const {
    for (std::size_t i = 0; i < rules.rules.size(); ++i) {
      const Rule& rule = rules.rules[i];
      if (rule.origin == Origin::fact && rule.id == fact.name && !in_force[i]) return why_row(i);
    }
    return "nothing in force asks for it";
  }

  // --- what is left over ---

  void find_rows() {
    for (std::size_t i = 0; i < rules.rules.size(); ++i) {
      const Rule& rule = rules.rules[i];
      if (in_force[i] || rule.origin != Origin::rule || !is_inherited(rule.where)) continue;
      add(rule.id_where, fmt::format("the rule '{}' never applies", rule.id), why_row(i));
    }
  }

  void find_acts() {
    for (std::size_t i = 0; i < rules.acts.size(); ++i) {
      if (acts[i] || !is_inherited(rules.acts[i].where)) continue;
      add(rules.acts[i].where, fmt::format("the act '{}' is never legal", rules.acts[i].name), why_act(i));
    }
  }

  void find_facts() {
    for (std::size_t i = 0; i < rules.facts.size(); ++i) {
      if (names.facts[i] || !is_inherited(rules.facts[i].where)) continue;
      add(rules.facts[i].where, fmt::format("the fact '{}' means nothing", rules.facts[i].name),
          why_fact(rules.facts[i]));
    }
  }

  void find_options() {
    for (std::size_t i = 0; i < rules.options.size(); ++i) {
      if (names.options[i] || !is_inherited(rules.options[i].where)) continue;
      add(rules.options[i].where, fmt::format("the option '{}' decides nothing", rules.options[i].name),
          "nothing in force asks for it");
    }
  }
};

}  // namespace

Diagnostics leftovers(const CheckedRules& rules, FileId file) {
  Finder finder{rules, file};
  finder.note_rows(rows_in_force(rules, finder.known));
  finder.find_rows();
  finder.find_acts();
  finder.find_facts();
  finder.find_options();
  return std::move(finder.found);
}

}  // namespace roundhouse::dsl
