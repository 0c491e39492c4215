// The cases of tests/expressions/syntax.cases: what is read and how it prints, or what is wrong, where, and
// how it should be. A line that is not indented is an expression (after `do: ` a list of effects); the
// indented ones below it are what comes of it:
//     => as it is printed
//     !! code @from-to message
//     ?? help
// `\n`, `\t`, `\\` and `\xHH` stand for what cannot be seen. Lines that begin with `# ` are comments.

#include <map>
#include <set>
#include <sstream>
#include <string>

#include "dsl/syntax/expression.h"
#include "dsl/syntax/expression_codes.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"

using namespace roundhouse::dsl;

namespace {

std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 >= text.size()) {
      result += text[i];
      continue;
    }
    ++i;
    if (text[i] == 'n') {
      result += '\n';
    } else if (text[i] == 'r') {
      result += '\r';
    } else if (text[i] == 't') {
      result += '\t';
    } else if (text[i] == 'x') {
      result += static_cast<char>(std::stoi(std::string(text.substr(i + 1, 2)), nullptr, 16));
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

/// The outcome of one expression, in the lines of the cases file.
std::string outcome(std::string_view line, std::set<std::string>& codes) {
  const bool effects = line.starts_with("do: ");
  const std::string text = unescaped(effects ? line.substr(4) : line);
  SourceMap sources;
  const FileId file = sources.add("case", text);
  YamlNode scalar;
  scalar.kind = YamlKind::scalar;
  scalar.text = text;
  scalar.where = {file, 0, static_cast<std::uint32_t>(text.size())};

  Diagnostics diagnostics;
  std::string lines;
  if (effects) {
    const auto read = parse_effects(scalar);
    diagnostics = read.diagnostics;
    if (read.ok()) lines = "  => " + print_effects(read.value) + "\n";
  } else {
    const auto read = parse_expression(scalar);
    diagnostics = read.diagnostics;
    if (read.ok()) lines = "  => " + print_expression(read.value) + "\n";
  }
  for (const Diagnostic& diagnostic : diagnostics) {
    codes.insert(diagnostic.code);
    lines += "  !! " + diagnostic.code + " @" +
             std::to_string(sources.locate(file, diagnostic.where.begin).column) + "-" +
             std::to_string(sources.locate(file, diagnostic.where.end).column) + " " + diagnostic.message +
             "\n";
    if (!diagnostic.help.empty()) lines += "  ?? " + diagnostic.help + "\n";
  }
  return lines;
}

}  // namespace

TEST_CASE("expressions are read, or refused with the text as it should be", "[dsl][sanitized]") {
  const std::filesystem::path path = roundhouse::tests::source_folder() / "tests/expressions/syntax.cases";
  std::istringstream written(roundhouse::tests::read_file(path));
  std::string actual, line;
  std::set<std::string> codes;
  std::size_t cases = 0;
  while (std::getline(written, line)) {
    if (line.starts_with("  ")) continue;
    actual += line + "\n";
    if (line.empty() || line.starts_with("# ")) continue;
    actual += outcome(line, codes);
    ++cases;
  }
  CHECK(roundhouse::tests::golden_difference(path, actual) == "");
  CHECK(cases >= 500);

  std::set<std::string> table;
#define X(id, code, sentence) table.insert(code);
  ROUNDHOUSE_EXPRESSION_CODES(X)
#undef X
  for (const std::string& code : codes) {
    INFO("not in the table: " << code);
    CHECK(table.contains(code));
  }
  // No case is big enough for three of these; expression_limits_test.cpp is. The fourth is the net below all
  // others: a text that reaches it wants a message of its own.
  for (const char* code :
       {"expression-too-long", "expression-too-deep", "expression-too-big", "unexpected-text"})
    table.erase(code);
  for (const std::string& code : table) {
    INFO("no case shows the code " << code);
    CHECK(codes.contains(code));
  }
}

TEST_CASE("what is wrong with conditions is not found in ten near misses each", "[dsl][expressions]") {
  std::istringstream lines(
      roundhouse::tests::read_file(roundhouse::tests::source_folder() / "tests/near/expressions.list"));
  std::map<std::string, std::size_t> cases;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with("# ")) continue;
    const std::size_t bar = line.find(" | ");
    REQUIRE(bar != std::string::npos);
    ++cases[line.substr(0, bar)];
    std::set<std::string> codes;
    INFO(line);
    CHECK(outcome(line.substr(bar + 3), codes).starts_with("  => "));
    CHECK(codes.empty());
  }
  std::set<std::string> table;
#define X(id, code, sentence) table.insert(code);
  ROUNDHOUSE_EXPRESSION_CODES(X)
#undef X
  CHECK(cases.size() == 15);
  for (const auto& [name, count] : cases) {
    INFO(name);
    CHECK(table.contains(name));
    CHECK(count >= 10);
  }
}
