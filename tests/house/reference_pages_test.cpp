// Pages that are printed from tables: they have what the tables have. Their blocks of code and links are
// tried by docs_test.cpp.

#include <fmt/format.h>

#include <string>

#include "dsl/vocabulary/vocabulary.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/printed_pages.h"
#include "tools/explanations/explanations.h"
#include "tools/recipes/recipe_book.h"

namespace roundhouse::tests {
namespace {

TEST_CASE("the page of words is what the vocabulary's tables say", "[dsl][docs]") {
  const std::string page = printed_pages().at("words.md");
  CHECK(page.find("| `end` | open end |") != std::string::npos);
  for (const dsl::RootRow& root : dsl::all_roots())
    CHECK(page.find(fmt::format("| `{}` | ", root.name)) != std::string::npos);
}

TEST_CASE("the page of checks is what the lists of codes say", "[dsl][docs]") {
  const std::string page = printed_pages().at("checks.md");
  std::size_t found = 0;
  for (const cli::ComplaintChapter& chapter : cli::complaint_chapters()) {
    CHECK(page.find("\n## " + chapter.title + "\n") != std::string::npos);
    for (const cli::ComplaintEntry& complaint : chapter.complaints) {
      INFO(complaint.code);
      CHECK(page.find("| `" + complaint.code + "` | ") != std::string::npos);
      ++found;
    }
  }
  CHECK(found > 200);
}

TEST_CASE("the page of recipes is what the bundled recipes say", "[dsl][docs][recipes]") {
  const std::string page = printed_pages().at("recipes.md");
  const dsl::RecipeBook book = dsl::read_recipes(source_folder() / "variants/recipes");
  CHECK(book.recipes.size() > 50);
  for (const dsl::Recipe& recipe : book.recipes) {
    INFO(recipe.name);
    CHECK(page.find("\n`" + recipe.name + "`") != std::string::npos);
    CHECK(page.find("\n```yaml\n" + recipe.lines + "```\n") != std::string::npos);
  }
}

}  // namespace
}  // namespace roundhouse::tests
