#pragma once
// The tables at which a bundled variant can be played: its numbers of players, the values of its options one
// at a time, and options set together at random.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/check/check.h"
#include "engine/rules.h"

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
  std::optional<engine::Rules> program;  ///< absent where options or players do not go together
};
SetTable set_up(const VariantTable& table);

/// Random tables that the checker accepts: of the options about every other is set, to any of its values.
struct Combination {
  VariantTable table;
  SetTable set;
};
struct Combinations {
  std::vector<Combination> accepted;
  int refused = 0;  ///< tables tried that the checker does not accept
};
Combinations combinations_of(const std::string& variant, std::size_t wanted, std::uint64_t seed);

}  // namespace roundhouse::tests
