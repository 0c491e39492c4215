// Conditions and effects in English: what the rulebook prints where a row says nothing itself.

#include <sstream>
#include <string>

#include "dsl/english/english.h"
#include "dsl/english/wording.h"
#include "dsl/vocabulary/operator_values.h"
#include "dsl/vocabulary/phrases.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"

namespace roundhouse::tests {
namespace {

using namespace dsl;

TEST_CASE("every word of the language has its English phrase", "[dsl][english]") {
  for (const RootRow& row : all_roots()) {
    INFO(row.name);
    CHECK(!phrase_of(row.id).empty());
  }
  for (const MemberRow& row : all_members()) {
    INFO(type_name(row.of) << "." << row.name);
    const MemberPhrase phrase = phrase_of(row.id);
    CHECK(!phrase.text.empty());
    CHECK((row.type == Type::truth) == (phrase.kind == PhraseKind::claim));
    CHECK((phrase.kind == PhraseKind::thing) == phrase.other.empty());
    if (phrase.kind == PhraseKind::claim) CHECK(phrase.text != phrase.other);
    if (phrase.kind == PhraseKind::count)
      CHECK(std::count(phrase.other.begin(), phrase.other.end(), '#') == 2);
    if (phrase.kind == PhraseKind::count || phrase.kind == PhraseKind::ordinal)
      CHECK(row.type == Type::number);
    CHECK((row.argument != Type::none) == (phrase.text.find("{1}") != std::string_view::npos));
  }
  for (const ActRow& row : all_acts()) CHECK(!phrase_of(row.id).text.empty());
  for (const EventRow& row : all_events()) CHECK(!phrase_of(row.id).text.empty());
  for (const EffectRow& row : all_effects()) CHECK(!phrase_of(row.id).text.empty());
}

/// tests/english/<site>.cases: a condition or effects, then what they are in English.
std::string reported(const std::string& head, const std::string& key, const std::string& text) {
  const std::string yaml =
      "roundhouse: 1\nname: Test\nextends: dual\n"
      "options:\n  strict: { default: true }\n  least: { default: 3, by: players, range: 0..9 }\n"
      "words:\n  held: { of: player, is: sum(t in it.hand of t.pips) }\n"
      "facts:\n  began: { of: turn, is: bool }\n  leader: { of: match, is: player }\n"
      "  warned: { of: player, is: bool }\n  closed: { of: train, is: bool }\n  load: { of: train, is: int "
      "}\n"
      "rules:\n  - id: asked\n    " +
      head + "\n    " + key + ": " + text + "\n";
  const TriedRules tried = try_rules(yaml);
  if (!tried.rules) return "refused: " + tried.trouble;
  English english(*tried.rules, {});
  const Rule& row = tried.rules->rules.back();
  return key == "do" ? english.effects(row.effects)
                     : english.clause(*row.when) + "\n! " + english.opposite(*row.when);
}

TEST_CASE("conditions and effects are printed in English", "[dsl][english]") {
  struct Site {
    const char* name;
    const char* head;
    const char* key;
  };
  for (const Site& site : {Site{"lay", "forbid: lay", "when"}, Site{"done", "advise: done", "when"},
                           Site{"effects", "after: lay", "do"}}) {
    const auto path = source_folder() / "tests/english" / (std::string(site.name) + ".cases");
    std::istringstream lines(read_file(path));
    std::string out;
    std::size_t cases = 0;
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("> ") || line.starts_with("! ")) continue;
      out += line + "\n";
      if (line.empty() || line.starts_with("#")) continue;
      out += "> " + reported(site.head, site.key, line) + "\n";
      ++cases;
    }
    INFO(site.name);
    CHECK(cases > 8);
    CHECK(golden_difference(path, out) == "");
    CHECK(out.find("refused") == std::string::npos);
  }
}

TEST_CASE("numbers, lists and comparisons are worded as people say them", "[dsl][english]") {
  CHECK(how_many(0, "tile") == "no tile");
  CHECK(how_many(1, "tile") == "one tile");
  CHECK(how_many(12, "tile") == "twelve tiles");
  CHECK(how_many(13, "tile") == "13 tiles");
  CHECK(ordinal_in_words(3) == "third");
  CHECK(ordinal_in_words(13) == "13th");
  CHECK(ordinal_in_words(22) == "22nd");
  CHECK(compared_number(Op::greater, 0, "tile").text == "at least one tile");
  CHECK(compared_number(Op::greater, 2, "tile").text == "more than two tiles");
  CHECK(compared_number(Op::less, 1, "tile").text == "no tile");
  CHECK(compared_number(Op::less_equal, 2, "tile").text == "at most two tiles");
  CHECK(compared_number(Op::not_equal, 0, "tile").text == "at least one tile");
  CHECK(possessive("it") == "its");
  CHECK(possessive("the players") == "the players'");
  CHECK(listed({"a", "b", "c"}, "or") == "a, b or c");
  CHECK(as_sentence("so it is") == "So it is.");
  CHECK(as_sentence("Who?") == "Who?");
  CHECK(mirrored(Op::less) == Op::greater);
  CHECK(opposite_of(Op::less) == Op::greater_equal);
}

}  // namespace
}  // namespace roundhouse::tests
