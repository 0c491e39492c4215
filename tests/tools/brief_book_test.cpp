// The short form: what is not as in the game that everybody knows, in sentences.

#include <algorithm>
#include <string>
#include <vector>

#include "dsl/rulebook/book.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"
#include "tools/differences/differences.h"

namespace roundhouse::tests {
namespace {

using dsl::Book;
using dsl::BookLine;
using dsl::Chapter;

const std::string brief_head = "roundhouse: 1\nname: Test\nextends: train\n";

void collect(const std::vector<BookLine>& lines, std::vector<std::string>& texts) {
  for (const BookLine& line : lines) {
    texts.push_back(line.text);
    collect(line.exceptions, texts);
  }
}

std::vector<std::string> texts_of(const Book& book) {
  std::vector<std::string> texts;
  for (const Chapter& chapter : book.chapters) collect(chapter.lines, texts);
  return texts;
}

Book brief_of(const std::string& yaml, const std::vector<dsl::OptionSetting>& settings = {}) {
  return dsl::brief_book(rules_from_text(brief_head + yaml, settings), bundled_rules("train"), {});
}

using Texts = std::vector<std::string>;

TEST_CASE("the short form of each variant is as it was read", "[variants][rulebook]") {
  const dsl::CheckedRules train = bundled_rules("train");
  for (const std::string& variant : all_bundled_names()) {
    INFO(variant);
    const dsl::CheckedRules rules = bundled_rules(variant);
    const Book book = rules.chain.size() > 1 ? dsl::brief_book(rules, train, {}) : dsl::brief_book(rules, {});
    CHECK(golden_difference(source_folder() / "tests/rulebooks/brief" / (variant + ".txt"),
                            dsl::print_book_text(book)) == "");
  }
  const Book dual = dsl::brief_book(bundled_rules("dual"), train, {});
  CHECK(golden_difference(source_folder() / "tests/rulebooks/brief/dual.html", dsl::print_book_html(dual)) ==
        "");
  CHECK(golden_difference(source_folder() / "tests/rulebooks/brief/dual.md",
                          dsl::print_book_markdown(dual)) == "");
}

TEST_CASE("a short form has what differs and nothing else", "[rulebook]") {
  const Book same = brief_of("");
  CHECK(same.intro == "As in “The common train game”.");
  CHECK(texts_of(same).empty());
  // What is said again as the parent has it, or in other words, is no difference.
  CHECK(
      texts_of(brief_of("options: { draws: 1 }\nsetup: { players: 2..8 }\nsentences:\n  closed-train: Hands "
                        "off.\n"))
          .empty());
  const Book other = brief_of("options: { double_blank: 50 }\n");
  CHECK(other.intro == "As in “The common train game”, but:");
  CHECK(texts_of(other) == Texts{"Everybody counts the pips left in hand; a double blank counts 50."});
  // A value that is an option's and no more is printed, too.
  CHECK(texts_of(brief_of("options: { deal: 9 }\n")) == Texts{"Everybody is dealt nine tiles."});
  CHECK(texts_of(brief_of("", {{"draws", "2", {}}})) ==
        Texts{"At most two tiles may be drawn in a turn, and as many again to cover a double laid in it."});
  CHECK(texts_of(brief_of("", {{"deal", "9", {}}})) == Texts{"Everybody is dealt nine tiles."});
  CHECK(texts_of(brief_of("match: { rounds: 2, double: 12 - round.number }\n")) ==
        Texts{"These doubles are due, one round after the other: double eleven and double ten.",
              "A game has two rounds."});
}

TEST_CASE("a rule that differs by its exception is printed with it", "[rulebook]") {
  const Texts reported = texts_of(brief_of(
      "rules:\n  - id: but-late\n    except: closed-train\n    when: round.lap > 9\n    says: Late all "
      "are open.\n"));
  CHECK(reported ==
        Texts{"Another player's train is closed while no marker stands on it, except to cover a double.",
              "Late all are open."});
}

TEST_CASE("what the known game has and this one has not stands at the end", "[rulebook]") {
  const Book book = brief_of("remove: [should-knock]\ntrains: { mexican: none }\n");
  REQUIRE(!book.chapters.empty());
  CHECK(book.chapters.back().title == "Not in this game");
  const Texts gone{"The Mexican Train begins at the engine, too, and belongs to everybody.",
                   "A player who is down to one tile should knock."};
  CHECK(texts_of(book) == gone);
  // In the place of what is gone from the setup stands something else.
  const Texts highest = texts_of(brief_of("options: { engine_found: highest-held }\n"));
  CHECK(highest == Texts{"Any double may be the engine.", "Of several, the highest is the engine."});
}

TEST_CASE("one sentence for two conditions is printed as the condition", "[rulebook]") {
  const Texts reported = texts_of(brief_of(
      "rules:\n  - id: draw-only-if-stuck\n    forbid: draw\n    when: must_play or me.count > 20\n    "
      "says: A player who can play may not draw.\n"));
  REQUIRE(reported.size() == 1);
  CHECK(reported.front().starts_with("A player may not draw a tile if "));
}

TEST_CASE("another meaning of a word is printed with the word, or with what rests on it", "[rulebook]") {
  const std::string word = "words:\n  finished:\n    is: turn.laid > 1\n";
  CHECK(texts_of(brief_of(word + "    says: A play is two tiles.\n")) == Texts{"A play is two tiles."});
  const Texts reported = texts_of(brief_of(word));
  const std::string marker =
      "When a turn ends, if at most one tile has been laid in this turn: a marker goes on the end of the "
      "player's own train.";
  CHECK(std::find(reported.begin(), reported.end(), marker) != reported.end());
}

TEST_CASE("every option that plays otherwise is printed in the short form", "[variants][rulebook]") {
  const dsl::CheckedRules train = bundled_rules("train");
  std::size_t tried = 0;
  for (const dsl::Option& option : train.options) {
    std::vector<std::string> values;
    if (option.type == dsl::Type::truth) values.push_back(option.value != 0 ? "false" : "true");
    for (const dsl::NameId choice : option.choices)
      if (choice.value != option.value) values.emplace_back(train.name_text(choice));
    if (option.type == dsl::Type::number && option.by.empty() && option.range)
      values = {std::to_string(option.range->first), std::to_string(option.range->second)};
    for (const std::string& value : values) {
      INFO(option.name << "=" << value);
      const TriedRules other = try_bundled("train", {{option.name, value, {}}});
      if (!other.rules) continue;
      bool alike = true;
      for (const dsl::Difference& made : dsl::all_differences(train, *other.rules))
        alike = alike && made.kind == dsl::DifferenceKind::option;
      const Book book = dsl::brief_book(*other.rules, train, {});
      CHECK(book.chapters.empty() == alike);
      if (!alike) ++tried;
    }
  }
  CHECK(tried > 35);
}

TEST_CASE("every difference of a variant stands in its short form", "[variants][rulebook]") {
  const dsl::CheckedRules train = bundled_rules("train");
  for (const std::string& variant : all_bundled_names()) {
    const dsl::CheckedRules rules = bundled_rules(variant);
    if (rules.chain.size() == 1) continue;
    const Texts reported = texts_of(dsl::brief_book(rules, train, {}));
    std::string all;
    for (const std::string& text : reported) all += text + "\n";
    for (const dsl::Difference& made : dsl::differences(train, rules)) {
      const bool names_a_rule = made.kind == dsl::DifferenceKind::rule;
      if (!names_a_rule || made.right.empty() || made.left == made.right) continue;
      INFO(variant << ": " << made.name << ": " << made.right);
      CHECK(all.find(made.right) != std::string::npos);
    }
  }
}

TEST_CASE("a game without a parent has its essential lines", "[rulebook]") {
  const Texts reported = texts_of(dsl::brief_book(bundled_rules("train"), {}));
  const auto has = [&](const std::string& text) {
    return std::find(reported.begin(), reported.end(), text) != reported.end();
  };
  CHECK(has("Two to eight players."));
  CHECK(has("A player who cannot play has to draw."));
  CHECK(has("A double has to be covered."));
  CHECK(has("Whoever lays their last tile wins the round, which ends at once."));
  CHECK(!has("A player who is down to one tile should knock."));
  CHECK(!has("A tile laid to an uncovered double covers it."));
  const Texts whole = texts_of(dsl::write_book(bundled_rules("train"), {}));
  CHECK(reported.size() + 6 < whole.size());
}

}  // namespace
}  // namespace roundhouse::tests
