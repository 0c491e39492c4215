#pragma once
// The changes of `lint --fix` to a file of the user's. The command writes it, or shows what it would do.

#include <string>

#include "dsl/base/diagnostic.h"
#include "dsl/base/text_file.h"
#include "tools/lint/fix.h"

namespace roundhouse::cli {

/// A rule file of the user's, mended as far as that is safe; nothing is written yet.
struct MendedFile {
  std::string trouble;  ///< not empty: there is no such file to be mended, and why
  std::string before;   ///< the text of the file
  dsl::Fixed fixed;
  bool changed() const { return trouble.empty() && fixed.text != before; }
};
MendedFile mend_file(const std::string& file, const dsl::ReadingBounds& bounds);

/// One line: which slip was mended.
std::string mended_line(const std::string& file, const dsl::Diagnostic& cured);

}  // namespace roundhouse::cli
