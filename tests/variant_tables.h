#pragma once
// The tables at which a bundled variant can be played: its numbers of players, and one at a time the values
// of its options.

#include <optional>
#include <string>
#include <vector>

#include "dsl/check/check.h"
#include "dsl/program.h"

namespace roundhouse::tests {

/// No setting at all, then every option by itself at each value worth trying: both truths, each choice, the
/// ends and the middle of a range.
std::vector<std::vector<dsl::OptionSetting>> settings_of(const dsl::CheckedRules& rules);

/// One way of playing a variant.
struct VariantTable {
  std::string variant;
  std::vector<dsl::OptionSetting> settings;
  int players = 2;

  std::string text() const;
};

/// The default at every number of players; then every value of each truth and choice, and the ends and the
/// middle of each range, each at one of these numbers.
std::vector<VariantTable> tables_of(const std::string& variant);

struct SetTable {
  dsl::CheckedRules rules;
  std::optional<dsl::Program> program;  ///< absent where options or players do not go together
};
SetTable set_up(const VariantTable& table);

}  // namespace roundhouse::tests
