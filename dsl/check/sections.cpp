#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "dsl/check/check.h"
#include "dsl/check/findings.h"

namespace roundhouse::dsl {

void check_sections(const CheckedRules& rules, const std::vector<std::string>& bundled,
                    Diagnostics& diagnostics) {
  if (bundled.empty()) return;
  std::vector<std::string> known = bundled;
  for (const Section& section : rules.sources) known.push_back(section.id);
  std::sort(known.begin(), known.end());
  Findings findings;
  // The rows of one act share its sections: say it once a place.
  std::set<std::pair<std::string, std::uint64_t>> told;
  const auto check = [&](const std::string& section, Span where) {
    if (std::binary_search(known.begin(), known.end(), section)) return;
    const std::uint64_t place = std::uint64_t{where.file.value} << 32 | where.begin;
    if (!told.emplace(section, place).second) return;
    Diagnostic& made =
        findings.unknown(CheckCode::unknown_section, where, section, "section of a known document", known);
    if (made.help.empty())
      made.help = fmt::format("list it under 'sources' with a few words of what it says");
  };
  const auto check_all = [&](const auto& rows) {
    for (const auto& row : rows) {
      for (const std::string& section : row.from) check(section, row.where);
    }
  };
  check_all(rules.options);
  check_all(rules.words);
  check_all(rules.facts);
  check_all(rules.trains);
  check_all(rules.acts);
  for (const Rule& rule : rules.rules) {
    for (const std::string& section : rule.from) check(section, rule.id_where);
  }
  for (const Carried& carried : rules.carries) check(carried.section, carried.where);
  for (const Diagnostic& made : findings.take()) diagnostics.push_back(made);
}

}  // namespace roundhouse::dsl
