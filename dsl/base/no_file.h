#pragma once
// The place of a complaint that has none: about a file that could not be read. It is shown without an
// excerpt.

#include "dsl/base/span.h"

namespace roundhouse::dsl {

/// No SourceMap has so many files.
inline constexpr FileId no_file{0xFFFFFFFF};

}  // namespace roundhouse::dsl
