#include "tools/recipes/recipe_book.h"

#include <algorithm>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/text_file.h"

namespace roundhouse::dsl {
namespace {

namespace fs = std::filesystem;

/// No file of a recipe book is larger.
constexpr std::size_t largest_recipe_file = std::size_t{1} << 16;

constexpr std::string_view parting = "---";

std::optional<std::string> read_file_of(const fs::path& folder, const std::string& name,
                                        std::vector<std::string>& troubles) {
  FileText file = read_text_file(folder / name, largest_recipe_file);
  if (file.trouble.empty()) return std::move(file.text);
  troubles.push_back("recipes/" + name + ": " + file.trouble);
  return std::nullopt;
}

/// The value of `key: value`; absent: this line is of another key.
std::optional<std::string> value_behind(std::string_view line, std::string_view key) {
  if (!line.starts_with(key) || !line.substr(key.size()).starts_with(": ")) return std::nullopt;
  return std::string(trimmed(line.substr(key.size() + 2)));
}

void read_head_line(std::string_view line, Recipe& recipe, std::vector<std::string>& troubles) {
  if (auto wording = value_behind(line, "also")) {
    recipe.also.push_back(std::move(*wording));
  } else if (auto note = value_behind(line, "note")) {
    recipe.note = std::move(*note);
  } else {
    troubles.push_back("recipes/" + recipe.name + ".recipe: '" + std::string(line) +
                       "' is neither 'also: ...' nor 'note: ...'");
  }
}

void read_rule_line(std::string_view line, Recipe& recipe) {
  recipe.rules += std::string(line) + "\n";
  if (auto parent = value_behind(line, "extends")) {
    recipe.parent = std::move(*parent);
  } else if (!value_behind(line, "roundhouse") && !value_behind(line, "name")) {
    recipe.lines += std::string(line) + "\n";
  }
}

/// The chapters with the names of their recipes.
struct Contents {
  std::vector<RecipeChapter> chapters;
  std::vector<std::vector<std::string>> names;
};

Contents read_contents(std::string_view text, std::vector<std::string>& troubles) {
  Contents contents;
  for (const std::string_view line : lines_of(text)) {
    if (trimmed(line).empty() || line.starts_with('#')) continue;
    if (line.starts_with(' ')) {
      if (contents.names.empty())
        troubles.push_back("recipes/contents.list: a recipe stands before the first chapter");
      else
        contents.names.back().emplace_back(trimmed(line));
      continue;
    }
    const std::size_t colon = std::min(line.find(": "), line.size());
    contents.chapters.push_back({std::string(line.substr(0, colon)),
                                 std::string(trimmed(line.substr(std::min(colon + 2, line.size())))),
                                 {}});
    contents.names.emplace_back();
  }
  return contents;
}

/// The names of all recipes in a folder, sorted.
std::vector<std::string> recipes_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == ".recipe") names.push_back(entry->path().stem().string());
  sort(names);
  return names;
}

}  // namespace

Recipe read_recipe(std::string name, std::string_view text, std::vector<std::string>& troubles) {
  Recipe recipe;
  recipe.name = std::move(name);
  int part = 0;
  for (const std::string_view line : lines_of(text)) {
    if (line == parting)
      ++part;
    else if (part == 0 && recipe.wish.empty())
      recipe.wish = trimmed(line);
    else if (part == 0)
      read_head_line(line, recipe, troubles);
    else if (part == 1)
      read_rule_line(line, recipe);
    else
      recipe.cases += std::string(line) + "\n";
  }
  if (part != 2 || recipe.wish.empty() || recipe.parent.empty() || recipe.lines.empty())
    troubles.push_back("recipes/" + recipe.name +
                       ".recipe: it takes a wish, '---', rules that extend a variant, '---', records");
  return recipe;
}

RecipeBook read_recipes(const fs::path& folder) {
  RecipeBook book;
  if (const auto synonyms = read_file_of(folder, "synonyms.list", book.troubles))
    book.words = read_same_words(*synonyms, book.troubles);
  Contents contents;
  if (const auto text = read_file_of(folder, "contents.list", book.troubles))
    contents = read_contents(*text, book.troubles);
  book.chapters = std::move(contents.chapters);
  std::set<std::string> listed;
  for (std::size_t chapter = 0; chapter < book.chapters.size(); ++chapter) {
    for (const std::string& name : contents.names[chapter]) {
      if (!listed.insert(name).second) {
        book.troubles.push_back("recipes/contents.list: " + name + " stands there twice");
        continue;
      }
      const auto text = read_file_of(folder, name + ".recipe", book.troubles);
      if (!text) continue;
      book.chapters[chapter].recipes.push_back(book.recipes.size());
      book.recipes.push_back(read_recipe(name, *text, book.troubles));
    }
  }
  for (const std::string& name : recipes_in(folder))
    if (!listed.contains(name))
      book.troubles.push_back("recipes/" + name + ".recipe: no chapter of contents.list has it");
  return book;
}

std::size_t find_recipe(const RecipeBook& book, std::string_view name) {
  const auto found = find_if(book.recipes, [&](const Recipe& recipe) { return recipe.name == name; });
  return static_cast<std::size_t>(found - book.recipes.begin());
}

const RecipeChapter& chapter_of(const RecipeBook& book, std::size_t recipe) {
  return *find_if(book.chapters,
                  [&](const RecipeChapter& chapter) { return contains(chapter.recipes, recipe); });
}

}  // namespace roundhouse::dsl
