#pragma once
// Comments that allow what the lint warns of, for a text that a program has written out of other files.

#include <functional>
#include <string>
#include <string_view>

#include "dsl/base/diagnostic.h"

namespace roundhouse::dsl {

/// Returns the rule file with a comment above each entry that is warned of, but for what is `known`, and
/// without comments that allow nothing. `look` gives the findings in a text, which has the number 0.
std::string settle_allows(std::string text, std::string_view because, const Diagnostics& known,
                          const std::function<Diagnostics(const std::string& text)>& look);

}  // namespace roundhouse::dsl
