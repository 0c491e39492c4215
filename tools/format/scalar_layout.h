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

// The spaces within a condition or within effects. Brackets, words and the order stay as they are written.

/// One line of an expression with the usual spaces: one on each side of an operator, none inside brackets or
/// around dots. `before`: what stands in the lines above it. What is no expression stays as it is, but for
/// blanks at its ends.
std::string lay_out_expression(std::string_view line, std::string_view before = {});

/// True if words and signs are the same, whatever blanks stand between them.
bool same_tokens(std::string_view one, std::string_view other);

// Trees as the text of a rule file. What is made is laid out by format_rules afterwards; here it is enough
// that it is read again as it was.

YamlNode bare_node(std::string text);
/// In quotes where it would be read as something else.
YamlNode text_node(std::string text);
/// One by itself, several as a list.
YamlNode list_node(const std::vector<std::string>& names);
YamlNode map_node();
/// Adds an entry to a map.
void put_under(YamlNode& map, std::string_view key, YamlNode value);

/// One entry of a map of so deep a block, with its lines.
std::string write_entry(std::string_view key, const YamlNode& value, std::size_t indent);
/// One item of a list: `- ` and its lines.
std::string write_item(const YamlNode& value, std::size_t indent);

}  // namespace roundhouse::dsl
