#pragma once
// Texts that stand in for files: what an editor has open and nobody has saved yet.

#include <functional>
#include <string>

#include "dsl/check/check.h"

namespace roundhouse::cli {

/// The text of an open file by its path in plain form; nullptr: it is not open.
using OpenTexts = std::function<const std::string*(const std::string& path)>;

/// Reads open texts instead of the files whose names they bear, and all others by `files`.
dsl::VariantReader over_files(OpenTexts open, dsl::VariantReader files);

}  // namespace roundhouse::cli
