#pragma once
// Every benchmark begins with this: a bundled variant, checked. Throws where that fails, for nothing could be
// measured then.

#include <filesystem>
#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"

namespace roundhouse::bench {

std::filesystem::path source_folder();

/// The bundled variants, sorted.
std::vector<std::string> variants();

/// The paths of the rule sets in bench/rules/, sorted: games of our own making, each unlike the bundled ones
/// in a way of its own.
std::vector<std::string> own_rule_sets();

/// `variant`: a bundled name or the path of a file.
dsl::CheckedRules checked(const std::string& variant);

}  // namespace roundhouse::bench
