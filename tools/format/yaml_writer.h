#pragma once
// Trees as the text of a rule file. What is made is laid out by format_rules afterwards; here it is enough
// that it is read again as it was.

#include <string>
#include <string_view>
#include <vector>

#include "dsl/syntax/yaml_tree.h"

namespace roundhouse::dsl {

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
