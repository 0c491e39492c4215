#pragma once
// One rule file out of several recipes.

#include <span>
#include <string>
#include <vector>

#include "tools/recipes/recipe_book.h"

namespace roundhouse::dsl {

struct JoinedRecipes {
  std::string rules;                  ///< a whole rule file
  std::vector<std::string> troubles;  ///< contradictions of two recipes; not empty: there are no rules
};

/// Lines that two of them share stand there once; lists of rules follow each other. It reads the plain YAML
/// that recipes are written in, maps and lists by indentation, and does not look at what rules mean: if two
/// recipes do not suit each other for another reason, a check of the whole reports it.
JoinedRecipes join_recipes(std::span<const Recipe> recipes);

}  // namespace roundhouse::dsl
