#include "dsl/base/search.h"
#include "tools/format/merge_rules.h"
#include "tools/recipes/recipe_book.h"

namespace roundhouse::dsl {

JoinedRecipes put_recipes(const std::string& text, const std::string& file, std::span<const Recipe> recipes) {
  JoinedRecipes joined{text, {}};
  for (std::size_t i = 0; i < recipes.size(); ++i) {
    MergedRules merged = merge_rules(joined.rules, recipes[i].lines, BothSay::clash);
    if (!merged.trouble.empty()) joined.troubles.push_back(recipes[i].name + ": " + merged.trouble);
    for (const std::string& path : merged.clashes) {
      const auto says_so = [&](const Recipe& earlier) {
        return contains(merge_rules(earlier.lines, recipes[i].lines, BothSay::clash).clashes, path);
      };
      const std::span<const Recipe> before = recipes.first(i);
      const auto by = find_if(before, says_so);
      joined.troubles.push_back("'" + path + "' is one thing in " + (by == before.end() ? file : by->name) +
                                " and another in " + recipes[i].name);
    }
    joined.rules = std::move(merged.text);
  }
  if (!joined.troubles.empty()) joined.rules.clear();
  return joined;
}

JoinedRecipes join_recipes(std::span<const Recipe> recipes) {
  if (recipes.empty()) return {};
  std::string text;
  for (const Recipe& recipe : recipes) text += "# " + recipe.name + ": " + recipe.wish + "\n";
  text += "roundhouse: 1\nname: Our house rules\nextends: " + recipes.front().parent + "\n";
  JoinedRecipes joined = put_recipes(text, {}, recipes);
  for (const Recipe& recipe : recipes)
    if (recipe.parent != recipes.front().parent)
      joined.troubles.push_back(recipes.front().name + " extends " + recipes.front().parent + ", and " +
                                recipe.name + " extends " + recipe.parent);
  if (!joined.troubles.empty()) joined.rules.clear();
  return joined;
}

}  // namespace roundhouse::dsl
