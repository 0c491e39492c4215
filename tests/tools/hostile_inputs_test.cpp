// Inputs that once broke a tool: each is given to its target again. Sanitized, too, so that what corrupted
// memory shows.

#include <array>
#include <filesystem>
#include <set>
#include <string>

#include "tests/support/broken_inputs.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"

namespace roundhouse::tests {
namespace {

constexpr std::array targets{&fix_target, &fmt_target, &messages_target, &rules_target, &shards_target};
constexpr std::array others{&expression_target, &hidden_hands_target, &json_target, &record_target};

}  // namespace

TEST_CASE("no input that once broke a tool breaks it again", "[hostile][sanitized]") {
  try_broken_inputs(targets);
}

TEST_CASE("every folder of inputs belongs to a target", "[hostile]") {
  std::set<std::string> names;
  for (const FuzzTarget* target : targets) names.emplace(target->name);
  for (const FuzzTarget* target : others) names.emplace(target->name);
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/hostile/inputs")) {
    INFO(entry.path().string());
    CHECK(names.contains(entry.path().filename().string()));
  }
}

TEST_CASE("what the fuzzers of the tools begin with is in order", "[hostile]") { try_seeds(targets); }

}  // namespace roundhouse::tests
