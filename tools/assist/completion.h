#pragma once
// Completions at a place of a rule file: keys, words, names of the chain, members.

#include <string>
#include <string_view>
#include <vector>

#include "tools/assist/rule_view.h"

namespace roundhouse::dsl {

struct Completion {
  /// The nearest to the place first: keys and the words that only this value may be, then names.
  enum class Kind : std::uint8_t { key, choice, member, name, word, operation };
  std::string label;
  Kind kind = Kind::key;
  std::string detail;  ///< of what kind and type it is
  std::string about;   ///< a sentence; may be empty
};

struct Completions {
  std::size_t begin = 0;  ///< the begin of the text to be replaced
  std::size_t end = 0;
  std::vector<Completion> items;
};

/// `view`: of this file, or of an earlier text of it; nullptr: nothing is known of names. `variants`: what a
/// file may extend.
Completions complete(std::string_view text, std::size_t offset, const RuleView* view,
                     const std::vector<std::string>& variants);

/// The type of what stands before the dot at the end of an expression; none: not known. `it`: of the word's
/// owner.
Type receiver_type(std::string_view expression, const ChainNames& names, Type it);
/// The type named by `of` in the word under which a place stands.
Type owner_in(std::string_view text, const std::vector<std::string>& path, const ChainNames& names);

}  // namespace roundhouse::dsl
