#pragma once
// The sections of documents by which a row or value binds.

#include <string>
#include <vector>

#include "dsl/base/citation.h"
#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

/// The section, with the parent that it belongs to, if any.
Citation citation_of(const CheckedRules& rules, const std::string& section);

/// The sections of a row or value: those it cites and those that `carries` gives to it.
std::vector<Citation> sections_of(const CheckedRules& rules, const std::string& name,
                                  const std::vector<std::string>& from);

}  // namespace roundhouse::dsl
