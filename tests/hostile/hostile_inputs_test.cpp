// Inputs that once broke the core: each is given to its target again. Sanitized, too, so that what corrupted
// memory shows.

#include <array>
#include <filesystem>
#include <string>

#include "replay/record/read_record.h"
#include "replay/referee/judge/referee.h"
#include "tests/support/broken_inputs.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

constexpr std::array targets{&expression_target, &hidden_hands_target, &json_target, &record_target};

}  // namespace

TEST_CASE("no input that once broke the core breaks it again", "[hostile][sanitized]") {
  try_broken_inputs(targets);
}

TEST_CASE("no record under rules of its own that once ended the referee ends it again",
          "[hostile][sanitized]") {
  int judged = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(source_folder() / "tests/hostile/judged")) {
    if (entry.path().extension() != ".train") continue;
    INFO(entry.path().filename().string());
    const dsl::Checked<replay::Record> record = replay::read_record({}, read_file(entry.path()));
    REQUIRE(record.ok());
    const dsl::CheckedRules rules =
        rules_from_text(read_file(fs::path(entry.path()).replace_extension(".yaml")));
    const engine::Rules program =
        engine::compile_rules(rules, static_cast<int>(record.value.header.players.size()));
    replay::RefereeOptions options;
    options.rules = &rules;
    CHECK(replay::judge_record(program, record.value, options).verdict == replay::Verdict::illegal);
    ++judged;
  }
  CHECK(judged > 0);
}

TEST_CASE("what the fuzzers of the core begin with is in order", "[hostile]") { try_seeds(targets); }

}  // namespace roundhouse::tests
