#include "dsl/check/sections_of.h"

#include <algorithm>

#include "dsl/base/search.h"

namespace roundhouse::dsl {

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

}  // namespace roundhouse::dsl
