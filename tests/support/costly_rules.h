#pragma once
// Rule files, all within the limits of the language, that take long or much memory where something that is
// made of them grows faster than they do.

#include <string>
#include <vector>

namespace roundhouse::tests {

struct CostlyRules {
  std::string name;  ///< what there is much of
  std::string yaml;
};

/// `rows` of 0 to 1,900: fewer make the same shapes small enough to be played by the slow reading.
std::vector<CostlyRules> costly_rules(int rows);

/// So many rows that follow of a lay, each on a condition of its own.
std::string rows_after_lays(int rows);

}  // namespace roundhouse::tests
