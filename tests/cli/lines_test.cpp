// Texts for people on a narrow terminal: broken between words, tables between columns.

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/pseudo_terminal.h"
#include "tests/support/run_program.h"

namespace roundhouse::tests {
namespace {

constexpr int narrow = 60;

std::string on_terminal(const std::vector<std::string>& arguments, int columns) {
  const CommandFolder folder;
  PseudoTerminal terminal(arguments, folder.path(), {columns, 24});
  terminal.finish();
  return terminal.shown();
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

std::size_t longest_line(const std::string& text) {
  std::istringstream stream(text);
  std::size_t longest = 0;
  for (std::string line; std::getline(stream, line);) {
    std::size_t characters = 0;
    for (const char byte : line) characters += (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U ? 1 : 0;
    longest = std::max(longest, characters);
  }
  return longest;
}

}  // namespace

TEST_CASE("helps are broken between words on a narrow terminal", "[cli]") {
  for (const char* command : {"validate", "simulate", "rulebook", "play"}) {
    INFO(command);
    const std::string shown = on_terminal({command, "--help"}, narrow);
    CHECK(longest_line(shown) <= narrow);
    CHECK(words_of(shown) == words_of(on_terminal({command, "--help"}, 400)));
  }
  const std::string all = on_terminal({"--help"}, narrow);
  CHECK(longest_line(all) <= narrow);
  CHECK(all.find("  validate                    Referee recorded games\n") != std::string::npos);
}

TEST_CASE("figures are broken between words, and their tables between columns", "[cli]") {
  const std::string one = on_terminal({"simulate", "train", "--games", "2"}, narrow);
  CHECK(longest_line(one) <= narrow);
  CHECK(one.find("  finished rounds                              26\n") != std::string::npos);
  const std::string two = on_terminal({"simulate", "train", "dual", "--games", "2"}, narrow + 12);
  CHECK(longest_line(two) <= narrow + 12);
  const std::size_t first = two.find("\n  variant");
  REQUIRE(first != std::string::npos);
  CHECK(two.substr(first + 1, two.find('\n', first + 1) - first - 1).find("dual") == std::string::npos);
}

TEST_CASE("a score sheet that is too wide is cut between players", "[cli]") {
  const std::string record = (source_folder() / "tests/games/dual/worked-example.train").string();
  const std::string shown = on_terminal({"score", record}, narrow);
  CHECK(shown.find("\nround               Joe        Ann        Don        Jan\n") != std::string::npos);
  CHECK(shown.find("\nround               Sue        Ken        Art        Ina\n") != std::string::npos);
  CHECK(longest_line(shown) <= narrow);
  CHECK(on_terminal({"score", record}, 200).find("Joe        Ann        Don        Jan") !=
        std::string::npos);
}

}  // namespace roundhouse::tests
