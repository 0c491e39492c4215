#pragma once
// Entries put into a rule file that is there already, as a person would: a key that the file has not goes
// below the others, an entry of a map and a row of a list behind those that are there. All else stays as it
// is written, with its comments. It knows no parents, and does not look at what rules mean.

#include <string>
#include <string_view>
#include <vector>

namespace roundhouse::dsl {

/// How a value is put in that both say differently.
enum class BothSay : std::uint8_t { clash, replace };

struct MergedRules {
  std::string text;  ///< in the usual layout where the file was in it
  std::vector<std::string>
      clashes;            ///< what both say differently: `options: draws`, `rules: id: closed-train`
  std::string trouble{};  ///< why there is no text: one of them is no map of YAML
};

/// Rows are put together only at the top: elsewhere the order of a list means something, so two that differ
/// are two values. A table by players or rounds is one value.
MergedRules merge_rules(std::string_view text, std::string_view more, BothSay both_say);

}  // namespace roundhouse::dsl
