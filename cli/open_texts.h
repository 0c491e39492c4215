#pragma once
// Texts that stand in for files: what an editor has open and nobody has saved yet.

#include "dsl/check/check.h"
#include "replay/record_loading/loaded_record.h"

namespace roundhouse::cli {

using replay::OpenTexts;

/// Reads open texts instead of the files whose names they bear, and all others by `files`.
dsl::VariantReader over_files(OpenTexts open, dsl::VariantReader files);

}  // namespace roundhouse::cli
