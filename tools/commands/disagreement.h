#pragma once
// `diff --record`: a shortest record of which two rule sets say different things.

#include <optional>
#include <string>
#include <vector>

#include "dsl/base/text_file.h"
#include "dsl/check/checked_rules.h"

namespace roundhouse::cli {

struct DiffSide {
  std::string title;  ///< as the heading of the differences has it
  const std::string& file;
  std::vector<std::string> settings;
  const dsl::CheckedRules& rules;
};

/// Prints it, or that none was found and where it was looked for.
void show_disagreement(const DiffSide& left, const DiffSide& right, std::optional<int> players, bool json,
                       const dsl::ReadingBounds& bounds);

}  // namespace roundhouse::cli
