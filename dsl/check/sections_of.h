#pragma once
// The sections of documents by which a row or value binds.

#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

/// The sections of a row or value: those it cites and those that `carries` gives to it.
std::vector<std::string> sections_of(const CheckedRules& rules, const std::string& name,
                                     const std::vector<std::string>& from);

}  // namespace roundhouse::dsl
