// Every line, word or name that a complaint about a record proposes, put in where it belongs and read again:
// nothing is wrong with it there. Over the records of the tests, and over records spoilt and scribbled at
// random.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "dsl/base/source.h"
#include "replay/record/read_record.h"
#include "replay/record/write_record.h"
#include "tests/fuzz/ready_rules.h"
#include "tests/fuzz/scribble.h"
#include "tests/fuzz/target.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/hostile_scribbles.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

dsl::Diagnostics read_with_rules(const std::string& text) {
  const auto program_of = [](const replay::Header& header) -> const engine::Rules* {
    const ReadyTable* table = ready_table(header.variant, static_cast<int>(header.players.size()));
    return table == nullptr ? nullptr : &table->program;
  };
  return replay::read_record({}, text, program_of).diagnostics;
}

struct Tally {
  int lines = 0;
  int words = 0;
  std::string false_ones;
};

std::size_t line_begin(const std::string& text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
  return before == std::string::npos ? 0 : before + 1;
}

/// The first error that begins in these bytes.
std::string trouble_within(const std::string& text, std::size_t begin, std::size_t end) {
  for (const dsl::Diagnostic& made : read_with_rules(text))
    if (made.severity == dsl::Severity::error && made.where.begin >= begin && made.where.begin < end)
      return made.code + ": " + made.message;
  return {};
}

void try_all(const std::string& name, const std::string& text, Tally& tally) {
  constexpr std::string_view line_sign = "write it like: ";
  constexpr std::string_view word_sign = "did you mean '";
  for (const dsl::Diagnostic& made : read_with_rules(text)) {
    if (made.severity != dsl::Severity::error || made.where.end > text.size()) continue;
    std::string trouble;
    std::string mended = text;
    if (made.help.starts_with(line_sign)) {
      ++tally.lines;
      const std::string line = made.help.substr(line_sign.size());
      const std::size_t begin = line_begin(text, made.where.begin);
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      mended.replace(begin, end - begin, line);
      trouble = trouble_within(mended, begin, begin + line.size() + 1);
    } else if (made.help.starts_with(word_sign)) {
      ++tally.words;
      const std::string word = made.help.substr(word_sign.size(), made.help.rfind('\'') - word_sign.size());
      // A fact stands with its value behind it.
      if (made.code == "unknown-fact" || made.code == "unknown-player") continue;
      mended.replace(made.where.begin, made.where.end - made.where.begin, word);
      trouble = trouble_within(mended, made.where.begin, made.where.begin + word.size());
    }
    if (!trouble.empty())
      tally.false_ones += name + ": " + made.message + "\n    " + made.help + "\n    " + trouble + "\n";
  }
}

std::vector<std::string> records() {
  std::vector<std::string> texts;
  for (const char* folder :
       {"tests/notation", "tests/scribbled", "tests/disputes", "tests/games", "tests/family/records"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source_folder() / folder)) {
      if (entry.path().extension() != ".train" || fs::file_size(entry.path()) > 20'000) continue;
      texts.push_back(read_file(entry.path()));
    }
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

/// One letter of the lines of play slips.
std::string with_a_slip(std::string text, Chance& chance) {
  const std::size_t body = std::min(text.rfind(']'), text.size() - 1);
  std::vector<std::size_t> places;
  for (std::size_t at = body; at + 2 < text.size(); ++at)
    if (std::isalpha(static_cast<unsigned char>(text[at])) != 0 &&
        std::isalpha(static_cast<unsigned char>(text[at + 1])) != 0)
      places.push_back(at);
  if (places.empty()) return text;
  const std::size_t at = chance.of(places);
  switch (chance.below(4)) {
    case 0:
      std::swap(text[at], text[at + 1]);
      break;
    case 1:
      text.erase(at, 1);
      break;
    case 2:
      text.insert(at, 1, 'e');
      break;
    default:
      if (const std::size_t colon = text.find(": ", at); colon != std::string::npos) text.erase(colon, 1);
      break;
  }
  return text;
}

}  // namespace

TEST_CASE("a line or word that is proposed for a record can be read there", "[notation][replay][mends]") {
  Tally tally;
  const std::vector<std::string> all = records();
  for (const std::string& text : all) try_all("a record of the tests", text, tally);
  for (std::uint64_t seed = 0; seed < 1'500; ++seed) {
    Chance chance(seed);
    std::string text = chance.of(all);
    for (int slips = 1 + chance.below(2); slips > 0; --slips) text = with_a_slip(std::move(text), chance);
    try_all("slip " + std::to_string(seed), text, tally);
  }
  CHECK(tally.false_ones == "");
  CHECK(tally.lines > 100);
  CHECK(tally.words > 10);
}

TEST_CASE("a line or word that is proposed for a scribbled record can be read there",
          "[notation][replay][mends]") {
  Tally tally;
  for (const Scribble& scribble : scribbles(1))
    if (scribble.target == &record_target) try_all(scribble.name, scribble.text, tally);
  CHECK(tally.false_ones == "");
  CHECK(tally.lines + tally.words > 20);
}

}  // namespace roundhouse::tests
