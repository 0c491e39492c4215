#pragma once
// Acts that a ruling says could have been done, each by itself.

#include <string>
#include <vector>

#include "engine/rules.h"

namespace roundhouse::tests {

/// `9-?>Joe` is each of `9-0>Joe`, `9-1>Joe` and so on; `bid 1 to 3` each of three acts.
std::vector<std::string> filled_in(const engine::Rules& program, const std::string& act);

}  // namespace roundhouse::tests
