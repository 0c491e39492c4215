#include "dsl/check/sections_of.h"

#include <algorithm>

namespace roundhouse::dsl {

std::vector<std::string> sections_of(const CheckedRules& rules, const std::string& name,
                                     const std::vector<std::string>& from) {
  std::vector<std::string> sections = from;
  for (const Carried& carried : rules.carries) {
    const bool named = std::find(carried.names.begin(), carried.names.end(), name) != carried.names.end();
    if (named && std::find(sections.begin(), sections.end(), carried.section) == sections.end())
      sections.push_back(carried.section);
  }
  return sections;
}

}  // namespace roundhouse::dsl
