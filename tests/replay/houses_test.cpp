// House rules as they are really played: each is said in a short rule file, played, judged and printed, and
// what the file adds to its parent is what its records turn on.

#include "tests/support/houses.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "dsl/rulebook/book.h"
#include "engine/rules.h"
#include "tests/support/alterations.h"
#include "tests/support/catch.h"
#include "tests/support/rules_from_text.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::tests {
namespace {

bool is_accepted(const RuleCase& one) {
  return one.expected.starts_with("legal") && one.expected.find("wrong score") == std::string::npos;
}

bool names_pips(const House& house) {
  return !engine::compile_rules(rules_from_text(house.rules), 2).pip_names.empty();
}

bool is_shown_elsewhere(const House& house, const RuleCase& one) {
  const std::string outcome = outcome_of(under_parent(house, one));
  INFO(one.title << "\n" << outcome);
  // Of a record that could not be judged at all nothing follows, except where it names what only the house
  // has. A name of pips that no rules have makes a text no act, or no tile.
  const auto has = [&](const char* text) { return outcome.find(text) != std::string::npos; };
  const bool named = (has("error[unknown-") && !has("error[unknown-option]")) ||
                     (names_pips(house) && (has("error[bad-act]") || has("error[bad-tile]")));
  const bool judged = outcome.starts_with("legal") || outcome.starts_with("illegal") ||
                      outcome.starts_with("undecided") || outcome == "refused";
  CHECK((judged || named));
  return outcome != one.expected;
}

void collect_shown(const std::vector<dsl::BookLine>& lines, std::set<std::string>& texts) {
  for (const dsl::BookLine& line : lines) {
    texts.insert(line.text);
    collect_shown(line.exceptions, texts);
  }
}

/// The sentences of the rulebooks for any number of players and for so many, without the list of options,
/// which any other value alters.
std::set<std::string> shown_by(const dsl::CheckedRules& rules, int players) {
  std::set<std::string> texts;
  for (const std::optional<std::int32_t> number : {std::optional<std::int32_t>{}, {players}}) {
    dsl::BookRequest request;
    request.players = number;
    for (const dsl::Chapter& chapter : dsl::write_book(rules, request).chapters) {
      if (chapter.kind == dsl::ChapterKind::rules || chapter.kind == dsl::ChapterKind::terms)
        collect_shown(chapter.lines, texts);
    }
  }
  return texts;
}

/// The house's own sentences, those of one line.
std::vector<std::string> own_sentences(const House& house) {
  constexpr std::string_view key = "says: ";
  std::vector<std::string> sentences;
  std::istringstream lines(house.rules);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(key);
    if (at != std::string::npos) sentences.push_back(line.substr(at + key.size()));
  }
  return sentences;
}

TEST_CASE("each house has a sentence of its own", "[variants][houses]") {
  const std::vector<House> houses = read_houses();
  CHECK(houses.size() >= 120);
  std::set<std::string> sentences;
  for (const House& house : houses) {
    INFO(house.name);
    CHECK(sentences.insert(house.sentence).second);
  }
}

TEST_CASE("each case of a house has its verdict", "[variants][houses]") {
  for (const House& house : read_houses()) {
    std::set<std::string> outcomes;
    for (const RuleCase& one : house.cases) {
      INFO(house.name << ": " << one.title << "\n" << one.record);
      CHECK(outcome_of(one) == one.expected);
      outcomes.insert(one.expected);
    }
    INFO(house.name);
    CHECK(outcomes.size() > 1);
    CHECK(std::any_of(house.cases.begin(), house.cases.end(), is_accepted));
  }
}

TEST_CASE("what a house adds is what its records turn on", "[variants][houses]") {
  for (const House& house : read_houses()) {
    INFO(house.name);
    int accepted = 0;
    int accepted_elsewhere = 0;
    int convicted = 0;
    int convicted_elsewhere = 0;
    for (const RuleCase& one : house.cases) {
      const bool differs = is_shown_elsewhere(house, one);
      (is_accepted(one) ? accepted : convicted) += 1;
      if (!differs) (is_accepted(one) ? accepted_elsewhere : convicted_elsewhere) += 1;
    }
    // Of a match every record is legal, and how it stands says what it is about.
    if (convicted == 0)
      CHECK(accepted_elsewhere < accepted);
    else
      CHECK((convicted_elsewhere == 0 || accepted_elsewhere == 0));
  }
}

TEST_CASE("no row of a house can be taken away without a case that notices", "[variants][houses]") {
  int rows = 0;
  for (const House& house : read_houses()) {
    for (const dsl::Rule& rule : rules_from_text(house.rules).rules) {
      if (rule.where.file != dsl::FileId{0}) continue;
      ++rows;
      INFO(house.name << ": " << rule.id);
      Alteration without;
      without.spoil = [&](dsl::CheckedRules& rules) {
        for (dsl::Rule& other : rules.rules) {
          if (other.id == rule.id && other.shape == rule.shape) take_away(other);
        }
      };
      CHECK(std::any_of(house.cases.begin(), house.cases.end(),
                        [&](const RuleCase& one) { return outcome_of(one, without) != one.expected; }));
    }
  }
  CHECK(rows > 60);
}

TEST_CASE("a rulebook says what the house does differently", "[variants][houses]") {
  for (const House& house : read_houses()) {
    INFO(house.name);
    const dsl::CheckedRules rules = rules_from_text(house.rules);
    const std::set<std::string> own = shown_by(rules, rules.setup.least_players);
    const std::set<std::string> parent = shown_by(bundled_rules(house.parent), rules.setup.least_players);
    std::set<std::string> new_or_gone;
    std::set_symmetric_difference(own.begin(), own.end(), parent.begin(), parent.end(),
                                  std::inserter(new_or_gone, new_or_gone.end()));
    CHECK(!new_or_gone.empty());
    for (const std::string& sentence : own_sentences(house)) {
      INFO(sentence);
      CHECK(std::any_of(own.begin(), own.end(),
                        [&](const std::string& text) { return text.find(sentence) != std::string::npos; }));
    }
  }
}

TEST_CASE("random games by a house's rules come to their end", "[variants][houses]") {
  for (const House& house : read_houses()) {
    const dsl::CheckedRules rules = rules_from_text(house.rules);
    for (const int players : {rules.setup.least_players, rules.setup.most_players}) {
      INFO(house.name << ", " << players << " players");
      REQUIRE(!dsl::refuse_players(rules, players));
      const engine::Rules program = engine::compile_rules(rules, players);
      engine::SimulateOptions options;
      options.games = 5;
      options.unit = engine::Unit::match;
      options.play.declared = 0.2;
      const engine::Figures figures = engine::simulate(program, options);
      CHECK(figures.finished == 5);
      CHECK(figures.dead_ends + figures.too_long + figures.voided == 0);
    }
  }
}

}  // namespace
}  // namespace roundhouse::tests
