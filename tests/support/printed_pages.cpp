#include "tests/support/printed_pages.h"

#include <fmt/format.h>

#include "tests/support/recipe_page.h"
#include "tools/explanations/explanations.h"
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
  page += "This page is printed from the program's own lists.\n";
  page += "What a *rule* forbids is not here: a verdict quotes the rule itself.\n";
  for (const cli::ComplaintChapter& chapter : cli::complaint_chapters()) page += table_of(chapter);
  return page;
}

}  // namespace

std::map<std::string, std::string> printed_pages() {
  return {
      {"checks.md", checks_page()}, {"recipes.md", recipe_page()}, {"words.md", dsl::write_reference_page()}};
}

}  // namespace roundhouse::tests
