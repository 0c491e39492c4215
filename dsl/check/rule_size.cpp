#include "dsl/check/rule_size.h"

namespace roundhouse::dsl {
namespace {

std::size_t nodes_of(const TypedExpr& node) {
  std::size_t nodes = 1;
  for (const TypedExpr& arg : node.args) nodes += nodes_of(arg);
  return nodes;
}

std::size_t nodes_of(const Rule& rule) {
  std::size_t nodes = rule.when ? nodes_of(*rule.when) : 0;
  for (const TypedEffect& effect : rule.effects)
    for (const TypedExpr& arg : effect.args) nodes += nodes_of(arg);
  return nodes;
}

}  // namespace

std::size_t size_of(const CheckedRules& rules) {
  std::size_t size = rules.rules.size() + rules.words.size() + rules.options.size();
  for (const Word& word : rules.words) size += nodes_of(word.is);
  for (const Rule& rule : rules.rules) size += nodes_of(rule);
  for (const Check& check : rules.checks) size += 1 + nodes_of(check.condition);
  return size;
}

}  // namespace roundhouse::dsl
