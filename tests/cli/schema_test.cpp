// The JSON Schema of rule files, asked by a validator that is none of ours: it takes every rule file that the
// program takes, and refuses what is wrong in form.

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "dsl/vocabulary/keys.h"
#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/houses.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/run_program.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

std::string printed_schema() {
  ProgramCall call;
  call.arguments = {"schema"};
  const ProgramResult result = run_program(call);
  REQUIRE(result.status == 0);
  return result.output;
}

/// For each file the places that the schema refuses, none where it takes the file. Empty: there is no
/// validator.
std::map<std::string, std::set<std::string>> validated(const std::vector<fs::path>& files) {
  CommandFolder folder;
  std::ofstream(folder.path() / "schema.json") << printed_schema();
  ProgramCall call;
  call.folder = folder.path();
  if (run_shell("python3 -c 'import jsonschema, yaml'", call).status != 0) {
    WARN("python3-jsonschema or python3-yaml is missing: the schema is not tried (./dev installs them)");
    return {};
  }
  call.arguments = {(source_folder() / "tests/schema/validate.py").string(), "schema.json"};
  for (const fs::path& file : files) call.arguments.push_back(file.string());
  const ProgramResult result = run_shell("python3 \"$@\"", call);
  INFO(result.errors);
  REQUIRE(result.status == 0);
  std::map<std::string, std::set<std::string>> found;
  std::istringstream lines(result.output);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string verdict, file, place;
    words >> verdict >> file;
    std::set<std::string>& places = found[file];
    while (words >> place) places.insert(place);
    if (verdict == "refused" && places.empty()) places.insert("");
  }
  CHECK(found.size() == files.size());
  return found;
}

std::vector<fs::path> files_below(const std::string& folder, const std::string& name) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(source_folder() / folder)) {
    if (entry.path().extension() != ".yaml") continue;
    if (name.empty() || entry.path().filename() == name) files.push_back(entry.path());
  }
  return files;
}

TEST_CASE("the schema takes every rule file that the program takes", "[cli][schema]") {
  std::vector<fs::path> files;
  for (const std::string& name : bundled_names())
    files.push_back(source_folder() / "variants" / (name + ".yaml"));
  for (const std::string& name : more_names())
    files.push_back(source_folder() / "variants/more" / (name + ".yaml"));
  for (const fs::path& file : files_below("tests/check", "good.yaml")) files.push_back(file);
  for (const fs::path& file : files_below("tests/lint", "")) files.push_back(file);
  for (const fs::path& file : files_below("bench", "")) files.push_back(file);
  CommandFolder folder;
  for (const House& house : read_houses()) {
    files.push_back(folder.path() / (house.name + ".yaml"));
    std::ofstream(files.back()) << house.rules;
  }
  CHECK(files.size() > 250);
  for (const auto& [file, places] : validated(files)) {
    INFO(file);
    CHECK(places.empty());
  }
}

TEST_CASE("the schema refuses what is wrong in form, where it is wrong", "[cli][schema]") {
  const std::map<std::string, std::set<std::string>> expected{
      {"bad-label",
       {"facts/begun", "facts/blank", "facts/long", "facts/none_at_all", "facts/tabbed", "facts/two_lines"}},
      {"bad-name", {"options", "rules/0/id", "words"}},
      {"ladder", {"setup/engine/best"}},
      {"missing-key",
       {"facts/heard", "facts/seen", "match/rounds", "options/fine", "rules/0", "rules/1", "rules/2",
        "trains/spoke", "words/rich"}},
      {"reserved-name", {"acts", "options", "rules/0/id"}},
      {"unknown-key", {"", "options/fine", "rules/0", "setup", "setup/engine", "setup/lots", "setup/redeal"}},
      {"unknown-name", {"facts/seen"}},
      {"wrong-shape",
       {"facts/cast", "facts/drawn", "facts/empty", "facts/listed", "facts/numbered", "facts/rolled",
        "facts/thrown", "facts/truly", "match", "options", "rules/0", "rules/1", "setup/deal",
        "setup/players", "words/a"}},
      {"wrong-version", {"roundhouse"}},
  };
  std::vector<fs::path> files;
  for (const auto& [code, places] : expected)
    files.push_back(source_folder() / "tests/check" / code / "bad.yaml");
  for (const auto& [file, places] : validated(files)) {
    INFO(file);
    std::set<std::string> in_form;
    for (const std::string& place : places) in_form.insert(place);
    const auto& wanted = expected.at(fs::path(file).parent_path().filename().string());
    // A key that is unknown at the top has no place to stand beside.
    std::set<std::string> without_top = wanted;
    if (without_top.erase("") != 0 && in_form.size() == without_top.size()) {
      CHECK(in_form == without_top);
    } else {
      CHECK(in_form == wanted);
    }
  }
}

TEST_CASE("the schema says what each key is for", "[cli][schema]") {
  const nlohmann::json schema = nlohmann::json::parse(printed_schema());
  for (const dsl::KeyRow& row : dsl::all_keys()) {
    if (row.in != dsl::KeyMap::rule) continue;
    INFO(row.key);
    CHECK(schema.at("definitions").at("rule").at("properties").at(std::string(row.key)).at("description") ==
          std::string(row.about));
  }
}

}  // namespace
}  // namespace roundhouse::tests
