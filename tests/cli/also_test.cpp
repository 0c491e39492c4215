// By which other rules an illegal act is legal: what `validate` says of that is asked again of `validate`
// itself, under just those rules.

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "replay/referee/judge/trial.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/run_program.h"

namespace fs = std::filesystem;
using namespace roundhouse;
using nlohmann::json;

namespace {

/// Null where the record cannot be read: it has words that these rules do not know.
json validate(const fs::path& record, const std::vector<std::string>& more) {
  tests::ProgramCall call;
  call.arguments = {"validate", "--format", "json", record.string()};
  call.arguments.insert(call.arguments.end(), more.begin(), more.end());
  const tests::ProgramResult result = tests::run_program(call);
  INFO(result.output + result.errors);
  if (result.status == 3) {
    const bool is_word = result.errors.find("error[unknown-act]") != std::string::npos ||
                         result.errors.find("error[unknown-place]") != std::string::npos;
    REQUIRE(is_word);
    return nullptr;
  }
  REQUIRE((result.status == 0 || result.status == 1 || result.status == 4));
  return json::parse(result.output);
}

bool speaks_of(const json& ruling, const json& asked) {
  return ruling["line"] == asked["line"] && ruling["column"] == asked["column"] && !ruling["rule"].is_null();
}

/// Nothing illegal at the place of the first verdict.
bool is_legal_here(const json& other, const json& asked) {
  if (other["verdict"] == "illegal" && speaks_of(other, asked)) return false;
  return std::none_of(other["more"].begin(), other["more"].end(),
                      [&](const json& ruling) { return speaks_of(ruling, asked); });
}

std::vector<fs::path> disputes() {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(tests::source_folder() / "tests/disputes"))
    if (entry.path().extension() == ".train") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// Of each `stride`th dispute.
void ask_elsewhere(std::size_t stride) {
  int options = 0;
  int variants = 0;
  int unreadable = 0;
  const std::vector<fs::path> all = disputes();
  for (std::size_t i = 0; i < all.size(); i += stride) {
    const fs::path& path = all[i];
    INFO(path.filename().string());
    const json judged = validate(path, {});
    if (judged.is_null()) {
      ++unreadable;
      continue;
    }
    if (judged["verdict"] != "illegal") CHECK(judged["also"].empty());
    CHECK(judged["also"].size() <= 12);
    for (const json& also : judged["also"]) {
      INFO(also.dump());
      if (also["option"].is_null()) {
        ++variants;
        const json there = validate(path, {"--rules", also["variant"].get<std::string>()});
        if (there.is_null()) {
          ++unreadable;
          continue;
        }
        CHECK(is_legal_here(there, judged));
        CHECK(also["before"].is_null() ==
              !(there["verdict"] == "illegal" && there["line"] <= judged["line"]));
      } else {
        ++options;
        CHECK(also["variant"].is_null());
        CHECK(also["before"].is_null());
        const std::string setting =
            also["option"].get<std::string>() + "=" + also["value"].get<std::string>();
        const json here = validate(path, {"--set", setting});
        CHECK(is_legal_here(here, judged));
        // Nothing before it is illegal either, in the rounds before neither.
        if (here["verdict"] == "illegal") CHECK(here["line"] >= judged["line"]);
      }
    }
  }
  CHECK(options * stride >= 10);
  // There are few, which a sample may miss.
  if (stride == 1) CHECK(variants >= 3);
}

}  // namespace

TEST_CASE("where an illegal act is said to be legal, it is", "[replay][referee][match]") { ask_elsewhere(3); }

TEST_CASE("wherever an illegal act is said to be legal, it is", "[.long][long][replay][referee]") {
  ask_elsewhere(1);
}

TEST_CASE("an option that alone makes the act legal is named, and others are not",
          "[replay][referee][match]") {
  const fs::path folder = tests::source_folder() / "tests/disputes/club-double-twelve";
  const json second = validate(folder / "second-double.train", {});
  const auto names = [](const json& also) {
    return also["option"] == "doubles_in_a_row" && also["value"] == "2";
  };
  CHECK(std::any_of(second["also"].begin(), second["also"].end(), names));
  const json turn = validate(folder / "out-of-turn.train", {});
  CHECK(turn["also"].empty());
  const json closed = validate(folder / "closed-train.train", {"--also", "train"});
  CHECK(closed["also"].empty());
}

TEST_CASE("other values of an option are its choices, its neighbours and its ends", "[match]") {
  const dsl::CheckedRules rules = tests::rules_from_text(R"(
roundhouse: 1
name: Options
extends: train
options:
  strict: { default: true }
  some: { default: 3, range: 0..9 }
  first_one: { default: 0, range: 0..1 }
  fruit: { choose: [apple, pear, plum], default: pear }
  by_seats: { by: players, range: 1..9, default: { 2..8: 3 } }
)");
  const auto values = [&](const std::string& name) {
    for (const dsl::Option& option : rules.options)
      if (option.name == name) return replay::other_values(rules, option);
    return std::vector<std::string>{"no such option"};
  };
  CHECK(values("strict") == std::vector<std::string>{"false"});
  CHECK(values("some") == std::vector<std::string>{"2", "4", "0", "9"});
  CHECK(values("first_one") == std::vector<std::string>{"1"});
  CHECK(values("fruit") == std::vector<std::string>{"apple", "plum"});
  CHECK(values("by_seats").empty());
}
