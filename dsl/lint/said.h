#pragma once
// A sentence of a rule as a checker hears it.

#include <string>
#include <string_view>
#include <vector>

namespace roundhouse::dsl {

/// In small letters. Hyphens part words as blanks do; any other sign leaves an empty word between what it
/// parts, so that "two, tiles" is not "two tiles".
std::vector<std::string> words_said(std::string_view sentence);

}  // namespace roundhouse::dsl
