#pragma once
// The bundled recipes as a page for readers, each with its lines, a record that they allow and one that they
// do not.

#include <string>

namespace roundhouse::tests {

/// Markdown; ends in a newline. Throws std::logic_error where the recipes cannot be read.
std::string recipe_page();

}  // namespace roundhouse::tests
