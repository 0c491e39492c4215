#pragma once
// Pages for readers that are printed from tables and recipes: the build writes them into build/share/doc,
// where links in docs/ lead.

#include <map>
#include <string>

namespace roundhouse::tests {

/// Markdown, by the name of the file. Throws std::logic_error where the recipes cannot be read.
std::map<std::string, std::string> printed_pages();

}  // namespace roundhouse::tests
