#pragma once
// What two texts differ in, as `diff -u` shows it.

#include <string>
#include <string_view>

namespace roundhouse::cli {

/// Empty where they are the same. `name`: of the file that both are.
std::string unified_diff(std::string_view name, std::string_view before, std::string_view after);

}  // namespace roundhouse::cli
