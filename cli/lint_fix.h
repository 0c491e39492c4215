#pragma once
// `lint --fix`: fixes the file itself, or shows what it would do.

#include <string>
#include <vector>

#include "dsl/base/source.h"
#include "dsl/base/text_file.h"
#include "dsl/lint/analyze.h"
#include "dsl/lint/fix.h"

namespace roundhouse::cli {

/// A rule file of the user's, mended as far as that is safe; nothing is written yet.
struct MendedFile {
  std::string trouble;  ///< not empty: there is no such file to be mended, and why
  std::string before;   ///< the text of the file
  dsl::Fixed fixed;
  bool changed() const { return trouble.empty() && fixed.text != before; }
};
MendedFile mend_file(const std::string& file, const dsl::ReadingBounds& bounds);

/// All that is found in `file`. `asked` gets the paths of all files that were asked for, those that are not
/// there included.
dsl::Analysis look_at_file(dsl::SourceMap& sources, const std::string& file, const dsl::ReadingBounds& bounds,
                           std::vector<std::string>* asked = nullptr);

/// One line: which slip was mended.
std::string mended_line(const std::string& file, const dsl::Diagnostic& cured);

}  // namespace roundhouse::cli
