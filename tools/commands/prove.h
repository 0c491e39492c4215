#pragma once
// `lint` and what is played for it: the examples of a file, judged; and with --prove: rules are played to
// look for trouble, and what is found is shown as records.

#include <cstdint>
#include <string>

#include "cli/exit_status.h"
#include "cli/flags.h"
#include "dsl/check/checked_rules.h"
#include "tools/prove/examples.h"

namespace roundhouse::cli {

struct ProveFlags {
  bool wanted = false;
  std::uint64_t budget = 0;  ///< positions, of all tables together; 0: as many as is usual
  std::uint64_t seed = 1;
  std::string write;  ///< the folder for records; empty: they are shown and not written
};

/// The rules of the file with options set; each setting is read once.
replay::RulesFor rules_with_settings(const std::string& file, const dsl::ReadingBounds& bounds);

/// Examples of the file that the referee judges otherwise than they say.
dsl::Diagnostics example_findings(const std::string& file, const dsl::CheckedRules& rules,
                                  const dsl::ReadingBounds& bounds);

void add_prove_flags(Command& command, ProveFlags& flags);

struct ProveForm {
  bool json = false;
  bool deny_warnings = false;
  dsl::ReadingBounds bounds;
};

/// Prints what was found, or how much was looked at. `rules`: those of the file, without errors.
Exit prove_rules(const std::string& file, const dsl::CheckedRules& rules, const ProveFlags& flags,
                 const ProveForm& form);

}  // namespace roundhouse::cli
