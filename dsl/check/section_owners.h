#pragma once
// The owners of the sections that the files of a chain cite. A section belongs to the file that lists it
// under `sources`; one of a bundled sheet to the topmost ancestor that cites anything of this sheet, because
// younger files have it from there.

#include <vector>

#include "dsl/base/citation.h"
#include "dsl/check/draft.h"
#include "dsl/check/load_chain.h"

namespace roundhouse::dsl {

/// The sections that the rows and entries of one file name with `from`, with their places.
std::vector<Named> cited_sections(const Draft& draft);

/// The sections that are a parent's, sorted by id, each once. `files`: the youngest first, their drafts not
/// yet laid over each other.
std::vector<Citation> sections_of_parents(const std::vector<LoadedFile>& files);

}  // namespace roundhouse::dsl
