#pragma once
// SHA-256 (FIPS 180-4). Small enough to own: a library for one hash a file would be a heavy guest.

#include <string>
#include <string_view>

namespace roundhouse::dsl {

/// 64 hexadecimal digits, small letters.
std::string sha256(std::string_view bytes);

}  // namespace roundhouse::dsl
