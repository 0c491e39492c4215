// Comments that allow what the lint warns of.

#include <string>
#include <vector>

#include "dsl/check/variant_files.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tools/lint/analyze.h"

namespace roundhouse::tests {
namespace {

using Found = std::vector<std::string>;

/// "5 unused-option" for each finding.
Found found_with(const std::string& text) {
  dsl::SourceMap sources;
  const dsl::VariantReader files = dsl::read_variant_files(source_folder() / "variants");
  const dsl::VariantReader reader = [&](const std::string& wanted, const std::string& from) {
    return from.empty() ? dsl::LoadedText{"this.yaml", text, {}, {}} : files(wanted, from);
  };
  Found found;
  for (const dsl::Diagnostic& finding :
       dsl::analyze(sources, reader, {.check = {"this.yaml", {}, {}}}).findings) {
    const bool is_reported =
        finding.severity == dsl::Severity::error || !(finding.help + finding.why).empty();
    CHECK(is_reported);
    found.push_back(std::to_string(sources.locate(finding.where.file, finding.where.begin).line) + " " +
                    finding.code);
  }
  return found;
}

const std::string allow_head = "roundhouse: 1\nname: Ours\nextends: train\n";
const std::string allow_spare = "# roundhouse: allow unused-option because the juniors will ask for it\n";
const std::string spare_option = "  spare: { default: 3 }\n";

}  // namespace

TEST_CASE("a comment allows a warning in the entry that begins below it", "[dsl][lint][allow]") {
  CHECK(found_with(allow_head + "options:\n" + spare_option) == Found{"5 unused-option"});
  CHECK(found_with(allow_head + "options:\n  " + allow_spare + spare_option).empty());
  CHECK(found_with(allow_head + "options:\n  " + allow_spare + "\n  # And this is why.\n" + spare_option)
            .empty());
  CHECK(found_with(allow_head + "options:\n  " + allow_spare + spare_option + "  other: { default: 3 }\n") ==
        Found{"7 unused-option"});
  CHECK(found_with(allow_head + "options:\n  other: { default: 3 }\n  " + allow_spare + spare_option) ==
        Found{"5 unused-option"});
  // Above the block it is for the block, whatever its own indentation.
  CHECK(found_with(allow_head + allow_spare + "options:\n" + spare_option + "  other: { default: 3 }\n")
            .empty());
  CHECK(found_with(allow_head + "    " + allow_spare + "options:\n" + spare_option).empty());
  // For the whole row, and for one key of it.
  const std::string row = "  - id: a\n    forbid: draw\n    says: No.\n";
  const std::string same = "# roundhouse: allow compares-itself because it is an example\n";
  CHECK(found_with(allow_head + "rules:\n  " + same + row + "    when: me.count == me.count\n").empty());
  CHECK(
      found_with(allow_head + "rules:\n" + row + "    " + same + "    when: me.count == me.count\n").empty());
  CHECK(found_with(allow_head + "rules:\n" + row + "    when: me.count == me.count\n    " + same +
                   "    from: MF-3\nsources:\n  MF-3: a\n") ==
        Found{"8 compares-itself", "9 needless-allow"});
}

TEST_CASE("in front of the first key a comment allows a warning in all of the file", "[dsl][lint][allow]") {
  CHECK(found_with(allow_spare + allow_head + "options:\n" + spare_option + "  other: { default: 3 }\n")
            .empty());
  CHECK(found_with("# Our rules\n\n" + allow_spare + allow_head + "options:\n" + spare_option).empty());
  CHECK(found_with("\xEF\xBB\xBF" + allow_spare + allow_head + "options:\n" + spare_option).empty());
  CHECK(found_with("---\n" + allow_spare + allow_head + "options:\n" + spare_option).empty());
  CHECK(found_with("roundhouse: 1\n" + allow_spare + "name: Ours\nextends: train\noptions:\n" +
                   spare_option) == Found{"2 needless-allow", "6 unused-option"});
}

TEST_CASE("an allow without a reason, of no form or behind something else allows nothing",
          "[dsl][lint][allow]") {
  const auto with = [](const std::string& comment) {
    return found_with(allow_head + "options:\n  " + comment + "\n" + spare_option);
  };
  const Found refused{"5 bad-allow", "6 unused-option"};
  CHECK(with("# roundhouse: allow unused-option") == refused);
  CHECK(with("# roundhouse: allow unused-option because") == refused);
  CHECK(with("# roundhouse: allow unused-option because   ") == refused);
  CHECK(with("# roundhouse: allow unused-option as it is") == refused);
  CHECK(with("# roundhouse: allow") == refused);
  CHECK(with("# Roundhouse : Allow unused-option BECAUSE it is") == Found{});
  CHECK(with("## roundhouse: allow unused-option because it is").empty());
  // Ordinary comments.
  CHECK(with("# roundhouse allows much") == Found{"6 unused-option"});
  CHECK(with("# we allow unused-option because") == Found{"6 unused-option"});
  CHECK(found_with(allow_head + "options:\n  spare: { default: 3 }  " + allow_spare) ==
        Found{"5 unused-option", "5 bad-allow"});
}

TEST_CASE("an allow of what is no warning is reported, with the nearest check", "[dsl][lint][allow]") {
  const auto with = [](const std::string& check) {
    return found_with(allow_head + "options:\n  # roundhouse: allow " + check + " because so it is\n" +
                      spare_option);
  };
  CHECK(with("unused-optoin") == Found{"5 unknown-check", "6 unused-option"});
  CHECK(with("type-mismatch") == Found{"5 unknown-check", "6 unused-option"});
  CHECK(with("yaml-tab") == Found{"5 unknown-check", "6 unused-option"});
  CHECK(with("needless-allow") == Found{"5 unknown-check", "6 unused-option"});
  CHECK(with("unused-word") == Found{"5 needless-allow", "6 unused-option"});
}

TEST_CASE("an error stays, whatever a comment says", "[dsl][lint][allow]") {
  CHECK(found_with(allow_head +
                   "options:\n  # roundhouse: allow unused-option because so it is\n  draws: many\n") ==
        Found{"6 wrong-shape"});
}

TEST_CASE("a text that looks like an allow is none", "[dsl][lint][allow]") {
  const std::string row = "rules:\n  - id: a\n    forbid: draw\n    when: me.count == me.count\n";
  CHECK(found_with(allow_head + row + "    says: |\n      # roundhouse: allow compares-itself because\n") ==
        Found{"7 compares-itself"});
  CHECK(found_with(allow_head + row + "    says: \"# roundhouse: allow compares-itself\"\n") ==
        Found{"7 compares-itself"});
}

TEST_CASE("an allow of a parent is the parent's own", "[dsl][lint][allow]") {
  dsl::SourceMap sources;
  const dsl::VariantReader files = dsl::read_variant_files(source_folder() / "variants");
  const dsl::VariantReader reader = [&](const std::string& wanted, const std::string& from) {
    if (from.empty())
      return dsl::LoadedText{
          "this.yaml", "roundhouse: 1\nextends: ./parent.yaml\noptions:\n" + spare_option, {}, {}};
    if (wanted == "./parent.yaml") return dsl::LoadedText{"parent.yaml", allow_spare + allow_head, {}, {}};
    return files(wanted, from);
  };
  const dsl::Analysis looked = dsl::analyze(sources, reader, {.check = {"this.yaml", {}, {}}});
  REQUIRE(looked.findings.size() == 1);
  CHECK(looked.findings.front().code == "unused-option");
}

}  // namespace roundhouse::tests
