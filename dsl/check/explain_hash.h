#pragma once
// Of which rules is this the hash? A hash alone says nothing about the rules it was taken over; but where
// they differ from known ones in one option only, trying that out tells.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

/// Bytes of printed rules that are hashed before giving up: half a second's work, and more than 5,000 values
/// of the bundled variants' size.
constexpr std::size_t most_hashed_bytes = 100'000'000;

struct HashExplanation {
  /// The one change of an option that gives these rules the hash, or its first digits: "double_blank=50",
  /// "deal=14 for 4 players" (a cell of a table). Absent: no change that was tried does.
  std::optional<std::string> change;
  bool all_tried = true;  ///< false: there were more values than the budget allowed
};

/// The hashes that rules have with one option changed: made once, asked for any number of hashes.
struct NearbyHashes {
  struct Changed {
    std::string hash;
    std::string change;
  };
  std::vector<Changed> changes;  ///< in the order of the options
  bool all_tried = true;
};
NearbyHashes hashes_nearby(const CheckedRules& rules, std::size_t budget = most_hashed_bytes);
HashExplanation option_behind_hash(const NearbyHashes& nearby, std::string_view hash);

}  // namespace roundhouse::dsl
