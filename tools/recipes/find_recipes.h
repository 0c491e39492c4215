#pragma once
// Finds recipes by what a player asks for.

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/recipes/recipe_book.h"

namespace roundhouse::dsl {

/// Places of recipes in the book; behind its last recipe stand its games (`entry_of`).
struct FoundRecipes {
  std::vector<std::size_t> fitting;  ///< the best first: some wording of theirs says most of what is asked
  std::vector<std::size_t> near;     ///< those that have something of it, the best first
  const Recipe* unmet = nullptr;     ///< the wish is known, and nothing grants it: then nothing fits
  std::vector<std::pair<std::string, std::string>>
      read_as;  ///< words nobody knows, and the nearest known ones
};

/// The recipe or the game at such a place.
const Recipe& entry_of(const RecipeBook& book, std::size_t place);

/// Made once for a book, which must outlive it.
class RecipeFinder {
 public:
  explicit RecipeFinder(const RecipeBook& book);

  FoundRecipes find(std::string_view asked) const;

 private:
  /// A recipe as a bag of terms.
  struct Terms {
    std::vector<std::set<std::string>> wordings;  ///< the wish and each other wording
    std::set<std::string> said;                   ///< of all wordings and the name
    std::set<std::string> in_lines;               ///< of its lines
  };

  struct Likeness {
    double likest = 0;    ///< of the wordings; nothing where one as like as that says the opposite
    bool turned = false;  ///< that wording has a `not`, and the question has none
  };

  double weight_of(const std::string& term) const;
  double share_of(const std::set<std::string>& asked, const Terms& terms) const;
  double cosine_of(const std::set<std::string>& asked, const std::set<std::string>& wording) const;
  Likeness likeness_of(const std::set<std::string>& asked, const Terms& terms) const;
  std::string read_word(const std::string& word) const;

  const RecipeBook& book_;
  std::vector<Terms> recipes_;
  std::map<std::string, std::size_t> recipes_with_;  ///< in how many recipes a term is said
  std::vector<std::string> spellings_;               ///< all words that are known
  std::set<std::string> known_stems_;
};

}  // namespace roundhouse::dsl
