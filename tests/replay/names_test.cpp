// Rules are data: what the bundled variants call their own stands in no source of the program.

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "dsl/check/checked_rules.h"
#include "dsl/vocabulary/vocabulary.h"
#include "replay/record/notation_words.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

void add_keys(const YAML::Node& map, std::set<std::string>& names) {
  if (!map || !map.IsMap()) return;
  for (const auto& entry : map) names.insert(entry.first.as<std::string>());
}

/// The names of options and their choices, words, facts, kinds of train, acts and rows.
std::set<std::string> names_in_variants() {
  std::set<std::string> names;
  for (const fs::directory_entry& entry : fs::directory_iterator(source_folder() / "variants")) {
    if (entry.path().extension() != ".yaml") continue;
    names.insert(entry.path().stem().string());
    const YAML::Node variant = YAML::LoadFile(entry.path().string());
    for (const char* block : {"options", "words", "facts", "trains", "acts"}) add_keys(variant[block], names);
    for (const auto& option : variant["options"]) {
      if (!option.second.IsMap()) continue;
      const YAML::Node choices = option.second["choose"];
      add_keys(choices, names);
      if (choices && choices.IsSequence())
        for (const auto& choice : choices) names.insert(choice.as<std::string>());
    }
    for (const auto& row : variant["rules"]) names.insert(row["id"].as<std::string>());
  }
  return names;
}

/// The names that the language itself has; a variant may use the same word for something of its own.
std::set<std::string> names_of_the_language() {
  // Not in the tables asked below: a key of every variant's `match`, a verb that sentences need, a figure of
  // random games, a command, a key of rows, a key of acts.
  std::set<std::string> names{"rounds", "draws", "blocked", "open", "optional", "called"};
#define X(id, text) names.emplace(text);
  ROUNDHOUSE_SETUP_NAMES(X)
#undef X
  for (const auto& row : dsl::all_roots()) names.emplace(row.name);
  for (const auto& row : dsl::all_members()) names.emplace(row.name);
  for (const auto& row : dsl::all_acts()) names.emplace(row.name);
  for (const auto& row : dsl::all_events()) names.emplace(row.name);
  for (const auto& row : dsl::all_effects()) names.emplace(row.name);
  for (const auto& row : dsl::all_laws()) names.emplace(row.name);
  return names;
}

TEST_CASE("no source names a rule, an option, an act or a kind of train", "[house]") {
  const std::set<std::string> theirs = names_in_variants();
  const std::set<std::string> ours = names_of_the_language();
  REQUIRE(theirs.size() > 20);
  static const std::regex literal("\"((?:[^\"\\\\]|\\\\.)*)\"");
  for (const char* folder : {"dsl", "engine", "replay", "cli"}) {
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(source_folder() / folder)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".cpp" && extension != ".h") continue;
      std::istringstream text(read_file(entry.path()));
      for (std::string line; std::getline(text, line);) {
        const std::string code = line.substr(0, line.find("//"));
        for (std::sregex_iterator found(code.begin(), code.end(), literal), end; found != end; ++found) {
          const std::string name = (*found)[1];
          if (ours.contains(name)) continue;
          // The English of records has a list of its own, and only there.
          if (entry.path().filename() == "notation_words.cpp" && replay::find_notation_word(name)) continue;
          INFO(entry.path().filename().string() << ": " << line);
          CHECK(!theirs.contains(name));
        }
      }
    }
  }
}

}  // namespace
}  // namespace roundhouse::tests
