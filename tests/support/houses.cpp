#include "tests/support/houses.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "tests/support/golden.h"
#include "tools/recipes/recipe_book.h"

namespace roundhouse::tests {
namespace {

constexpr std::string_view own_name = "house";

/// What stands behind the key in a line of its own.
std::string value_of_key(const std::string& yaml, const std::string& key) {
  std::istringstream lines(yaml);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(key + ": ")) return line.substr(key.size() + 2);
  }
  return {};
}

void take_cases(House& house, const std::string& text) {
  std::istringstream cases(text);
  house.cases = read_cases(cases, std::string(own_name), house.name);
  for (RuleCase& one : house.cases) one.rules = house.rules;
}

House read_house(const std::filesystem::path& path) {
  constexpr std::string_view mark = "\n---\n";
  const std::string text = read_file(path);
  const std::size_t first = text.find(mark);
  const std::size_t second = first == std::string::npos ? first : text.find(mark, first + 1);
  House house;
  house.name = path.stem().string();
  if (second == std::string::npos || text.find('\n') != first)
    throw std::logic_error(house.name + ": a sentence, '---', a rule file, '---', cases");
  house.sentence = text.substr(0, first);
  house.rules = text.substr(first + mark.size(), second + 1 - first - mark.size());
  house.parent = value_of_key(house.rules, "extends");
  if (house.parent.empty()) throw std::logic_error(house.name + ": it extends nothing");
  take_cases(house, text.substr(second + mark.size()));
  return house;
}

House house_of(const dsl::Recipe& recipe) {
  House house;
  house.name = recipe.name;
  house.sentence = recipe.wish;
  house.rules = recipe.rules;
  house.parent = recipe.parent;
  take_cases(house, recipe.cases);
  return house;
}

}  // namespace

std::vector<House> read_houses() {
  std::vector<House> houses;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/houses"))
    houses.push_back(read_house(entry.path()));
  const dsl::RecipeBook book = dsl::read_recipes(source_folder() / "variants/recipes");
  if (!book.troubles.empty()) throw std::logic_error(book.troubles.front());
  for (const dsl::Recipe& recipe : book.recipes) houses.push_back(house_of(recipe));
  std::sort(houses.begin(), houses.end(), [](const House& a, const House& b) { return a.name < b.name; });
  return houses;
}

RuleCase under_parent(const House& house, const RuleCase& one) {
  RuleCase other = one;
  other.rules.clear();
  const std::string field = "[variant " + std::string(own_name);
  const std::size_t at = other.record.find(field);
  if (at == std::string::npos) throw std::logic_error(house.name + ": a record by other rules");
  other.record.replace(at, field.size(), "[variant " + house.parent);
  return other;
}

}  // namespace roundhouse::tests
