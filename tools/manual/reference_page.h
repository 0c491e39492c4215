#pragma once
// The vocabulary as a page for readers: types, words with their members, acts, events, effects and the laws
// of every train game, printed from the tables.

#include <string>

namespace roundhouse::dsl {

/// Markdown; ends in a newline.
std::string write_reference_page();

}  // namespace roundhouse::dsl
