#pragma once
// The rules of a file as they are played on a small set: by settings where the size of the set and the deal
// are options, else by a rule file of its own that extends it.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/load.h"
#include "tools/prove/small_set.h"

namespace roundhouse::cli {

struct SmallTable {
  std::unique_ptr<dsl::SourceMap> sources = std::make_unique<dsl::SourceMap>();
  dsl::CheckedRules rules;
  replay::SmallSet small;
  std::vector<std::string> settings;  ///< that make it so, after those of the wish
  std::string child;                  ///< or the text of a rule file that does
};

/// `wish`: the file and what is set for it. `parent`: how the child's text is to name the file. Absent: these
/// rules cannot be played so.
std::optional<SmallTable> small_table(const std::string& file, const std::vector<std::string>& wished,
                                      const dsl::ReadingBounds& bounds, const dsl::CheckedRules& rules,
                                      const replay::SmallSet& small, const std::string& parent,
                                      const std::string& child_name);

}  // namespace roundhouse::cli
