#pragma once
// The written form of a text in a rule file: bare, in quotes, or folded over several lines.

#include <string>
#include <string_view>
#include <vector>

#include "dsl/syntax/yaml_tree.h"

namespace roundhouse::dsl {

enum class ScalarContext : std::uint8_t { key, block, flow };

/// On one line: bare where YAML reads it as it is, else in quotes. `key`: whose value it is; a text in quotes
/// that would be a number, a truth value or a name of YAML's without them keeps them.
std::string one_line_scalar(const YamlNode& scalar, const std::string& text, std::string_view key,
                            ScalarContext place);

/// The words of a text in lines of at most `width` characters, one at least in each.
std::vector<std::string> wrap_words(std::string_view text, std::size_t width);

/// True if the text folded over lines is read as it is: single spaces between words, none at its ends, one
/// line.
bool can_be_folded(std::string_view text);

}  // namespace roundhouse::dsl
