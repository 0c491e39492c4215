#pragma once
// One thing of a rule set put back to what it is in another, all else left as it is: what this thing alone
// does shows where the two part.

#include <optional>
#include <string>

#include "dsl/check/checked_rules.h"
#include "tools/differences/differences.h"

namespace roundhouse::dsl {

/// The rules with the row or word of this difference as it is in `other`, which is the same file with another
/// value of an option. Absent: it is no row and no word of both.
std::optional<CheckedRules> put_back(const CheckedRules& rules, const CheckedRules& other,
                                     const Difference& made);

/// The rules with the rows of this id never in force. Those of an act bear its name.
CheckedRules without_rows(const CheckedRules& rules, const std::string& id);

/// The text without the entry of a rule file that begins there: whole lines, and the key above them if
/// nothing else stands below it. Absent: something else stands on its line.
std::optional<std::string> without_entry(const std::string& text, Span entry);

}  // namespace roundhouse::dsl
