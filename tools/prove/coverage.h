#pragma once
// Coverage of the rows of a rule file by its examples, and for what is not covered examples found by play,
// each judged by the referee before it is given.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/vocabulary/operator_values.h"
#include "engine/act.h"
#include "engine/evaluate.h"
#include "engine/rules.h"
#include "tools/prove/examples.h"

namespace roundhouse::replay {

// Coverage aims of the rows of a file: that a row decides, that an exception lifts it, that a part
// of its condition is true, and that it is false. And rules made ready to be asked for all that at an act.

/// One thing that an example may show of a row.
struct CoverageAim {
  enum class Kind : std::uint8_t {
    decided,  ///< a forbid forbids, a permit permits, an exception lifts a row, an `after` row applies
    lifted,   ///< one exception, `other`, lifts this row
    part,     ///< the part of the condition at `where` has this value where the row is asked
  };
  Kind kind = Kind::decided;
  std::size_t row = 0;    ///< into CheckedRules::rules
  std::size_t other = 0;  ///< lifted: the exception, into CheckedRules::rules
  bool value = true;      ///< of a part
  dsl::Span where;        ///< of a part: its text
};

/// The operands of `and`, `or`, `not` and `if` in a condition that are none of these themselves, in the order
/// of the text. A word is a part, and so is all that a quantifier holds.
std::vector<const dsl::TypedExpr*> condition_parts(const dsl::TypedExpr& condition);

/// All aims of some rows. Parts that the options decide, and that therefore have one value only, are none.
class CoverageAims {
 public:
  CoverageAims(const dsl::CheckedRules& rules, const std::vector<std::size_t>& rows);

  const std::vector<CoverageAim>& all() const { return all_; }
  static constexpr int none = -1;
  int decided(std::size_t row) const { return decided_[row]; }
  int lifted(std::size_t row, std::size_t other) const;
  /// `part`: as condition_parts() counts.
  int of_part(std::size_t row, std::size_t part, bool value) const;
  bool has_parts(std::size_t row) const { return !parts_[row].empty(); }

 private:
  int add(CoverageAim aim);

  std::vector<CoverageAim> all_;
  std::vector<int> decided_;                             ///< by row
  std::vector<std::vector<std::pair<int, int>>> parts_;  ///< by row and part: of false, of true
};

/// Rules for one number of players, with the parts of conditions as nodes of the program.
class CoverRules {
 public:
  /// `rules` are those of the aims, or the same with other options. The aims must outlive this.
  CoverRules(const dsl::CheckedRules& rules, int players, const CoverageAims& aims);

  const engine::Rules& program() const { return program_; }
  /// True by row if it is there under these options and with so many players.
  const std::vector<char>& in_force() const { return in_force_; }

  using Truths = std::function<dsl::Truth(dsl::NodeRef)>;
  using Reached = std::function<void(std::size_t aim)>;
  struct Judged {
    bool legal = true;
    std::optional<dsl::RuleId> row;  ///< that forbids it; absent where it is illegal: nothing permits it
  };
  /// Notes what an act shows before it is done: a legal one of all rows that it passes, an illegal one of
  /// those that it breaks. `truths` asks in the moment of the act.
  void look(const engine::Act& act, const Judged& judged, const Truths& truths, const Reached& reached) const;
  /// Notes what an event shows, in its moment.
  void look_at_event(dsl::EventId event, const Truths& truths, const Reached& reached) const;

 private:
  void note(int aim, const Reached& reached) const {
    if (aim != CoverageAims::none) reached(static_cast<std::size_t>(aim));
  }
  void note_parts(std::size_t row, const Truths& truths, const Reached& reached) const;
  template <class Row>
  void note_row(const Row& row, const Truths& truths, const Reached& reached) const;
  void find_in_force();

  const CoverageAims& aims_;
  engine::Rules program_;
  std::vector<std::vector<dsl::NodeRef>> parts_;  ///< by row
  std::vector<char> in_force_;
};

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
