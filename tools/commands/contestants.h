#pragma once
// The tables that `simulate` plays: variants with their options, players and rules that are switched off,
// each loaded and compiled; all combinations of what is swept.

#include <optional>
#include <string>
#include <vector>

#include "cli/exit_status.h"
#include "dsl/base/text_file.h"
#include "dsl/check/checked_rules.h"
#include "engine/rules.h"
#include "tools/simulate/run_result.h"

namespace roundhouse::cli {

/// A variant with its rules, ready to be played.
struct Contestant {
  engine::RunVariant variant;
  std::string file_name;  ///< the beginning of its records' names
  dsl::CheckedRules rules;
  engine::Rules program;
};

struct ContestantWish {
  std::vector<std::string> variants;  ///< as written, perhaps with options in quotes
  std::vector<std::string> settings;  ///< of all variants
  std::vector<int> players;           ///< empty: 4, or the nearest allowed
  std::vector<std::string> without;   ///< ids of rules; of each one more table, behind the one that has it
  bool without_each = false;          ///< one more table without each rule of play
  bool without_alone = false;         ///< not the table that has all rules
  bool with_hashes = false;           ///< they are written into files
  dsl::ReadingBounds bounds;
};

struct Contestants {
  std::vector<Contestant> all;
  Exit worst = Exit::fine;  ///< of those that cannot be played; they have been reported
  bool swept = false;       ///< there were several combinations of a variant, of which some may fail
};

/// A rule file: this variant, by the name or path that a file has for it, without a rule.
std::string text_without(const std::string& variant, const std::string& rule);

/// Prints what is wrong with the others.
Contestants load_contestants(const ContestantWish& wish);

}  // namespace roundhouse::cli
