#pragma once
// A variant file and those it extends, read and parsed, the file itself first. Stops at a file that
// cannot be read, extends itself, or is one too many; the files read until then are given all the same.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dsl/check/check.h"
#include "dsl/check/draft.h"
#include "dsl/check/findings.h"

namespace roundhouse::dsl {

struct LoadedFile {
  std::string name;                ///< canonical, from the reader
  std::unique_ptr<YamlNode> tree;  ///< the tree that the draft points into
  Draft draft;
  std::int32_t edition = 0;  ///< of a bundled game; else 0
  bool is_bundled() const { return edition > 0; }
};

struct Chain {
  std::vector<LoadedFile> files;
  std::optional<UsedEdition> edition;  ///< where a file extends a bundled game
  bool whole = true;  ///< no parent is missing, so that an unknown name is the file's own fault
};

Chain load_chain(SourceMap& sources, const VariantReader& reader, const CheckInput& input,
                 Findings& findings);

}  // namespace roundhouse::dsl
