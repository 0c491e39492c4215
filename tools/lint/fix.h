#pragma once
// `lint --fix`: puts into a rule file what has one safe cure, and nothing else. A cure is a text that a
// complaint proposes; it is safe if its code stands in the table of fix.cpp, if it is the only one that fixes
// it, and if the file has fewer findings with it, and no new error. Every byte besides stays as it is.

#include <functional>
#include <string>

#include "dsl/base/diagnostic.h"

namespace roundhouse::dsl {

/// The findings in the text, were it the file; places in it have the file id `file` of fix_text.
using FindAgain = std::function<Diagnostics(const std::string& text)>;

struct Fixed {
  std::string text;
  Diagnostics cured;  ///< in the order in which they were mended; places are those of the text at that time
  Diagnostics left;   ///< findings left in `text`
  std::size_t before = 0;  ///< the number of findings that there were
};

/// Applies fixes that lie apart together, then the rest one by one. Without a change that leaves fewer
/// findings the text is as it was.
Fixed fix_text(const std::string& text, FileId file, const FindAgain& find);

}  // namespace roundhouse::dsl
