#pragma once
// Of which rules is this the hash? A hash alone says nothing about the rules it was taken over; but where
// they differ from known ones in one option only, trying that out tells.

#include <optional>
#include <string>
#include <string_view>

#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

/// The one change of an option that gives these rules the hash, or its first digits: "double_blank=50",
/// "deal=14 for 4 players" (a cell of a table). Absent: no such change does.
std::optional<std::string> option_behind_hash(const CheckedRules& rules, std::string_view hash);

}  // namespace roundhouse::dsl
