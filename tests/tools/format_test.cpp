// The layout of rule files: it keeps what they say and every comment, and what it gives is laid out already.

#include "tools/format/format_rules.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "dsl/check/check.h"
#include "dsl/syntax/yaml_tree.h"
#include "tests/fuzz/ready_rules.h"
#include "tests/fuzz/scribble.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/houses.h"
#include "tools/format/scalar_layout.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

dsl::Formatted laid_out(const std::string& text) {
  dsl::SourceMap sources;
  return dsl::format_rules(sources, sources.add("this", text));
}

/// Empty where the rules are not in order.
std::string hash_of(const std::string& text) {
  const dsl::VariantReader reader = [&](const std::string& wanted,
                                        const std::string& from) -> dsl::LoadedText {
    if (from.empty()) return {"this", text, {}};
    return known_variants()(wanted, from);
  };
  dsl::SourceMap sources;
  const auto rules = dsl::check_variant(sources, reader, {"this", {}});
  return rules.ok() ? dsl::rules_hash(rules.value) : std::string();
}

std::vector<std::string> comments_of(const std::string& text) {
  dsl::SourceMap sources;
  const dsl::FileId file = sources.add("this", text);
  std::vector<std::string> comments;
  for (const dsl::Span& span : dsl::find_comments(sources, file)) {
    std::string comment(sources.text(span));
    comment.erase(comment.find_last_not_of(" \t\r") + 1);
    comments.push_back(std::move(comment));
  }
  return comments;
}

std::vector<std::string> rule_files() {
  std::vector<std::string> texts;
  for (const char* folder : {"variants", "tests/check", "tests/lint", "tests/family", "tests/cli", "bench"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(source_folder() / folder))
      if (entry.path().extension() == ".yaml") texts.push_back(read_file(entry.path()));
  }
  for (const House& house : read_houses()) texts.push_back(house.rules);
  return texts;
}

/// False: the file has errors of form.
bool keeps_what_it_says(const std::string& text) {
  const dsl::Formatted once = laid_out(text);
  if (dsl::has_errors(once.diagnostics)) {
    CHECK(once.text.empty());
    return false;
  }
  INFO("-- the file:\n" << text << "-- laid out:\n" << once.text);
  CHECK_FALSE(once.kept);
  CHECK(comments_of(once.text) == comments_of(text));
  CHECK(hash_of(once.text) == hash_of(text));
  CHECK(laid_out(once.text).text == once.text);
  return true;
}

/// Other blanks, empty lines and comments, where they change nothing or, now and then, where they do.
std::string disarranged(const std::string& text, Chance& chance) {
  std::string made;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    if (chance.percent(8)) made += std::string(static_cast<std::size_t>(chance.below(3)), ' ') + "\n";
    if (chance.percent(8)) {
      const std::size_t indent = line.find_first_not_of(' ');
      made += std::string(indent == std::string::npos || chance.percent(20)
                              ? static_cast<std::size_t>(chance.below(7))
                              : indent,
                          ' ') +
              "# remark " + std::to_string(chance.below(100)) + "  \n";
    }
    for (const char* sign : {" == ", " and ", ", ", ": ", " > "}) {
      const std::size_t place = line.find(sign);
      if (place != std::string::npos && line.find('#') == std::string::npos && chance.percent(15))
        line.insert(place + std::string_view(sign).size(), static_cast<std::size_t>(1 + chance.below(3)),
                    ' ');
    }
    if (chance.percent(10)) line += "   ";
    if (chance.percent(8)) line += "  # beside " + std::to_string(chance.below(100));
    made += line + "\n";
  }
  return made;
}

TEST_CASE("every rule file of the project is laid out without losing anything", "[dsl][format]") {
  std::size_t laid = 0;
  for (const std::string& text : rule_files()) laid += keeps_what_it_says(text) ? 1 : 0;
  CHECK(laid > 250);
}

TEST_CASE("two thousand spoilt rule files are laid out without losing anything, or refused",
          "[dsl][format]") {
  std::vector<std::string> texts = rule_files();
  std::erase_if(texts, [](const std::string& text) { return text.size() > 12'000; });
  std::size_t laid = 0;
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    Chance chance(seed);
    std::string text = disarranged(chance.of(texts), chance);
    if (chance.percent(30)) alter_rules(text, chance);
    laid += keeps_what_it_says(text) ? 1 : 0;
  }
  CHECK(laid > 800);
}

TEST_CASE("what is written anyhow gets the usual layout", "[dsl][format]") {
  CHECK(laid_out(R"(# A house.
roundhouse:   1
name:  'A small game'   # its name
extends: train


options:

    double_blank: 25   # a value
    late:   # beside the key
        ask:  "Late?"
        default: true
    deal: {2: 15,3..8:   12}
# about rules
rules:
- id: later
  forbid:  [lay,draw]
  when: late and round.lap==1   and( end.train.kind == mexican or not(tile.double) )
  says: "The Mexican Train: later."
- id:   pays
  after: lay
  do: score( me ,-5 );mark( new )
)")
            .text == R"(# A house.
roundhouse: 1
name: A small game  # its name
extends: train

options:
  double_blank: 25  # a value
  late:             # beside the key
    ask: Late?
    default: true
  deal: { 2: 15, 3..8: 12 }
# about rules
rules:
  - id: later
    forbid: [lay, draw]
    when: late and round.lap == 1 and (end.train.kind == mexican or not (tile.double))
    says: "The Mexican Train: later."
  - id: pays
    after: lay
    do: score(me, -5); mark(new)
)");
}

TEST_CASE("what is too wide goes on in the next line, and comments take brackets apart", "[dsl][format]") {
  const std::string long_name = "when-the-very-last-tile-of-all-is-laid-";
  CHECK(laid_out("roundhouse: 1\nextends: train\noptions:\n  a: { choose: [" + long_name + "a, " + long_name +
                 "b, " + long_name + "c], default: " + long_name +
                 "a }\n  deal: { 2: 15, # few\n    10..12: 3 }\n")
            .text == "roundhouse: 1\nextends: train\noptions:\n  a:\n    choose:\n      - " + long_name +
                         "a\n      - " + long_name + "b\n      - " + long_name + "c\n    default: " +
                         long_name + "a\n  deal:\n    2:      15  # few\n    10..12: 3\n");
}

TEST_CASE("a file with errors of form is not laid out", "[dsl][format]") {
  const dsl::Formatted refused =
      laid_out("roundhouse: 1\nextends: train\nrule:\n  - id: a\n    forbid: draw\n");
  REQUIRE(refused.diagnostics.size() == 1);
  CHECK(refused.diagnostics.front().code == "unknown-key");
  CHECK(refused.text.empty());
}

TEST_CASE("a minus is a sign or a difference", "[dsl][format]") {
  CHECK(dsl::lay_out_expression("a-b -3 - -2*( -c )") == "a-b - 3 - -2 * (-c)");
  CHECK(dsl::lay_out_expression("if x then -1 else( 0 -y )") == "if x then -1 else (0 - y)");
}

}  // namespace
}  // namespace roundhouse::tests
