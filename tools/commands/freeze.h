#pragma once
// The rules of a file and its parents as the text of one file, as `freeze` prints it.

#include <filesystem>
#include <string>

#include "cli/load.h"
#include "dsl/base/diagnostic.h"

namespace roundhouse::cli {

struct FrozenFile {
  std::string text;              ///< empty where the rules have errors
  dsl::Diagnostics diagnostics;  ///< of the rules, places in the sources that were given
  std::string trouble{};         ///< why there is no text though the rules have no errors
};

/// Freezes rules that the user names. The lint says of the text what it says of the rules, and no more.
FrozenFile frozen_file(dsl::SourceMap& sources, const RulesWish& wish);

/// Writes the frozen rules beside the records that are made by them, under a name by which they are found
/// again: `family@0123456789ab.yaml`, with digits of their hash. What is there already stays. Returns why
/// not, or nothing.
std::string keep_rules(const RulesWish& wish, const std::filesystem::path& folder, const std::string& hash);

}  // namespace roundhouse::cli
