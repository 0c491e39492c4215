#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace {

/// True if its first argument is written, and not asked for its value.
bool sets_fact(const TypedEffect& effect) { return effect.id == Effect::set || effect.id == Effect::add; }

}  // namespace

void for_each_node(const TypedExpr& expression, const std::function<void(const TypedExpr&)>& visit) {
  visit(expression);
  for (const TypedExpr& arg : expression.args) for_each_node(arg, visit);
}

bool is_entry(const TypedExpr& node, Op op, std::size_t index) {
  return node.op == op && static_cast<std::size_t>(node.index) == index;
}

std::optional<std::int32_t> number_in(const TypedExpr& simple) {
  return simple.op == Op::number ? std::optional(simple.number) : std::nullopt;
}

void for_each_expression(const CheckedRules& rules, const std::function<void(const TypedExpr&)>& visit) {
  for_each_value(rules, visit);
  for (const Rule& rule : rules.rules) for_each_expression_of(rule, visit);
}

void for_each_value(const CheckedRules& rules, const std::function<void(const TypedExpr&)>& visit) {
  for (const Word& word : rules.words) visit(word.is);
  for (const TrainKind& kind : rules.trains)
    if (!kind.gone && kind.count) visit(*kind.count);
  each_setting(rules, [&](const SettingRow&, const TypedExpr& value) { visit(value); });
  for (const Check& check : rules.checks) visit(check.condition);
}

void for_each_expression_of(const Rule& rule, const std::function<void(const TypedExpr&)>& visit) {
  if (rule.when) visit(*rule.when);
  for (const TypedEffect& effect : rule.effects) {
    for (const TypedExpr& arg : effect.args) {
      const bool target = sets_fact(effect) && &arg == &effect.args.front();
      if (!target) visit(arg);
      if (target) {
        for (const TypedExpr& receiver : arg.args) visit(receiver);
      }
    }
  }
}

Uses uses_of(const CheckedRules& rules) {
  Uses uses{std::vector<bool>(rules.options.size()), std::vector<bool>(rules.words.size()),
            std::vector<bool>(rules.facts.size()), std::vector<bool>(rules.facts.size())};
  for_each_expression(rules, [&](const TypedExpr& expression) {
    for_each_node(expression, [&](const TypedExpr& node) {
      const auto index = static_cast<std::size_t>(node.index);
      if (node.op == Op::option || node.op == Op::table) uses.options[index] = true;
      if (node.op == Op::word) uses.words[index] = true;
      if (node.op == Op::fact) uses.facts[index] = true;
    });
  });
  for (const Rule& rule : rules.rules) {
    for (const TemplatePiece& piece : rule.says_pieces) {
      if (piece.option) uses.options[piece.option->value] = true;
    }
    for (const TypedEffect& effect : rule.effects) {
      if (sets_fact(effect)) uses.facts_set[static_cast<std::size_t>(effect.args[0].index)] = true;
    }
  }
  for (std::size_t i = 0; i < rules.facts.size(); ++i)
    if (rules.facts[i].chance) uses.facts_set[i] = true;
  return uses;
}

void mark_options(const TypedExpr& expression, const CheckedRules& rules, std::vector<bool>& options,
                  std::vector<bool>& words_seen) {
  for_each_node(expression, [&](const TypedExpr& node) {
    const auto index = static_cast<std::size_t>(node.index);
    if (node.op == Op::option || node.op == Op::table) options[index] = true;
    if (node.op != Op::word || words_seen[index]) return;
    words_seen[index] = true;
    mark_options(rules.words[index].is, rules, options, words_seen);
  });
}

std::vector<std::size_t> options_of(const TypedExpr& expression, const CheckedRules& rules) {
  std::vector<bool> options(rules.options.size()), words_seen(rules.words.size());
  mark_options(expression, rules, options, words_seen);
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < options.size(); ++i)
    if (options[i]) found.push_back(i);
  return found;
}

std::vector<std::int32_t> distinguishing_values(const Option& option) {
  std::vector<std::int32_t> values{option.default_value};
  for (const NameId choice : option.choices) values.push_back(choice.value);
  for (const std::int32_t number : option.numbers) values.push_back(number);
  if (option.type == Type::truth) values.push_back(1 - option.value);
  if (option.type == Type::number && option.range)
    for (const std::int32_t number : {option.range->first, option.range->first + 1,
                                      (option.range->first + option.range->second) / 2, option.range->second})
      values.push_back(number);
  constexpr std::size_t most = 12;
  if (values.size() > most) values.resize(most);
  return values;
}

}  // namespace roundhouse::dsl
