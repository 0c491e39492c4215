#pragma once
// Two texts as a unified diff, as `diff -u` and `patch` have it.

#include <string>
#include <string_view>

namespace roundhouse::cli {

/// Empty where they are the same. Three lines stand round each change.
std::string unified_diff(std::string_view name, std::string_view before, std::string_view after);

}  // namespace roundhouse::cli
