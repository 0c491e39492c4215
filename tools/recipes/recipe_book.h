#pragma once
// Recipes: what players wish for, in their words, each with the lines of a rule file that grant it and
// records that show it. They are data beside the bundled variants, in the folder `recipes` there:
//
//   NAME.recipe     one recipe
//   contents.list    the chapters in their order, each with the names of its recipes
//   games.list       wishes that a bundled game grants, each with wordings
//   nothing.list     wishes that none of these grants, each with what to say of it, and wordings
//   synonyms.list    words that mean the same, and words that mean the opposite
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
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace roundhouse::dsl {

// Reduces a player's question to terms, whichever words it is put in: words are taken as English bends them
// (plural, -ing, -ed), words and phrases that mean the same are one term, and words that say nothing are left
// out. Which words mean the same is data: `recipes/synonyms.list`, a group a line, separated by commas. Lines
// that begin with `- ` have words that say nothing, or phrases with commas between them; lines that begin
// with
// `! ` have two terms of which one is the opposite of the other, or one that turns round what stands with it.

/// The words of a text in small letters: letters and digits. An apostrophe parts none, and `'s` is left out.
std::vector<std::string> words_of(std::string_view text);

/// A word without plural, -ing, -ed and a last e: `knocked`, `knocks` and `knocking` are `knock`. Not always
/// a word of English, but the same for each form.
std::string stem_of(std::string word);

class SameWords {
 public:
  /// Another name for a term; of two phrases that begin alike the longer one is looked for first.
  void add(const std::vector<std::string>& phrase, const std::string& term);
  void add_idle(const std::string& word);

  /// Phrases that say nothing have the empty term.
  bool has(const std::vector<std::string>& phrase) const;
  /// `second` empty: the first turns round what it stands with.
  void add_opposites(const std::string& first, const std::string& second);
  /// Words in the form in which they were given, those that say nothing included.
  const std::set<std::string>& known() const { return known_; }

  /// The terms of these words, in their order.
  std::vector<std::string> terms_of(const std::vector<std::string>& words) const;

  /// True if what is said has the opposite of what is asked, and not that itself.
  bool contradict(const std::set<std::string>& asked, const std::set<std::string>& said) const;
  /// True if what is said has a word that turns it round, and what is asked has not.
  bool turned(const std::set<std::string>& asked, const std::set<std::string>& said) const;

 private:
  struct Phrase {
    std::vector<std::string> stems;
    std::string term;
  };

  std::map<std::string, std::vector<Phrase>> phrases_;  ///< by their first word, the longest first
  std::vector<std::pair<std::string, std::string>> opposites_;
  std::set<std::string> turning_;
  std::set<std::string> idle_;
  std::set<std::string> known_;
};

/// Mistakes in the text are added to `troubles`.
SameWords read_same_words(std::string_view text, std::vector<std::string>& troubles);

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
  std::vector<Recipe> games;    ///< wishes that a whole game grants: without rules, the name is the game's
  std::vector<Recipe> unmet;    ///< wishes that nothing here grants; `note`: why, or what comes nearest
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

/// One rule file out of several recipes.
struct JoinedRecipes {
  std::string rules;                  ///< a whole rule file
  std::vector<std::string> troubles;  ///< contradictions of two recipes; not empty: there are no rules
};

/// Lines that two of them share stand there once; lists of rules follow each other
/// (tools/format/merge_rules.h). It does not look at what rules mean: if two recipes do not suit each other
/// for another reason, a check of the whole reports it.
JoinedRecipes join_recipes(std::span<const Recipe> recipes);

/// The same, put into a rule file of this name that is there already.
JoinedRecipes put_recipes(const std::string& text, const std::string& file, std::span<const Recipe> recipes);

}  // namespace roundhouse::dsl
