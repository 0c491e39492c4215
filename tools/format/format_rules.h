#pragma once
// The canonical layout of rule files. It changes blanks, quotes and line ends, never a word, a sentence or a
// comment, and what it gives is read again and held against what was there. It knows no parents: a file is
// laid out by itself.
//
// Two spaces a level, lists one level below their key, `{ a: 1 }` and `[a, b]`, the usual spaces in
// conditions, quotes only where YAML needs them, no more than one empty line, comments beside lines in one
// column where the lines follow each other. What is wider than `format_width` goes on in the next line.

#include <cstddef>
#include <string>

#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"

namespace roundhouse::dsl {

/// In characters. Wider are only words that have no space in them, and comments.
constexpr std::size_t format_width = 120;

struct Formatted {
  std::string text;         ///< empty where the file has errors of form
  Diagnostics diagnostics;  ///< of form: what can be said without looking at parents
  bool kept = false;        ///< the layout would have changed what it says, so the text is as it was
};

Formatted format_rules(const SourceMap& sources, FileId file);

}  // namespace roundhouse::dsl
