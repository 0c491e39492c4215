#pragma once
// `lint` and what is played for it: the examples of a file, judged; with --prove: rules are played to look
// for trouble, and what is found is shown as records; and with --coverage: how much the examples show.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/console.h"
#include "cli/flags.h"
#include "cli/load.h"
#include "dsl/base/source.h"
#include "dsl/check/checked_rules.h"
#include "tools/prove/examples.h"
#include "tools/prove/small_set.h"

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

/// Prints, row by row, what the examples of a file show, what they do not, and examples that would. `rules`:
/// those of the file, without errors, with right examples; `sources`: where they stand. Of `flags` seed and
/// budget.
Exit show_coverage(const std::string& file, const dsl::SourceMap& sources, const dsl::CheckedRules& rules,
                   const ProveFlags& flags, const ProveForm& form);

/// The rules of a file as they are played at one table. On a small set that is by settings where the size of
/// the set and the deal are options, else by a rule file of its own that extends it.
struct ProveTable {
  int players = 2;
  std::optional<replay::SmallSet> small{};  ///< absent: the real set
  std::unique_ptr<dsl::SourceMap> sources = std::make_unique<dsl::SourceMap>();
  dsl::CheckedRules rules{};
  std::vector<std::string> settings{};  ///< that make it so, after those of the wish
  std::string child{};                  ///< or the text of a rule file that does

  std::string text() const;
};

/// `wish`: the file and what is set for it. `parent`: how the child's text is to name the file. Absent: these
/// rules cannot be played so.
std::optional<ProveTable> small_table(const std::string& file, const std::vector<std::string>& wished,
                                      const dsl::ReadingBounds& bounds, const dsl::CheckedRules& rules,
                                      const replay::SmallSet& small, const std::string& parent,
                                      const std::string& child_name);

}  // namespace roundhouse::cli
