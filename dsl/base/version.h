#pragma once
// The two versions that users meet: of the language that variant files are written in, and of this program.

#include <string_view>

namespace roundhouse::dsl {

/// The number that a variant file states with `roundhouse: 1`. Grows when old files would no longer mean the
/// same.
inline constexpr int language_version = 1;

/// As the build names it, such as "0.1.0".
std::string_view program_version();

}  // namespace roundhouse::dsl
