#pragma once
// tests/houses/<name>.house: one house rule, as players say it, as a rule file, and in short records.
//
//   The double blank counts fifty.
//   ---
//   roundhouse: 1
//   extends: train
//   ...
//   ---
//   == legal: with the double blank
//   ...
//
// The cases are those of rule_cases.h. Their records are played by the house, which they call `house`. The
// bundled recipes, in variants/recipes/, are houses, too, with other wordings below the sentence.

#include <string>
#include <vector>

#include "tests/support/rule_cases.h"

namespace roundhouse::tests {

struct House {
  std::string name;      ///< of the file
  std::string sentence;  ///< its first line
  std::string rules;     ///< the rule file
  std::string parent;    ///< the bundled variant that it extends
  std::vector<RuleCase> cases;
};

/// All of them, recipes included, by name. Throws std::logic_error with the name of a file that is not of
/// this form.
std::vector<House> read_houses();

/// The same record under the rules of the parent alone.
RuleCase under_parent(const House& house, const RuleCase& one);

}  // namespace roundhouse::tests
