// Pages that are printed from tables: what stands in docs/ is what the tables say now.
// ROUNDHOUSE_UPDATE_GOLDENS=1 prints them anew.

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "cli/load_codes.h"
#include "dsl/base/diagnostic_codes.h"
#include "dsl/check/check_codes.h"
#include "dsl/lint/lint.h"
#include "dsl/syntax/expression_codes.h"
#include "dsl/syntax/yaml_codes.h"
#include "dsl/vocabulary/reference_page.h"
#include "replay/record/notation_codes.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/recipe_page.h"

namespace roundhouse::tests {
namespace {

using Row = std::pair<std::string, std::string>;

/// The tables differ in how they begin and end their sentences; a page does not.
std::string as_sentence(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') text.front() -= 'a' - 'A';
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

std::string table_of(std::string_view title, std::string_view about, std::vector<Row> rows) {
  if (rows.empty()) return {};
  std::sort(rows.begin(), rows.end());
  std::string text = fmt::format("\n## {}\n\n{}\n\n| code | what is wrong |\n| --- | --- |\n", title, about);
  for (const auto& [code, sentence] : rows) {
    std::string cell = as_sentence(sentence);
    // A bar would end the cell.
    for (std::size_t at = cell.find('|'); at != std::string::npos; at = cell.find('|', at + 2))
      cell.insert(at, "\\");
    text += fmt::format("| `{}` | {} |\n", code, cell);
  }
  return text;
}

std::string checks_page() {
  std::vector<Row> yaml;
  for (const dsl::YamlCodeRow& row : dsl::yaml_codes) yaml.emplace_back(row.code, row.sentence);
  std::vector<Row> expressions;
#define X(id, code, sentence) expressions.emplace_back(code, sentence);
  ROUNDHOUSE_EXPRESSION_CODES(X)
#undef X
  std::vector<Row> checks;
#define X(id, code, sentence) checks.emplace_back(code, sentence);
  ROUNDHOUSE_CHECK_CODES(X)
#undef X
  std::vector<Row> lint;
  for (const dsl::LintCheck& check : dsl::all_lint_checks()) lint.emplace_back(check.name, check.sentence);
  std::vector<Row> notation;
#define X(id, code, sentence) notation.emplace_back(code, sentence);
  ROUNDHOUSE_NOTATION_CODES(X)
#undef X
  std::vector<Row> loading;
#define X(id, code, sentence) loading.emplace_back(code, sentence);
  ROUNDHOUSE_LOAD_CODES(X)
  ROUNDHOUSE_DIAGNOSTIC_CODES(X)
#undef X
  std::string page = "# What the program complains about\n\n";
  page +=
      "Every complaint has a code in square brackets. The codes stay the same; the sentences may get "
      "better.\n";
  page += "This page is printed from the program's own lists, and a test holds it to them.\n";
  page += "What a *rule* forbids is not here: a verdict quotes the rule itself.\n";
  page += table_of("The YAML of a rule file",
                   "These are found before anybody asks what the words mean. The file is wrong as YAML, or "
                   "would be read otherwise than it looks.",
                   std::move(yaml));
  page +=
      table_of("Conditions and effects",
               "The spelling of what stands behind `when`, `do`, `is` and the like.", std::move(expressions));
  page += table_of("The rules", "What the words mean, and whether it fits together.", std::move(checks));
  page += table_of("Rules that are probably mistaken",
                   "The rules could be played, but hardly as they were meant.", std::move(lint));
  page += table_of("Records", "Lines that are no notation. A record with such lines is not judged.",
                   std::move(notation));
  page += table_of("Records and their rules",
                   "Each line of the record can be read, but it cannot be judged; or there is more to say.",
                   std::move(loading));
  return page;
}

TEST_CASE("the page of words is what the vocabulary's tables say", "[dsl][docs]") {
  const std::string page = dsl::write_reference_page();
  CHECK(page.find("| `end` | open end |") != std::string::npos);
  CHECK(golden_difference(source_folder() / "docs/words.md", page) == "");
}

TEST_CASE("the page of checks is what the lists of codes say", "[dsl][docs]") {
  CHECK(golden_difference(source_folder() / "docs/checks.md", checks_page()) == "");
}

TEST_CASE("the page of recipes is what the bundled recipes say", "[dsl][docs][recipes]") {
  CHECK(golden_difference(source_folder() / "docs/recipes.md", recipe_page()) == "");
}

}  // namespace
}  // namespace roundhouse::tests
