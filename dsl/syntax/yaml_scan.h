#pragma once
// The findings of the pre-scan of a file: the places of its scalars and comments, and the faults of its
// shape. It reads the part of YAML that variant files use, line by line and without recursion, so that
// nothing the YAML library would choke on gets through to it. It decodes nothing and builds no tree.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"
#include "dsl/syntax/yaml_codes.h"
#include "dsl/syntax/yaml_tree.h"

namespace roundhouse::dsl {

/// One scalar as written. Offsets are of the file; quotes and the `|` of a block belong to it.
struct ScannedScalar {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  ScalarStyle style = ScalarStyle::plain;
  bool key = false;
  bool flow = false;            ///< in { } or [ ]
  bool item = false;            ///< of a list in block style
  bool sentence = false;        ///< a text for people: the value of a sentence key, or an entry of `sources`
  bool refused = false;         ///< the brackets around it are refused already
  std::string_view owner = {};  ///< the nearest key above, whose value this is or belongs to
  /// The beginning of the comment that ends the scalar; 0: none does (no comment precedes every scalar).
  std::uint32_t comment = 0;
};

struct YamlScan {
  std::vector<ScannedScalar> scalars;  ///< in file order
  std::vector<Span> comments;          ///< from `#` to the end of the line, in file order
  Diagnostics diagnostics;
  /// The shape can be trusted: what is wrong, if anything, lies within single values.
  bool sound = true;
};

/// The text must be sound UTF-8 without control characters (check_bytes). Takes time in step with the text.
YamlScan scan_yaml(const SourceMap& sources, FileId file);

}  // namespace roundhouse::dsl
