// The game on which speed is measured, held against simulators that know nothing of rules: the same random
// numbers have to lead to the same games. The checksum is that of another project's simulator.

#include <filesystem>

#include "bench/ceiling_game.h"
#include "dsl/base/source.h"
#include "dsl/check/variant_files.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"

using namespace roundhouse;
using namespace roundhouse::bench;

namespace {

engine::Rules measured_game() {
  const auto path = tests::source_folder() / "bench" / "ceiling.yaml";
  const dsl::FileText file = dsl::read_text_file(path, std::size_t{1} << 20);
  REQUIRE(file.trouble.empty());
  return engine::compile_rules(tests::rules_from_text(file.text), 4);
}

}  // namespace

TEST_CASE("a game of rules and a game by hand are the same game", "[engine]") {
  const engine::Rules program = measured_game();
  for (std::uint64_t number = 0; number < 50; ++number) {
    INFO("game " << number);
    const CeilingGame played = play_ceiling_game(program, 3, number);
    const CeilingGame by_hand = play_handwritten_game(3, number);
    CHECK(played.finished);
    CHECK(played.totals == by_hand.totals);
    CHECK(played.turns == by_hand.turns);
    CHECK(played.plays == by_hand.plays);
    CHECK(played.draws == by_hand.draws);
    CHECK(played.blocked == by_hand.blocked);
  }
}

TEST_CASE("a thousand games of rules have the checksum of a simulator without rules", "[engine]") {
  CHECK(ceiling_checksum(measured_game(), 7, 1000) == 0xEFA5FC14C876CC99U);
}
