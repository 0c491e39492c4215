// Frozen rules are the same rules in one file: the same game, the same book, and nothing for the lint that
// was not there before.

#include <string>
#include <vector>

#include "dsl/check/variant_files.h"
#include "dsl/rulebook/book.h"
#include "dsl/sources/document.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/houses.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/sample.h"
#include "tools/format/format_rules.h"
#include "tools/format/freeze_rules.h"
#include "tools/lint/analyze.h"
#include "tools/lint/lint.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::tests {
namespace {

using dsl::CheckedRules;
using dsl::VariantReader;

/// A rule file by its text, and how its parents are read.
struct Frozen {
  std::string name;
  VariantReader reader;

  CheckedRules rules() const {
    dsl::SourceMap sources;
    auto checked = dsl::check_variant(sources, reader, {name, {}, std::nullopt});
    INFO(dsl::render_diagnostics(sources, checked.diagnostics));
    REQUIRE(checked.ok());
    return std::move(checked.value);
  }

  dsl::Diagnostics findings() const {
    static const std::vector<std::string> sections = [] {
      dsl::SourceMap sources;
      return dsl::section_ids(dsl::read_documents(sources, source_folder() / "variants/sources").value);
    }();
    dsl::SourceMap sources;
    return dsl::analyze(sources, reader, {.check = {name, {}, std::nullopt}, .bundled_sections = sections})
        .findings;
  }

  std::string freeze() const {
    dsl::SourceMap sources;
    const dsl::FrozenRules frozen = dsl::freeze_rules(sources, reader, {name, {}, std::nullopt});
    INFO(dsl::render_diagnostics(sources, frozen.diagnostics));
    REQUIRE(frozen.text != "");
    return dsl::settle_allows(frozen.text, "it was so", findings(), [&](const std::string& text) {
      return Frozen{name, dsl::with_first_text(reader, text)}.findings();
    });
  }
};

std::string book_of(CheckedRules rules) {
  // Sections of a parent's document are said to be of that parent.
  rules.of_parents.clear();
  const dsl::BookRequest request;
  for (const dsl::BookForm& form : dsl::all_book_forms())
    if (form.name == "text") return form.print(dsl::write_book(rules, request));
  return {};
}

std::vector<std::string> codes_of(const dsl::Diagnostics& findings) {
  std::vector<std::string> codes;
  for (const dsl::Diagnostic& finding : findings)
    codes.push_back(std::string(finding.code) + " " + finding.message);
  return codes;
}

std::uint64_t digest_of(const CheckedRules& rules) {
  const int players = dsl::refuse_players(rules, 4) ? rules.setup.most_players : 4;
  return engine::simulate(engine::compile_rules(rules, players), {.seed = 3, .games = 10}).digest;
}

void check_frozen(const Frozen& file, bool plays) {
  INFO(file.name);
  const std::string text = file.freeze();
  INFO(text);
  const Frozen frozen{file.name, dsl::with_first_text(file.reader, text)};
  const CheckedRules before = file.rules();
  const CheckedRules after = frozen.rules();
  CHECK(after.chain.size() == 1);
  CHECK(dsl::rules_hash(after) == dsl::rules_hash(before));
  CHECK(book_of(after) == book_of(before));
  CHECK(codes_of(frozen.findings()) == codes_of(file.findings()));
  CHECK(frozen.freeze() == text);
  dsl::SourceMap sources;
  const dsl::FileId laid = sources.add("", text);
  CHECK(dsl::format_rules(sources, laid).text == text);
  if (plays) CHECK(digest_of(after) == digest_of(before));
}

VariantReader bundled() { return dsl::read_variant_files(source_folder() / "variants"); }

Frozen from_text(const std::string& name, const std::string& text) {
  return {name, [text, files = bundled()](const std::string& wanted, const std::string& from) {
            if (from.empty()) return dsl::LoadedText{wanted, text, {}, {}};
            return files(wanted, {});
          }};
}

}  // namespace

TEST_CASE("a bundled variant that is frozen is the same game in one file", "[dsl][freeze]") {
  for (const std::string& name : all_bundled_names()) check_frozen({name, bundled()}, true);
}

TEST_CASE("a house that is frozen is the same game in one file", "[dsl][freeze]") {
  const std::vector<House> houses = read_houses();
  for (const std::size_t chosen : sample(houses.size(), 40))
    check_frozen(from_text(houses[chosen].name + ".yaml", houses[chosen].rules), chosen % 4 == 0);
}

TEST_CASE("every house that is frozen is the same game in one file", "[.long][long][dsl][freeze]") {
  for (const House& house : read_houses()) check_frozen(from_text(house.name + ".yaml", house.rules), true);
}

TEST_CASE("a family's file that is frozen is the same game in one file", "[dsl][freeze]") {
  for (const char* file : {"tests/family/miller.yaml", "tests/check/everything.yaml"}) {
    const auto path = source_folder() / file;
    if (std::filesystem::exists(path)) check_frozen({path.string(), bundled()}, true);
  }
}

TEST_CASE("comments of the file stay in front of what they are about", "[dsl][freeze]") {
  const std::string text =
      "# Our house.\n# Since 1998.\nroundhouse: 1\nextends: train\noptions:\n  # Aunt Mia insisted.\n  "
      "draws: 2\n"
      "  # A new one.\n  songs: { default: 3, range: 0..9 }\nrules:\n  # Only on Sundays.\n  - id: sing\n"
      "    forbid: lay\n    when: round.lap == songs and tile.double\n    says: No doubles in lap {songs}.\n";
  const std::string frozen = from_text("house.yaml", text).freeze();
  CHECK(frozen.starts_with("# Our house.\n# Since 1998.\nroundhouse: 1\n"));
  CHECK(frozen.find("  # Aunt Mia insisted.\n  draws:\n") != std::string::npos);
  CHECK(frozen.find("  # A new one.\n  songs:") != std::string::npos);
  CHECK(frozen.find("  # Only on Sundays.\n  - id: sing\n") != std::string::npos);
  // Comments of the parent go.
  CHECK(frozen.find("Counted from") == std::string::npos);
}

TEST_CASE("values from outside are what is declared in frozen rules", "[dsl][freeze]") {
  dsl::SourceMap sources;
  const dsl::FrozenRules frozen = dsl::freeze_rules(
      sources, bundled(),
      {"train", {{"deal", "{ 2..4: 7, 5..8: 5 }", {}}, {"doubles", "free", {}}}, std::nullopt});
  CHECK(frozen.text.find("default: { 2..4: 7, 5..8: 5 }") != std::string::npos);
  CHECK(dsl::rules_hash(rules_from_text(frozen.text)) ==
        dsl::rules_hash(
            bundled_rules("train", {{"deal", "{ 2..4: 7, 5..8: 5 }", {}}, {"doubles", "free", {}}})));
}

}  // namespace roundhouse::tests
