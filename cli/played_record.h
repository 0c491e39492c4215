#pragma once
// What records of games have in common that the program plays.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "replay/record/record.h"

namespace roundhouse::cli {

/// Names for who has told none, by seat.
constexpr std::array<std::string_view, 14> usual_names{"Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus",
                                                       "Hal", "Ida", "Jon",  "Kim", "Leo", "Mia",  "Ned"};

/// The name that records in this folder give the rules that were played: a bundled variant by its name, a
/// file by its path from there. Empty: no record can name them.
std::string name_in_records(const dsl::CheckedRules& rules, const std::string& folder);

/// A header without players. `settings`: "option=value".
replay::Header header_of_played(const std::string& rules_name, const std::vector<std::string>& settings,
                                const std::string& rules_hash, std::uint64_t seed);

/// The computer players.
std::vector<std::string> player_names();

}  // namespace roundhouse::cli
