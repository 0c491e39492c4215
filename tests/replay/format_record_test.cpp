// The layout of records: it keeps what they say and every comment, and what it gives is laid out already.

#include "replay/record/format_record.h"

#include <filesystem>
#include <string>
#include <vector>

#include "replay/record/read_record.h"
#include "tests/fuzz/scribble.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> record_files() {
  std::vector<std::string> texts;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(source_folder() / "tests"))
    if (entry.path().extension() == ".train" && fs::is_regular_file(entry.path()) &&
        fs::file_size(entry.path()) < 200'000)
      texts.push_back(read_file(entry.path()));
  return texts;
}

bool record_keeps_what_it_says(const std::string& text) {
  const replay::FormattedRecord once = replay::format_record({}, text);
  if (dsl::has_errors(once.diagnostics)) {
    CHECK(once.text.empty());
    return false;
  }
  INFO("-- the record:\n" << text << "-- laid out:\n" << once.text);
  CHECK_FALSE(once.kept);
  // Comments are part of what a record holds.
  CHECK(replay::read_record({}, once.text).value == replay::read_record({}, text).value);
  CHECK(replay::format_record({}, once.text).text == once.text);
  return true;
}

TEST_CASE("every record of the project is laid out without losing anything", "[replay][format]") {
  std::size_t laid = 0;
  for (const std::string& text : record_files()) laid += record_keeps_what_it_says(text) ? 1 : 0;
  CHECK(laid > 100);
}

TEST_CASE("two thousand spoilt records are laid out without losing anything, or refused",
          "[replay][format]") {
  const std::vector<std::string> texts = record_files();
  std::size_t laid = 0;
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    Chance chance(seed);
    std::string text = chance.of(texts);
    if (chance.percent(50)) {
      alter_record(text, chance);
    } else {
      for (int i = 0; i < 5; ++i) {
        const auto place = text.find_first_of(
            " \n", static_cast<std::size_t>(chance.below(static_cast<int>(text.size()) + 1)));
        if (place != std::string::npos) text.insert(place, chance.percent(50) ? "  " : "  # aside\n");
      }
    }
    laid += record_keeps_what_it_says(text) ? 1 : 0;
  }
  CHECK(laid > 400);
}

TEST_CASE("a record gets the usual layout, and what people write stays as they wrote it",
          "[replay][format]") {
  CHECK(replay::format_record({}, R"([players   Ann Bob]
[variant dual]
# An evening.
round   12
Ann:12-12   5-12   # hers
Bob: draws

Ann: 5-7
)")
            .text == R"([variant dual]
[players Ann Bob]

# An evening.
round 12
Ann: 12-12 12-5    # hers
Bob: draws

Ann: 7-5
)");
}

}  // namespace
}  // namespace roundhouse::tests
