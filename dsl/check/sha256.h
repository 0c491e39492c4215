#pragma once
// SHA-256 (FIPS 180-4). Small enough to own: a library for one hash a file would be a heavy guest.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace roundhouse::dsl {

using Sha256 = std::array<std::uint8_t, 32>;

Sha256 sha256_bytes(std::string_view bytes);
/// The same in hexadecimal digits.
std::string in_digits(const Sha256& digest);
/// 64 hexadecimal digits, small letters.
std::string sha256(std::string_view bytes);

}  // namespace roundhouse::dsl
