#pragma once
// Programs of others with which ours are tried.

#include <string>

namespace roundhouse::tests {

/// True if there is such a program. `./dev test` installs what is needed, so that there a missing one is a
/// failure; other ways of running the tests warn of what is not tried.
bool is_installed(const std::string& program);

}  // namespace roundhouse::tests
