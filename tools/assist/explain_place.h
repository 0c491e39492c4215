#pragma once
// Explains what stands at a place of a rule file: its kind and type, its meaning, and its sentence under the
// options in force. In Markdown, as editors show it.

#include <optional>
#include <string>

#include "tools/assist/rule_view.h"

namespace roundhouse::dsl {

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
