#include "tools/sources/section_report.h"

#include <array>
#include <map>
#include <set>

#include "dsl/base/search.h"

namespace roundhouse::dsl {
namespace {

using Carriers = std::map<std::string, std::vector<std::string>, std::less<>>;

void add_carrier(Carriers& carriers, const std::string& section, const std::string& name) {
  std::vector<std::string>& names = carriers[section];
  if (!contains(names, name)) names.push_back(name);
}

Carriers carriers_in(const CheckedRules& rules) {
  Carriers carriers;
  const auto add = [&](const auto& entries) {
    for (const auto& entry : entries) {
      for (const std::string& section : entry.from) add_carrier(carriers, section, entry.name);
    }
  };
  for (const Rule& rule : rules.rules) {
    for (const std::string& section : rule.from) add_carrier(carriers, section, rule.id);
  }
  add(rules.options);
  add(rules.words);
  add(rules.facts);
  add(rules.trains);
  add(rules.acts);
  for (const Carried& carried : rules.carries) {
    for (const std::string& name : carried.names) add_carrier(carriers, carried.section, name);
  }
  return carriers;
}

/// The sections that the file names anywhere.
std::set<std::string> cited_in(const CheckedRules& rules, FileId own) {
  std::set<std::string> cited;
  for (const Cited& section : rules.cited) {
    if (section.where.file == own) cited.insert(section.section);
  }
  for (const Carried& carried : rules.carries) {
    if (carried.where.file == own) cited.insert(carried.section);
  }
  return cited;
}

SectionReport report(DocumentSection section, const Carriers& carriers) {
  SectionReport result;
  result.section = std::move(section);
  if (const auto found = carriers.find(result.section.id); found != carriers.end()) {
    result.carriers = found->second;
    result.status = SectionStatus::carried;
  } else if (result.section.kind == SectionKind::table) {
    result.status = SectionStatus::table;
  }
  return result;
}

}  // namespace

std::string_view section_status_name(SectionStatus status) {
  constexpr std::array names{
#define X(id, name, meaning) std::string_view(name),
      ROUNDHOUSE_SECTION_STATUSES(X)
#undef X
  };
  return names[static_cast<std::size_t>(status)];
}

std::vector<DocumentReport> report_sections(const CheckedRules& rules,
                                            const std::vector<SourceDocument>& documents, FileId own) {
  const Carriers carriers = carriers_in(rules);
  const std::set<std::string> cited = cited_in(rules, own);
  std::vector<DocumentReport> reports;
  for (const SourceDocument& document : documents) {
    const bool is_source =
        any_of(document.sections, [&](const DocumentSection& s) { return cited.contains(s.id); });
    if (!is_source) continue;
    DocumentReport& made = reports.emplace_back();
    made.title = document.title;
    for (const DocumentSection& section : document.sections)
      made.sections.push_back(report(section, carriers));
  }
  DocumentReport house{rules.name, {}};
  for (const Section& section : rules.sources) {
    if (!(section.where.file == own)) continue;
    house.sections.push_back(report({section.id, SectionKind::house, section.text, {}, {}}, carriers));
  }
  if (!house.sections.empty()) reports.push_back(std::move(house));
  return reports;
}

std::size_t count_sections(const std::vector<DocumentReport>& reports, SectionStatus status) {
  std::size_t count = 0;
  for (const DocumentReport& report : reports) {
    for (const SectionReport& section : report.sections) count += section.status == status ? 1 : 0;
  }
  return count;
}

}  // namespace roundhouse::dsl
