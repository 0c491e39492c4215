#pragma once
// The rules and players of a record that change on its way, as it is read: what lines between rounds have
// made of the header, and the terms of each round, each made once. Not installed.

#include <memory>
#include <string>
#include <vector>

#include "replay/record/read_record.h"
#include "replay/record/round_terms.h"

namespace roundhouse::replay {

class RulesTimeline {
 public:
  /// `header`: complete. `rules`: of it.
  RulesTimeline(const Header& header, ReadyRules rules);

  /// The header as the lines up to here have left it.
  const Header& header() const { return now_; }
  /// The rules by which lines are read; nullptr: there are none.
  const engine::Rules* program() const { return terms_->rules.program.get(); }

  /// A `rules` or `joins` line. Returns why it cannot be taken; mostly empty.
  std::string change(const Line& line);
  /// True if such lines have come since the last apply_changes().
  bool is_changing() const { return is_changing_; }
  /// Asks for the rules that the changes before this round make. `program_of`: empty, and nobody is asked.
  /// False: there have been too many already, and there are none.
  bool apply_changes(const ProgramOf& program_of);
  /// The round is complete.
  RoundBy take();

 private:
  /// The terms with this header, kept or made; nullptr: there are too many.
  std::shared_ptr<const RoundTerms> find(Header header, const ProgramOf& program_of);

  Header now_;
  bool is_changing_ = false;
  bool is_refused_ = false;  ///< there were no rules for some header: nobody is asked again
  std::shared_ptr<const RoundTerms> terms_;
  RoundChange change_;  ///< before this round, so far
  bool has_changed_ = false;
  std::shared_ptr<const RoundChange> applied_;
  std::vector<std::shared_ptr<const RoundTerms>> made_;  ///< the header's first
};

}  // namespace roundhouse::replay
