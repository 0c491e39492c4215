#pragma once
// tests/rules/<variant>/<rule>.cases: short records and what the referee says of them. A case is
//
//   == legal: a sentence about what it shows
//   == illegal closed-train 12.2: another player's unmarked train
//   == legal; advice should-knock 12.1: ...
//   == legal; wrong score Ben 4 for 54: ...
//
// followed by a record. A record without a [variant] line is played by the folder's variant.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/check/checked_rules.h"

namespace roundhouse::tests {

struct RuleCase {
  std::string variant;   ///< the folder
  std::string rule;      ///< the file
  std::string expected;  ///< "illegal closed-train 12.2"
  std::string title;
  std::string record;
};

std::vector<RuleCase> read_rule_cases(const std::string& variant);

/// What the referee says of the record, in the words of a case; `spoil` may change the checked rules first.
std::string outcome_of(const RuleCase& one, const std::function<void(dsl::CheckedRules&)>& spoil = {});

}  // namespace roundhouse::tests
