#pragma once
// Near misses of a complaint: rule files that look like its bad file and are right, so that it has to be
// silent about each. They stand in the file `near.cases` of the folder of its code, in tests/lint/<code>/ and
// tests/check/<code>/:
//
//   roundhouse: 1                  what stands before the first case stands on top of each case that has
//   name: A family's game          no line `roundhouse: 1` of its own
//   extends: train
//   --- twelve pips are in the set
//   rules:
//     ...
//   --- the tile is not asked about, only its end
//   roundhouse: 1
//   ...
//
// The line of a case begins with `--- `, and says in what it differs from a hit.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "dsl/check/check.h"

namespace roundhouse::tests {

/// What a folder that has near misses has to have of them.
constexpr std::size_t least_near_misses = 10;

struct NearMiss {
  std::string name;  ///< what stands behind the `---`
  std::string text;  ///< the whole rule file
  int line = 0;      ///< of the `---`
};

/// The cases of `near.cases` in this folder; empty where there is no such file. Throws std::runtime_error
/// where a case has no name or two have the same.
std::vector<NearMiss> near_misses(const std::filesystem::path& folder);

/// Reads `near` as this text, anything else from the folder or, if it is not there, from the bundled
/// variants.
dsl::VariantReader reader_of(const std::filesystem::path& folder, std::string near = {});

}  // namespace roundhouse::tests
