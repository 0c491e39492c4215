// Every input that a fuzzer, or somebody, once broke something with: tests/hostile/inputs/TARGET/ has them,
// and each is given to its target here. Sanitized, too, so that what corrupted memory shows.

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "replay/record/read_record.h"
#include "replay/referee/judge/referee.h"
#include "tests/fuzz/target.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

constexpr std::array targets{&expression_target,   &fix_target,   &fmt_target,
                             &hidden_hands_target, &json_target,  &messages_target,
                             &record_target,       &rules_target, &shards_target};

fs::path inputs() { return source_folder() / "tests/hostile/inputs"; }

std::vector<fs::path> inputs_of(const FuzzTarget& target) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(inputs() / target.name))
    if (entry.path().filename() != ".gitkeep") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

TEST_CASE("no input that once broke something breaks it again", "[hostile][sanitized]") {
  for (const FuzzTarget* target : targets) {
    for (const fs::path& path : inputs_of(*target)) {
      INFO(path.lexically_relative(inputs()).string());
      CHECK(target->trouble_with(read_file(path)) == "");
    }
  }
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

TEST_CASE("every folder of inputs belongs to a target", "[hostile]") {
  std::set<std::string> names;
  for (const FuzzTarget* target : targets) names.emplace(target->name);
  for (const fs::directory_entry& entry : fs::directory_iterator(inputs())) {
    INFO(entry.path().string());
    CHECK(names.contains(entry.path().filename().string()));
  }
}

TEST_CASE("what fuzzers begin with is in order", "[hostile]") {
  for (const FuzzTarget* target : targets) {
    INFO(target->name);
    const std::vector<std::string> seeds = target->seeds();
    CHECK(seeds.size() >= 6);
    // A tenth of them will do: the fuzzers take them all.
    for (std::size_t i = 0; i < seeds.size(); i += 10) {
      INFO(seeds[i]);
      CHECK(target->trouble_with(seeds[i]) == "");
    }
  }
}

}  // namespace roundhouse::tests
