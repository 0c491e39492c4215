// Pages that are printed from tables: what stands in docs/ is what the tables say now.
// ROUNDHOUSE_UPDATE_GOLDENS=1 prints them anew.

#include <fmt/format.h>

#include <string>

#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/recipe_page.h"
#include "tools/explanations/complaints.h"
#include "tools/manual/reference_page.h"

namespace roundhouse::tests {
namespace {

std::string table_of(const cli::ComplaintChapter& chapter) {
  std::string text =
      fmt::format("\n## {}\n\n{}\n\n| code | what is wrong |\n| --- | --- |\n", chapter.title, chapter.about);
  for (const cli::ComplaintEntry& complaint : chapter.complaints) {
    std::string cell = complaint.sentence;
    // A bar would end the cell.
    for (std::size_t at = cell.find('|'); at != std::string::npos; at = cell.find('|', at + 2))
      cell.insert(at, "\\");
    text += fmt::format("| `{}` | {} |\n", complaint.code, cell);
  }
  return text;
}

std::string checks_page() {
  std::string page = "# What the program complains about\n\n";
  page +=
      "Every complaint has a code in square brackets. The codes stay the same; the sentences may get "
      "better.\n"
      "`roundhouse explain CODE` tells at length what one means and how to mend it, with a wrong and a right "
      "example.\n";
  page += "This page is printed from the program's own lists, and a test holds it to them.\n";
  page += "What a *rule* forbids is not here: a verdict quotes the rule itself.\n";
  for (const cli::ComplaintChapter& chapter : cli::complaint_chapters()) page += table_of(chapter);
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
