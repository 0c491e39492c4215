#include "tools/lint/option_values.h"

#include "tools/lint/expressions.h"

namespace roundhouse::dsl {

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
