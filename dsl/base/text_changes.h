#pragma once
// A file of changes from one text to another in the form that `diff -u` writes. Old editions of bundled games
// are kept as the changes that lead back to them.

#include <optional>
#include <string>
#include <string_view>

namespace roundhouse::dsl {

/// Returns the text with the changes made; nullopt where they do not fit, or are no changes. Each block is
/// looked for where it says and, if the text has moved since, where it stands next behind the block before.
std::optional<std::string> with_changes(std::string_view text, std::string_view changes);

}  // namespace roundhouse::dsl
