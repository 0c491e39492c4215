// `lint --fix` as a function: what it fixes, what it leaves alone, and that nothing else changes.

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "dsl/check/variant_files.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tools/lint/analyze.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

dsl::Diagnostics found_by_look(const std::string& text) {
  dsl::SourceMap sources;
  const dsl::VariantReader files = dsl::read_variant_files(source_folder() / "variants");
  const dsl::VariantReader reader = [&](const std::string& wanted, const std::string& from) {
    return from.empty() ? dsl::LoadedText{"this.yaml", text, {}, {}} : files(wanted, from);
  };
  return dsl::analyze(sources, reader,
                      {.check = {.variant = "this.yaml", .settings = {}, .tries = dsl::Tries::all}})
      .findings;
}

dsl::Fixed fixed_text(const std::string& text) { return dsl::fix_text(text, dsl::FileId{0}, found_by_look); }

const std::string fix_head = "roundhouse: 1\nname: Ours\nextends: train\n";

/// What becomes of lines behind the head, and that a second time nothing does.
std::string mended(const std::string& rest) {
  const dsl::Fixed once = fixed_text(fix_head + rest);
  CHECK(fixed_text(once.text).text == once.text);
  CHECK((once.text == fix_head + rest || once.left.size() < once.before));
  REQUIRE(once.text.starts_with(fix_head));
  return once.text.substr(fix_head.size());
}

const std::string fix_row = "rules:\n  - id: a\n    forbid: draw\n    says: No.\n    when: ";

}  // namespace

TEST_CASE("what has one safe cure is mended", "[dsl][lint][fix]") {
  const auto when = [](const std::string& condition) {
    const std::string rest = mended(fix_row + condition + "\n");
    REQUIRE(rest.starts_with(fix_row));
    return rest.substr(fix_row.size());
  };
  CHECK(when("turn.laid = 1") == "turn.laid == 1\n");
  CHECK(when("turn.laid > 0 && me.count > 1") == "turn.laid > 0 and me.count > 1\n");
  CHECK(when("turn.laid = 1 || me.count = 3") == "turn.laid == 1 or me.count == 3\n");
  CHECK(when("Turn.laid > 1") == "turn.laid > 1\n");
  CHECK(when("turn.laid \u2265 1") == "turn.laid >= 1\n");
  CHECK(when("double_blnk > 0") == "double_blank > 0\n");
  CHECK(when("turn.liad > 0") == "turn.laid > 0\n");
  CHECK(when("turn.laid in 5..1") == "turn.laid in 1..5\n");
  CHECK(when("turn.laid   =   1  # why") == "turn.laid   ==   1  # why\n");
  CHECK(mended("option:\n  double_blank: 50\n") == "options:\n  double_blank: 50\n");
  CHECK(mended("Options:\n  double_blank: 50\n") == "options:\n  double_blank: 50\n");
  CHECK(mended("options:\n  double_blank:50\n") == "options:\n  double_blank: 50\n");
  CHECK(mended("options:\n  double_blank: fifty\n") == "options:\n  double_blank: 50\n");
  CHECK(mended("options:\n  double_blank: 50 points\n") == "options:\n  double_blank: 50\n");
  CHECK(mended("options:\n  knocking: yes\n") == "options:\n  knocking: true\n");
  CHECK(mended("options:\n  knocking: nein\n") == "options:\n  knocking: false\n");
  CHECK(mended("options:\n\tdouble_blank: 50\n\tdraws: 2\n") == "options:\n  double_blank: 50\n  draws: 2\n");
  CHECK(mended("options:\n  draws: 2\n  draws: 2\n") == "options:\n  draws: 2\n");
  CHECK(mended("options:\ndraws: 2\ndouble_blank: 50\n") == "options:\n  draws: 2\n  double_blank: 50\n");
  CHECK(mended("setup:\n  players: 2-6\n") == "setup:\n  players: 2..6\n");
  CHECK(mended("rules:\n  - id: a\n    forbid draw\n    when: turn.laid > 0\n    says: No.\n") ==
        "rules:\n  - id: a\n    forbid: draw\n    when: turn.laid > 0\n    says: No.\n");
  CHECK(mended("rules:\n  - id: a\n    forbid: draw\n    when: turn.laid > 0\n    says: \u201CNo: "
               "never.\u201D\n") ==
        "rules:\n  - id: a\n    forbid: draw\n    when: turn.laid > 0\n    says: \"No: never.\"\n");
  CHECK(mended("rules:\n  - id: p\n    permit: draw\n    when: turn.laid > 0\n    says: One may.\n  - id: a\n"
               "    forbid: draw\n    says: No.\n") ==
        "rules:\n  - id: a\n    forbid: draw\n    says: No.\n");
  CHECK(mended("# roundhouse: allow unused-word because\noptions:\n  draws: 2\n") ==
        "# roundhouse: allow unused-word because\noptions:\n  draws: 2\n");
  CHECK(mended("# roundhouse: allow unused-word because of that\noptions:\n  draws: 2\n") ==
        "options:\n  draws: 2\n");
  CHECK(fixed_text("name: Ours\nextends: train\n").text == "roundhouse: 1\nname: Ours\nextends: train\n");
  CHECK(fixed_text("roundhouse: 1.0\nname: Ours\nextends: train\n").text == fix_head);
}

TEST_CASE("what could be meant in two ways, or is only likely, is left alone", "[dsl][lint][fix]") {
  for (const std::string& rest :
       {fix_row + "(turn.laid > 0 and me.count > 1\n",
        fix_row + "turn.laid > 0 and me.count > 1 or me.count > 3\n", fix_row + "me.laid > 0\n",
        fix_row + "laid > 0\n", std::string("options:\n  draws: 2\n  draws: 3\n"), fix_row + "strict_table\n",
        std::string("options:\n  deal: { 2..4: 15, 4..8: 10 }\n"),
        std::string("options:\n  spare: { default: 3 }\n")}) {
    INFO(rest);
    CHECK_FALSE(found_by_look(fix_head + rest).empty());
    CHECK(mended(rest) == rest);
  }
}

TEST_CASE("line ends, a byte order mark, comments and all other bytes stay", "[dsl][lint][fix]") {
  const std::string text =
      "\xEF\xBB\xBF# Ours\r\nroundhouse: 1\r\nname:   'Ours'   # a name\r\nextends: train\r\n\r\noptions:\r\n"
      "  # Much\r\n  double_blnk: 50\t# points\r\n  knocking: ja\r\n\r\n\r\nrules:\r\n  - {id: a, forbid: "
      "draw, "
      "when: turn.laid = 1}   \r\n# the end";
  std::string expected = text;
  const auto put = [&](const std::string& from, const std::string& to) {
    expected.replace(expected.find(from), from.size(), to);
  };
  put("double_blnk", "double_blank");
  put("ja\r", "true\r");
  put("= 1}", "== 1}");
  CHECK(fixed_text(text).text == expected);
}

TEST_CASE("mending leaves fewer findings and nothing to mend, of rules that were spoilt at random",
          "[dsl][lint][fix]") {
  const std::string whole = read_file(source_folder() / "tests/family/miller.yaml");
  REQUIRE(found_by_look(whole).empty());
  const std::vector<std::pair<std::string, std::string>> slips{
      {" == ", " = "},   {" and ", " && "}, {" or ", " || "},    {"forbid:", "forbids:"},
      {"when:", "wen:"}, {"true", "yes"},   {"lay", "lya"},      {"rules:", "Rules:"},
      {": ", ":"},       {"  ", "\t"},      {"says: ", "says "}, {"options", "option"},
      {"\n", "\r\n"},    {"me.", "m."},     {">", ">="},         {"'", "\u2019"},
      {"not ", "! "},    {"(", ""},         {"id: ", "id "},     {"0", "o"}};
  std::mt19937 random(20260);
  std::size_t mended_files = 0;
  for (int round = 0; round < 60; ++round) {
    std::string text = whole;
    const std::size_t many = 1 + random() % 3;
    std::string reported;
    for (std::size_t i = 0; i < many; ++i) {
      const auto& [from, to] = slips[random() % slips.size()];
      std::vector<std::size_t> places;
      for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + 1))
        places.push_back(at);
      if (places.empty()) continue;
      text.replace(places[random() % places.size()], from.size(), to);
      reported += "'" + from + "' -> '" + to + "' ";
    }
    INFO(reported << "\n" << text);
    const dsl::Fixed once = fixed_text(text);
    CHECK(once.before == found_by_look(text).size());
    if (once.text == text) continue;
    ++mended_files;
    CHECK(once.left.size() < once.before);
    CHECK(found_by_look(once.text).size() == once.left.size());
    CHECK(fixed_text(once.text).text == once.text);
    // Lines that are not mended are as they were.
    CHECK(std::count(once.text.begin(), once.text.end(), '#') == std::count(text.begin(), text.end(), '#'));
  }
  CHECK(mended_files > 15);
}

}  // namespace roundhouse::tests
