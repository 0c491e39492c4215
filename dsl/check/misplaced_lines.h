#pragma once
// Finds lines that are whole by themselves and stand at the wrong depth: keys beside the block that they
// belong to, rules without their dashes. One complaint reports all of them, with the lines moved.

#include <string_view>
#include <vector>

#include "dsl/check/findings.h"
#include "dsl/syntax/yaml_tree.h"

namespace roundhouse::dsl {

/// Reports keys of a file that were to stand below the empty block before them: none is `known`, and nothing
/// else can be said of them. Complains once for each block. Returns the entries reported, block and keys.
std::vector<const YamlEntry*> report_unindented(const YamlNode& file, std::string_view text,
                                                const std::vector<std::string_view>& known,
                                                Findings& findings);

/// Adds to the complaint that `rules` is a map how its rows would stand as a list.
void propose_rows(const YamlNode& block, std::string_view text, Findings& findings);

}  // namespace roundhouse::dsl
