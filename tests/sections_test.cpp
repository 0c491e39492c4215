// Every section of a rule document that asks for something is carried by some row or value of its variant,
// and no row cites a section that no document has.

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "dsl/syntax/yaml_tree.h"
#include "tests/catch.h"
#include "tests/rules_from_text.h"

using namespace roundhouse;

namespace {

/// Section -> kind, of one bundled document.
std::map<std::string, std::string> sections_of(const std::string& document) {
  std::ifstream stream(std::string(ROUNDHOUSE_SOURCE_DIR) + "/variants/sources/" + document + ".yaml");
  std::ostringstream text;
  text << stream.rdbuf();
  dsl::SourceMap sources;
  const dsl::FileId file = sources.add(document, text.str());
  const auto tree = dsl::read_yaml(sources, file);
  REQUIRE(dsl::render_diagnostics(sources, tree.diagnostics).empty());
  std::map<std::string, std::string> sections;
  const dsl::YamlNode* list = tree.value.find("sections");
  REQUIRE(list != nullptr);
  for (const dsl::YamlEntry& entry : list->entries) sections[entry.key.text] = entry.value.find("kind")->text;
  return sections;
}

std::set<std::string> cited_by(const dsl::CheckedRules& rules) {
  std::set<std::string> cited;
  const auto add = [&](const auto& things) {
    for (const auto& thing : things) cited.insert(thing.from.begin(), thing.from.end());
  };
  add(rules.rules);
  add(rules.options);
  add(rules.words);
  add(rules.facts);
  add(rules.trains);
  add(rules.acts);
  for (const dsl::Carried& carried : rules.carries) cited.insert(carried.section);
  return cited;
}

}  // namespace

TEST_CASE("each section that asks for something is carried, and none is invented", "[variants]") {
  for (const std::string variant : {"club-double-twelve", "dual"}) {
    const auto sections = sections_of(variant);
    const auto cited = cited_by(tests::bundled_rules(variant));
    for (const auto& [section, kind] : sections) {
      INFO(variant << ": " << section << " is carried by nothing");
      CHECK((kind == "table" || cited.count(section) == 1));
    }
    for (const std::string& section : cited) {
      INFO(variant << " cites " << section << ", which its document does not have");
      CHECK(sections.count(section) == 1);
    }
  }
}
