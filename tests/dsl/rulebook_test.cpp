// The printed rules: goldens that read from beginning to end, no sentence twice, none that an option
// contradicts.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "dsl/differences/differences.h"
#include "dsl/rulebook/book_forms.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"

namespace roundhouse::tests {
namespace {

using dsl::Book;
using dsl::Chapter;
using dsl::ChapterKind;
using dsl::Line;

dsl::BookRequest request_for(std::optional<int> players = {}) {
  dsl::BookRequest request;
  request.players = players;
  dsl::SourceMap sources;
  request.documents = dsl::read_documents(sources, source_folder() / "variants/sources").value;
  return request;
}

Book book_of(const std::string& variant, const std::vector<dsl::OptionSetting>& settings = {}) {
  return dsl::write_book(bundled_rules(variant, settings), request_for());
}

void collect(const std::vector<Line>& lines, std::vector<std::string>& texts) {
  for (const Line& line : lines) {
    texts.push_back(line.text);
    collect(line.exceptions, texts);
  }
}

/// Each sentence of the book, without the questions and the list of sources.
std::vector<std::string> sentences_of(const Book& book) {
  std::vector<std::string> texts;
  for (const Chapter& chapter : book.chapters) {
    if (chapter.kind == ChapterKind::rules || chapter.kind == ChapterKind::terms)
      collect(chapter.lines, texts);
  }
  std::vector<std::string> sentences;
  for (const std::string& text : texts) {
    std::size_t begin = 0;
    while (begin < text.size()) {
      const std::size_t stop = std::min(text.find(". ", begin), text.size() - 1);
      sentences.push_back(text.substr(begin, stop + 1 - begin));
      begin = stop + 2;
    }
  }
  return sentences;
}

/// The whole book but for the line of one option and the sources.
std::string text_without(Book book, const std::string& option) {
  std::erase_if(book.chapters, [](const Chapter& chapter) { return chapter.kind == ChapterKind::sources; });
  for (Chapter& chapter : book.chapters) {
    if (chapter.kind != ChapterKind::choices) continue;
    std::erase_if(chapter.lines, [&](const Line& line) { return line.key == option; });
  }
  return dsl::print_book_text(book);
}

/// Some values play alike in some variants: what they speak of is not there.
bool play_alike(const dsl::CheckedRules& a, const dsl::CheckedRules& b, const std::string& option) {
  const auto all = dsl::differences(a, b);
  return std::all_of(all.begin(), all.end(), [&](const dsl::Difference& d) { return d.name == option; });
}

std::vector<std::string> other_values(const dsl::CheckedRules& rules, const dsl::Option& option) {
  std::vector<std::string> values;
  if (option.type == dsl::Type::truth) values.push_back(option.value != 0 ? "false" : "true");
  for (const dsl::NameId choice : option.choices) {
    if (choice.value != option.value) values.emplace_back(rules.name_text(choice));
  }
  return values;
}

bool is_chosen_in(const Book& book, const std::string& option) {
  for (const Chapter& chapter : book.chapters) {
    if (chapter.kind != ChapterKind::choices) continue;
    return std::any_of(chapter.lines.begin(), chapter.lines.end(),
                       [&](const Line& line) { return line.key == option; });
  }
  return false;
}

TEST_CASE("the rulebook of each variant is as it was read", "[variants][rulebook]") {
  std::set<std::string> expected;
  for (const std::string& variant : bundled_names()) {
    INFO(variant);
    const Book book = book_of(variant);
    CHECK(golden_difference(source_folder() / "tests/rulebooks" / (variant + ".txt"),
                            dsl::print_book_text(book)) == "");
    expected.insert(variant + ".txt");
  }
  const Book club = dsl::write_book(bundled_rules("club-double-twelve"), request_for(5));
  CHECK(golden_difference(source_folder() / "tests/rulebooks/club-double-twelve.html",
                          dsl::print_book_html(club)) == "");
  CHECK(golden_difference(source_folder() / "tests/rulebooks/club-double-twelve.md",
                          dsl::print_book_markdown(club)) == "");
  expected.insert({"club-double-twelve.html", "club-double-twelve.md"});
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/rulebooks")) {
    INFO(entry.path().filename().string() << " is the rulebook of no variant");
    CHECK(expected.contains(entry.path().filename().string()));
  }
}

/// Each sentence once, ended, and nothing of the rule language left in it.
void check_sentences(const Book& book) {
  std::set<std::string> seen;
  const std::vector<std::string> sentences = sentences_of(book);
  CHECK(sentences.size() > 20);
  for (const std::string& sentence : sentences) {
    INFO(sentence);
    CHECK(seen.insert(sentence).second);
    CHECK(sentence.find_first_of("{}#@_") == std::string::npos);
    CHECK(sentence.ends_with('.') != sentence.ends_with(':'));
  }
}

TEST_CASE("no sentence stands twice in a rulebook", "[variants][rulebook]") {
  for (const std::string& variant : bundled_names()) {
    INFO(variant);
    check_sentences(book_of(variant));
  }
}

TEST_CASE("another value of a truth or choice is another rulebook", "[variants][rulebook]") {
  for (const std::string& variant : bundled_names()) {
    const dsl::CheckedRules rules = bundled_rules(variant);
    const Book before = book_of(variant);
    std::size_t flipped = 0;
    for (const dsl::Option& option : rules.options) {
      if (!is_chosen_in(before, option.name)) continue;
      std::map<std::string, dsl::CheckedRules> seen{{text_without(before, option.name), rules}};
      for (const std::string& value : other_values(rules, option)) {
        INFO(variant << " with " << option.name << "=" << value);
        const TriedRules tried = try_bundled(variant, {{option.name, value, {}}});
        if (!tried.rules) continue;
        const Book other = dsl::write_book(*tried.rules, request_for());
        check_sentences(other);
        const std::string after = text_without(other, option.name);
        const auto [same, fresh] = seen.emplace(after, *tried.rules);
        // Two values with one text have to be one game.
        if (!fresh) CHECK(play_alike(same->second, *tried.rules, option.name));
        if (fresh) ++flipped;
      }
    }
    INFO(variant);
    CHECK(flipped >= 8);
  }
}

TEST_CASE("a rulebook for so many players has no table of players left", "[variants][rulebook]") {
  for (const std::string& variant : bundled_names()) {
    const dsl::CheckedRules rules = bundled_rules(variant);
    for (int players = rules.setup.least_players; players <= rules.setup.most_players; ++players) {
      const Book book = dsl::write_book(rules, request_for(players));
      CHECK(book.subtitle.starts_with("for "));
      for (const Chapter& chapter : book.chapters) {
        if (chapter.kind != ChapterKind::rules) continue;
        for (const Line& line : chapter.lines) {
          INFO(variant << " for " << players << ": " << line.text);
          CHECK(line.table.empty());
        }
      }
    }
  }
}

const std::string head = "roundhouse: 1\nname: Test\nextends: train\n";

std::vector<std::string> texts_of(const std::string& yaml,
                                  const std::vector<dsl::OptionSetting>& settings = {}) {
  return sentences_of(dsl::write_book(rules_from_text(head + yaml, settings), {}));
}
bool has(const std::vector<std::string>& texts, const std::string& text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

TEST_CASE("a row that its options have taken away is not printed, nor what belongs to it", "[rulebook]") {
  const std::string yaml =
      "options:\n  quiet: { default: false }\nacts:\n  shout:\n    when: not quiet\n    says: Anybody may "
      "shout.\n"
      "rules:\n  - id: no-nines\n    forbid: lay\n    when: quiet and tile has 9\n    says: No nines.\n"
      "  - id: but-late\n    except: no-nines\n    when: round.lap > 3\n    says: After three laps there may "
      "be.\n"
      "  - id: no-shouting\n    forbid: shout\n    when: round.lap == 1\n    says: Not in the first lap.\n"
      "  - id: heard\n    after: shout\n    do: warn()\n    says: It is heard.\n";
  const auto loud = texts_of(yaml);
  CHECK(!has(loud, "No nines."));
  CHECK(!has(loud, "After three laps there may be."));
  CHECK(has(loud, "Anybody may shout."));
  CHECK(has(loud, "Not in the first lap."));
  CHECK(has(loud, "It is heard."));
  const auto quiet = texts_of(yaml, {{"quiet", "true", {}}});
  CHECK(has(quiet, "No nines."));
  CHECK(has(quiet, "After three laps there may be."));
  CHECK(!has(quiet, "Anybody may shout."));
  CHECK(!has(quiet, "Not in the first lap."));
  CHECK(!has(quiet, "It is heard."));
}

TEST_CASE("what is always excepted is no rule, and the exception stands for itself", "[rulebook]") {
  const std::string yaml =
      "options:\n  lax: { default: false }\nrules:\n  - id: no-nines\n    forbid: lay\n    when: tile has 9\n"
      "    says: No nines.\n  - id: lax-nines\n    except: no-nines\n    when: lax\n    says: Never mind "
      "nines.\n";
  CHECK(has(texts_of(yaml), "No nines."));
  CHECK(!has(texts_of(yaml), "Never mind nines."));
  CHECK(!has(texts_of(yaml, {{"lax", "true", {}}}), "No nines."));
  CHECK(has(texts_of(yaml, {{"lax", "true", {}}}), "Never mind nines."));
}

TEST_CASE("who begins and what the engine may be are told in plain words", "[rulebook]") {
  const auto told = [](const std::string& option, const std::string& value, const std::string& text) {
    INFO(option << "=" << value);
    CHECK(has(texts_of("", {{option, value, {}}}), text));
  };
  told("first_player", "by-lot",
       "The first player is a player chosen by lot or agreement, in each later round of a match the next one "
       "to "
       "the left.");
  told("first_player", "by-age",
       "The first player is the player with the greatest age, in each later round of a match the next one to "
       "the left.");
  told("first_player", "by-tile",
       "Everybody draws a tile; the one with the greatest number of pips makes its player the first, and "
       "equal "
       "ones draw again.");
  told("engine_found", "highest-unused",
       "Any double may be the engine that was not the engine before in this game.");
  told(
      "engine_found", "first-holder",
      "Of several, that of the player who comes first, counted from the first player, is the engine; of that "
      "player's own, the highest.");
  told("rounds", "1", "The double of the round is 12.");
}

TEST_CASE("what nobody has to do is not asked for", "[rulebook]") {
  const std::string cover = "An uncovered double comes first; nothing else may be played.";
  CHECK(has(texts_of(""), cover));
  CHECK(!has(texts_of("", {{"doubles", "free", {}}}), cover));
  CHECK(has(texts_of(""), "Who cannot play has to draw first."));
  CHECK(!has(texts_of("", {{"draws", "0", {}}}), "Who cannot play has to draw first."));
  CHECK(has(texts_of(""), "Who can play has to play."));
  CHECK(!has(texts_of("", {{"drawn_tile", "may-be-kept", {}}}), "Who can play has to play."));
}

TEST_CASE("players are ranked by their totals, and then by what the rules say", "[rulebook]") {
  const std::string winner = "The player with the lowest total of points wins the game";
  CHECK(has(texts_of(""), winner + "."));
  CHECK(has(texts_of("match:\n  order: [me.total, me.seat]\n"),
            winner + "; of those who are equal, whoever sits first goes before."));
}

TEST_CASE("what is done by hand follows what comes of itself", "[rulebook]") {
  const auto place = [](const std::vector<std::string>& texts, const std::string& text) {
    return std::find(texts.begin(), texts.end(), text) - texts.begin();
  };
  const auto texts = texts_of("", {{"markers", "by-hand", {}}});
  const std::string lift =
      "Who has played on the own marked train may take the marker off, in that turn or in the next.";
  REQUIRE(has(texts, lift));
  CHECK(place(texts, lift) > place(texts, "Who could not complete a play puts a marker on the own train."));
  CHECK(place(texts, lift) < place(texts, "A player down to one tile may knock."));
}

TEST_CASE("an exception stands below the rule that it lifts", "[rulebook]") {
  const Book dual = book_of("dual");
  for (const Chapter& chapter : dual.chapters) {
    for (const Line& line : chapter.lines) {
      CHECK(line.key != "side-is-open");
      if (line.key != "closed-train") continue;
      REQUIRE(line.exceptions.size() == 1);
      CHECK(line.exceptions.front().key == "side-is-open");
      CHECK(line.exceptions.front().from == std::vector<std::string>{"DU-V5", "DU-T1", "DU-P2"});
    }
  }
}

TEST_CASE("a sentence is printed where it fits, else the condition in English", "[rulebook]") {
  const std::string yaml =
      "options:\n  nines: { default: false }\n  top: { default: 9, range: 0..12 }\nrules:\n  - id: no-nines\n"
      "    forbid: lay\n    when: tile has top and (nines or not tile.double)\n"
      "    says: \"Only the double of {top} may be laid.\"\n";
  CHECK(has(texts_of(yaml), "Only the double of 9 may be laid."));
  CHECK(has(texts_of(yaml, {{"top", "4", {}}}), "Only the double of 4 may be laid."));
  CHECK(has(texts_of(yaml, {{"nines", "true", {}}}), "A player may not lay a tile if the tile shows 9."));
  const std::string ladder =
      yaml.substr(0, yaml.find("    says:")) +
      "    says:\n      - when: nines\n        says: No nines at all.\n      - says: Only the double.\n";
  CHECK(has(texts_of(ladder), "Only the double."));
  CHECK(has(texts_of(ladder, {{"nines", "true", {}}}), "No nines at all."));
}

TEST_CASE("a page of HTML needs nothing else and is laid out for paper", "[rulebook]") {
  const std::string yaml =
      "rules:\n  - id: odd\n    forbid: lay\n    when: tile has 9\n    says: \"<b>Nines & "
      "\\\"tens\\\"</b>.\"\n";
  const std::string page = dsl::print_book_html(dsl::write_book(rules_from_text(head + yaml), request_for()));
  for (const char* outside : {"http:", "https:", "<script", "<link", "<img", "src=", "url(", "@import"}) {
    INFO(outside);
    CHECK(page.find(outside) == std::string::npos);
  }
  CHECK(page.find("@page") != std::string::npos);
  CHECK(page.find("@media print") != std::string::npos);
  CHECK(page.find("&lt;b&gt;Nines &amp; &quot;tens&quot;&lt;/b&gt;.") != std::string::npos);
  // Every tag that is opened is closed, in order.
  std::vector<std::string> open;
  for (std::size_t at = page.find('<'); at != std::string::npos; at = page.find('<', at + 1)) {
    const std::size_t end = page.find_first_of(" >", at);
    const std::string tag = page.substr(at + 1, end - at - 1);
    if (tag == "!DOCTYPE" || tag == "meta" || tag == "br") continue;
    if (tag.front() != '/') {
      open.push_back(tag);
      continue;
    }
    REQUIRE(!open.empty());
    CHECK(open.back() == tag.substr(1));
    open.pop_back();
  }
  CHECK(open.empty());
}

TEST_CASE("Markdown's own signs are text in a rulebook", "[rulebook]") {
  const std::string yaml =
      "rules:\n  - id: odd\n    forbid: lay\n    when: tile has 9\n    says: \"No *nines* [or] a_b | "
      "`c`.\"\n";
  const std::string page =
      dsl::print_book_markdown(dsl::write_book(rules_from_text(head + yaml), request_for()));
  CHECK(page.find("No \\*nines\\* \\[or\\] a\\_b \\| \\`c\\`.") != std::string::npos);
}

}  // namespace
}  // namespace roundhouse::tests
