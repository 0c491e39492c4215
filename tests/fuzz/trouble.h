#pragma once
// Questions that several targets ask of what they read.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/diagnostic.h"

namespace roundhouse::tests {

/// Every complaint has a code and a sentence, and lies in the text of that file.
std::string trouble_with_complaints(const dsl::Diagnostics& diagnostics, dsl::FileId file, std::size_t size);

/// The files below a folder of the project with one of these endings, as texts, in the order of their names.
std::vector<std::string> texts_under(const std::string& folder, const std::vector<std::string>& endings,
                                     std::size_t longest);

}  // namespace roundhouse::tests
