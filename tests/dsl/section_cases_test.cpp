// For each section of a rule document that asks for something: whatever carries it (a rule, an option, a
// value) is taken out or altered, and a case that bears the section's id comes out differently. So a row
// that cites many sections counts for no more than its cases show.

#include <algorithm>
#include <set>

#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rule_cases.h"
#include "tests/support/rules_from_text.h"
#include "tools/sources/section_report.h"

namespace roundhouse::tests {
namespace {

std::vector<dsl::SourceDocument> documents() {
  dsl::SourceMap sources;
  auto read = dsl::read_documents(sources, source_folder() / "variants/sources");
  REQUIRE(read.ok());
  return read.value;
}

/// Rules that cannot be played at all show nothing.
bool notices(const RuleCase& one, const Alteration& alteration) {
  const std::string outcome = outcome_of(one, alteration);
  return outcome != one.expected && (outcome != "refused" || alteration.settings.empty());
}

bool any_notices(const std::vector<RuleCase>& cases, const std::vector<Alteration>& alterations) {
  return std::any_of(alterations.begin(), alterations.end(), [&](const Alteration& alteration) {
    return std::any_of(cases.begin(), cases.end(),
                       [&](const RuleCase& one) { return notices(one, alteration); });
  });
}

TEST_CASE("what carries a section is missed by a case that bears the section's id", "[referee]") {
  const auto all_documents = documents();
  for (const std::string& variant : bundled_names()) {
    const dsl::CheckedRules rules = bundled_rules(variant);
    const std::vector<RuleCase> cases = read_rule_cases(variant);
    std::set<std::string> known;
    for (const dsl::DocumentReport& report : dsl::report_sections(rules, all_documents, dsl::FileId{})) {
      for (const dsl::SectionReport& section : report.sections) {
        const std::string& id = section.section.id;
        known.insert(id);
        if (section.section.kind == dsl::SectionKind::table) continue;
        std::vector<RuleCase> bearing;
        std::copy_if(cases.begin(), cases.end(), std::back_inserter(bearing), [&](const RuleCase& one) {
          return std::find(one.sections.begin(), one.sections.end(), id) != one.sections.end();
        });
        INFO(variant << ": " << bearing.size() << " cases in tests/rules/" << variant << " bear [" << id
                     << "]: " << section.section.is);
        for (const std::string& carrier : section.carriers) {
          INFO("none of them comes out differently without '" << carrier << "', or with it altered");
          CHECK(any_notices(bearing, alterations_of(rules, carrier)));
        }
      }
    }
    for (const RuleCase& one : cases)
      for (const std::string& section : one.sections) {
        INFO(variant << "/" << one.rule << ".cases: " << one.title);
        INFO(section << " is no section of the documents that " << variant << " cites");
        CHECK(known.count(section) == 1);
      }
  }
}

/// The value that the case plays by: the one its record says, or the variant's own.
std::string value_in(const RuleCase& one, const dsl::CheckedRules& rules, const dsl::Option& option) {
  const std::string head = one.record.substr(0, one.record.find(']'));
  const std::size_t at = head.find(' ' + option.name + '=');
  if (at != std::string::npos) {
    const std::size_t begin = at + option.name.size() + 2;
    return head.substr(begin, head.find(' ', begin) - begin);
  }
  if (option.type == dsl::Type::truth) return option.value != 0 ? "true" : "false";
  return std::string(rules.names[static_cast<std::size_t>(option.value)]);
}

TEST_CASE("every truth and choice of an option is missed by a case that plays by it", "[referee]") {
  for (const std::string& variant : bundled_names()) {
    const dsl::CheckedRules rules = bundled_rules(variant);
    const std::vector<RuleCase> cases = read_rule_cases(variant);
    std::set<std::string> inherited;
    if (rules.chain.size() > 1)
      for (const dsl::Option& option : bundled_rules(rules.chain[1]).options) inherited.insert(option.name);
    for (const dsl::Option& option : rules.options) {
      if (inherited.count(option.name) == 1) continue;
      const std::vector<Alteration> others = alterations_of(rules, option.name);
      if (option.type == dsl::Type::number) {
        INFO(variant << ": no case notices another value of " << option.name);
        CHECK(any_notices(cases, others));
        continue;
      }
      for (const Alteration& value : others) {
        if (value.settings.empty()) continue;
        std::vector<RuleCase> playing;
        std::copy_if(cases.begin(), cases.end(), std::back_inserter(playing), [&](const RuleCase& one) {
          return value_in(one, rules, option) == value.settings.front().value;
        });
        INFO(variant << ": no case that plays by it misses " << option.name << " = "
                     << value.settings.front().value);
        CHECK(any_notices(playing, others));
      }
    }
  }
}

}  // namespace
}  // namespace roundhouse::tests
