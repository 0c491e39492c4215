// The round that a rulebook shows, in pictures.

#include <algorithm>
#include <string>

#include "dsl/rulebook/book.h"
#include "tests/support/catch.h"
#include "tests/support/rules_from_text.h"
#include "tools/example/example_round.h"

using namespace roundhouse;
using namespace roundhouse::replay;

namespace {

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("every game has a round to learn it by", "[replay][book]") {
  for (const std::string& variant : tests::all_bundled_names()) {
    const dsl::CheckedRules rules = tests::bundled_rules(variant);
    const int players = std::clamp(4, rules.setup.least_players, rules.setup.most_players);
    const auto example = example_round(engine::compile_rules(rules, players));
    INFO(variant);
    REQUIRE(example);
    CHECK(count_of(example->begin, "<svg") == 1);
    CHECK(count_of(example->begin, "class=\"newest\"") == 0);
    CHECK(count_of(example->turn, "class=\"newest\"") == 1);
    CHECK(example->turn_caption.find(" the ") != std::string::npos);
    dsl::Book book = dsl::write_book(rules, {});
    book.pictures = {{"A turn", example->turn, example->turn_caption}};
    CHECK(count_of(dsl::print_book_html(book), "<figure>") == 1);
    CHECK_FALSE(book.intro.empty());
  }
}
