#pragma once
// The places in the file of the bytes of a decoded scalar. The YAML library decodes and knows where a scalar
// starts; this follows its text through quotes, escapes, folded lines and indentation to find the rest.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/syntax/yaml_tree.h"

namespace roundhouse::dsl {

struct ScalarOrigin {
  ScalarStyle style = ScalarStyle::plain;
  std::uint32_t begin = 0;  ///< of the node's text: of a block its first line, not the `|`
  std::uint32_t end = 0;
  std::vector<std::uint32_t> origin;  ///< as YamlNode::origin
  bool exact = true;  ///< false: the text does not follow from the file (an error of the library or of ours)
};

/// `text` is the whole file, `start` where the library says that the scalar starts.
ScalarOrigin trace_scalar(std::string_view text, std::uint32_t start, std::string_view decoded);

}  // namespace roundhouse::dsl
