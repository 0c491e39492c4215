#include "dsl/check/checked_rules.h"

#include <algorithm>

#include "dsl/base/search.h"

namespace roundhouse::dsl {

TypedExpr::TypedExpr() = default;
TypedExpr::~TypedExpr() = default;
TypedExpr::TypedExpr(const TypedExpr&) = default;
TypedExpr::TypedExpr(TypedExpr&&) noexcept = default;
TypedExpr& TypedExpr::operator=(const TypedExpr&) = default;
TypedExpr& TypedExpr::operator=(TypedExpr&&) noexcept = default;

CheckedRules::CheckedRules() = default;
CheckedRules::~CheckedRules() = default;
CheckedRules::CheckedRules(const CheckedRules&) = default;
CheckedRules::CheckedRules(CheckedRules&&) noexcept = default;
CheckedRules& CheckedRules::operator=(const CheckedRules&) = default;
CheckedRules& CheckedRules::operator=(CheckedRules&&) noexcept = default;

Citation citation_of(const CheckedRules& rules, const std::string& section) {
  const auto found =
      std::lower_bound(rules.of_parents.begin(), rules.of_parents.end(), section,
                       [](const Citation& each, const std::string& id) { return each.section < id; });
  return found != rules.of_parents.end() && found->section == section ? *found : Citation{section};
}

std::vector<Citation> sections_of(const CheckedRules& rules, const std::string& name,
                                  const std::vector<std::string>& from) {
  std::vector<Citation> sections;
  sections.reserve(from.size());
  for (const std::string& section : from) sections.push_back(citation_of(rules, section));
  for (const Carried& carried : rules.carries) {
    if (!contains(carried.names, name)) continue;
    Citation citation = citation_of(rules, carried.section);
    if (!contains(sections, citation)) sections.push_back(std::move(citation));
  }
  return sections;
}

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
