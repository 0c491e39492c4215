// The printed rules: goldens that read from beginning to end, no sentence twice, none that an option
// contradicts.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include "dsl/compile/rule_text.h"
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
using dsl::ChapterKind;

dsl::BookRequest request_for(std::optional<int> players = {}, bool technical = false) {
  dsl::BookRequest request;
  request.players = players;
  request.technical = technical;
  dsl::SourceMap sources;
  request.documents = dsl::read_documents(sources, source_folder() / "variants/sources").value;
  return request;
}

Book book_of(const std::string& variant, const std::vector<dsl::OptionSetting>& settings = {}) {
  return dsl::write_book(bundled_rules(variant, settings), request_for());
}

/// With the names of rules, and the list of what is chosen.
Book technical_book(const dsl::CheckedRules& rules) { return dsl::write_book(rules, request_for({}, true)); }

void collect(const std::vector<BookLine>& lines, std::vector<std::string>& texts) {
  for (const BookLine& line : lines) {
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

/// The whole book but for the sources. It has no list of options: the rules say what is chosen.
std::string printed_text(Book book) {
  std::erase_if(book.chapters, [](const Chapter& chapter) { return chapter.kind == ChapterKind::sources; });
  return dsl::print_book_text(book);
}

/// Some values play alike in some variants: what they speak of is not there. Another option that is asked for
/// then, or is not, has a value that plays as before.
bool play_alike(const dsl::CheckedRules& a, const dsl::CheckedRules& b, std::optional<int> players = {}) {
  const auto all = dsl::all_differences(a, b, players);
  return std::all_of(all.begin(), all.end(),
                     [](const dsl::Difference& d) { return d.kind == dsl::DifferenceKind::option; });
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
                       [&](const BookLine& line) { return line.key == option; });
  }
  return false;
}

TEST_CASE("the rulebook of each variant is as it was read", "[variants][rulebook]") {
  std::set<std::string> expected;
  for (const std::string& variant : all_bundled_names()) {
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
  CHECK(golden_difference(source_folder() / "tests/rulebooks/star-ranch-technical.txt",
                          dsl::print_book_text(technical_book(bundled_rules("star-ranch")))) == "");
  CHECK(golden_difference(source_folder() / "tests/rulebooks/dual-technical.md",
                          dsl::print_book_markdown(technical_book(bundled_rules("dual")))) == "");
  expected.insert({"star-ranch-technical.txt", "dual-technical.md"});
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/rulebooks")) {
    if (!entry.is_regular_file()) continue;
    INFO(entry.path().filename().string() << " is the rulebook of no variant");
    CHECK(expected.contains(entry.path().filename().string()));
  }
}

/// A name that nobody takes for English.
bool is_technical(std::string_view name) { return name.find('_') != std::string_view::npos; }

TEST_CASE("a rulebook names no option and no rule unless it is asked to", "[variants][rulebook]") {
  for (const std::string& variant : all_bundled_names()) {
    const dsl::CheckedRules rules = bundled_rules(variant);
    const Book book = book_of(variant);
    const Book technical = technical_book(rules);
    for (const dsl::BookForm& form : dsl::all_book_forms()) {
      const std::string plain = form.print(book);
      const std::string full = form.print(technical);
      INFO(variant << " as " << form.name);
      for (const Chapter& chapter : book.chapters) {
        CHECK(chapter.kind != ChapterKind::choices);
        if (chapter.kind != ChapterKind::rules) continue;
        for (const BookLine& line : chapter.lines) {
          INFO(line.key);
          const bool id = line.key.find_first_of("-.") != std::string::npos || is_technical(line.key);
          if (id) CHECK(plain.find(line.key) == std::string::npos);
          if (id) CHECK(full.find(line.key) != std::string::npos);
        }
      }
      for (const dsl::Option& option : rules.options)
        if (is_technical(option.name)) CHECK(plain.find(option.name) == std::string::npos);
    }
  }
}

TEST_CASE("chapters stand in the order in which one plays", "[variants][rulebook]") {
  const std::vector<std::string> order{"What you need",
                                       "Setting out",
                                       "Who begins",
                                       "The trains",
                                       "A turn",
                                       "Doubles",
                                       "Drawing and passing",
                                       "Drawing and markers",
                                       "Announcements and manners",
                                       "The end of the round",
                                       "Counting",
                                       "The match",
                                       "Explanations",
                                       "Sources"};
  for (const std::string& variant : all_bundled_names()) {
    std::size_t last = 0;
    for (const Chapter& chapter : book_of(variant).chapters) {
      INFO(variant << ": " << chapter.title);
      const auto found =
          std::find(order.begin() + static_cast<std::ptrdiff_t>(last), order.end(), chapter.title);
      REQUIRE(found != order.end());
      last = static_cast<std::size_t>(found - order.begin()) + 1;
      // Which double the engine has to be is printed where the engine is.
      const bool match = chapter.title == "The match";
      for (const BookLine& line : chapter.lines) CHECK_FALSE((match && line.key == "match.double"));
    }
  }
}

/// The exceptions of a book, each with the line that it stands below.
void collect_exceptions(const std::vector<BookLine>& lines,
                        std::vector<std::pair<BookLine, BookLine>>& found) {
  for (const BookLine& line : lines) {
    for (const BookLine& exception : line.exceptions) found.emplace_back(line, exception);
    collect_exceptions(line.exceptions, found);
  }
}

/// Each sentence once, ended, and nothing of the rule language left in it. Only an exception stands again:
/// below each line that it lifts, once.
void check_sentences(const Book& book) {
  std::set<std::string> seen;
  std::vector<std::pair<BookLine, BookLine>> exceptions;
  for (const Chapter& chapter : book.chapters) collect_exceptions(chapter.lines, exceptions);
  std::multiset<std::string> again;
  std::map<std::string, std::string> first_place;
  for (const auto& [line, exception] : exceptions) {
    INFO(exception.text << " below " << line.text);
    const auto [place, fresh] = first_place.emplace(exception.text, exception.key);
    CHECK(place->second == exception.key);
    if (!fresh) again.insert(exception.text);
    CHECK(seen.insert(line.text + exception.text).second);
  }
  const std::vector<std::string> sentences = sentences_of(book);
  CHECK(sentences.size() > 20);
  for (const std::string& sentence : sentences) {
    INFO(sentence);
    if (const auto reported = again.find(sentence); reported != again.end()) {
      again.erase(reported);
    } else {
      CHECK(seen.insert(sentence).second);
    }
    CHECK(sentence.find_first_of("{}#@_") == std::string::npos);
    CHECK(sentence.ends_with('.') != sentence.ends_with(':'));
  }
}

TEST_CASE("no sentence stands twice in a rulebook", "[variants][rulebook]") {
  for (const std::string& variant : all_bundled_names()) {
    INFO(variant);
    check_sentences(book_of(variant));
  }
}

TEST_CASE("another value of a truth or choice is another rulebook", "[variants][rulebook]") {
  for (const std::string& variant : bundled_names()) {
    const dsl::CheckedRules rules = bundled_rules(variant);
    const Book before = book_of(variant);
    const Book listed = technical_book(rules);
    std::size_t flipped = 0;
    for (const dsl::Option& option : rules.options) {
      if (!is_chosen_in(listed, option.name)) continue;
      std::map<std::string, dsl::CheckedRules> seen{{printed_text(before), rules}};
      for (const std::string& value : other_values(rules, option)) {
        INFO(variant << " with " << option.name << "=" << value);
        const TriedRules tried = try_bundled(variant, {{option.name, value, {}}});
        if (!tried.rules) continue;
        const Book other = dsl::write_book(*tried.rules, request_for());
        check_sentences(other);
        const std::string after = printed_text(other);
        const auto [same, fresh] = seen.emplace(after, *tried.rules);
        // Two values with one text have to be one game.
        if (!fresh) CHECK(play_alike(same->second, *tried.rules));
        if (fresh) ++flipped;
      }
    }
    INFO(variant);
    CHECK(flipped >= 8);
  }
}

/// The ends of a range, what comes next to them, and the middle.
std::vector<std::string> numbers_of(const dsl::Option& option) {
  std::vector<std::string> values;
  if (!option.range || !option.by.empty()) return values;
  if (!option.numbers.empty()) {
    for (const int value : option.numbers)
      if (value != option.value) values.push_back(std::to_string(value));
    return values;
  }
  const auto [low, high] = *option.range;
  for (const int value : {low, low + 1, low + (high - low) / 2, high - 1, high}) {
    if (value != option.value && value >= low) values.push_back(std::to_string(value));
  }
  return values;
}

TEST_CASE("another number that plays otherwise is another rulebook", "[variants][rulebook]") {
  for (const std::string& variant : bundled_names()) {
    const dsl::CheckedRules rules = bundled_rules(variant);
    const Book before = book_of(variant);
    const Book listed = technical_book(rules);
    std::size_t others = 0;
    for (const dsl::Option& option : rules.options) {
      if (!is_chosen_in(listed, option.name)) continue;
      for (const std::string& value : numbers_of(option)) {
        INFO(variant << " with " << option.name << "=" << value);
        const TriedRules tried = try_bundled(variant, {{option.name, value, {}}});
        if (!tried.rules) continue;
        const Book other = dsl::write_book(*tried.rules, request_for());
        check_sentences(other);
        // What goes by the number of players is settled only for each number of them.
        bool alike = true;
        for (int players = rules.setup.least_players; players <= rules.setup.most_players; ++players)
          alike = alike && play_alike(rules, *tried.rules, players);
        if (alike) continue;
        ++others;
        CHECK(printed_text(before) != printed_text(other));
      }
    }
    INFO(variant);
    CHECK(others >= 10);
  }
}

TEST_CASE("a rulebook for so many players has no table of players left", "[variants][rulebook]") {
  for (const std::string& variant : all_bundled_names()) {
    const dsl::CheckedRules rules = bundled_rules(variant);
    for (int players = rules.setup.least_players; players <= rules.setup.most_players; ++players) {
      const Book book = dsl::write_book(rules, request_for(players));
      CHECK(book.subtitle.starts_with("for "));
      for (const Chapter& chapter : book.chapters) {
        if (chapter.kind != ChapterKind::rules) continue;
        for (const BookLine& line : chapter.lines) {
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

TEST_CASE("who begins and what the engine may be are printed in plain words", "[rulebook]") {
  const auto reported = [](const std::string& option, const std::string& value, const std::string& text) {
    INFO(option << "=" << value);
    CHECK(has(texts_of("", {{option, value, {}}}), text));
  };
  reported(
      "first_player", "by-lot",
      "In the first round of a match the first player is chosen by lot or agreement; in each later round it "
      "is the next one to the left.");
  reported(
      "first_player", "by-age",
      "In the first round of a match the first player is the oldest player; in each later round it is the "
      "next one to the left.");
  reported("first_player", "by-tile",
           "In each round everybody draws a tile; whoever has the most pips is the first player, and "
           "equal ones draw again.");
  reported("engine_found", "highest-unused",
           "Any double may be the engine that has not been one before in this game.");
  reported(
      "engine_found", "first-holder",
      "Of several, that of the player who comes first, counted from the first player, is the engine; of that "
      "player's own, the highest.");
  reported("rounds", "1", "The double twelve is due.");
}

TEST_CASE("what nobody has to do is not asked for", "[rulebook]") {
  const std::string cover =
      "An uncovered double comes first; until it is covered, nothing else may be played.";
  CHECK(has(texts_of(""), cover));
  CHECK(!has(texts_of("", {{"doubles", "free", {}}}), cover));
  CHECK(has(texts_of(""), "A player who cannot play has to draw."));
  CHECK(!has(texts_of("", {{"draws", "0", {}}}), "A player who cannot play has to draw."));
  CHECK(has(texts_of(""), "A player who can play has to play."));
  CHECK(!has(texts_of("", {{"drawn_tile", "may-be-kept", {}}}), "A player who can play has to play."));
}

TEST_CASE("players are ranked by their totals, and then by what the rules say", "[rulebook]") {
  const std::string winner = "Players rank by their totals of points, and the lowest wins the game";
  CHECK(has(texts_of(""), winner + "."));
  CHECK(has(texts_of("match:\n  order: [me.total, me.seat]\n"),
            winner + "; of those who are equal, whoever sits first ranks higher."));
}

TEST_CASE("what is done by hand follows what comes of itself", "[rulebook]") {
  const auto place = [](const std::vector<std::string>& texts, const std::string& text) {
    return std::find(texts.begin(), texts.end(), text) - texts.begin();
  };
  const auto texts = texts_of("", {{"markers", "by-hand", {}}});
  const std::string lift =
      "A player who has played on their own marked train may take the marker off, in that turn or in the "
      "next.";
  REQUIRE(has(texts, lift));
  CHECK(place(texts, lift) >
        place(texts, "A player who could not complete a play puts a marker on their own train."));
  CHECK(place(texts, lift) < place(texts, "A knock on the table says that its player is down to one tile."));
}

/// The chapter in which this rule stands; empty: in none.
std::string chapter_with(const Book& book, const std::string& rule) {
  for (const Chapter& chapter : book.chapters)
    for (const BookLine& line : chapter.lines)
      if (chapter.kind == ChapterKind::rules && line.key == rule) return chapter.title;
  return {};
}

TEST_CASE("a rule does not change its chapter for what its condition rules out or asks beside",
          "[rulebook]") {
  const Book usual = technical_book(bundled_rules("train"));
  REQUIRE_FALSE(chapter_with(usual, "must-draw").empty());
  const Book given = technical_book(rules_from_text(
      "roundhouse: 1\nname: Given\nextends: train\nwords:\n  finished:\n"
      "    is: turn.given or (turn.laid > 0 and debts.fresh == 0)\n    says: A turn may be given away.\n"
      "facts:\n  given: { of: turn, is: bool }\nacts:\n  give_away:\n    when: turn.laid == 0\n"
      "    do: set(turn.given, true)\n    says: A player may give the turn away.\nrules:\n"
      "  - id: given-is-given\n    forbid: draw\n    when: turn.given\n    says: Who gave the turn away "
      "draws nothing.\n"));
  for (const char* rule : {"must-draw", "no-draw-after-play", "no-passing"})
    CHECK(chapter_with(given, rule) == chapter_with(usual, rule));
  CHECK(chapter_with(given, "given-is-given") == "Announcements and manners");

  const Book opening = technical_book(rules_from_text(
      "roundhouse: 1\nname: First turn\nextends: train\nrules:\n  - id: first-turn\n    forbid: lay\n"
      "    when: me.turns == 1 and not end.owed and end.train != me.own\n"
      "    says: In the first turn a player opens the own train.\n"));
  CHECK(chapter_with(opening, "first-turn") == chapter_with(usual, "closed-train"));
  CHECK(chapter_with(opening, "doubles-first") == "Doubles");
}

TEST_CASE("an exception stands below the rule that it lifts", "[rulebook]") {
  const Book dual = book_of("dual");
  for (const Chapter& chapter : dual.chapters) {
    for (const BookLine& line : chapter.lines) {
      CHECK(line.key != "side-is-open");
      if (line.key != "closed-train") continue;
      REQUIRE(line.exceptions.size() == 1);
      CHECK(line.exceptions.front().key == "side-is-open");
      CHECK(dsl::cited(line.exceptions.front().from) == "DU-V5, DU-T1, DU-P2");
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

TEST_CASE("an act that nothing but its being there makes legal stands in the rulebook", "[rulebook]") {
  const std::string decides = "What the rules do not cover the coordinator decides.";
  CHECK(has(texts_of("acts:\n  decide:\n    by: referee\n    says: " + decides + "\n"), decides));
  CHECK(has(texts_of("acts:\n  decide: { by: referee }\n"), "The referee may “decide” at any time."));
  CHECK(has(texts_of("acts:\n  shout: { by: anyone }\n"), "Anybody may “shout” at any time."));
  const auto shouted = texts_of("acts:\n  shout:\n    do: warn()\n");
  CHECK(has(shouted, "A player in turn may “shout” at any time."));
  CHECK(has(shouted, "After “shout”, there is a warning."));
  const auto limited = texts_of(
      "acts:\n  shout: { by: anyone }\nrules:\n  - id: early\n    permit: shout\n    when: round.lap == 1\n"
      "    says: In the first lap anybody may shout.\n");
  CHECK(has(limited, "In the first lap anybody may shout."));
  CHECK(!has(limited, "Anybody may “shout” at any time."));
}

TEST_CASE("the turn goes one way round in a rulebook", "[rulebook]") {
  const std::string left = "The turn goes round to the left.";
  const auto with_row = [](const std::string& when) {
    return texts_of(
        "words:\n  right: { of: player, is: best(p in players where p.left == it of 1) }\nrules:\n  - id: "
        "other-way\n    after: done\n" +
        when + "    do: next(me.right)\n    says: The turn goes round to the right.\n");
  };
  CHECK(has(texts_of(""), left));
  CHECK(!has(with_row(""), left));
  CHECK(has(with_row(""), "The turn goes round to the right."));
  CHECK(has(with_row("    when: round.number mod 2 == 0\n"), left));
  const Book book = dsl::write_book(
      rules_from_text(
          head + "rules:\n  - id: again\n    after: done\n    when: turn.laid > 2\n    do: next(me)\n    "
                 "says: Who has laid three tiles has another turn.\n"),
      {});
  bool below = false;
  for (const Chapter& chapter : book.chapters) {
    for (const BookLine& line : chapter.lines) {
      CHECK(line.key != "again");
      if (line.text == left) below = line.exceptions.size() == 1 && line.exceptions.front().key == "again";
    }
  }
  CHECK(below);
}

TEST_CASE("an exception to rows that stand one behind the other is printed below the last of them",
          "[rulebook]") {
  const std::string yaml =
      "options:\n  lax: { default: false }\nrules:\n  - id: no-nines\n    forbid: lay\n    when: tile has 9\n"
      "    says: No nines.\n  - id: no-eights\n    forbid: lay\n    when: tile has 8 and not lax\n    says: "
      "No "
      "eights.\n  - id: but-late\n    except: [no-nines, no-eights]\n    when: round.lap > 3\n    says: "
      "After "
      "three laps there may be.\n";
  const auto lifted = [&](const std::vector<dsl::OptionSetting>& settings) {
    std::vector<std::string> keys;
    const Book book = dsl::write_book(rules_from_text(head + yaml, settings), {});
    for (const Chapter& chapter : book.chapters) {
      for (const BookLine& line : chapter.lines) {
        for (const BookLine& exception : line.exceptions) {
          if (exception.key != "but-late") continue;
          keys.push_back(line.key);
          CHECK(exception.rules == (settings.empty() ? 2 : 1));
        }
      }
    }
    return keys;
  };
  CHECK(lifted({}) == std::vector<std::string>{"no-eights"});
  CHECK(lifted({{"lax", "true", {}}}) == std::vector<std::string>{"no-nines"});
}

TEST_CASE("a key that is the same for all ranks nobody", "[rulebook]") {
  const std::string yaml =
      "options:\n  by_age: { default: false }\nmatch:\n  order: [if by_age then me.age / 10 else 0, "
      "me.total]\n";
  CHECK(has(texts_of(yaml), "Players rank by their totals of points, and the lowest wins the game."));
  CHECK(has(texts_of(yaml, {{"by_age", "true", {}}}),
            "Players rank by a player's age divided by 10, the lowest first; those who are equal rank by a "
            "player's total of the game, the lowest first."));
  CHECK(has(texts_of("match:\n  order: 0\n"), "No player ranks before another."));
}

TEST_CASE("who is first is printed for all rounds", "[rulebook]") {
  const auto with_first = [](const std::string& first) {
    return texts_of(
        "setup:\n  lots:\n    - when: round.number == 1\n      then: tile.pips\n    - then: nothing\n"
        "  first:\n    - when: round.number == 1\n      then: match.anyone\n    - then: " +
        first + "\n");
  };
  const auto last_out = with_first("match.last_out");
  CHECK(has(last_out,
            "If it is the first round, everybody draws a tile; whoever has the most pips wins the lots, and "
            "equal ones draw again."));
  CHECK(has(last_out,
            "If it is the first round, the first player is whoever won the lots; otherwise the first "
            "player is whoever went out in the last round, and if there is nobody such, lot or "
            "agreement decides."));
  CHECK(
      has(with_first("round.rotation"),
          "If it is the first round, the first player is whoever won the lots; otherwise the first player is "
          "the player to the left of the last round's first player."));
  CHECK(
      has(texts_of("setup:\n  first: sole(p in players of 0 - p.total)\n"),
          "The first player is the player who alone has the least total of the game, and if two share that, "
          "lot or agreement decides."));
  CHECK(has(texts_of("setup:\n  first: best(p in players of p.total)\n"),
            "The first player is the player with the greatest total of the game."));
}

TEST_CASE("hands that are dealt again are printed behind the deal", "[rulebook]") {
  const std::string twins = "any(p in players where count(t in p.hand where t.double) > 4)";
  const std::string reported =
      "When all are dealt, the tiles are shuffled and dealt again if this is true of some player: the number "
      "of "
      "tiles in that player's hand for which that tile is a double is more than 4.";
  CHECK(has(texts_of("setup:\n  redeal: " + twins + "\n"), reported));
  const auto limited = texts_of("setup:\n  redeal: { when: " + twins + ", limit: 2 }\n");
  CHECK(has(limited, reported));
  CHECK(has(limited, "For that reason they are dealt again two times at most."));
  const auto often = texts_of("setup:\n  redeal: { when: " + twins + ", limit: 0 }\n");
  CHECK(has(often, reported));
  CHECK(!has(often, "For that reason they are dealt again as often as it takes."));
  CHECK(has(texts_of("setup:\n  redeal:\n    is: " + twins + "\n    says: Five doubles go back.\n"),
            "Five doubles go back."));
  CHECK(!has(texts_of("setup:\n  redeal: false\n"), "The tiles stay as they were dealt."));
}

TEST_CASE("the book says with how many points somebody joins later", "[rulebook]") {
  CHECK(has(texts_of("match:\n  joins: 1\n"), "Whoever joins later begins with 1 point."));
  CHECK(has(texts_of("match:\n  joins: 20 + 5\n"), "Whoever joins later begins with 25 points."));
  CHECK(has(texts_of("match:\n  joins: max(p in players of p.total)\n"),
            "Whoever joins later begins with as many points as this comes to: the greatest, among all "
            "players, of that player's total of the game."));
  for (const std::string nothing : {"0", "5 - 5"})
    for (const std::string& text : texts_of("match:\n  joins: " + nothing + "\n"))
      CHECK(text.find("joins later") == std::string::npos);
}

TEST_CASE("each way to the engine is printed with what goes for it alone", "[rulebook]") {
  const auto found_by = [](const std::string& from) {
    return texts_of("setup:\n  engine:\n    from: " + from +
                    "\n    wanted: tile.double\n    missing: redeal\n    limit: 3\n    then: nothing\n");
  };
  const std::string best = "Of several, the highest is the engine.";
  const auto led = found_by("lead");
  CHECK(has(
      led,
      "It is led: the first player, or else the next one to the left who holds such a tile, lays it there "
      "out of the hand."));
  CHECK(!has(led, best));
  CHECK(has(led, "They are dealt again three times at most."));
  CHECK(has(led, "After that the round is not played."));
  CHECK(has(led, "Whoever led the engine has the first turn; if nobody did, the first player has it."));
  CHECK(has(found_by("hands"), best));
  const auto both = found_by("\n      - when: round.number == 1\n        then: hands\n      - then: lead\n");
  CHECK(!has(both, best));
  CHECK(has(both, "Unless it is led: of several, the highest is the engine."));
}

TEST_CASE("who leads the engine, and whether the right passes on, is printed", "[rulebook]") {
  const std::string led = "setup:\n  engine:\n    from: lead\n    wanted: tile.double\n    limit: 0\n";
  const auto winner = texts_of(led + "    leader: match.last_out\n");
  CHECK(has(winner, "It is led: whoever has the right to lead lays it there out of the hand."));
  CHECK(has(winner,
            "Whoever went out in the last round has the right to lead; if there is nobody such, the first "
            "player has it."));
  CHECK(has(winner, "A player who does not hold such a tile passes the right to lead to the left."));
  const auto alone = texts_of(led + "    passes: never\n    missing: in-turn\n");
  CHECK(has(alone, "The first player has the right to lead."));
  CHECK(has(
      alone,
      "A player who does not hold such a tile keeps the right to lead: nobody else looks, draws or leads."));
  CHECK(has(
      alone,
      "If the leader does not hold such a tile, the leader draws one tile after the other until it comes; "
      "nobody else draws for it."));
  CHECK(has(texts_of(led + "    passes: never\n    missing: redeal\n"),
            "If the leader does not hold such a tile, all tiles are shuffled and dealt again."));
  const auto own =
      texts_of(led + "    leader:\n      is: match.last_out\n      says: Last time's winner leads.\n");
  CHECK(has(own, "Last time's winner leads."));
}

TEST_CASE("what becomes of tiles drawn for the engine, and of equal ones, is printed", "[rulebook]") {
  const std::string by_hands = "setup:\n  engine:\n    from: hands\n    wanted: tile.double\n";
  CHECK(has(texts_of(by_hands + "    drawn: back\n"),
            "What is drawn for it is shown; a tile that may not be the engine goes back before anybody draws "
            "again."));
  CHECK(has(texts_of(by_hands + "    drawn: aside\n"),
            "What is drawn for it is shown; a tile that may not be the engine lies aside until one is found "
            "that may."));
  CHECK(!has(texts_of(by_hands + "    drawn: keep\n"), "What is drawn for it stays in hand."));
  CHECK(has(texts_of(by_hands + "    ties: lot\n"), "Which of equal ones is the engine is decided by lot."));
  CHECK(has(texts_of(by_hands + "    ties: order\n"),
            "Of equal ones the engine is the lowest tile, and where two hold it, that of the player who "
            "comes first, "
            "counted from the first player."));
  const auto turned = texts_of("setup:\n  engine:\n    from: turned\n    wanted: true\n");
  CHECK(has(turned,
            "It is turned over "
            "when all are "
            "dealt: tiles of the boneyard, until one is found that may be the engine; the others are "
            "shuffled back."));
  CHECK(has(turned, "The first player has the first turn."));
}

TEST_CASE("what may be the engine is printed step by step", "[rulebook]") {
  CHECK(has(
      texts_of("setup:\n  engine:\n    wanted:\n      - when: round.number == 1\n        then: tile.double "
               "and tile.high == 12\n      - then: tile.double\n"),
      "If it is the first round, it has to be the double whose number is 12; otherwise any double may be "
      "the engine."));
}

/// The value that the list of choices prints for an option; empty where it is not listed.
std::string chosen_value(const std::string& yaml, const std::string& option,
                         const std::vector<dsl::OptionSetting>& settings = {}) {
  const Book book = technical_book(rules_from_text(head + yaml, settings));
  for (const Chapter& chapter : book.chapters) {
    if (chapter.kind != ChapterKind::choices) continue;
    for (const BookLine& line : chapter.lines) {
      if (line.key == option) return line.table.front().first;
    }
  }
  return {};
}

TEST_CASE("the list of choices has the values that are played", "[rulebook]") {
  const std::string nine = "options:\n  highest: 9\n";
  CHECK(chosen_value(nine, "rounds") == "10 or more");
  CHECK(chosen_value(nine, "first_double") == "9 or more");
  CHECK(chosen_value(nine, "draws") == "1");
  CHECK(chosen_value("", "rounds") == "13");
  CHECK(chosen_value(nine, "rounds", {{"rounds", "7", {}}}) == "7");
  const std::string late =
      "options:\n  late: { default: 2, range: 0..9 }\nrules:\n  - id: no-nines\n    forbid: lay\n    when: "
      "tile has "
      "9 and (late > 5 or round.lap > 1)\n";
  CHECK(chosen_value(late, "late") == "5 or less");
  CHECK(chosen_value(late, "late", {{"late", "8", {}}}) == "6 or more");
  // One round is all there is: nothing to choose.
  CHECK(chosen_value("", "rounds", {{"first_double", "0", {}}}).empty());
}

TEST_CASE("where no double has to be covered no row about it is printed", "[rulebook]") {
  const std::string yaml =
      "rules:\n  - id: patient\n    forbid: draw\n    when: any(d in debts where d.by == me)\n    says: Not "
      "while "
      "your own double waits.\n  - id: cheered\n    after: cover\n    do: warn()\n    says: There is a "
      "cheer.\n";
  const auto owed = texts_of(yaml);
  CHECK(has(owed, "Not while your own double waits."));
  CHECK(has(owed, "There is a cheer."));
  const auto free = texts_of(yaml, {{"doubles", "free", {}}});
  CHECK(!has(free, "Not while your own double waits."));
  CHECK(!has(free, "There is a cheer."));
  CHECK(has(free, "A turn is one tile."));
  // The engine alone may have to be covered, or every double but the engine.
  const std::string engine =
      "  - id: hub\n    forbid: draw\n    when: any(d in debts where d.hub)\n    says: Not yet.\n";
  CHECK(!has(texts_of("rules:\n" + engine), "Not yet."));
  const std::string owes = "  - id: engine-owes\n    after: engine\n    do: owe(round.hub, 1)\n";
  CHECK(has(texts_of("rules:\n" + engine + owes, {{"doubles", "free", {}}}), "Not yet."));
}

TEST_CASE("what a file says of the values that it sets is printed, unless a later choice changes them",
          "[rulebook]") {
  const std::string yaml =
      "options: { own_train_first: throughout }\nsentences:\n  own-train-first: Start your own train "
      "first.\n";
  CHECK(has(texts_of(yaml), "Start your own train first."));
  CHECK(!has(texts_of("sentences:\n  own-train-first: Start your own train first.\n",
                      {{"own_train_first", "throughout", {}}}),
             "Start your own train first."));
}

TEST_CASE("of doubles that nobody else covers no sentence says that somebody may", "[rulebook]") {
  const auto alone = texts_of("", {{"doubles", "follow-up", {}}, {"own_train_first", "first-lap", {}}});
  CHECK(has(alone, "Another player's train is closed while no marker stands on it."));
  CHECK(has(
      alone,
      "The first time round the table, players who have not begun their own train may not play elsewhere."));
  CHECK(!has(alone, "An uncovered double comes first; until it is covered, nothing else may be played."));
}

TEST_CASE("what nobody may draw is not counted", "[rulebook]") {
  const auto none = texts_of("", {{"draws", "0", {}}});
  CHECK(has(none, "Nobody draws in a turn."));
  CHECK(
      !has(none, "At most 0 tiles may be drawn in a turn, and as many again to cover a double laid in it."));
  CHECK(has(texts_of(""),
            "At most one tile may be drawn in a turn, and as many again to cover a double laid in it."));
}

TEST_CASE("a number in a sentence is the one in force, or the condition is printed", "[rulebook]") {
  const auto boasting = [](const std::string& says, const std::string& left) {
    return texts_of(
        "options:\n  left: { default: 2, range: 1..9 }\nacts:\n  boast:\n    when: me.count <= left\n    "
        "says: \"" +
            says + "\"\n",
        {{"left", left, {}}});
  };
  CHECK(has(boasting("With two tiles left you may boast.", "2"), "With two tiles left you may boast."));
  CHECK(!has(boasting("With two tiles left you may boast.", "3"), "With two tiles left you may boast."));
  CHECK(has(boasting("With two tiles left you may boast.", "3"),
            "A player may “boast” if the player has at most three tiles in hand."));
  CHECK(has(boasting("With 2 tiles left you may boast.", "3"),
            "A player may “boast” if the player has at most three tiles in hand."));
  CHECK(has(boasting("With {left} tiles left you may boast.", "3"), "With three tiles left you may boast."));
  CHECK(has(boasting("With few tiles left you may boast.", "3"), "With few tiles left you may boast."));
}

TEST_CASE("what is counted at the table is counted in words, and points are in digits", "[rulebook]") {
  const auto reported = [](const std::string& says, const std::string& value) {
    const std::string yaml =
        "options:\n  so_many: { default: 2, range: 0..99 }\nrules:\n  - id: odd\n    after: draw\n    when: "
        "turn.drew > so_many\n    do: warn()\n    says: \"" +
        says + "\"\n";
    const auto texts = texts_of(yaml, {{"so_many", value, {}}});
    const dsl::CheckedRules rules = rules_from_text(head + yaml, {{"so_many", value, {}}});
    for (const dsl::Rule& rule : rules.rules) {
      // A ruling quotes the sentence as the book has it.
      if (rule.id == "odd") CHECK(has(texts, dsl::rule_text(rules, rule, 4)));
    }
    return texts;
  };
  CHECK(has(reported("Take {so_many} tiles.", "2"), "Take two tiles."));
  CHECK(has(reported("Take {so_many} tiles.", "1"), "Take one tile."));
  CHECK(has(reported("Take {so_many} tiles.", "12"), "Take twelve tiles."));
  CHECK(has(reported("Take {so_many} tiles.", "13"), "Take 13 tiles."));
  CHECK(has(reported("Take {so_many} tiles.", "0"), "Take 0 tiles."));
  CHECK(has(reported("{so_many} rounds, {so_many} times, {so_many} lines.", "3"),
            "Three rounds, three times, three lines."));
  CHECK(has(reported("That costs {so_many} points.", "5"), "That costs 5 points."));
  CHECK(has(reported("It counts {so_many}.", "5"), "It counts 5."));
  CHECK(has(reported("The {so_many} is wild.", "5"), "The 5 is wild."));
  CHECK(has(reported("{so_many} tilers, {so_many}tiles.", "5"), "5 tilers, 5tiles."));
  const auto scored = [](const std::string& points) {
    return texts_of("rules:\n  - id: odd\n    after: draw\n    do: score(me, " + points + ")\n");
  };
  CHECK(has(scored("5"), "When a tile has been drawn, the player scores 5 points."));
  CHECK(has(scored("1"), "When a tile has been drawn, the player scores 1 point."));
  CHECK(has(scored("0 - 5"), "When a tile has been drawn, the player takes 5 points off."));
}

/// The rows of which the rulebook for so many players says something else than a ruling would quote.
std::string rows_quoted_otherwise(const dsl::CheckedRules& rules, int players, int& compared) {
  std::multimap<std::string, std::string> printed;
  const auto collect_rows = [&](const auto& self, const std::vector<BookLine>& lines) -> void {
    for (const BookLine& line : lines) {
      printed.emplace(line.key, line.text);
      self(self, line.exceptions);
    }
  };
  for (const Chapter& chapter : dsl::write_book(rules, request_for(players, true)).chapters)
    if (chapter.kind == ChapterKind::rules) collect_rows(collect_rows, chapter.lines);
  std::string others;
  for (const auto& [id, text] : printed) {
    const auto is_quoted = [&, &id = id, &text = text](const dsl::Rule& rule) {
      return rule.id == id && text.find(dsl::rule_text(rules, rule, players)) != std::string::npos;
    };
    const auto is_row = [&, &id = id](const dsl::Rule& rule) { return rule.id == id; };
    if (std::none_of(rules.rules.begin(), rules.rules.end(), is_row)) continue;
    ++compared;
    if (std::none_of(rules.rules.begin(), rules.rules.end(), is_quoted)) others += id + ": " + text + "\n";
  }
  return others;
}

TEST_CASE("a ruling quotes a row as the rulebook for so many players prints it", "[dsl][rulebook]") {
  int compared = 0;
  for (const std::string& name : bundled_names()) {
    const dsl::CheckedRules rules = bundled_rules(name);
    for (const int players : {rules.setup.least_players, rules.setup.most_players}) {
      INFO(name << " for " << players);
      CHECK(rows_quoted_otherwise(rules, players, compared) == "");
    }
  }
  const dsl::CheckedRules usual = bundled_rules("train");
  for (const dsl::Option& option : usual.options) {
    if (option.type != dsl::Type::truth) continue;
    const dsl::CheckedRules rules =
        bundled_rules("train", {{option.name, option.value != 0 ? "false" : "true", {}}});
    INFO(option.name);
    CHECK(rows_quoted_otherwise(rules, 4, compared) == "");
  }
  CHECK(compared > 300);
}

TEST_CASE("a value of setup or match is printed in the file's own words", "[rulebook]") {
  const std::string yaml = R"(
options:
  late: { default: false }
setup:
  first:
    is: best(p in players of p.age)
    says: Grandma begins.
  deal:
    is: deal
    says: Everybody takes tiles by the table on the wall.
  engine:
    missing:
      is: engine_missing
      says: Who lacks it draws.
    wanted:
      is:
        - when: late
          then: tile.double
        - then: true
      says:
        - when: late
          says: A double it is.
        - says: Whatever lies on top.
match:
  rounds:
    is: rounds
    says: "We play {rounds} rounds, no more."
  order:
    is: [me.total, me.seat]
    says: Few points are good.
)";
  const auto own = texts_of(yaml);
  CHECK(has(own, "Grandma begins."));
  CHECK(has(own, "Everybody takes tiles by the table on the wall."));
  CHECK(has(own, "Who lacks it draws."));
  CHECK(has(own, "Whatever lies on top."));
  CHECK(has(own, "We play 13 rounds, no more."));
  CHECK(has(own, "Few points are good."));
  CHECK(!has(own, "A game has 13 rounds."));
  CHECK(!has(own, "How many tiles everybody is dealt depends on the number of players:"));
  CHECK(!has(own, "Any tile may be the engine."));
  // An option woven in goes for other numbers; what is said without one only for the values declared.
  CHECK(has(texts_of(yaml, {{"rounds", "7", {}}}), "We play seven rounds, no more."));
  CHECK(has(texts_of(yaml, {{"late", "true", {}}}), "A double it is."));
  const auto other = texts_of(yaml, {{"deal", "9", {}}});
  CHECK(has(other, "Everybody is dealt nine tiles."));
  CHECK(!has(other, "Everybody takes tiles by the table on the wall."));
  const auto in_turn = texts_of(yaml, {{"engine_missing", "in-turn", {}}});
  CHECK(!has(in_turn, "Who lacks it draws."));
  // Texts are not what is played.
  const auto rules = rules_from_text(head + yaml);
  const auto plain =
      rules_from_text(head +
                      "options:\n  late: { default: false }\nsetup:\n  first: best(p in players of "
                      "p.age)\n  engine:\n    wanted:\n      - when: late\n        then: tile.double\n"
                      "      - then: true\nmatch:\n  rounds: rounds\n  order: [me.total, me.seat]\n");
  CHECK(dsl::rules_hash(rules) == dsl::rules_hash(plain));
  CHECK(dsl::differences(rules, plain).empty());
}

TEST_CASE("a step of a ladder is printed in the file's own words, and others in ours", "[rulebook]") {
  const auto lines_of = [](const std::string& yaml, const std::vector<dsl::OptionSetting>& settings = {}) {
    std::vector<std::string> lines;
    for (const Chapter& chapter : dsl::write_book(rules_from_text(head + yaml, settings), {}).chapters)
      collect(chapter.lines, lines);
    return lines;
  };
  const std::string all =
      "options:\n  long: { default: 2, range: 1..9 }\n  odd: { default: false }\nsetup:\n  starter:\n"
      "    - when: odd\n      then: match.last_out\n      says: Whoever was out begins.\n"
      "    - when: round.number <= long\n      then: holder\n      says: In the first {long} rounds the "
      "engine's "
      "player begins.\n    - then: round.first\n";
  const std::string both = all + "      says: Then the first player does.\n";
  CHECK(
      has(lines_of(both), "In the first two rounds the engine's player begins. Then the first player does."));
  // The number of rounds is woven into one sentence; of the other nobody knows if it is still true.
  CHECK(has(lines_of(both, {{"long", "3", {}}}),
            "In the first three rounds the engine's player begins. Otherwise the first player has the first "
            "turn."));
  CHECK(has(lines_of(both, {{"odd", "true", {}}}), "Whoever was out begins."));
  CHECK(has(
      lines_of(all),
      "In the first two rounds the engine's player begins. Otherwise the first player has the first turn."));
  // A sentence for the whole value goes before those of its steps while it is true.
  const std::string whole =
      "options:\n  late: { default: 5 }\nmatch:\n  rounds: 9\n  over:\n    is:\n      - when: round.number < "
      "4\n"
      "        then: false\n      - when: round.number > late\n        then: true\n        says: Very late "
      "it is over.\n"
      "      - then: any(p in players where p.total > 90)\n";
  CHECK(has(lines_of(whole + "    says: It ends when it ends.\n"), "It ends when it ends."));
  CHECK(has(lines_of(whole),
            "If it is before the fourth round, the game goes on. Very late it is over. Otherwise the game is "
            "over when, after a round, some player has more than 90 points in this game so far."));
  // What a step says is what it says by the values declared.
  const std::string deal =
      "options:\n  few: { default: 5 }\nsetup:\n  deal:\n    - when: match.players > 4\n      then: few\n"
      "      says: A large table takes five tiles each.\n    - then: 9\n      says: A small one takes "
      "nine.\n";
  CHECK(has(lines_of(deal), "A large table takes five tiles each. A small one takes nine."));
  CHECK(has(lines_of(deal, {{"few", "6", {}}}),
            "If there are more than four players, everybody is dealt six tiles. A small one takes nine."));
  // Texts are not what is played.
  const auto rules = rules_from_text(head + both);
  const auto silent = rules_from_text(head + all);
  CHECK(dsl::rules_hash(rules) == dsl::rules_hash(silent));
  CHECK(dsl::differences(rules, silent).empty());
}

TEST_CASE("what is printed together with something else has its own words behind it", "[rulebook]") {
  const auto lots = texts_of(
      "options: { first_player: by-tile }\nsetup:\n  first:\n    is: match.anyone\n    says: Whoever wins "
      "the lots "
      "begins.\n");
  CHECK(has(lots, "Whoever wins the lots begins."));
  const auto sets = texts_of("setup:\n  set:\n    copies:\n      is: 2\n      says: Mix both sets well.\n");
  CHECK(has(sets, "Two double-twelve sets of dominoes, mixed: 182 tiles."));
  CHECK(has(sets, "Mix both sets well."));
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

TEST_CASE("a fact that is shown stands among the words, unless nothing sets it", "[dsl][rulebook]") {
  const std::string yaml = R"(options:
  fines: { default: true }
facts:
  owed:
    of: player
    per: match
    after: draw
    when: fines
    add: 5
    shown: Owes
    says: Every draw costs five.
  doubles_marker: { of: round, after: lay, when: tile.double, is: me, shown: Doubles marker }
  noted: { of: round, after: lay, add: 1 }
)";
  CHECK(has(texts_of(yaml), "Every draw costs five."));
  CHECK(!has(texts_of(yaml), "“Owes” is shown on the table, for each player."));
  const auto shown = sentences_of(technical_book(rules_from_text(head + yaml)));
  CHECK(has(shown, "Every draw costs five."));
  CHECK(has(shown, "“Owes” is shown on the table, for each player."));
  CHECK(has(shown, "“Doubles marker” is shown on the table."));
  const auto free = sentences_of(technical_book(rules_from_text(head + yaml, {{"fines", "false", {}}})));
  CHECK(!has(free, "Every draw costs five."));
  CHECK(!has(free, "“Owes” is shown on the table, for each player."));
  CHECK(has(free, "“Doubles marker” is shown on the table."));
}

}  // namespace
}  // namespace roundhouse::tests
