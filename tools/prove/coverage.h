#pragma once
// Coverage of the rows of a rule file by its examples, and for what is not covered examples found by play,
// each judged by the referee before it is given.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "tools/prove/cover_rules.h"
#include "tools/prove/examples.h"

namespace roundhouse::replay {

struct CoverageOptions {
  std::uint64_t seed = 1;
  std::size_t most_positions = 600'000;  ///< of all tables together
};

/// An example that shows what those of the file do not.
struct ProposedExample {
  std::string record;  ///< lines, without `[variant this]` where no option is set
  bool legal = true;
  std::string because;             ///< the row by which it is illegal; empty: nothing permits it
  std::vector<std::size_t> shows;  ///< the aims for which it is given
};

struct CoveragePlayed {
  std::string table;  ///< "2 players, double-2, 2 tiles each"
  std::size_t rounds = 0;
  std::size_t positions = 0;
};

struct Coverage {
  std::vector<std::size_t> rows;  ///< looked at, into CheckedRules::rules, in its order
  bool of_parents = false;        ///< the file declares none, so they are those of its parents
  std::vector<char> in_force;     ///< by row of CheckedRules: there under the options, at some table
  std::vector<CoverageAim> aims;
  std::vector<std::vector<std::size_t>> shown_by;    ///< by aim: the examples, into CheckedRules::examples
  std::vector<std::optional<std::size_t>> proposed;  ///< by aim: into `proposals`
  std::vector<char> refused;  ///< by aim: play reached it, but no record of that is read and judged so
  std::vector<ProposedExample> proposals;
  std::vector<CoveragePlayed> played;

  bool is_shown(std::size_t aim) const { return !shown_by[aim].empty(); }
};

/// `rules`: without errors, and its examples are right.
Coverage find_coverage(const dsl::CheckedRules& rules, const RulesFor& rules_with,
                       const CoverageOptions& options);

}  // namespace roundhouse::replay
