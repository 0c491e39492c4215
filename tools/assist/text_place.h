#pragma once
// Finds the place of a cursor in a rule file from lines and indentation alone: while somebody types, the file
// is rarely in order and has no tree.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/vocabulary/keys.h"
#include "tools/assist/rule_view.h"

namespace roundhouse::dsl {

struct TextPlace {
  std::vector<std::string> path;    ///< the keys above, from the top; "-" for an item of a list
  Standing standing;                ///< of the value at that path
  bool at_key = false;              ///< a key is, or could be, written here
  std::vector<std::string> beside;  ///< at a key: the other keys of the same map
  std::string before;  ///< of a value: what stands of it in front of the cursor, its lines joined by spaces
  std::string word;    ///< the word that the cursor stands in or behind, as far as it goes
  std::size_t begin = 0;  ///< of that word in the text
  std::size_t end = 0;    ///< and where it ends, behind the cursor
};

TextPlace place_in_text(std::string_view text, std::size_t offset);

/// Explains what stands at a place of a rule file: its kind and type, its meaning, and its sentence under the
/// options in force. In Markdown, as editors show it.
struct PlaceExplanation {
  std::size_t begin = 0;  ///< of the text that is explained
  std::size_t end = 0;
  std::string text;
};

/// Absent: there is nothing to say of it. `earlier`: an earlier text of the file that was in order, which
/// says what names mean while this one is not; nullptr: there is none.
std::optional<PlaceExplanation> explain_place(std::string_view text, std::size_t offset, const RuleView& view,
                                              const RuleView* earlier = nullptr);

}  // namespace roundhouse::dsl
