#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/search.h"
#include "dsl/check/check.h"
#include "dsl/check/findings.h"

namespace roundhouse::dsl {

void check_sections(const CheckedRules& rules, const std::vector<std::string>& bundled,
                    Diagnostics& diagnostics) {
  if (bundled.empty()) return;
  std::vector<std::string> known = bundled;
  for (const Section& section : rules.sources) known.push_back(section.id);
  sort(known);
  Findings findings;
  const auto check = [&](const std::string& section, Span where) {
    if (std::binary_search(known.begin(), known.end(), section)) return;
    Diagnostic& made =
        findings.unknown(CheckCode::unknown_section, where, section, "section of a known document", known);
    if (made.help.empty())
      made.help = fmt::format("list it under 'sources' with a few words of what it says");
  };
  for (const Cited& cited : rules.cited) check(cited.section, cited.where);
  for (const Carried& carried : rules.carries) check(carried.section, carried.where);
  for (const Diagnostic& made : findings.take()) diagnostics.push_back(made);
}

}  // namespace roundhouse::dsl
