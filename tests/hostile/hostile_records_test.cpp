// Records that nobody should have to read: refused quickly and politely, each with the codes that stand for
// it in tests/hostile/records/codes.txt. The big ones are made here.

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "replay/record/notation_codes.h"
#include "replay/record/read_record.h"
#include "replay/record/write_record.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/sanitized.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

/// The sanitizers' own time is not ours.
double most_seconds() { return is_sanitized() ? 5 : 1; }

std::string codes_of(const dsl::Diagnostics& diagnostics) {
  std::set<std::string> codes;
  for (const dsl::Diagnostic& diagnostic : diagnostics) codes.insert(diagnostic.code);
  std::string text;
  for (const std::string& code : codes) text += " " + code;
  return text.empty() ? " fine" : text;
}

/// Reads a hostile text within a second, and shows what it complains of.
std::string refuse(const std::string& name, const std::string& text, bool json = false) {
  // Of the processor, not of the clock on the wall: tests run side by side.
  const std::clock_t begin = std::clock();
  dsl::SourceMap sources;
  const dsl::FileId file = sources.add(name, text);
  const auto read = json ? replay::read_record_json(file, text) : replay::read_record(file, text);
  const std::string shown = dsl::render_diagnostics(sources, read.diagnostics);
  const std::string written = replay::write_record(read.value);
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  CAPTURE(name);
  CHECK(seconds < most_seconds());
  CHECK(read.diagnostics.size() <= 201);
  for (const char* word : {"std::", "exception", "json.exception", "terminate"}) {
    CHECK(shown.find(word) == std::string::npos);
  }
  return codes_of(read.diagnostics);
}

TEST_CASE("hostile records are refused with their codes", "[notation][hostile][sanitized]") {
  const fs::path folder = source_folder() / "tests/hostile/records";
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename() != "codes.txt") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  CHECK(files.size() >= 40);
  std::string codes;
  for (const fs::path& path : files) {
    const std::string name = path.filename().string();
    codes += name + ":" + refuse(name, read_file(path), path.extension() == ".jsonl") + "\n";
  }
  CHECK(golden_difference(folder / "codes.txt", codes) == "");
}

constexpr const char* beginning = "[variant train]\n[players Joe Ann]\n";

std::string repeated(const std::string& piece, std::size_t times) {
  std::string text;
  text.reserve(piece.size() * times);
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

TEST_CASE("a file of another kind gets one complaint", "[notation][hostile]") {
  const auto complaints = [](const std::string& text) { return replay::read_record({}, text).diagnostics; };
  const std::string page = "A page about dominoes\n\n- bring a set\n- bring friends\n- stay all night\n";
  const dsl::Diagnostics reported = complaints(page);
  REQUIRE(reported.size() == 1);
  CHECK(reported.front().code == "no-record");
  // A text with a header or a line of play is a record, and gets a complaint for each line that is none.
  CHECK(complaints(beginning + page).size() == 4);
  CHECK(complaints(page + beginning).size() > 1);
  CHECK(codes_of(complaints("Joe opened with the double nine and drew.\nThen Ann.\n")) != " no-record");
}

TEST_CASE("the limits of a record are kept", "[notation][hostile][sanitized]") {
  const std::string head = beginning;
  CHECK(refuse("turns", head + "round 1\n" + repeated("Joe: draw\n", 5000)) == " fine");
  CHECK(refuse("turns", head + "round 1\n" + repeated("Joe: draw\n", 5001)) == " too-many-turns");
  CHECK(refuse("rounds", head + repeated("round 1\n" + repeated("Joe: draw\n", 100), 300)) == " fine");
  const std::string comment = "# " + std::string(1000, 'x') + "\n";
  CHECK(refuse("long round", head + "round 1\n" + repeated(comment, 1030)) == " fine");
  CHECK(refuse("long round", head + "round 1\n" + repeated(comment, 1100)) == " round-too-long");
  CHECK(refuse("long header", repeated(comment, 1100)) == " round-too-long");
  CHECK(refuse("long line", head + "Joe:" + repeated(" 9-3", 2046) + "\n") == " fine");
  CHECK(refuse("long line", head + "Joe:" + repeated(" 9-3", 2047) + "\n") == " fine");
  CHECK(refuse("long line", head + "Joe:" + repeated(" 9-3", 2048) + "\n") == " line-too-long");
  CHECK(refuse("endless line", head + std::string(5'000'000, 'x')) == " line-too-long");
  CHECK(refuse("endless lines", head + repeated(std::string(10'000, 'x') + "\n", 500)) ==
        " line-too-long too-many-findings");
  CHECK(refuse("names that grow", "[players " + std::string(64, 'a') + " b]\n" + repeated("lots", 1) +
                                      repeated(" a 1-0", 200) + "\n") == " line-too-long");
  CHECK(refuse("bad lines", head + repeated("nonsense here\n", 20'000)) == " too-many-findings unknown-line");
  CHECK(refuse("empty lines", head + std::string(5'000'000, '\n')) == " round-too-long");
  CHECK(refuse("brackets", std::string(8000, '[')) == " missing-players unknown-header");
  CHECK(refuse("brackets", head + "Joe: " + std::string(8000, '[')) == " bad-act");
  CHECK(refuse("facts", "[players Joe Ann]\n" + repeated("[fact a] ", 800) + "\n") ==
        " repeated-header too-many-findings");
  CHECK(refuse("zeros", head + std::string(5'000'000, '\0')) == " line-too-long");
  CHECK(refuse("zeros", head + std::string(5'000, '\0')) == " not-text");
  CHECK(refuse("gaps", head + repeated("?\n", 60'000)) == " fine");
  CHECK(refuse("joins", head + "round 1\n" + repeated("joins Zoe\n", 2000)) ==
        " repeated-name too-many-findings");
  std::string crowd;
  for (int i = 0; i < 2000; ++i) crowd += "joins p" + std::to_string(i) + "\n";
  CHECK(refuse("a crowd", head + crowd) == " number-of-players too-many-findings");
  CHECK(refuse("rules", head + repeated("rules draws=1\n", 1001) + "round 1\n") == " too-many-changes");
  CHECK(refuse("rules and rules", head + repeated("rules draws=1\nround\nrules draws=2\nround\n", 400)) ==
        " fine");
  std::string tables;
  for (int i = 0; i < 40; ++i) tables += "rules draws=" + std::to_string(i) + "\nround\nJoe: draw\n";
  CHECK(refuse("tables", head + tables) == " too-many-changes");
  std::string options;
  for (int i = 0; i < 900; ++i)
    options += "rules o" + std::to_string(i) + "=" + repeated("x", 8000) + "\nround\n";
  CHECK(refuse("megabytes of rules", head + options) == " line-too-long too-many-findings");
  CHECK(refuse("rules everywhere", head + repeated("rules a=1\nJoe: draw\n", 900)) ==
        " misplaced-change too-many-findings");
  CHECK(refuse("many rounds", head + repeated("round\n", 60'000)) == " fine");
}

TEST_CASE("the limits of a record in JSON are kept", "[notation][hostile][sanitized]") {
  const std::string head =
      "{\"schema\":1,\"line\":\"header\",\"players\":[{\"name\":\"Joe\"},{\"name\":\"Ann\"}]}\n";
  CHECK(refuse("deep", head + repeated("[", 60'000), true) == " not-json");
  CHECK(refuse("deep", head + repeated("{\"a\":", 10'000), true) == " not-json");
  CHECK(refuse("deep", head + repeated("[", 30'000) + repeated("]", 30'000), true) == " not-json");
  CHECK(refuse("long",
               head + "{\"schema\":1,\"line\":\"comment\",\"text\":\"" + std::string(100'000, 'x') + "\"}",
               true) == " line-too-long");
  const std::string act = "{\"schema\":1,\"line\":\"turn\",\"turn\":1,\"player\":\"Joe\",\"act\":\"draw\"}\n";
  CHECK(refuse("one turn", head + repeated(act, 1500), true) == " fine");
  CHECK(refuse("one turn", head + repeated(act, 5000), true) == " line-too-long too-many-findings");
  CHECK(refuse("bad lines", head + repeated("null\n", 20'000), true) == " not-json too-many-findings");
}

}  // namespace
}  // namespace roundhouse::tests
