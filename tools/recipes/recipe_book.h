#pragma once
// Recipes: what players wish for, in their words, each with the lines of a rule file that grant it and
// records that show it. They are data beside the bundled variants, in the folder `recipes` there:
//
//   NAME.recipe     one recipe
//   contents.list    the chapters in their order, each with the names of its recipes
//   synonyms.list    words that mean the same (synonyms.h)
//
// A recipe has three parts, with a line `---` behind the first and the second:
//
//   The winner of a round starts the next one.       the wish, in one line
//   also: the one who won begins                     other wordings, by which it is found, too
//   note: ...                                        perhaps one sentence for the reader
//   ---
//   roundhouse: 1                                    a whole rule file
//   extends: train
//   ...
//   ---
//   == legal: Ben was out                            records, each with what the referee says of it
//   ...
//
// Nobody here knows what rules mean; that they are sound and do what the records show is for the tests.

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "tools/recipes/synonyms.h"

namespace roundhouse::dsl {

struct Recipe {
  std::string name;               ///< of its file, without `.recipe`
  std::string wish;               ///< one sentence
  std::vector<std::string> also;  ///< other wordings
  std::string note;               ///< may be empty
  std::string parent;             ///< the game that its rules extend
  std::string rules;              ///< the whole rule file
  std::string lines;              ///< its rules without `roundhouse`, `name` and `extends`: to be pasted
  std::string cases;              ///< the third part as it stands
};

struct RecipeChapter {
  std::string title;
  std::string about;                 ///< a sentence
  std::vector<std::size_t> recipes;  ///< places in RecipeBook::recipes
};

struct RecipeBook {
  std::vector<RecipeChapter> chapters;
  std::vector<Recipe> recipes;  ///< chapter by chapter
  SameWords words;
  std::vector<std::string> troubles;  ///< `recipes/x.recipe: what is wrong with it`; empty: all were read
};

/// One recipe; what is wrong with it is added to `troubles`.
Recipe read_recipe(std::string name, std::string_view text, std::vector<std::string>& troubles);

/// All of a folder. Of what cannot be read the rest is read all the same.
RecipeBook read_recipes(const std::filesystem::path& folder);

/// The recipe of this name; absent: RecipeBook::recipes.size().
std::size_t find_recipe(const RecipeBook& book, std::string_view name);

/// The chapter that a recipe stands in.
const RecipeChapter& chapter_of(const RecipeBook& book, std::size_t recipe);

}  // namespace roundhouse::dsl
