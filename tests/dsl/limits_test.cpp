// The limits of the language: a file that keeps to one is taken, one beyond it is complained of where it is
// passed, and what is made of rules within all of them takes little work and says the same.

#include <fmt/format.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "dsl/check/check.h"
#include "dsl/check/variant_files.h"
#include "dsl/vocabulary/limits.h"
#include "engine/rules.h"
#include "tests/support/agreement.h"
#include "tests/support/catch.h"
#include "tests/support/costly_rules.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"

namespace roundhouse::tests {
namespace {

namespace limits = dsl::limits;

/// A file with a parent, both without anything that they need not have.
const std::string parent = R"(roundhouse: 1
name: Small
trains:
  own: { of: each }
setup:
  players: 2..4
  set: { highest: 9, copies: 1 }
  deal: 5
  first: round.rotation
  engine: { from: hands, missing: unison }
match:
  double: 9
)";
const std::string child = "roundhouse: 1\nextends: parent\n";

/// The complaints about the file as "code line:column message", those without help marked.
std::vector<std::string> complaints(const std::map<std::string, std::string>& files,
                                    const std::string& first = "child") {
  dsl::SourceMap sources;
  const auto reader = [&](const std::string& wanted, const std::string&) -> dsl::LoadedText {
    return {.name = wanted, .text = files.at(wanted), .trouble = {}};
  };
  const auto checked = dsl::check_variant(sources, reader, {.variant = first, .settings = {}});
  std::vector<std::string> reported;
  for (const dsl::Diagnostic& made : checked.diagnostics) {
    const dsl::LineColumn at = sources.locate(made.where.file, made.where.begin);
    reported.push_back(fmt::format("{} {} {}:{} {}{}", made.code, sources.file(made.where.file).name, at.line,
                                   at.column, made.message, made.help.empty() ? " (no help)" : ""));
  }
  return reported;
}

std::vector<std::string> complaints(const std::string& text) {
  return complaints({{"child", child + text}, {"parent", parent}});
}

using Entry = std::function<std::string(std::size_t)>;
std::string many(std::size_t count, const std::string& head, const Entry& entry) {
  std::string text = head;
  for (std::size_t i = 0; i < count; ++i) text += entry(i);
  return text;
}

/// So many entries, one a line below `head`, are taken; with one more the last is complained of.
void check_limit(std::size_t most, const std::string& head, const Entry& entry, std::size_t column,
                 const std::string& message) {
  INFO(message);
  CHECK(complaints(many(most, head, entry)).empty());
  const std::size_t line = 2 + 1 + most + 1;  // of the child, of `head`
  CHECK(complaints(many(most + 1, head, entry)) ==
        std::vector<std::string>{fmt::format("too-many child {}:{} {}", line, column, message)});
}

/// Numbers that a row of the table of limits in the manual has.
std::string manual_row(const std::string& of) {
  const std::string manual = read_file(source_folder() / "docs/language.md");
  const std::size_t begin = manual.find("| " + of + " |");
  REQUIRE(begin != std::string::npos);
  return manual.substr(begin, manual.find('\n', begin) - begin);
}

std::string with_comma(std::size_t number) {
  return number < 1000 ? std::to_string(number) : fmt::format("{},{:03}", number / 1000, number % 1000);
}

}  // namespace

TEST_CASE("as many entries as the language allows are taken, and the first beyond is complained of",
          "[dsl]") {
  const auto named = [](const char* form) -> Entry {
    return [form](std::size_t i) { return fmt::format(fmt::runtime(form), i); };
  };
  check_limit(limits::options, "options:\n", named("  o{}: {{ default: 1 }}\n"), 3,
              "there are 256 options; at most 255 are possible");
  check_limit(limits::acts, "acts:\n", named("  a{}: {{ by: turn }}\n"), 3,
              "there are 61 acts; at most 60 are possible");
  // The parent has one.
  check_limit(limits::train_kinds - 1, "trains:\n", named("  k{}: {{ of: all, count: 0 }}\n"), 3,
              "there are 65 kinds of train; at most 64 are possible");
  check_limit(limits::rules, "rules:\n", named("  - {{ id: r{}, forbid: lay, when: end.marked }}\n"), 5,
              "there are 2001 rules; at most 2000 are possible");
  // Of facts not their number is limited but their places; so many that there is none for one more are too
  // many.
  check_limit(limits::fact_places, "facts:\n", named("  f{}: {{ of: match, is: int }}\n"), 3,
              "there are 129 facts; at most 128 are possible");
  // One map has a thousand keys: the parent has the first word.
  const std::string words = "words:\n  w: turn.laid > 0\n";
  const auto with_words = [&](std::size_t count) {
    return complaints({{"child", child + many(count, "words:\n", named("  w{}: turn.laid > 1\n"))},
                       {"parent", parent + words}});
  };
  CHECK(with_words(limits::words - 1).empty());
  CHECK(with_words(limits::words) ==
        std::vector<std::string>{"too-many child 1003:3 there are 1001 words; at most 1000 are possible"});
}

TEST_CASE("what else is limited is complained of where it is passed", "[dsl]") {
  using Messages = std::vector<std::string>;
  const auto listed = [](std::size_t count) {
    std::string names = "n0";
    for (std::size_t i = 1; i < count; ++i) names += fmt::format(", n{}", i);
    return names;
  };
  const auto choices = [&](std::size_t count) {
    return complaints("options:\n  o: { choose: [" + listed(count) + "], default: n1 }\n");
  };
  CHECK(choices(limits::choices).empty());
  CHECK(choices(limits::choices + 1) ==
        Messages{"too-many child 4:16 'o' chooses from 256 names; at most 255 are possible"});
  const auto trains = [&](std::size_t count) {
    return complaints(fmt::format("trains:\n  k: {{ of: all, count: {} }}\n", count));
  };
  CHECK(trains(limits::trains - 4).empty());  // four players have one each
  CHECK(trains(limits::trains - 3) ==
        Messages{"too-many child 4:3 with 4 players there are more than 64 trains"});
  const auto facts = [&](std::size_t count) {
    return complaints(many(count, "facts:\n", [](std::size_t i) {
      return fmt::format("  f{}: {{ of: player, is: int }}\n", i);
    }));
  };
  CHECK(facts(limits::fact_places / 4).empty());
  CHECK(facts(limits::fact_places / 4 + 1) == Messages{"too-many child 36:3 the facts take more than 128 "
                                                       "places, a fact of each player one for each of 4"});
  const auto ladder = [&](std::size_t steps) {
    return complaints(many(steps - 1, "setup:\n  deal:\n",
                           [](std::size_t i) {
                             return fmt::format("    - {{ when: match.players == {}, then: 5 }}\n", i);
                           }) +
                      "    - { then: 4 }\n");
  };
  CHECK(ladder(limits::ladder_steps).empty());
  CHECK(ladder(limits::ladder_steps + 1) ==
        Messages{"too-many child 5:5 the ladder has 33 steps; at most 32 are possible"});
  // Each name once: parents hold the rows.
  const auto lifted = [&](std::size_t names) {
    const Entry row = [](std::size_t i) {
      return fmt::format("  - {{ id: r{}, forbid: lay, when: end.marked }}\n", i);
    };
    std::string text = "rules:\n  - id: e\n    except: [r0";
    for (std::size_t i = 1; i < names; ++i) text += fmt::format(", r{}", i);
    return complaints({{"child", child + text + "]\n    when: end.start\n"},
                       {"parent", parent + many(limits::rules - 1, "rules:\n", row)}});
  };
  CHECK(lifted(limits::names - 1).empty());
  CHECK(lifted(limits::names + 1) ==
        Messages{"too-many child 5:13 the list has 2001 names; at most 2000 are possible"});
}

TEST_CASE("a key of a table that no range can be is reported as none", "[dsl]") {
  for (const char* key : {"1..2147483647", "0..99999999999999999999", "1..", "-5..+3", "1...2"}) {
    INFO(key);
    const std::vector<std::string> reported =
        complaints(fmt::format("options:\n  o:\n    default: {{ {}: 5 }}\n    by: round\n", key));
    REQUIRE(reported.size() == 1);
    CHECK(reported.front().starts_with("wrong-shape child 5:16 "));
    CHECK(reported.front().find("a number or a range such as 2..8") != std::string::npos);
    CHECK(reported.front().find("no help") == std::string::npos);
  }
  // In place of a declaration, too: a table is a new value for a parent's option.
  const std::vector<std::string> reported =
      complaints({{"child", child + "options:\n  o: { 1..2147483647: 5 }\n"},
                  {"parent", parent + "options:\n  o: { default: 3 }\n"}});
  REQUIRE(reported.size() == 1);
  CHECK(reported.front().starts_with("wrong-shape child 4:8 "));
}

TEST_CASE("rows are counted for every act and event that they are about", "[dsl]") {
  const std::string acts =
      many(47, "acts:\n", [](std::size_t i) { return fmt::format("  a{}: {{ by: turn }}\n", i); });
  std::string all = "[lay, draw, done";
  for (int i = 0; i < 47; ++i) all += fmt::format(", a{}", i);
  // The acts themselves come to 47, each of these rows to 50, the last to what is left.
  const auto forbids = [&](std::size_t last) {
    std::string text = acts + many((limits::occasions - 50) / 50, "rules:\n", [&](std::size_t i) {
                         return fmt::format("  - {{ id: r{}, forbid: {}], when: turn.laid > 0 }}\n", i, all);
                       });
    text += "  - id: last\n    after: lay\n    when: turn.laid > 0\n    do: " +
            many(last - 1, "", [](std::size_t i) { return std::string(i > 0 ? "; " : "") + "score(me, 1)"; });
    return text + "\n";
  };
  CHECK(complaints(forbids(3)).empty());
  CHECK(complaints(forbids(4)) ==
        std::vector<std::string>{
            "too-many child 451:9 with 'last' the rows, their exceptions and their effects "
            "come to more than 20000"});
  // An exception is counted with what it lifts.
  const auto excepted = [&](std::size_t exceptions) {
    return complaints(acts + fmt::format("rules:\n  - {{ id: r, forbid: {}], when: turn.laid > 0 }}\n", all) +
                      many(exceptions, "", [](std::size_t i) {
                        return fmt::format("  - {{ id: e{}, except: r, when: turn.drawn > 0 }}\n", i);
                      }));
  };
  CHECK(excepted((limits::occasions - 97) / 50).empty());
  CHECK(excepted((limits::occasions - 97) / 50 + 1).size() == 1);
}

TEST_CASE("files that extend each other are at most so large together", "[dsl]") {
  const auto padded = [](const std::string& text, std::size_t bytes) {
    std::string padding;
    while (text.size() + padding.size() + 100 <= bytes) padding += "# " + std::string(97, '-') + "\n";
    return text + padding + std::string(bytes - text.size() - padding.size(), '\n');
  };
  const auto chain = [&](std::size_t last) {
    return complaints(
        {{"child", padded("roundhouse: 1\nextends: middle\n", limits::chain_bytes / 2)},
         {"middle", padded("roundhouse: 1\nextends: parent\n", limits::chain_bytes / 2 - 1'000)},
         {"parent", padded(parent, last)}});
  };
  CHECK(chain(1'000).empty());
  CHECK(chain(1'001) ==
        std::vector<std::string>{
            "extends-chain middle 2:10 with 'parent' the files that extend each other have more than 2 MiB "
            "together"});
}

TEST_CASE("all expressions together are bounded, their words laid open", "[dsl]") {
  // A word of more than 10,000 parts: asked by fifty rows it comes to more than may be.
  std::string words = "words:\n  w0: turn.laid > 3\n";
  for (int i = 1; i <= 11; ++i) words += fmt::format("  w{}: w{} or w{}\n", i, i - 1, i - 1);
  const auto asked_by = [&](std::size_t rows) {
    return complaints(words + many(rows, "rules:\n", [](std::size_t i) {
                        return fmt::format("  - {{ id: r{}, forbid: lay, when: w11 }}\n", i);
                      }));
  };
  CHECK(asked_by(30).empty());
  const std::vector<std::string> reported = asked_by(60);
  REQUIRE(reported.size() == 1);
  CHECK(reported.front().starts_with("too-costly child "));
  CHECK(reported.front().ends_with("have more than 500000 parts, all their words laid open"));
  CHECK(manual_row("all expressions together").find("500,000") != std::string::npos);
}

TEST_CASE("the manual has the limits as they are", "[dsl]") {
  const auto has = [](const std::string& of, std::size_t number) {
    INFO(of);
    CHECK(manual_row(of).find(with_comma(number)) != std::string::npos);
  };
  has("rules, after merging", limits::rules);
  CHECK(manual_row("options; words; acts") == fmt::format("| options; words; acts | {}; {}; {} |",
                                                          limits::options, with_comma(limits::words),
                                                          limits::acts));
  CHECK(manual_row("checks; examples") ==
        fmt::format("| checks; examples | {}; {} |", limits::checks, limits::examples));
  CHECK(manual_row("kinds of train; trains on the table") ==
        fmt::format("| kinds of train; trains on the table | {}; {} |", limits::train_kinds, limits::trains));
  has("facts", limits::fact_places);
  has("choices of an option; names in a list", limits::choices);
  has("choices of an option; names in a list", limits::names);
  has("a ladder", limits::ladder_steps);
  has("files that extend each other", limits::chain_bytes >> 20);
  has("rows with their exceptions and effects, each counted for every act or event that its row is about",
      limits::occasions);
}

TEST_CASE("more tests than 16 bits can number lead where they should", "[dsl][engine]") {
  const dsl::CheckedRules rules = rules_from_text(rows_after_lays(1'900));
  const engine::Rules program = engine::compile_rules(rules, 2);
  REQUIRE(program.code.decisions.size() > 32'767);
  Tally tally;
  CHECK(disagreement(rules, program, 7, {.rounds = 1, .acts = 120}, tally) == "");
  CHECK(tally.acts >= 60);
}

TEST_CASE("costly rules say the same, faster form or plain", "[dsl][engine]") {
  for (const CostlyRules& costly : costly_rules(60)) {
    INFO(costly.name);
    const dsl::CheckedRules rules = rules_from_text(costly.yaml);
    const engine::Rules program = engine::compile_rules(rules, 3);
    Tally tally;
    CHECK(disagreement(rules, program, 11, {.rounds = 1, .wild_percent = 30, .acts = 100}, tally) == "");
  }
}

}  // namespace roundhouse::tests
