#pragma once
// Reduces a player's question to terms, whichever words it is put in: words are taken as English bends them
// (plural, -ing, -ed), words and phrases that mean the same are one term, and words that say nothing are left
// out. Which words mean the same is data: `recipes/synonyms.list`, a group a line, separated by commas; the
// line that begins with `- ` has the words that say nothing.

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace roundhouse::dsl {

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

  bool has(const std::vector<std::string>& phrase) const;
  /// Words in the form in which they were given, those that say nothing included.
  const std::set<std::string>& known() const { return known_; }

  /// The terms of these words, in their order.
  std::vector<std::string> terms_of(const std::vector<std::string>& words) const;

 private:
  struct Phrase {
    std::vector<std::string> stems;
    std::string term;
  };

  std::map<std::string, std::vector<Phrase>> phrases_;  ///< by their first word, the longest first
  std::set<std::string> idle_;
  std::set<std::string> known_;
};

/// Mistakes in the text are added to `troubles`.
SameWords read_same_words(std::string_view text, std::vector<std::string>& troubles);

}  // namespace roundhouse::dsl
