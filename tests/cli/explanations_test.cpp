// docs/explanations, which are built into the program: every complaint and every law has its text, its wrong
// example gets that complaint and no other, its right one none.

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "dsl/base/source.h"
#include "dsl/syntax/yaml_tree.h"
#include "replay/record/read_record.h"
#include "replay/record/write_record.h"
#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/run_program.h"
#include "tools/explanations/explanations.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;
using cli::ExampleKind;
using cli::ExampleText;
using Codes = std::set<std::string>;

/// The nets below all others, into which no text is known to fall; and one that needs rules of many thousand
/// parts (tests/cli/evening.cli has such).
const Codes without_wrong{"too-many-rules", "unexpected-text", "yaml-syntax"};
/// The program refuses such files before it reads them; only the libraries say so.
const Codes of_libraries{"not-text", "yaml-too-large"};
/// They come on top of others.
const Codes beside_others{"too-many-findings"};

std::string row_with(const std::string& head, const std::string& key, const std::string& text) {
  std::string value = text;
  for (std::size_t at = value.find('\n'); at != std::string::npos; at = value.find('\n', at + 7))
    value.replace(at, 1, "\n      ");
  return "roundhouse: 1\nname: The Millers\nextends: train\nrules:\n  - id: house-rule\n    " + head +
         "\n    " + key + ": |\n      " + value + "\n    says: A house rule.\n";
}

std::string default_name(ExampleKind kind) {
  switch (kind) {
    case ExampleKind::rules:
    case ExampleKind::condition:
    case ExampleKind::effects:
      return "family.yaml";
    case ExampleKind::record:
    case ExampleKind::turns:
      return "evening.train";
    case ExampleKind::json:
      return "evening.jsonl";
    case ExampleKind::console:
      return {};
  }
  return {};
}

/// The whole file that an example is, or is a part of.
std::string whole_text(const ExampleText& example) {
  const std::string text = cli::written_out(example.text);
  switch (example.kind) {
    case ExampleKind::rules: {
      const bool whole = text.starts_with("roundhouse:") || text.find("\nroundhouse:") != std::string::npos;
      if (whole) return text;
      const std::string name = text.starts_with("name:") ? "" : "name: The Millers\n";
      return "roundhouse: 1\nextends: train\n" + name + text;
    }
    case ExampleKind::condition:
      return row_with("forbid: lay", "when", text.substr(0, text.size() - 1));
    case ExampleKind::effects:
      return row_with("after: lay", "do", text.substr(0, text.size() - 1));
    case ExampleKind::turns:
      return "[variant train]\n[players Joe Ann Don]\n\nround 12\n" + text;
    case ExampleKind::record:
    case ExampleKind::json:
    case ExampleKind::console:
      return text;
  }
  return {};
}

struct Complained {
  Codes codes;
  int status = 0;
  std::string output;
};

Codes codes_of(const dsl::Diagnostics& diagnostics) {
  Codes codes;
  for (const dsl::Diagnostic& each : diagnostics) codes.insert(each.code);
  return codes;
}

Complained asked_of_libraries(const ExampleText& example) {
  Complained complained;
  const std::string text = whole_text(example);
  if (example.kind == ExampleKind::rules) {
    dsl::SourceMap sources;
    const dsl::FileId file = sources.add("family.yaml", text);
    complained.codes = codes_of(dsl::read_yaml(sources, file).diagnostics);
  } else if (example.kind == ExampleKind::json) {
    complained.codes = codes_of(replay::read_record_json({}, text).diagnostics);
  } else {
    complained.codes = codes_of(replay::read_record({}, text).diagnostics);
  }
  return complained;
}

/// What the program says of the first of these, which lie in one folder.
Complained asked_of_program(const std::vector<ExampleText>& examples, const std::string& linted = "lint") {
  const CommandFolder folder;
  for (const ExampleText& example : examples) {
    const std::string name = example.file.empty() ? default_name(example.kind) : example.file;
    if (!name.empty()) std::ofstream(folder.path() / name, std::ios::binary) << whole_text(example);
  }
  const ExampleText& first = examples.front();
  const std::string name = first.file.empty() ? default_name(first.kind) : first.file;
  ProgramCall call;
  call.folder = folder.path();
  call.merge_errors = true;
  const bool is_rules = name.ends_with(".yaml");
  // "$ roundhouse ...", or the command that judges such a file.
  const std::string line = first.kind == ExampleKind::console
                               ? first.text.substr(2)
                               : "roundhouse " + (is_rules ? linted : "validate") + " " + name;
  const ProgramResult result = run_shell(line, call);
  Complained complained{{}, result.status, result.output};
  static const std::regex form("(^|\n)(error|warning|note)\\[([a-z0-9_-]+)\\]");
  // Rulings on a record as it may be meant are none of the example's.
  const std::string complaints = result.output.substr(0, result.output.find(", mended as said"));
  for (std::sregex_iterator found(complaints.begin(), complaints.end(), form), end; found != end; ++found)
    complained.codes.insert((*found)[3]);
  return complained;
}

TEST_CASE("every complaint and every law is explained, in the order of the alphabet", "[cli][docs]") {
  for (const cli::ComplaintChapter& chapter : cli::chapters_with_laws()) {
    INFO("docs/explanations/" << chapter.name << ".md");
    std::vector<std::string> wanted;
    for (const cli::ComplaintEntry& complaint : chapter.complaints) wanted.push_back(complaint.code);
    std::vector<std::string> found;
    for (const cli::Explanation& explanation : cli::read_explanations(chapter.name)) {
      INFO(explanation.code << " needs what it means, how to mend it, `Wrong:` and `Right:` with examples");
      found.push_back(explanation.code);
      REQUIRE(explanation.paragraphs.size() >= 2);
      CHECK(explanation.paragraphs.back().starts_with("To mend it, "));
      CHECK(explanation.wrong.empty() == without_wrong.contains(explanation.code));
      CHECK_FALSE(explanation.right.empty());
      for (const std::vector<ExampleText>* examples : {&explanation.wrong, &explanation.right})
        for (const ExampleText& example : *examples) CHECK_FALSE(example.text.empty());
    }
    CHECK(found == wanted);
  }
}

TEST_CASE("a wrong example gets its complaint and no other, a right one none", "[cli][docs]") {
  for (const cli::ComplaintChapter& chapter : cli::chapters_with_laws()) {
    for (const cli::Explanation& explanation : cli::read_explanations(chapter.name)) {
      const std::string& code = explanation.code;
      INFO("docs/explanations/" << chapter.name << ".md: " << code);
      REQUIRE_FALSE(explanation.right.empty());
      // A hole that only play shows is rarely alone, and to play on does not mean that all rows come up.
      const bool by_play = chapter.name == "play";
      const std::string linted = by_play ? "lint --prove --budget 20000" : "lint";
      const bool by_libraries =
          of_libraries.contains(code) || explanation.right.front().kind == ExampleKind::json;
      if (!explanation.wrong.empty()) {
        const Complained wrong = by_libraries ? asked_of_libraries(explanation.wrong.front())
                                              : asked_of_program(explanation.wrong, linted);
        INFO(wrong.output);
        if (by_play || beside_others.contains(code))
          CHECK(wrong.codes.contains(code));
        else
          CHECK(wrong.codes == Codes{code});
      }
      const Complained right = by_libraries ? asked_of_libraries(explanation.right.front())
                                            : asked_of_program(explanation.right, linted);
      INFO(right.output);
      Codes others = right.codes;
      // What play says of the common game itself is no matter of the example's.
      if (by_play && code != "uncoverable-double") others.erase("uncoverable-double");
      CHECK(others == Codes{});
      CHECK(right.status == 0);
    }
  }
}

TEST_CASE("an example is written out from what is shown of it", "[cli][docs]") {
  CHECK(cli::written_out("a\u27e609\u27e7b") == "a\tb");
  CHECK(cli::written_out("a\u27e6C2A0\u27e7b") == "a\u00a0b");
  CHECK(cli::written_out("x\u27e6 and y# \u00d73\u27e7.") == "x and y1 and y2 and y3.");
  CHECK(cli::written_out("a:\n  \u27e6- # \u00d72\u27e7\nb") == "a:\n  - 1\n  - 2\nb");
  CHECK(cli::written_out("plain #\n") == "plain #\n");
  CHECK(cli::is_shortened("\u27e600\u27e7"));
  CHECK_FALSE(cli::is_shortened("plain"));
}

TEST_CASE("what is built in is what stands in the files", "[cli][docs]") {
  CHECK(cli::built_in_texts().size() > 30);
  for (const cli::BuiltInText& text : cli::built_in_texts()) {
    INFO(text.path);
    CHECK(read_file(source_folder() / text.path) == text.text);
  }
}

}  // namespace
}  // namespace roundhouse::tests
