// Recipes: whether what players ask for is found, and whether what is found can be put into a file, alone and
// together. That a recipe's records are judged as it says, that it plays and that the rulebook prints it, is
// asked with all other houses (tests/replay/houses_test.cpp).

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/rules.h"
#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"
#include "tools/lint/lint.h"
#include "tools/recipes/find_recipes.h"
#include "tools/recipes/recipe_book.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

const dsl::RecipeBook& bundled_book() {
  static const dsl::RecipeBook book = dsl::read_recipes(source_folder() / "variants/recipes");
  return book;
}

/// The place of a recipe among those that fit, from 0; absent: it is not among them.
std::optional<std::size_t> rank_of(const dsl::RecipeFinder& finder, const std::string& asked,
                                   std::size_t recipe) {
  const std::vector<std::size_t> fitting = finder.find(asked).fitting;
  const auto found = std::find(fitting.begin(), fitting.end(), recipe);
  if (found == fitting.end()) return std::nullopt;
  return static_cast<std::size_t>(found - fitting.begin());
}

bool is_among_three(const dsl::RecipeFinder& finder, const std::string& asked, std::size_t recipe) {
  return rank_of(finder, asked, recipe).value_or(3) < 3;
}

/// Of a recipe or a game.
std::size_t place_of(const std::string& name) {
  const dsl::RecipeBook& book = bundled_book();
  const std::size_t recipe = dsl::find_recipe(book, name);
  if (recipe < book.recipes.size()) return recipe;
  const auto game = std::find_if(book.games.begin(), book.games.end(),
                                 [&](const dsl::Recipe& each) { return each.name == name; });
  return recipe + static_cast<std::size_t>(game - book.games.begin());
}

/// A question as the words that it has, so that two that differ in commas are one.
std::string plain(const std::string& text) {
  std::string words;
  for (const std::string& word : dsl::words_of(text)) words += word + " ";
  return words;
}

/// tests/recipes/asked.txt
std::vector<std::pair<std::string, std::string>> asked_elsewhere() {
  std::vector<std::pair<std::string, std::string>> asked;
  std::istringstream lines(read_file(source_folder() / "tests/recipes/asked.txt"));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("#")) continue;
    const std::size_t arrow = line.find(" => ");
    REQUIRE(arrow != std::string::npos);
    asked.emplace_back(line.substr(0, arrow), line.substr(arrow + 4));
  }
  return asked;
}

std::vector<std::string> findings_of(const std::string& rules) {
  const TriedRules tried = try_rules(rules);
  if (!tried.rules) return {tried.trouble};
  std::vector<std::string> messages;
  for (const dsl::Diagnostic& finding : dsl::lint(*tried.rules, dsl::FileId{0}))
    messages.push_back(finding.message);
  return messages;
}

TEST_CASE("the bundled recipes can be read", "[dsl][recipes]") {
  const dsl::RecipeBook& book = bundled_book();
  CHECK(book.troubles == std::vector<std::string>{});
  CHECK(book.recipes.size() >= 80);
  CHECK(book.chapters.size() == 9);
  std::set<std::string> wordings;
  for (std::size_t i = 0; i < book.recipes.size(); ++i) {
    const dsl::Recipe& recipe = book.recipes[i];
    INFO(recipe.name);
    CHECK(dsl::find_recipe(book, recipe.name) == i);
    CHECK(recipe.also.size() >= 3);
    CHECK(wordings.insert(plain(recipe.wish)).second);
    for (const std::string& wording : recipe.also) {
      INFO(wording);
      CHECK(wordings.insert(plain(wording)).second);
    }
    const dsl::RecipeChapter& chapter = dsl::chapter_of(book, i);
    CHECK(std::count(chapter.recipes.begin(), chapter.recipes.end(), i) == 1);
  }
}

TEST_CASE("a recipe is found by each of its wordings", "[dsl][recipes]") {
  const dsl::RecipeBook& book = bundled_book();
  const dsl::RecipeFinder finder(book);
  for (std::size_t i = 0; i < book.recipes.size(); ++i) {
    INFO(book.recipes[i].wish);
    CHECK(rank_of(finder, book.recipes[i].wish, i) == 0u);
    for (const std::string& wording : book.recipes[i].also) {
      INFO(book.recipes[i].name << ": " << wording);
      CHECK(is_among_three(finder, wording, i));
    }
  }
}

TEST_CASE("a wish that a bundled game grants, and one that nothing grants, are known by each wording",
          "[dsl][recipes]") {
  const dsl::RecipeBook& book = bundled_book();
  const dsl::RecipeFinder finder(book);
  CHECK(book.games.size() >= 10);
  for (std::size_t i = 0; i < book.games.size(); ++i) {
    const dsl::Recipe& game = book.games[i];
    CHECK(fs::exists(source_folder() / "variants" / (game.name + ".yaml")) !=
          fs::exists(source_folder() / "variants/more" / (game.name + ".yaml")));
    for (const std::string& wording : game.also) {
      INFO(wording);
      CHECK(is_among_three(finder, wording, book.recipes.size() + i));
    }
    CHECK(rank_of(finder, game.wish, book.recipes.size() + i) == 0u);
  }
  for (const dsl::Recipe& unmet : book.unmet) {
    std::vector<std::string> wordings = unmet.also;
    wordings.push_back(unmet.wish);
    for (const std::string& wording : wordings) {
      INFO(wording);
      const dsl::FoundRecipes found = finder.find(wording);
      CHECK(found.unmet == &unmet);
      CHECK(found.fitting.empty());
    }
    // A name in the reason is one of a recipe.
    for (std::size_t at = unmet.note.find('\''); at != std::string::npos;) {
      const std::size_t end = unmet.note.find('\'', at + 1);
      INFO(unmet.note);
      REQUIRE(end != std::string::npos);
      CHECK(dsl::find_recipe(book, unmet.note.substr(at + 1, end - at - 1)) < book.recipes.size());
      at = unmet.note.find('\'', end + 1);
    }
  }
}

TEST_CASE("a wish is not answered with its opposite", "[dsl][recipes]") {
  const dsl::RecipeBook& book = bundled_book();
  const dsl::RecipeFinder finder(book);
  for (const auto& [asked, opposite] : {std::pair{"nobody plays on other trains", "every-train-is-open"},
                                        {"trains are always closed", "every-train-is-open"},
                                        {"whistle when one tile is left", "nobody-knocks"},
                                        {"lowest double begins", "highest-double-begins"},
                                        {"the last double must be covered", "last-double-of-the-hand"},
                                        {"you may end on a double", "not-out-on-a-double"},
                                        {"everybody draws", "nobody-draws"},
                                        {"the youngest begins", "oldest-first"}}) {
    INFO(asked);
    const dsl::FoundRecipes found = finder.find(asked);
    const std::size_t recipe = dsl::find_recipe(book, opposite);
    REQUIRE(recipe < book.recipes.size());
    CHECK(std::count(found.fitting.begin(), found.fitting.end(), recipe) == 0);
    CHECK(std::count(found.near.begin(), found.near.end(), recipe) == 0);
  }
  // Of two terms that are no opposites none turns the other round.
  std::vector<std::string> troubles;
  const dsl::SameWords words = dsl::read_same_words(
      "not, no, never\nopen\nclose\n- the\n- can you, may i\n! not\n! open, close\n", troubles);
  CHECK(troubles.empty());
  const auto terms = [&](const char* text) {
    const std::vector<std::string> all = words.terms_of(dsl::words_of(text));
    return std::set<std::string>(all.begin(), all.end());
  };
  CHECK(terms("can you open the train") == terms("open train"));
  CHECK(words.contradict(terms("the train is open"), terms("close the train")));
  CHECK(words.contradict(terms("no train"), terms("a train")));
  CHECK(!words.contradict(terms("a train"), terms("no train")));
  CHECK(words.turned(terms("a train"), terms("no train")));
  CHECK(!words.contradict(terms("open and close"), terms("close")));
  (void)dsl::read_same_words("not\n! \n", troubles);
  CHECK(troubles == std::vector<std::string>{"recipes/synonyms.list: '! ' is not one term, or two"});
}

TEST_CASE("most wordings are found though nobody wrote them down", "[dsl][recipes]") {
  std::size_t asked = 0;
  std::size_t found = 0;
  std::size_t first = 0;
  std::size_t something_else = 0;
  for (std::size_t i = 0; i < bundled_book().recipes.size(); ++i) {
    for (std::size_t wording = 0; wording < bundled_book().recipes[i].also.size(); ++wording) {
      dsl::RecipeBook without = bundled_book();
      std::vector<std::string>& also = without.recipes[i].also;
      const std::string left_out = also[wording];
      also.erase(also.begin() + static_cast<std::ptrdiff_t>(wording));
      // Shown are first those that fit, then those that may be meant.
      dsl::FoundRecipes shown = dsl::RecipeFinder(without).find(left_out);
      if (!shown.fitting.empty() && shown.fitting.front() != i) ++something_else;
      shown.fitting.insert(shown.fitting.end(), shown.near.begin(), shown.near.end());
      const auto rank = std::find(shown.fitting.begin(), shown.fitting.end(), i) - shown.fitting.begin();
      ++asked;
      if (rank < 3) ++found;
      if (rank == 0) ++first;
      if (rank >= 3) UNSCOPED_INFO(without.recipes[i].name << ": " << left_out);
    }
  }
  INFO(found << " of " << asked << ", " << first << " as the first; " << something_else
             << " times something else as if it fitted");
  CHECK(found * 100 >= asked * 85);
  CHECK(first * 100 >= asked * 70);
  CHECK(something_else * 100 <= asked * 23);
}

TEST_CASE("what people ask for is among the first three", "[dsl][recipes]") {
  const dsl::RecipeBook& book = bundled_book();
  const dsl::RecipeFinder finder(book);
  std::set<std::string> wordings;
  for (const dsl::Recipe& recipe : book.recipes) {
    wordings.insert(plain(recipe.wish));
    for (const std::string& wording : recipe.also) wordings.insert(plain(wording));
  }
  const auto asked = asked_elsewhere();
  CHECK(asked.size() >= 40);
  for (const auto& [question, name] : asked) {
    INFO(question);
    CHECK(!wordings.contains(plain(question)));
    if (name == "nothing") {
      CHECK(finder.find(question).fitting.empty());
      continue;
    }
    const std::size_t recipe = place_of(name);
    REQUIRE(recipe < book.recipes.size() + book.games.size());
    CHECK(is_among_three(finder, question, recipe));
  }
}

TEST_CASE("what no recipe speaks of is not found", "[dsl][recipes]") {
  const dsl::RecipeFinder finder(bundled_book());
  for (const char* asked :
       {"pizza night", "swap hands", "who cleans up", "the of and", "", "?!", "\xFF\xFE"}) {
    INFO(asked);
    CHECK(finder.find(asked).fitting.empty());
  }
  CHECK(finder.find("").near.empty());
  // Something of it: hands.
  CHECK(!finder.find("swap hands").near.empty());
  CHECK(finder.find(std::string(100'000, 'x')).fitting.empty());
}

TEST_CASE("a word with one slip is read as the word that is known", "[dsl][recipes]") {
  const dsl::RecipeBook& book = bundled_book();
  const dsl::RecipeFinder finder(book);
  const dsl::FoundRecipes found = finder.find("chiken foot");
  CHECK(found.read_as == std::vector<std::pair<std::string, std::string>>{{"chiken", "chicken"}});
  REQUIRE(!found.fitting.empty());
  CHECK(book.recipes[found.fitting.front()].name == "chicken-foot");
  CHECK(finder.find("night").read_as.empty());
  CHECK(finder.find("chickens").read_as.empty());
}

TEST_CASE("words bent by English have one stem", "[dsl][recipes]") {
  const std::vector<std::vector<std::string>> alike{{"tile", "tiles"},
                                                    {"penny", "pennies"},
                                                    {"domino", "dominoes"},
                                                    {"pass", "passes", "passed", "passing"},
                                                    {"rap", "raps", "rapped", "rapping"},
                                                    {"score", "scores", "scored", "scoring"},
                                                    {"double", "doubles", "doubled"},
                                                    {"begin", "begins", "beginning"},
                                                    {"roll", "rolls", "rolled"},
                                                    {"box", "boxes"},
                                                    {"catch", "catches"},
                                                    {"play", "plays", "played", "playing"}};
  for (const std::vector<std::string>& words : alike)
    for (const std::string& word : words) {
      INFO(word);
      CHECK(dsl::stem_of(word) == dsl::stem_of(words.front()));
    }
  for (const char* word : {"ring", "need", "bus", "gas", "less", "this", "ed", "s", "ing", "thing"}) {
    INFO(word);
    CHECK(dsl::stem_of(word) == word);
  }
  CHECK(dsl::words_of("Don't! It\xE2\x80\x99s Grandma's double-12 ... o'clock's") ==
        std::vector<std::string>{"dont", "it", "grandma", "double", "12", "oclock"});
}

TEST_CASE("the longest phrase is the one that is meant", "[dsl][recipes]") {
  std::vector<std::string> troubles;
  const dsl::SameWords words = dsl::read_same_words(
      "# a comment\n\nbegin, go, lead off\ngo out, domino out\ntile, domino, bone\n- the a of\n", troubles);
  CHECK(troubles.empty());
  const auto terms = [&](const char* text) { return words.terms_of(dsl::words_of(text)); };
  CHECK(terms("who goes out, leads off") == std::vector<std::string>{"who", "go out", "begin"});
  CHECK(terms("the bones go") == std::vector<std::string>{"til", "begin"});
  CHECK(terms("go") == std::vector<std::string>{"begin"});
  CHECK(terms("lead") == std::vector<std::string>{"lead"});
  CHECK(terms("the a of").empty());
  (void)dsl::read_same_words("tile, bone\nbones, marker\nset,, box\n", troubles);
  CHECK(troubles ==
        std::vector<std::string>{"recipes/synonyms.list: 'bones' stands there twice, or is nothing",
                                 "recipes/synonyms.list: '' stands there twice, or is nothing"});
}

TEST_CASE("a recipe book says what is wrong with its files", "[dsl][recipes]") {
  const CommandFolder folder;
  const auto write = [&](const char* name, const char* text) {
    std::ofstream(folder.path() / name, std::ios::binary) << text;
  };
  const auto troubles = [&] { return dsl::read_recipes(folder.path()).troubles; };
  CHECK(troubles() == std::vector<std::string>{"recipes/synonyms.list: there is no such file",
                                               "recipes/games.list: there is no such file",
                                               "recipes/nothing.list: there is no such file",
                                               "recipes/contents.list: there is no such file"});
  write("synonyms.list", "tile, bone\n");
  write("games.list", "  below nothing\nwild: Wild.\n  wild tiles\n");
  write("nothing.list", "A wish\n");
  write("contents.list", "  too-early\nA chapter: about this.\n  gone\n  good\n  good\n  bad\n");
  write("good.recipe",
        "A wish.\r\nalso: other words\r\n---\r\nextends: train\r\nremove: [a]\r\n---\r\n== legal: x\r\n");
  write("bad.recipe", "A wish.\nthe same\n---\nroundhouse: 1\n");
  write("unlisted.recipe", "");
  CHECK(troubles() ==
        std::vector<std::string>{
            "recipes/games.list: 'below nothing' is neither 'KEY: VALUE' nor a wording below one",
            "recipes/nothing.list: 'A wish' is neither 'KEY: VALUE' nor a wording below one",
            "recipes/contents.list: a recipe stands before the first chapter",
            "recipes/gone.recipe: there is no such file", "recipes/contents.list: good stands there twice",
            "recipes/bad.recipe: 'the same' is neither 'also: ...' nor 'note: ...'",
            "recipes/bad.recipe: it takes a wish, '---', rules that extend a variant, '---', records",
            "recipes/unlisted.recipe: no chapter of contents.list has it"});
  const dsl::RecipeBook book = dsl::read_recipes(folder.path());
  REQUIRE(book.recipes.size() == 2);
  const dsl::Recipe& good = book.recipes.front();
  CHECK(good.wish == "A wish.");
  CHECK(good.also == std::vector<std::string>{"other words"});
  CHECK(good.parent == "train");
  CHECK(good.lines == "remove: [a]\n");
  CHECK(good.cases == "== legal: x\n");
  CHECK(book.chapters.front().title == "A chapter");
  CHECK(book.chapters.front().about == "about this.");
}

TEST_CASE("recipes are put together into one file", "[dsl][recipes]") {
  const auto recipe = [](const char* name, const char* lines) {
    dsl::Recipe made;
    made.name = name;
    made.wish = "A wish.";
    made.parent = "train";
    made.lines = lines;
    return made;
  };
  const std::vector<dsl::Recipe> three{
      recipe(
          "a",
          "options:\n  draws: 2\nsetup:\n  engine:\n    missing: redeal\nrules:\n  - id: x\n    forbid: lay\n"
          "remove: [p]\n"),
      recipe("b",
             "\noptions:\n  draws: 2\n  rounds: 7\nsetup:\n  engine:\n    limit: 3\n  players: 3..8\nrules:\n"
             "  - id: z\n    forbid: draw\n    says: >-\n      Long\n      text.\nremove: [q, r]\n"),
      recipe("c",
             "setup:\n  first:\n    - when: round.number == 1\n      then: nobody\n    - then: "
             "round.rotation\n")};
  const dsl::JoinedRecipes joined = dsl::join_recipes(three);
  CHECK(joined.troubles == std::vector<std::string>{});
  CHECK(joined.rules ==
        "# a: A wish.\n# b: A wish.\n# c: A wish.\nroundhouse: 1\nname: Our house rules\nextends: train\n\n"
        "options:\n  draws: 2\n  rounds: 7\n\n"
        "setup:\n  engine:\n    missing: redeal\n    limit: 3\n  players: 3..8\n"
        "  first:\n    - when: round.number == 1\n      then: nobody\n    - then: round.rotation\n\n"
        "rules:\n  - id: x\n    forbid: lay\n  - id: z\n    forbid: draw\n    says: >-\n      Long\n      "
        "text.\n\n"
        "remove: [p, q, r]\n");
  const auto troubles = [](std::vector<dsl::Recipe> recipes) { return dsl::join_recipes(recipes).troubles; };
  CHECK(troubles({recipe("a", "options:\n  draws: 2\n"), recipe("b", "options:\n  draws: 1\n")}) ==
        std::vector<std::string>{"'options: draws' is one thing in a and another in b"});
  CHECK(troubles({recipe("a", "rules:\n  - id: x\n    forbid: lay\n"),
                  recipe("b", "rules:\n  - id: x\n    forbid: draw\n")}) ==
        std::vector<std::string>{"'rules: id: x' is one thing in a and another in b"});
  // A ladder's steps are asked in their order, so two ladders are not one.
  CHECK(troubles({three[2], recipe("d", "setup:\n  first:\n    - then: nobody\n")}) ==
        std::vector<std::string>{"'setup: first' is one thing in c and another in d"});
  dsl::Recipe stranger = recipe("e", "remove: [p]\n");
  stranger.parent = "dual";
  CHECK(troubles({three[0], stranger}) == std::vector<std::string>{"a extends train, and e extends dual"});
  CHECK(dsl::join_recipes(std::vector<dsl::Recipe>{}).rules.empty());
}

TEST_CASE("each recipe alone is a file without findings", "[dsl][recipes]") {
  for (const dsl::Recipe& recipe : bundled_book().recipes) {
    INFO(recipe.name);
    const dsl::JoinedRecipes joined = dsl::join_recipes(std::vector{recipe});
    CHECK(joined.troubles == std::vector<std::string>{});
    CHECK(findings_of(joined.rules) == std::vector<std::string>{});
    // And it is the same as the file that its records are judged by.
    CHECK(dsl::rules_hash(rules_from_text(joined.rules)) == dsl::rules_hash(rules_from_text(recipe.rules)));
  }
}

TEST_CASE("each recipe suits the game that the way to a rule file begins with", "[dsl][recipes]") {
  for (const dsl::Recipe& recipe : bundled_book().recipes) {
    INFO(recipe.name);
    CHECK(findings_of("roundhouse: 1\nname: Ours\nextends: club-double-twelve\n" + recipe.lines) ==
          std::vector<std::string>{});
  }
}

/// What two recipes say differently; empty: nothing.
std::string said_differently(const dsl::Recipe& a, const dsl::Recipe& b) {
  const std::vector<std::string> troubles = dsl::join_recipes(std::vector{a, b}).troubles;
  return troubles.empty() ? std::string() : "both say " + troubles.front();
}

/// Why two recipes do not go together; empty: they do.
std::string why_apart(const dsl::Recipe& a, const dsl::Recipe& b) {
  if (std::string why = said_differently(a, b); !why.empty()) return why;
  const std::vector<std::string> findings = findings_of(dsl::join_recipes(std::vector{a, b}).rules);
  return findings.empty() ? std::string() : findings.front().substr(0, findings.front().find('\n'));
}

const fs::path pairs_apart = "tests/recipes/apart.txt";

/// A line of that file.
std::string apart_line(const dsl::Recipe& a, const dsl::Recipe& b, const std::string& why) {
  return a.name + " + " + b.name + ": " + why + "\n";
}

// Rewritten with ROUNDHOUSE_UPDATE_GOLDENS=1 roundhouse_tests "any two recipes*".
TEST_CASE("any two recipes go together, but for those that contradict each other", "[.long][recipes]") {
  const std::vector<dsl::Recipe>& recipes = bundled_book().recipes;
  std::string apart;
  for (std::size_t i = 0; i < recipes.size(); ++i) {
    for (std::size_t j = i + 1; j < recipes.size(); ++j) {
      const std::string why = why_apart(recipes[i], recipes[j]);
      if (!why.empty()) apart += apart_line(recipes[i], recipes[j], why);
    }
  }
  CHECK(golden_difference(source_folder() / pairs_apart, apart) == "");
}

TEST_CASE("recipes that do not go together are listed", "[dsl][recipes]") {
  const std::vector<dsl::Recipe>& recipes = bundled_book().recipes;
  const std::string listed = read_file(source_folder() / pairs_apart);
  const auto is_listed = [&](const dsl::Recipe& a, const dsl::Recipe& b) {
    return listed.find(a.name + " + " + b.name + ": ") != std::string::npos;
  };
  for (std::size_t i = 0; i < recipes.size(); ++i) {
    for (std::size_t j = i + 1; j < recipes.size(); ++j) {
      const std::string why = said_differently(recipes[i], recipes[j]);
      INFO(recipes[i].name << " + " << recipes[j].name << ": " << why);
      if (!why.empty()) CHECK(listed.find(apart_line(recipes[i], recipes[j], why)) != std::string::npos);
    }
    // Of those that say nothing different a few are checked as one file: neighbours, and some from elsewhere.
    for (const std::size_t j : {i + 1, i + 17}) {
      if (j >= recipes.size()) continue;
      INFO(recipes[i].name << " + " << recipes[j].name);
      CHECK(why_apart(recipes[i], recipes[j]).empty() != is_listed(recipes[i], recipes[j]));
    }
  }
}

TEST_CASE("many recipes together are a game that comes to its end", "[dsl][recipes]") {
  const std::vector<dsl::Recipe>& recipes = bundled_book().recipes;
  // Every fourth recipe, from each of four beginnings, as far as they say nothing different.
  for (std::size_t begin = 0; begin < 4; ++begin) {
    std::vector<dsl::Recipe> chosen;
    for (std::size_t i = begin; i < recipes.size(); i += 4) {
      chosen.push_back(recipes[i]);
      const dsl::JoinedRecipes joined = dsl::join_recipes(chosen);
      if (!joined.troubles.empty() || !findings_of(joined.rules).empty()) chosen.pop_back();
    }
    CHECK(chosen.size() > 12);
    const dsl::JoinedRecipes joined = dsl::join_recipes(chosen);
    INFO(joined.rules);
    const dsl::CheckedRules rules = rules_from_text(joined.rules);
    REQUIRE(!dsl::refuse_players(rules, 4));
    engine::SimulateOptions options;
    options.games = 5;
    options.play.declared = 0.2;
    const engine::Figures figures = engine::simulate(engine::compile_rules(rules, 4), options);
    CHECK(figures.finished == 5);
    CHECK(figures.dead_ends + figures.too_long + figures.voided == 0);
  }
}

}  // namespace
}  // namespace roundhouse::tests
