#pragma once
// tests/rules/<variant>/<rule>.cases: short records and what the referee says of them. A case is
//
//   == legal: a sentence about what it shows
//   == illegal closed-train 12.2: another player's unmarked train
//   == legal; advice should-knock 12.1: ...
//   == legal; wrong score Ben 4 for 54: ...
//   == legal [SR-S1 SR-X5]: what sections of the variant's document it shows
//   == legal; standing Ann 1 Ben 2; match over: how the match stands after the record
//   == illegal false-claim; also round-over 7.1: the breaches that are found behind the first, too
//   == refused: these rules are not for so many players
//
// followed by a record. A record without a [variant] line is played by the folder's variant.

#include <iosfwd>
#include <string>
#include <vector>

#include "tests/support/alterations.h"

namespace roundhouse::tests {

struct RuleCase {
  std::string variant;   ///< the folder
  std::string rule;      ///< the file
  std::string expected;  ///< "illegal closed-train 12.2"
  std::vector<std::string> sections;
  std::string title;
  std::string record;
  std::string rules{};  ///< the text of the variant, where it is not a bundled one
  std::string file{};   ///< where the record lies, if it names its variant by a path from there
};

/// The cases of one text, whose records are played by `variant` where they say nothing else.
std::vector<RuleCase> read_cases(std::istream& stream, const std::string& variant, const std::string& rule);

std::vector<RuleCase> read_rule_cases(const std::string& variant);

/// The referee's answer to the record, in the words of a case, under rules that were altered first.
std::string outcome_of(const RuleCase& one, const Alteration& alteration = {});

}  // namespace roundhouse::tests
