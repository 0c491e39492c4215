// The differences of two rule sets: all of them, and nothing that is only said in other words.

#include <algorithm>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"
#include "tools/differences/differences.h"

namespace roundhouse::tests {
namespace {

using dsl::Difference;
using dsl::DifferenceKind;

const std::string common_lines = "roundhouse: 1\nname: Test\nextends: train\n";

/// "option draws: 1 / 2; rule no-nines: - / No nines."
std::string reported(const std::vector<Difference>& all) {
  std::string text;
  for (const Difference& d : all) {
    text += (text.empty() ? "" : "; ") + std::string(dsl::difference_kind_name(d.kind)) + " " + d.name +
            ": " + (d.left.empty() ? "-" : d.left) + " / " + (d.right.empty() ? "-" : d.right);
  }
  return text;
}
std::string between(const std::string& left, const std::string& right) {
  return reported(
      dsl::differences(rules_from_text(common_lines + left), rules_from_text(common_lines + right)));
}

TEST_CASE("a variant does nothing differently from itself", "[variants][differences]") {
  for (const std::string& variant : bundled_names()) {
    INFO(variant);
    CHECK(reported(dsl::differences(bundled_rules(variant), bundled_rules(variant))) == "");
  }
}

TEST_CASE("other words for the same are no difference", "[differences]") {
  CHECK(between("",
                "rules:\n  - id: tiles-match\n    forbid: lay\n    when: not tile has end.pip\n"
                "    says: Like to like.\n") == "");
  CHECK(between("",
                "options:\n  never: { default: false }\nrules:\n  - id: idle\n    forbid: lay\n"
                "    when: never and round.lap == 1\n    says: Never.\n") == "option never: - / no");
}

TEST_CASE("what is shown is a difference where it can be", "[differences]") {
  const std::string fact = "facts:\n  owed: { of: player, per: match, after: draw, add: 5";
  CHECK(between(fact + " }\n", fact + ", shown: Owes }\n") ==
        "shown owed: - / “Owes” is shown on the table, for each player.");
  CHECK(
      between(fact + ", shown: Owes }\n", fact + ", shown: Debts }\n") ==
      "shown owed: “Owes” is shown on the table, for each player. / “Debts” is shown on the table, for each "
      "player.");
  CHECK(between(fact + ", shown: Owes }\n", fact + ", shown: Owes }\n") == "");
  // What the options never set is never shown.
  const std::string never =
      "options:\n  fines: { default: false }\nfacts:\n  owed: { of: match, after: draw, when: fines, add: 5";
  CHECK(between(never + " }\n", never + ", shown: Owes }\n") == "");
}

TEST_CASE("options come first, then what follows of them", "[differences]") {
  CHECK(between("", "options:\n  double_blank: 50\n") ==
        "option double_blank: 0 / 50; rule count-pips: Everybody counts the pips left in hand. / "
        "Everybody counts the pips left in hand; a double blank counts 50.");
  // A value that only an option says is not said again.
  CHECK(between("", "options:\n  deal: 3\n  highest: 9\n").find("; setup ") == std::string::npos);
  CHECK(
      between("", "options:\n  rounds: 2\n") ==
      "option rounds: 13 / 2; match match.rounds: A game has 13 rounds. / A game has two rounds.; match "
      "match.double: In the first round the double twelve is due, in each later round the next lower double, "
      "down to the double blank in the last. / These doubles are due, one round after the other: double "
      "twelve and double eleven.");
}

TEST_CASE("rules are added, removed and changed", "[differences]") {
  const std::string nines =
      "rules:\n  - id: no-nines\n    forbid: lay\n    when: tile has 9\n    says: No nines.\n";
  CHECK(between("", nines) == "rule no-nines: - / No nines.");
  CHECK(between(nines, "") == "rule no-nines: No nines. / -");
  CHECK(between(nines,
                "rules:\n  - id: no-nines\n    forbid: lay\n    when: tile has 8\n    says: No eights.\n") ==
        "rule no-nines: No nines. / No eights.");
  CHECK(between("remove: [should-knock]\n", "") ==
        "rule should-knock: - / A player who is down to one tile should knock.");
}

TEST_CASE("one sentence for two conditions is printed as the conditions", "[differences]") {
  const std::string row = "rules:\n  - id: odd\n    forbid: lay\n    says: That is odd.\n    when: ";
  CHECK(between(row + "tile has 9\n", row + "tile has 8\n") ==
        "rule odd: A player may not lay a tile if the tile shows 9. / A player may not lay a tile if the "
        "tile shows "
        "8.");
}

TEST_CASE("a word with another meaning is a difference", "[differences]") {
  CHECK(between("", "words:\n  finished:\n    is: turn.laid > 0\n    says: One tile is enough.\n") ==
        "word finished: A play is complete when a tile has been laid and no double laid in that turn is left "
        "uncovered. "
        "/ One "
        "tile is enough.");
}

TEST_CASE("every value of an option that matters is a difference", "[variants][differences]") {
  for (const std::string& variant : bundled_names()) {
    const dsl::CheckedRules rules = bundled_rules(variant);
    for (const dsl::Option& option : rules.options) {
      if (option.type != dsl::Type::truth) continue;
      const TriedRules other =
          try_bundled(variant, {{option.name, option.value != 0 ? "false" : "true", {}}});
      if (!other.rules) continue;
      INFO(variant << ": " << option.name);
      const auto all = dsl::differences(rules, *other.rules);
      CHECK(std::any_of(all.begin(), all.end(), [&](const Difference& d) {
        return d.kind == DifferenceKind::option && d.name == option.name;
      }));
    }
  }
}

TEST_CASE("two variants differ on two pages", "[variants][differences]") {
  const std::vector<std::string> names = bundled_names();
  const auto shown = [&](const std::string& left, const std::string& right) {
    const dsl::CheckedRules a = bundled_rules(left);
    const dsl::CheckedRules b = bundled_rules(right);
    return dsl::print_differences(dsl::differences(a, b), a.name, b.name);
  };
  const auto is_there = [&](const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const auto& [left, right] :
       {std::pair{"tanglewood", "star-ranch"}, std::pair{"club-double-twelve", "dual"}}) {
    if (!is_there(left) || !is_there(right)) continue;
    const std::string text = shown(left, right);
    const auto path = source_folder() / "tests/differences" / (std::string(left) + "-" + right + ".txt");
    CHECK(golden_difference(path, text) == "");
    CHECK(std::count(text.begin(), text.end(), '\n') <= 130);
  }
}

}  // namespace
}  // namespace roundhouse::tests
