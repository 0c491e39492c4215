#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

#include "dsl/check/check.h"
#include "dsl/check/check_codes.h"
#include "dsl/check/checked_rules.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/variant_files.h"
#include "dsl/program.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/near_misses.h"

using namespace roundhouse::dsl;
using roundhouse::tests::golden_difference;
using roundhouse::tests::read_file;
using roundhouse::tests::source_folder;

namespace {

using Texts = std::vector<std::string>;

std::filesystem::path cases() { return source_folder() / "tests/check"; }

/// Reads from memory first, then from tests/check by a name without its ending.
struct Files {
  std::map<std::string, std::string> texts;

  LoadedText operator()(const std::string& wanted, const std::string&) const {
    if (const auto found = texts.find(wanted); found != texts.end())
      return {wanted + ".yaml", found->second, ""};
    const std::filesystem::path path = cases() / (wanted + ".yaml");
    if (!std::filesystem::exists(path)) return {"", "", "there is no such file"};
    return {wanted + ".yaml", read_file(path), ""};
  }
};

struct Outcome {
  CheckedRules rules;
  std::string complaints;
  Diagnostics diagnostics;
};

Outcome check(const std::string& variant, const std::map<std::string, std::string>& texts = {},
              const std::vector<OptionSetting>& settings = {}) {
  SourceMap sources;
  Checked<CheckedRules> checked = check_variant(sources, Files{texts}, {variant, settings});
  return {std::move(checked.value), render_diagnostics(sources, checked.diagnostics), checked.diagnostics};
}

/// A file that extends tests/check/base.yaml and says this besides.
Outcome check_child(const std::string& text, const std::vector<OptionSetting>& settings = {}) {
  return check("child", {{"child", "roundhouse: 1\nextends: base\n" + text}}, settings);
}

std::vector<std::string> codes_in(const Outcome& outcome) {
  std::vector<std::string> codes;
  for (const Diagnostic& made : outcome.diagnostics) codes.push_back(made.code);
  return codes;
}

std::vector<std::string> ids(const CheckedRules& rules) {
  std::vector<std::string> found;
  for (const Rule& rule : rules.rules) found.push_back(rule.id);
  return found;
}

const Rule& rule_named(const CheckedRules& rules, const std::string& id) {
  const auto found =
      std::find_if(rules.rules.begin(), rules.rules.end(), [&](const Rule& rule) { return rule.id == id; });
  REQUIRE(found != rules.rules.end());
  return *found;
}

const Option& option_named(const CheckedRules& rules, const std::string& name) {
  const auto found = std::find_if(rules.options.begin(), rules.options.end(),
                                  [&](const Option& option) { return option.name == name; });
  REQUIRE(found != rules.options.end());
  return *found;
}

TEST_CASE("every complaint about rules is silent about its near misses", "[dsl]") {
  for (const auto& entry : std::filesystem::directory_iterator(cases())) {
    if (!entry.is_directory()) continue;
    INFO(entry.path());
    const std::vector<roundhouse::tests::NearMiss> near = roundhouse::tests::near_misses(entry.path());
    CHECK(near.size() >= roundhouse::tests::least_near_misses);
    for (const roundhouse::tests::NearMiss& one : near) {
      INFO("line " << one.line << ": " << one.name << "\n" << one.text);
      SourceMap sources;
      const Checked<CheckedRules> checked =
          check_variant(sources, roundhouse::tests::reader_of(cases(), one.text), {"near", {}});
      CHECK(render_diagnostics(sources, checked.diagnostics) == "");
    }
  }
}

TEST_CASE("which sentence of a ladder holds is settled by the options", "[dsl]") {
  const std::string text =
      "roundhouse: 1\nextends: base\noptions:\n  loud: { default: false }\n  noise: { default: 3 }\nrules:\n"
      "  - id: row\n    forbid: lay\n    when: loud or noise > 2\n    says:\n"
      "      - when: loud and noise > 4\n        says: Very {noise}.\n"
      "      - when: loud\n        says: Loud.\n"
      "      - says: Quiet.\n"
      "words:\n  hush:\n    is: me.count == noise\n    says:\n      - when: noise == 3\n        says: "
      "Three.\n"
      "      - says: Not three.\n";
  const auto sentences = [&](const std::vector<OptionSetting>& settings) {
    const Outcome outcome = check("child", {{"child", text}}, settings);
    REQUIRE(outcome.complaints == "");
    return rule_named(outcome.rules, "row").says + " " + outcome.rules.words.back().says;
  };
  CHECK(sentences({}) == "Quiet. Three.");
  CHECK(sentences({{"loud", "true", {}}}) == "Loud. Three.");
  CHECK(sentences({{"loud", "true", {}}, {"noise", "5", {}}}) == "Very {noise}. Not three.");
  // The hash is of rules, not of sentences.
  const CheckedRules ladder = check("child", {{"child", text}}).rules;
  std::string plain = text;
  plain.replace(plain.find("      - says: Quiet."), 20, "      - says: Hush..");
  CHECK(rules_hash(check("child", {{"child", plain}}).rules) == rules_hash(ladder));

  const auto codes = [&](const std::string& says) {
    return codes_in(
        check_child("rules:\n  - id: row\n    forbid: lay\n    when: round.lap == 1\n    says:\n" + says));
  };
  using Codes = std::vector<std::string>;
  CHECK(codes("      - when: round.lap == 1\n        says: A\n      - says: B\n") == Codes{"not-known-here"});
  CHECK(codes("      - when: match.players > 2\n        says: A\n      - says: B\n") ==
        Codes{"not-constant"});
  CHECK(codes("      - says: A\n      - says: B\n") == Codes{"ladder"});
  CHECK(codes("      - when: true\n        says: A\n") == Codes{"ladder"});
  CHECK(codes("      - when: true\n      - says: A\n") == Codes{"ladder"});
  CHECK(codes("      - when: true\n        says: A {nought}\n      - says: B\n") == Codes{"unknown-option"});
}

TEST_CASE("sentences give what is inherited other words and leave what it does", "[dsl]") {
  const std::string parent =
      "roundhouse: 1\nextends: base\noptions:\n  loud:\n    ask: Is it loud?\n    default: false\n"
      "facts:\n  third: { of: turn, after: lay, when: turn.laid == 3 }\n"
      "rules:\n  - id: light\n    forbid: lay\n    when: tile.pips > 12 and loud and not turn.third\n"
      "    says: Nothing heavy.\n    from: [AB-1]\nsources:\n  AB-1: Light tiles only.\n";
  const std::string child =
      "roundhouse: 1\nextends: parent\noptions: { loud: true }\nsentences:\n"
      "  light:\n    - when: loud\n      says: At most twelve pips, and {bonus}.\n    - says: Anything.\n"
      "  stuck: No draw.\n  held: A hand's worth.\n  third: Three tiles.\n  own: One each.\n"
      "  knock: Knock!\n  loud: How loud?\n";
  const std::string grandchild = "roundhouse: 1\nextends: child\nsentences:\n  stuck: No drawing.\n";
  const std::map<std::string, std::string> files{
      {"parent", parent}, {"child", child}, {"grandchild", grandchild}};
  const Outcome outcome = check("grandchild", files);
  REQUIRE(outcome.complaints == "");
  const CheckedRules& rules = outcome.rules;
  const Rule& light = rule_named(rules, "light");
  CHECK(light.says == "At most twelve pips, and {bonus}.");
  CHECK(light.says_pieces.size() == 3);
  CHECK(light.says_chosen);
  CHECK(light.from == std::vector<std::string>{"AB-1"});
  CHECK(rule_named(rules, "stuck").says == "No drawing.");
  CHECK(rule_named(rules, "third").says == "Three tiles.");
  CHECK(rule_named(rules, "knock").says == "Knock!");
  CHECK(rules.words.back().says == "A hand's worth.");
  CHECK(rules.trains.front().says == "One each.");
  CHECK(rules.acts.front().says == "Knock!");
  CHECK(option_named(rules, "loud").ask == "How loud?");
  CHECK(option_named(rules, "loud").value == 1);

  const std::string plain = child.substr(0, child.find("sentences:"));
  CHECK(rules_hash(check("child", {{"parent", parent}, {"child", plain}}).rules) == rules_hash(rules));
}

}  // namespace

TEST_CASE("every complaint of the checker has a bad file that shows it and a good one that does not",
          "[dsl][check][sanitized]") {
#define X(id, code, sentence) std::string(code),
  const std::vector<std::string> codes{ROUNDHOUSE_CHECK_CODES(X)};
#undef X
  for (const std::string& code : codes) {
    INFO(code << ": tests/check/" << code << "/ needs bad.yaml, bad.expected and good.yaml");
    const Outcome bad = check(code + "/bad");
    const auto shown = codes_in(bad);
    CHECK(std::find(shown.begin(), shown.end(), code) != shown.end());
    CHECK(golden_difference(cases() / code / "bad.expected", bad.complaints) == "");
    CHECK(check(code + "/good").complaints == "");
  }
  for (const auto& entry : std::filesystem::directory_iterator(cases())) {
    if (!entry.is_directory()) continue;
    INFO(entry.path());
    CHECK(std::find(codes.begin(), codes.end(), entry.path().filename().string()) != codes.end());
  }
}

TEST_CASE("the bundled variants are right", "[dsl][check][variants]") {
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "variants")) {
    if (entry.path().extension() != ".yaml") continue;
    const std::string name = entry.path().stem().string();
    SourceMap sources;
    const VariantReader reader = read_variant_files(source_folder() / "variants");
    const auto checked = check_variant(sources, reader, {name, {}});
    CHECK(render_diagnostics(sources, checked.diagnostics) == "");
  }
}

TEST_CASE("a child's option value takes the place of its parent's, a setting the child's", "[dsl][check]") {
  const Outcome parent = check("base");
  CHECK(option_named(parent.rules, "bonus").value == 5);
  const Outcome child = check_child("options: { bonus: 7 }\n");
  CHECK(child.complaints == "");
  CHECK(option_named(child.rules, "bonus").value == 7);
  CHECK(option_named(child.rules, "bonus").default_value == 5);
  const Outcome set = check_child("options: { bonus: 7 }\n", {{"bonus", "9", {}}});
  CHECK(option_named(set.rules, "bonus").value == 9);
}

TEST_CASE("settings are read as text: numbers, truth values, names and tables", "[dsl][check]") {
  const Outcome set = check_child("", {{"strict", "false", {}},
                                       {"after_double", "free", {}},
                                       {"bonus", "{ 2: 1, 3..8: 2 }", {}},
                                       {"deal", " 4 ", {}}});
  CHECK(set.complaints == "");
  CHECK(option_named(set.rules, "strict").value == 0);
  CHECK(set.rules.name_text({static_cast<std::uint16_t>(option_named(set.rules, "after_double").value)}) ==
        "free");
  CHECK(option_named(set.rules, "bonus").by == std::vector<TableKey>{TableKey::players});
  CHECK(option_named(set.rules, "bonus").table.size() == 2);
  // One number for a table is the same in every cell.
  REQUIRE(option_named(set.rules, "deal").table.size() == 1);
  CHECK(option_named(set.rules, "deal").table[0].value == 4);
  const auto wrong = [](const char* name, const char* value) {
    return codes_in(check_child("", {{name, value, {}}}));
  };
  CHECK(wrong("bonsu", "9") == std::vector<std::string>{"unknown-option"});
  CHECK(wrong("bonus", "90") == std::vector<std::string>{"out-of-range"});
  CHECK(wrong("bonus", "{ 2: 1") == std::vector<std::string>{"wrong-shape"});
  CHECK(wrong("bonus", "{ 2: 1, 4..8: 2 }") == std::vector<std::string>{"table-gap"});
  CHECK(wrong("after_double", "fere") == std::vector<std::string>{"not-a-choice"});
  CHECK(wrong("strict", "1") == std::vector<std::string>{"wrong-shape"});
}

TEST_CASE("a table leaves numbers of players out", "[dsl][check]") {
  const Outcome child = check_child("options: { deal: { 2..4: 7, 5: not played, 6..8: 5 } }\n");
  CHECK(child.complaints == "");
  CHECK(player_numbers(child.rules.setup) == std::vector<std::int32_t>{2, 3, 4, 6, 7, 8});
  CHECK(refuse_players(child.rules, 5) == "this game is for 2 to 4 or 6 to 8 players, not for 5");
  CHECK(refuse_players(child.rules, 9) == "this game is for 2 to 4 or 6 to 8 players, not for 9");
  CHECK(!refuse_players(child.rules, 6));
  CHECK(nearest_player_number(child.rules.setup, 5) == 4);
  // A value over it lets them play again; the canonical text distinguishes the two.
  const Outcome again = check_child("options: { deal: { 2..4: 7, 5: not played, 6..8: 5 } }\n",
                                    {{"deal", "{ 2..4: 7, 5: 6, 6..8: 5 }", {}}});
  CHECK(player_numbers(again.rules.setup).size() == 7);
  CHECK(rules_hash(again.rules) != rules_hash(child.rules));
  CHECK(rules_hash(check_child("", {{"deal", "{ 2..4: 7, 5: not played, 6..8: 5 }", {}}}).rules) ==
        rules_hash(child.rules));
  // No other table needs a value for them, and one by the set only for the sets that there can be.
  const auto options = [](const std::string& text) { return codes_in(check_child("options:\n" + text)); };
  CHECK(options("  deal: { 2..4: 7, 5: not played, 6..8: 5 }\n  more: { default: { 2..4: 1, 6..8: 2 } }\n") ==
        Texts{});
  CHECK(options("  deal: { 2..4: 7, 5: not played, 6..8: 5 }\n  more: { default: { 2..4: 1, 7..8: 2 } }\n") ==
        Texts{"table-gap"});
  CHECK(options("  more: { by: highest, default: { 6: 1, 9: 2, 12: 3 } }\n") == Texts{});
  CHECK(options("  more: { by: highest, default: { 6: 1, 8: 2, 10..12: 3 } }\n") == Texts{"table-gap"});
  CHECK(options("  more: { by: [highest, players], default: { 9: { 2..8: 1 }, 12: { 3: 1 } } }\n") ==
        Texts{});
  CHECK(options("  more: { by: [highest, players], default: { 9: { 3..8: 1 }, 12: not played } }\n") ==
        Texts{"table-gap"});
  CHECK(options("  more: { by: [highest, players], default: { 9: not played, 12: { 2..8: 1 } } }\n") ==
        Texts{"out-of-range"});
  CHECK(options("  more: { by: round, default: { 1: 1, 2: not played } }\n") == Texts{"wrong-shape"});
  CHECK(options("  more: { by: players, default: not played }\n") == Texts{"wrong-shape"});
  CHECK(options("  bonus: not played\n") == Texts{"wrong-shape"});
  CHECK(options("  deal: { 2..8: not played }\n") == Texts{"out-of-range"});
  // The set goes by the players: what is asked is what goes with so many.
  const std::string by_players =
      "setup:\n  set: { highest: top }\noptions:\n  top: { default: { 2..4: 9, 5..8: 12 } }\n";
  CHECK(codes_in(check_child(
            by_players +
            "  more: { by: [highest, players], default: { 9: { 2..4: 1 }, 12: { 5..8: 1 } } }\n")) ==
        Texts{});
  CHECK(codes_in(check_child(by_players + "  more: { by: highest, default: { 9: 1, 12: not played } }\n")) ==
        Texts{});
  CHECK(codes_in(check_child(by_players + "  more: { by: highest, default: { 9: 1 } }\n")) ==
        Texts{"table-gap"});
}

TEST_CASE("a child that is for other numbers of players needs other values", "[dsl][check]") {
  CHECK(codes_in(check_child("setup: { players: 4 }\noptions: { deal: { 4: 7 } }\n")) == Texts{});
  CHECK(codes_in(check_child("setup: { players: 3..4 }\noptions: { deal: { 4: 7 } }\n")) ==
        Texts{"table-gap"});
  CHECK(codes_in(check_child("setup: { players: 1..6 }\n")) == Texts{"table-gap"});
  CHECK(codes_in(check_child("setup: { players: 1..6 }\noptions: { deal: { 1: 9, 2..6: 7 } }\n")) == Texts{});
  CHECK(codes_in(check_child("setup: { players: 1 }\noptions: { deal: 9 }\n")) == Texts{});
  CHECK(codes_in(check_child("setup: { players: 0..6 }\n")) == Texts{"out-of-range"});
  CHECK(codes_in(check_child("setup: { players: 2..15 }\n")) == Texts{"out-of-range"});
  const Outcome alone = check_child("setup: { players: 1 }\noptions: { deal: 9 }\n");
  CHECK(refuse_players(alone.rules, 2) == "this game is for 1 player, not for 2");
  CHECK(!refuse_players(alone.rules, 1));
}

TEST_CASE("points for places take a place of each player, like a fact", "[dsl][check]") {
  std::string facts = "facts:\n";
  for (char name = 'a'; name <= 'n'; ++name)
    facts += "  f" + std::string(1, name) + ": { of: player, is: int }\n";
  CHECK(codes_in(check_child(facts)) == Texts{});
  CHECK(codes_in(check_child(facts + "match: { points: me.seat }\n")) == Texts{"too-many"});
  CHECK(codes_in(check_child(facts + "setup: { players: 2..7 }\nmatch: { points: me.seat }\n")) == Texts{});
  // A rank is asked for by points, and by nothing that ranks go by.
  CHECK(codes_in(check_child("match: { points: 10 - me.rank }\n")) == Texts{});
  CHECK(codes_in(check_child("match: { order: me.rank }\n")) == Texts{"rank-cycle"});
  CHECK(codes_in(check_child("match: { order: [me.placement, me.left.rank] }\n")) == Texts{"rank-cycle"});
  for (const char* group : {"me.seat mod 2", "me.warned", "me.left.left", "after_double"})
    CHECK(codes_in(check_child("match: { group: " + std::string(group) + " }\n")) == Texts{});
  CHECK(codes_in(check_child("match: { group: me.own }\n")) == Texts{"type-mismatch"});
}

TEST_CASE("a child's row takes its forerunner's place and keeps the exceptions that name it",
          "[dsl][check]") {
  const Outcome child = check_child(
      "rules:\n"
      "  - id: stuck\n"
      "    forbid: draw\n"
      "    when: can.lay and strict\n"
      "  - id: another\n"
      "    forbid: lay\n"
      "    when: not strict\n");
  REQUIRE(child.complaints == "");
  CHECK(ids(child.rules) == std::vector<std::string>{"knock", "tiles-match", "stuck", "stay", "may-knock",
                                                     "stuck-not", "counted", "another"});
  const Rule& exception = rule_named(child.rules, "stuck-not");
  REQUIRE(exception.excepts.size() == 1);
  CHECK(child.rules.rules[exception.excepts[0].value].when->op == Op::logical_and);
}

TEST_CASE("a removed row takes with it the exceptions that lifted nothing else", "[dsl][check]") {
  const Outcome child = check_child("remove: [stuck]\n");
  CHECK(child.complaints == "");
  CHECK(ids(child.rules) == std::vector<std::string>{"knock", "tiles-match", "stay", "may-knock", "counted"});
  // Removed and written anew, it may be something else.
  const Outcome anew =
      check_child("remove: [stuck]\nrules:\n  - id: stuck\n    advise: lay\n    when: strict\n");
  CHECK(anew.complaints == "");
  CHECK(rule_named(anew.rules, "stuck-not").excepts.size() == 1);
}

TEST_CASE("a child's word replaces its parent's everywhere", "[dsl][check]") {
  const Outcome child = check_child("words: { finished: turn.laid > 1 }\n");
  REQUIRE(child.complaints == "");
  REQUIRE(child.rules.words.size() == 2);
  CHECK(child.rules.words[0].is.args[1].number == 1);
}

TEST_CASE("a kind of train that is taken away stays a known name", "[dsl][check]") {
  const Outcome child = check_child(
      "trains: { shared: none }\n"
      "rules:\n"
      "  - id: a\n"
      "    forbid: lay\n"
      "    when: end.train.kind == shared or end.train == round.shared\n");
  CHECK(child.complaints == "");
  CHECK(child.rules.trains[1].gone);
}

TEST_CASE("what a child takes away may no longer be spoken of", "[dsl][check]") {
  // Reported where it is taken away, with the parent's line beside it, and never by a guess at another name.
  for (const char* text : {"words: { finished: none }\n", "facts: { plays: none }\n",
                           "acts: { knock: none }\n", "options: { strict: none }\n"}) {
    const Outcome outcome = check_child(text);
    INFO(text << outcome.complaints);
    CHECK(codes_in(outcome) == std::vector<std::string>{"still-asked"});
    CHECK(outcome.diagnostics.front().where.file == FileId{0});
    REQUIRE(outcome.diagnostics.front().labels.size() == 1);
    CHECK(outcome.diagnostics.front().labels.front().where.file != FileId{0});
    CHECK(outcome.complaints.find("did you mean") == std::string::npos);
  }
  CHECK(check_child("facts: { plays: none }\nremove: [counted]\n").complaints == "");
  CHECK(check_child("options: { after_double: none }\n").complaints == "");
  // A choice goes with its option, and comes back with another.
  CHECK(codes_in(check_child("options: { after_double: none }\nrules:\n  - id: a\n    forbid: lay\n"
                             "    when: end.train.kind == free\n")) ==
        std::vector<std::string>{"still-asked"});
  CHECK(check_child("options:\n  after_double: none\n  other: { choose: [free, bound], default: free }\n"
                    "rules:\n  - id: a\n    forbid: lay\n    when: other == free\n")
            .complaints == "");
}

TEST_CASE("a key that stands in another block is reported with the place where it belongs", "[dsl][check]") {
  const auto help_of = [](const std::string& text) {
    const Outcome outcome = check_child(text);
    REQUIRE(!outcome.diagnostics.empty());
    return outcome.diagnostics.front().help;
  };
  CHECK(help_of("options: { players: 4 }\n") == "'players' stands under 'setup'");
  CHECK(help_of("options: { first: 4 }\n") == "'first' stands under 'setup'");
  CHECK(help_of("options: { wanted: 4 }\n") == "'wanted' stands under 'setup', below 'engine'");
  CHECK(help_of("options: { copies: 2 }\n") == "'copies' stands under 'setup', below 'set'");
  CHECK(help_of("setup: { rounds: 4 }\n") == "'rounds' stands under 'match'");
  CHECK(help_of("players: 4\n") == "'players' stands under 'setup'");
  CHECK(help_of("options: { turn: 4 }\n") == "choose another name");
}

TEST_CASE("a bare truth value in the place of a name is reported once", "[dsl][check]") {
  const Outcome outcome =
      check_child("rules:\n  - id: y\n    forbid: lay\n    when: tile.double\n    says: No.\n");
  CHECK(codes_in(outcome) == std::vector<std::string>{"yaml-bare-truth"});
  CHECK(outcome.diagnostics.front().help == "put it in quotes: \"y\"");
  CHECK(codes_in(check_child("rules:\n  - id: true\n    forbid: lay\n    when: tile.double\n")) ==
        std::vector<std::string>{"reserved-name"});
}

TEST_CASE("a child's name that is a choice of its parent's means the child's there alone", "[dsl][check]") {
  const std::string parent =
      "roundhouse: 1\nextends: base\noptions:\n  doubles:\n    ask: Which?\n    default: free\n    choose: "
      "[free, bound]\nrules:\n  - id: not-free\n    forbid: lay\n    when: doubles == bound and "
      "tile.double\n";
  const auto child = [&](const std::string& text) {
    return check("child", {{"parent", parent}, {"child", "roundhouse: 1\nextends: parent\n" + text}});
  };
  CHECK(codes_in(child("facts:\n  bound: { of: turn, after: lay }\n")).empty());
  const std::string word =
      "words:\n  bound: turn.laid > 3\nrules:\n  - id: late\n    forbid: lay\n    when: ";
  CHECK(codes_in(child(word + "bound and doubles == bound\n")).empty());
  // Alone it is the word.
  CHECK(codes_in(child(word + "bound == 3\n")) == std::vector<std::string>{"type-mismatch"});
}

TEST_CASE("setup and match are laid over by key", "[dsl][check]") {
  const Outcome child = check_child("setup: { engine: { best: tile.low }, set: { copies: 2 } }\n");
  REQUIRE(child.complaints == "");
  CHECK(child.rules.setup.highest.number == 9);
  CHECK(child.rules.setup.copies.number == 2);
  CHECK(child.rules.setup.engine_from.index == static_cast<std::int32_t>(SetupName::hands));
  REQUIRE(child.rules.setup.best.has_value());
}

TEST_CASE("a child changes the condition of a redeal, its limit, or takes both away", "[dsl][check]") {
  const auto redeal = [](const std::string& child) {
    const std::string parent =
        "roundhouse: 1\nname: Parent\nsetup:\n  players: 2..4\n  set: { highest: 6 }\n  deal: 3\n"
        "  redeal: { when: round.number == 1, limit: 2 }\n"
        "  engine: { from: aside, wanted: tile.double }\n";
    const Outcome found =
        check("child", {{"parent", parent}, {"child", "roundhouse: 1\nextends: parent\n" + child}});
    REQUIRE(found.complaints == "");
    return found.rules.setup;
  };
  CHECK(redeal("").redeal_limit->number == 2);
  CHECK(redeal("setup:\n  redeal: round.number == 2\n").redeal->args[1].number == 2);
  CHECK(redeal("setup:\n  redeal: round.number == 2\n").redeal_limit->number == 2);
  CHECK(redeal("setup:\n  redeal: { limit: 5 }\n").redeal_limit->number == 5);
  CHECK_FALSE(redeal("setup:\n  redeal: { limit: none }\n").redeal_limit);
  CHECK_FALSE(redeal("setup:\n  redeal: none\n").redeal);
  CHECK_FALSE(redeal("setup:\n  redeal: none\n").redeal_limit);
}

TEST_CASE("acts and facts that define themselves are rows that bear their names", "[dsl][check]") {
  const Outcome child = check_child(
      "facts:\n"
      "  began: { of: turn, after: lay, when: end.start and end.mine }\n"
      "  doubles: { of: turn, after: [lay, draw], when: tile.double, add: 1 }\n"
      "  leader: { of: match, after: engine, is: me }\n"
      "acts:\n"
      "  ruling:\n"
      "    by: referee\n"
      "    whom: player\n"
      "    amount: 1..200\n"
      "    do: score(whom, amount)\n"
      "rules:\n"
      "  - id: not-for-one\n"
      "    except: [doubles, ruling]\n"
      "    when: strict\n");
  REQUIRE(child.complaints == "");
  CHECK(ids(child.rules) == std::vector<std::string>{"began", "doubles", "leader", "knock", "ruling",
                                                     "tiles-match", "stuck", "stay", "may-knock", "stuck-not",
                                                     "counted", "not-for-one"});
  CHECK(rule_named(child.rules, "doubles").events.size() == 2);
  CHECK(rule_named(child.rules, "ruling").shape == Shape::after);
  CHECK(child.rules.facts[4].type == Type::player);
  CHECK(rule_named(child.rules, "not-for-one").excepts.size() == 2);
}

TEST_CASE("can is ordered by what rests on what, else lead, lay, draw, done and as declared",
          "[dsl][check]") {
  const auto order = [](const CheckedRules& rules) {
    std::string text;
    for (const ActId act : rules.can_order) text.append(rules.act_name(act)).append(" ");
    return text;
  };
  CHECK(order(check("base").rules) == "lead lay draw done knock ");
  CHECK(order(check("can-cycle/good").rules) == "lead lay knock call draw done ");
}

TEST_CASE("the hash is of what plays, not of how it is written", "[dsl][check]") {
  const auto hash = [](const std::string& text) {
    const Outcome outcome = check_child(text);
    REQUIRE(outcome.complaints == "");
    return rules_hash(outcome.rules);
  };
  const std::string row = "rules:\n  - id: a\n    forbid: lay\n    when: strict and end.marked\n";
  const std::string plain = hash(row);
  CHECK(plain.size() == 64);
  CHECK(hash("# a comment\nname: Another\n" + row) == plain);
  CHECK(hash("rules:\n- {id: a, forbid: [lay], when: (strict)   and (end.marked)}\n") == plain);
  CHECK(hash(row + "    says: Not at a marker.\n    from: [MF-1]\nsources: { MF-1: text }\n") == plain);
  CHECK(hash("rules:\n  - id: a\n    forbid: lay\n    when: strict or end.marked\n") != plain);
  // The row that asks for it holds above 19 alone.
  CHECK(hash("options: { bonus: 6 }\n" + row) == plain);
  CHECK(hash("options: { strict: false }\n" + row) != hash("options: { strict: true }\n" + row));
  CHECK(hash("remove: [stuck]\n" + row) != plain);
}

TEST_CASE("a label belongs to the rules, and a child says a whole fact anew", "[dsl][check]") {
  const auto labels = [](const CheckedRules& rules) {
    std::string text;
    for (const Fact& fact : rules.facts) text += fact.name + ":" + fact.shown + " ";
    return text;
  };
  const std::string parent =
      "roundhouse: 1\nextends: base\nfacts:\n"
      "  fines: { of: player, per: match, after: draw, add: 5, shown: Owes }\n";
  const auto child = [&](const std::string& text) {
    const Outcome outcome =
        check("child", {{"parent", parent}, {"child", "roundhouse: 1\nextends: parent\n" + text}});
    REQUIRE(outcome.complaints == "");
    return outcome.rules;
  };
  const std::string head = "facts:\n  fines: { of: player, per: match, after: draw, add: 5";
  const CheckedRules as_it_is = child("");
  const CheckedRules again = child(head + ", shown: Owes }\n");
  const CheckedRules other = child(head + ", shown: Debts }\n");
  const CheckedRules without = child(head + " }\n");
  CHECK(labels(as_it_is) == "plays: warned: fines:Owes ");
  CHECK(labels(again) == labels(as_it_is));
  CHECK(labels(other) == "plays: warned: fines:Debts ");
  CHECK(labels(without) == "plays: warned: fines: ");
  CHECK(labels(child("facts: { fines: none }\n")) == "plays: warned: ");
  // Nobody plays otherwise because of a label; but for it nothing asks for the fact.
  for (const CheckedRules* rules : {&again, &other}) CHECK(rules_hash(*rules) == rules_hash(as_it_is));
  CHECK(rules_hash(without) != rules_hash(as_it_is));
}

TEST_CASE("sections that no document has are found", "[dsl][check]") {
  const Outcome child = check_child(
      "rules:\n"
      "  - id: a\n"
      "    forbid: lay\n"
      "    from: [MF-1, CD-S1, CD-S9]\n"
      "carries:\n"
      "  CD-Q1: deal\n"
      "sources: { MF-1: Nobody lays }\n");
  REQUIRE(child.complaints == "");
  Diagnostics diagnostics;
  check_sections(child.rules, {"CD-S1", "CD-S2"}, diagnostics);
  REQUIRE(diagnostics.size() == 2);
  CHECK(diagnostics[0].code == "unknown-section");
  CHECK(diagnostics[0].message.find("CD-S9") != std::string::npos);
  CHECK(diagnostics[1].message.find("CD-Q1") != std::string::npos);
  Diagnostics none;
  check_sections(child.rules, {}, none);
  CHECK(none.empty());
}

TEST_CASE("a chain of files is reported from the child up, and one cause is one error", "[dsl][check]") {
  CHECK(check_child("").rules.chain == std::vector<std::string>{"child.yaml", "base.yaml"});
  // The word is wrong once; that much else speaks of it is no news.
  const Outcome wrong = check_child(
      "words: { a: strictt, b: a and a }\n"
      "rules:\n  - id: r\n    forbid: lay\n    when: a or b or not a == true\n");
  CHECK(codes_in(wrong) == std::vector<std::string>{"unknown-name"});
  // A parent that cannot be read leaves nothing to say about names.
  const Outcome orphan =
      check("child", {{"child", "roundhouse: 1\nextends: gone\nremove: [x]\noptions: { zest: 1 }\n"}});
  CHECK(codes_in(orphan) == std::vector<std::string>{"cannot-read"});
}

TEST_CASE("a setup ladder is a chain of choices", "[dsl][check]") {
  const Outcome child = check("ladder/good");
  REQUIRE(child.complaints == "");
  CHECK(child.rules.setup.deal.op == Op::choose);
  CHECK(child.rules.setup.deal.args[2].number == 6);
  CHECK(child.rules.setup.engine_from.args[1].index == static_cast<std::int32_t>(SetupName::hands));
}

TEST_CASE("a step of a ladder of setup or match may say why it applies", "[dsl][check]") {
  const std::string ladder =
      "setup:\n  starter:\n    - when: round.number <= bonus\n      then: holder\n      says: First "
      "{bonus}.\n"
      "    - when: strict\n      then: round.first\n    - then: holder\n      says: Later.\n"
      "match:\n  rounds:\n    - when: strict\n      then: 3\n    - then: 4\n      says: Four.\n";
  const Outcome child = check_child(ladder);
  REQUIRE(child.complaints == "");
  REQUIRE(child.rules.setup.step_sayings.size() == 1);
  const StepSayings& starter = child.rules.setup.step_sayings.front();
  CHECK(starter.key == "starter");
  REQUIRE(starter.steps.size() == 3);
  CHECK(starter.steps[0].says == "First {bonus}.");
  CHECK(starter.steps[1].says.empty());
  CHECK(starter.steps[2].says == "Later.");
  REQUIRE(child.rules.match.step_sayings.size() == 1);
  CHECK(child.rules.match.step_sayings.front().steps[1].says == "Four.");
  // A child's value takes the place of the parent's, sentences and all.
  const std::string grandchild = "roundhouse: 1\nextends: child\nsetup:\n  starter: holder\n";
  const Outcome other =
      check("own", {{"child", "roundhouse: 1\nextends: base\n" + ladder}, {"own", grandchild}});
  REQUIRE(other.complaints == "");
  CHECK(other.rules.setup.step_sayings.empty());
  CHECK(other.rules.match.step_sayings.size() == 1);
  // Sentences are not what is played.
  std::string silent = ladder;
  silent.replace(silent.find("      says: Later.\n"), 19, "");
  CHECK(rules_hash(check_child(silent).rules) == rules_hash(child.rules));

  const auto codes = [](const std::string& says, const std::string& key = "deal") {
    return codes_in(check_child("setup:\n  " + key + ":\n    - when: strict\n      then: 5\n      says: " +
                                says + "\n    - then: 6\n"));
  };
  using Codes = std::vector<std::string>;
  CHECK(codes("Five.").empty());
  CHECK(codes("\"{nought} tiles.\"") == Codes{"unknown-option"});
  CHECK(codes("\"{bonus tiles.\"") == Codes{"unknown-option"});
  CHECK(codes("[Five]") == Codes{"wrong-shape"});
  CHECK(codes("\n        - when: strict\n          says: A\n        - says: B") == Codes{"wrong-shape"});
  // Elsewhere it is a word that has a sentence, not its steps.
  CHECK(codes_in(check_child("words:\n  a:\n    is:\n      - when: strict\n        then: 1\n        says: A\n"
                             "      - then: 2\n")) == Codes{"unknown-key"});
}

TEST_CASE("a section of a parent's document is cited with the parent's name", "[dsl][check]") {
  const std::map<std::string, std::string> files{
      {"middle",
       "roundhouse: 1\nextends: base\nrules:\n  - id: m\n    forbid: lay\n    when: tile has 1\n"
       "    from: [MI-1, CD-S1]\ncarries: { MI-2: counted, MI-3: deal }\n"
       "sources: { MI-1: one, MI-2: two, MI-3: three }\n"},
      {"child",
       "roundhouse: 1\nextends: middle\nrules:\n  - id: c\n    forbid: lay\n    when: tile has 2\n"
       "    from: [CH-1, MI-2, CD-S2, EN-7]\ncarries: { CH-2: counted }\n"
       "sources: { CH-1: own, CH-2: own, MI-3: ours now }\n"},
      {"grandchild",
       "roundhouse: 1\nextends: child\nrules:\n  - id: g\n    forbid: lay\n    when: tile has 3\n"
       "    from: [GR-1, CH-1]\nsources: { GR-1: own }\n"}};
  const auto cites = [&](const std::string& variant, const std::string& name) {
    const Outcome outcome = check(variant, files);
    REQUIRE(outcome.complaints == "");
    std::vector<std::string> from;
    for (const Rule& rule : outcome.rules.rules)
      if (rule.id == name) from = rule.from;
    return cited(sections_of(outcome.rules, name, from));
  };
  CHECK(cites("middle", "m") == "MI-1, CD-S1");
  CHECK(cites("middle", "counted") == "MI-2");
  CHECK(cites("child", "m") == "MI-1 of middle, CD-S1 of middle");
  // Another section of a sheet that the parent goes by; a sheet that only the child goes by.
  CHECK(cites("child", "c") == "CH-1, MI-2 of middle, CD-S2 of middle, EN-7");
  CHECK(cites("child", "counted") == "MI-2 of middle, CH-2");
  CHECK(cites("child", "deal") == "MI-3");
  CHECK(cites("grandchild", "m") == "MI-1 of middle, CD-S1 of middle");
  CHECK(cites("grandchild", "c") == "CH-1 of child, MI-2 of middle, CD-S2 of middle, EN-7 of child");
  CHECK(cites("grandchild", "deal") == "MI-3 of child");
  CHECK(cites("grandchild", "g") == "GR-1, CH-1 of child");
}

TEST_CASE("limits are refused, not met", "[dsl][check][hostile]") {
  const auto many = [](std::size_t count, const std::string& head, auto line) {
    std::string text = head;
    for (std::size_t i = 0; i < count; ++i) text += line(std::to_string(i));
    return text;
  };
  const auto code_of = [](const std::string& text) { return codes_in(check_child(text)); };
  const std::vector<std::string> too_many{"too-many"}, too_costly{"too-costly"};
  const auto options = [](const std::string& i) { return "  o" + i + ": { default: 1 }\n"; };
  CHECK(code_of(many(251, "options:\n", options)).empty());
  CHECK(code_of(many(252, "options:\n", options)) == too_many);
  const auto rows = [](const std::string& i) {
    return "  - { id: r" + i + ", forbid: lay, when: strict }\n";
  };
  CHECK(code_of(many(1994, "rules:\n", rows)).empty());
  CHECK(code_of(many(1995, "rules:\n", rows)) == too_many);
  CHECK(code_of("trains: { spoke: { of: all, count: 57 } }\n") == too_many);
  CHECK(code_of("trains: { spoke: { of: all, count: 55 } }\n").empty());
  // Each word twice as large as the one before: laid open they would have thousands of parts.
  std::string doubling = "words:\n  w0: turn.laid > 0 and turn.drawn > 0\n";
  for (int i = 1; i <= 16; ++i) {
    const std::string before = "w" + std::to_string(i - 1);
    doubling += "  w" + std::to_string(i) + ": " + before + " and " + before + "\n";
  }
  CHECK(code_of(doubling) == too_costly);
  std::string deep = "words:\n  v0: { of: player, is: it.count > 0 }\n";
  for (int i = 1; i <= 17; ++i) {
    deep += "  v" + std::to_string(i) + ": { of: player, is: it.left.v" + std::to_string(i - 1) + " }\n";
  }
  CHECK(code_of(deep + "rules:\n  - { id: r, forbid: lay, when: me.v14 }\n").size() >= 1);
  const std::string long_name(70, 'a');
  CHECK(code_of("options: { " + long_name + ": { default: 1 } }\n") == std::vector<std::string>{"bad-name"});
}

TEST_CASE("what can be worked out before the game must be possible", "[dsl][check]") {
  const auto wrong = [](const std::string& text) { return codes_in(check_child(text)); };
  const std::vector<std::string> out_of_range{"out-of-range"};
  CHECK(wrong("setup: { set: { highest: 19 } }\n") == out_of_range);
  CHECK(wrong("setup: { set: { copies: 3 } }\n") == out_of_range);
  CHECK(wrong("setup: { set: { highest: bonus - 5 } }\n") == out_of_range);
  CHECK(wrong("setup: { deal: 28 }\n") == out_of_range);
  // With 27 tiles each there are enough for two; more players are refused when they sit down.
  CHECK(wrong("setup: { deal: 27 }\n").empty());
  CHECK(wrong("setup: { deal: 0 }\n") == out_of_range);
  CHECK(wrong("match: { rounds: 0 }\n") == out_of_range);
  CHECK(wrong("trains: { spoke: { of: all, count: if match.players > 7 then 0 - 1 else 1 } }\n") ==
        out_of_range);
}

TEST_CASE("a file without a parent has to say what a game needs", "[dsl][check]") {
  const Outcome bare = check("bare", {{"bare", "roundhouse: 1\n"}});
  CHECK(codes_in(bare) == std::vector<std::string>(4, "missing-key"));
  CHECK(codes_in(check("list", {{"list", "- a\n"}})) == std::vector<std::string>{"wrong-shape"});
}

TEST_CASE("a child adds choices to an option of its parent", "[dsl]") {
  const Outcome more = check_child(
      "options:\n  after_double:\n    also: [wait]\n    ask: How long?\n    default: wait\n"
      "words: { waits: after_double == wait }\n");
  INFO(more.complaints);
  REQUIRE(more.diagnostics.empty());
  const Option& option = more.rules.options[2];
  REQUIRE(option.choices.size() == 3);
  CHECK(more.rules.name_text(option.choices[2]) == "wait");
  CHECK(option.value == option.choices[2].value);
  CHECK(option.ask == "How long?");

  const auto codes = [](const std::string& options) { return codes_in(check_child("options:\n" + options)); };
  CHECK(codes("  bonus: { also: [7] }\n") == std::vector<std::string>{"wrong-shape"});
  CHECK(codes("  after_double: { also: [7] }\n") == std::vector<std::string>{"wrong-shape"});
  CHECK(codes("  after_doubles: { also: [wait] }\n") == std::vector<std::string>{"unknown-option"});
  CHECK(codes("  after_double: { also: [free, strict] }\n") == std::vector<std::string>{"twice"});
  CHECK(codes("  after_double: { also: [wait], range: 1..2 }\n") == std::vector<std::string>{"unknown-key"});
}

TEST_CASE("an option chooses from numbers", "[dsl]") {
  const std::string target = "options:\n  target: { choose: [500, 100, 250], default: 250 }\n";
  const Outcome outcome = check_child(target);
  INFO(outcome.complaints);
  REQUIRE(outcome.diagnostics.empty());
  const Option& option = outcome.rules.options.back();
  CHECK(option.type == Type::number);
  CHECK(option.value == 250);
  CHECK(option.numbers == std::vector<std::int32_t>{100, 250, 500});
  CHECK(option.range == std::pair<std::int32_t, std::int32_t>{100, 500});
  CHECK(codes_in(check_child(target, {{"target", "500", {}}})).empty());
  CHECK(codes_in(check_child(target, {{"target", "300", {}}})) == std::vector<std::string>{"not-a-choice"});
  CHECK(codes_in(check_child("options:\n  target: { choose: [1, two], default: 1 }\n")) ==
        std::vector<std::string>{"wrong-shape"});
  CHECK(codes_in(check_child("options:\n  target: { choose: [1, 2], range: 1..2, default: 1 }\n")) ==
        std::vector<std::string>{"wrong-shape"});
}

TEST_CASE("names stand for what is nearest: variables, roots, options, words, then constants",
          "[dsl][check]") {
  const Outcome child = check_child(
      "words: { late: { of: player, is: any(p in players where p == it and it.seat > 1) } }\n"
      "rules:\n"
      "  - id: a\n"
      "    forbid: lay\n"
      "    when: any(p in players where p.late and sum(t in p.hand of if t.double then bonus else 0) > "
      "deal)\n");
  REQUIRE(child.complaints == "");
  const TypedExpr& any = *rule_named(child.rules, "a").when;
  REQUIRE(any.op == Op::any);
  REQUIRE(any.args[1].op == Op::logical_and);
  const TypedExpr& late = any.args[1].args[0];
  CHECK(late.op == Op::word);
  CHECK(late.args[0].op == Op::variable);
  CHECK(late.args[0].index == 0);
  const TypedExpr& sum = any.args[1].args[1].args[0];
  CHECK(sum.args[0].args[0].index == 0);          // p, before t is bound
  CHECK(sum.args[1].args[0].args[0].index == 0);  // t
  const TypedExpr& table = any.args[1].args[1].args[1];
  CHECK(table.op == Op::table);
  REQUIRE(table.args.size() == 1);
  CHECK(table.args[0].index == static_cast<std::int32_t>(Member::match_players));
  const TypedExpr& body = child.rules.words[2].is;
  CHECK(body.args[1].args[0].args[1].index == 1);  // it, behind p
}
