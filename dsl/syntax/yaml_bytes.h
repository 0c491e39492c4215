#pragma once
// Checks, before YAML is scanned, that a file is text and small enough.

#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"

namespace roundhouse::dsl {

/// Size, UTF-8, control characters, line endings. At most one complaint: what is wrong here is wrong all
/// over.
Diagnostics check_bytes(const SourceMap& sources, FileId file);

}  // namespace roundhouse::dsl
