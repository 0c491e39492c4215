#pragma once
// 'Did you mean': the name nearest to a misspelt one.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace roundhouse::dsl {

/// Edit distance with transpositions (Damerau, optimal string alignment), over bytes, case ignored.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate with the least distance, if that is at most a third of the longer length (at least
/// 1, at most 3); of equal ones the first. `_` and `-` count as the same letter.
std::optional<std::string> nearest_name(std::string_view misspelt, std::span<const std::string> candidates);

/// All that are as near as that, the nearest first, of equal ones in their order; so many at most.
std::vector<std::string> nearest_names(std::string_view misspelt, std::span<const std::string> candidates,
                                       std::size_t most);

/// "one of a, b and c"; "a"; used in "expected ..." texts.
std::string list_names(std::span<const std::string> names);

}  // namespace roundhouse::dsl
