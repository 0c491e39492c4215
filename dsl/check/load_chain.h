#pragma once
// A variant file and those it extends, read and parsed, the file itself first. Stops at a file that
// cannot be read, extends itself, or is one too many; the files read until then are given all the same.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dsl/base/citation.h"
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

// Overlays a child on its parent and reports conflicts. Options, words, facts, trains and acts are merged by
// entry, setup and match by key, rows by id. Conflicts are values for options that are not there, `none` and
// `remove` of what is not there, and rows that change their shape.

/// Lays `child` over `base`, which is what its parents made together (or nothing).
void lay_over(Draft& base, Draft child, Findings& findings);

using NameSet = std::set<std::string, std::less<>>;
/// Returns all that an exception or `carries` can name.
NameSet all_names(const Draft& draft);

/// Complains about names that mean two things in one file, in the finished draft.
void check_names(Draft& draft, Findings& findings);

// The owners of the sections that the files of a chain cite. A section belongs to the file that lists it
// under `sources`; one of a bundled sheet to the topmost ancestor that cites anything of this sheet, because
// younger files have it from there.

/// The sections that the rows and entries of one file name with `from`, with their places.
std::vector<Named> cited_sections(const Draft& draft);

/// The sections that are a parent's, sorted by id, each once. `files`: the youngest first, their drafts not
/// yet laid over each other.
std::vector<Citation> sections_of_parents(const std::vector<LoadedFile>& files);

}  // namespace roundhouse::dsl
