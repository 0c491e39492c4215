#pragma once

extern "C" void __asan_init() __attribute__((weak));  // NOLINT(bugprone-reserved-identifier)

namespace roundhouse::tests {

/// True in a program of which at least some libraries run under the address sanitizer: they take their own
/// time.
inline bool is_sanitized() { return __asan_init != nullptr; }

}  // namespace roundhouse::tests
