#pragma once
// The rules of a file and its parents as the text of one file, as `freeze` prints it.

#include <string>

#include "cli/load.h"
#include "dsl/base/diagnostic.h"

namespace roundhouse::cli {

struct FrozenFile {
  std::string text;              ///< empty where the rules have errors
  dsl::Diagnostics diagnostics;  ///< of the rules, places in the sources that were given
};

/// Freezes rules that the user names. The lint says of the text what it says of the rules, and no more.
FrozenFile frozen_file(dsl::SourceMap& sources, const RulesWish& wish);

}  // namespace roundhouse::cli
