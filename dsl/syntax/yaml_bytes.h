#pragma once
// The first look at a file, before anybody speaks of YAML: is it a text at all, and a small one?

#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"

namespace roundhouse::dsl {

/// Size, UTF-8, control characters, line endings. At most one complaint: what is wrong here is wrong all
/// over.
Diagnostics check_bytes(const SourceMap& sources, FileId file);

}  // namespace roundhouse::dsl
