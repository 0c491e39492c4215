// Every section of a rule document that asks for something is carried by some row or value of its variant,
// and no row cites a section that no document has.

#include <algorithm>
#include <set>
#include <string>

#include "dsl/check/check.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"
#include "tools/sources/section_report.h"

namespace roundhouse::tests {
namespace {

using dsl::SectionStatus;

std::vector<dsl::SourceDocument> all_documents() {
  dsl::SourceMap sources;
  auto documents = dsl::read_documents(sources, source_folder() / "variants/sources");
  INFO(dsl::render_diagnostics(sources, documents.diagnostics));
  REQUIRE(documents.ok());
  REQUIRE(!documents.value.empty());
  return documents.value;
}

dsl::Checked<dsl::SourceDocument> document_of(const std::string& text) {
  dsl::SourceMap sources;
  return dsl::read_document(sources, sources.add("sheet.yaml", text));
}

std::vector<std::string> codes_of(const dsl::Diagnostics& diagnostics) {
  std::vector<std::string> codes;
  for (const dsl::Diagnostic& made : diagnostics) codes.push_back(made.code);
  return codes;
}

/// "MF-1 carried: deal; MF-2 missing".
std::string reported(const std::vector<dsl::DocumentReport>& reports) {
  std::string text;
  for (const dsl::DocumentReport& report : reports) {
    for (const dsl::SectionReport& section : report.sections) {
      text += (text.empty() ? "" : "; ") + section.section.id + " " +
              std::string(dsl::section_status_name(section.status));
      for (const std::string& name : section.carriers)
        text += (name == section.carriers.front() ? ": " : ", ") + name;
    }
  }
  return text;
}

TEST_CASE("each section that asks for something is carried, and none is invented", "[variants]") {
  const auto documents = all_documents();
  for (const std::string& variant : bundled_names()) {
    const dsl::CheckedRules rules = bundled_rules(variant);
    for (const dsl::DocumentReport& report : dsl::report_sections(rules, documents, dsl::FileId{})) {
      for (const dsl::SectionReport& section : report.sections) {
        INFO(variant << ": " << section.section.id << " is carried by nothing: " << section.section.is);
        CHECK(section.status != SectionStatus::missing);
      }
    }
    dsl::Diagnostics findings;
    dsl::check_sections(rules, dsl::section_ids(documents), findings);
    INFO(variant << " cites a section that no document has");
    CHECK(codes_of(findings) == std::vector<std::string>{});
  }
}

TEST_CASE("a variant with a document of its name cites it", "[variants]") {
  const std::vector<std::string> variants = bundled_names();
  for (const dsl::SourceDocument& document : all_documents()) {
    if (std::find(variants.begin(), variants.end(), document.name) == variants.end()) continue;
    INFO(document.name);
    const auto reports = dsl::report_sections(bundled_rules(document.name), {document}, dsl::FileId{});
    REQUIRE(reports.size() == 1);
    CHECK(reports.front().sections.size() == document.sections.size());
    CHECK(dsl::count_sections(reports, SectionStatus::carried) > document.sections.size() / 2);
  }
}

TEST_CASE("a document's sections have kinds and ids of one beginning, each once", "[variants]") {
  std::set<std::string> seen;
  for (const dsl::SourceDocument& document : all_documents()) {
    CHECK(!document.title.empty());
    for (const dsl::DocumentSection& section : document.sections) {
      INFO(section.id);
      CHECK(section.id.starts_with(document.prefix + "-"));
      CHECK(seen.insert(section.id).second);
      CHECK(!section.is.empty());
      CHECK(section.kind != dsl::SectionKind::house);
    }
  }
}

TEST_CASE("what a file cites decides which sections are asked for", "[variants]") {
  dsl::SourceDocument sheet;
  sheet.title = "A sheet";
  sheet.sections = {{"MF-1", dsl::SectionKind::mechanical, "a deal", "", ""},
                    {"MF-2", dsl::SectionKind::advice, "a courtesy", "", ""},
                    {"MF-3", dsl::SectionKind::table, "a cloth", "", ""},
                    {"MF-4", dsl::SectionKind::match, "a match", "", ""}};
  const std::string head = "roundhouse: 1\nname: Test\nextends: train\n";
  // Nothing cited: nothing asked for.
  CHECK(reported(dsl::report_sections(rules_from_text(head), {sheet}, {})) == "");
  CHECK(reported(dsl::report_sections(rules_from_text(head + "carries:\n  MF-1: [deal, draws, deal]\n"),
                                      {sheet}, {})) ==
        "MF-1 carried: deal, draws; MF-2 missing; MF-3 table; MF-4 missing");
  // Rows that cite come before what `carries` says; a table's section may be carried, too.
  const std::string rows =
      "rules:\n  - id: quiet\n    advise: draw\n    when: round.lap == 1\n    says: Quiet.\n    from: [MF-2, "
      "MF-3]\n"
      "carries:\n  MF-2: deal\n  MF-4: match.order\n  MF-1: own\n";
  CHECK(reported(dsl::report_sections(rules_from_text(head + rows), {sheet}, {})) ==
        "MF-1 carried: own; MF-2 carried: quiet, deal; MF-3 carried: quiet; MF-4 carried: match.order");
  // A house's own sections are all asked for.
  const std::string own = "sources:\n  HM-1: Quiet, please\n  HM-2: No cats\ncarries:\n  HM-1: own\n";
  const auto reports = dsl::report_sections(rules_from_text(head + own), {sheet}, {});
  CHECK(reported(reports) == "HM-1 carried: own; HM-2 missing");
  CHECK(dsl::count_sections(reports, SectionStatus::missing) == 1);
  REQUIRE(reports.size() == 1);
  CHECK(reports.front().title == "Test");
  CHECK(reports.front().sections.front().section.kind == dsl::SectionKind::house);
}

TEST_CASE("a parent's document is the parent's affair", "[variants]") {
  const auto documents = all_documents();
  const dsl::CheckedRules child = rules_from_text("roundhouse: 1\nname: Test\nextends: club-double-twelve\n");
  CHECK(dsl::report_sections(child, documents, dsl::FileId{0}).empty());
  CHECK(dsl::report_sections(child, documents, dsl::FileId{1}).size() == 1);
}

TEST_CASE("a document is read strictly", "[variants]") {
  const auto good =
      document_of("document: MF\ntitle: T\nsections:\n  MF-1:\n    kind: advice\n    is: Quiet\n");
  CHECK(good.ok());
  REQUIRE(good.value.sections.size() == 1);
  CHECK(good.value.name == "sheet");
  CHECK(good.value.prefix == "MF");
  CHECK(good.value.sections.front().kind == dsl::SectionKind::advice);
  using Codes = std::vector<std::string>;
  CHECK(codes_of(document_of("document: MF\nchapters: 3\n").diagnostics) == Codes{"unknown-key"});
  CHECK(codes_of(document_of("sections:\n  MF-1: { is: Quiet }\n").diagnostics) == Codes{"missing-key"});
  CHECK(codes_of(document_of("sections:\n  MF-1: { kind: house }\n").diagnostics) == Codes{"unknown-name"});
  CHECK(codes_of(document_of("sections:\n  first: { kind: match }\n").diagnostics) == Codes{"bad-name"});
  CHECK(codes_of(document_of("sections: [MF-1]\n").diagnostics) == Codes{"wrong-shape"});
}

}  // namespace
}  // namespace roundhouse::tests
