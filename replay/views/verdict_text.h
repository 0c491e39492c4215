#pragma once
// A verdict as a person reads it.

#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

struct VerdictView {
  const dsl::SourceMap& sources;  ///< the record's text and the variant files
  const std::string& file;        ///< the record, as the user named it
  const Judgement& judgement;
  /// Notes on what was not written as notation and has been read all the same; nullptr: nothing.
  const dsl::Diagnostics* notes = nullptr;
};

/// Several lines: the verdict, where and by which rule, what rests on trust, advice, wrong scores.
std::string render_verdict_text(const VerdictView& view, const dsl::PageLayout& layout = {});

/// The verdict as complaints about lines of the record: rulings, advice, wrong scores, what is undecided,
/// notes.
dsl::Diagnostics verdict_diagnostics(const dsl::SourceMap& sources, const Judgement& judgement);

/// "legal", "illegal", "undecided"
std::string_view verdict_word(Verdict verdict);
/// "Illegal at 9.10", "Undecided from 12.2", "Legal, but for what was let stand".
std::string verdict_headline(const Judgement& judgement);

/// The notes of reading, a line each: where, and what was read.
std::string render_notes(const dsl::SourceMap& sources, const dsl::Diagnostics& notes);

/// "legal if lines 12 and 13 are swapped".
std::string slip_text(const dsl::SourceMap& sources, const Slip& slip);

/// "legal under dual", "legal here with doubles: follow-up".
std::string also_text(const AlsoLegal& also);

/// A line that says which score is wrong and what it should be, and below it why.
std::string wrong_score(const dsl::SourceMap& sources, const ScoreDifference& score);

/// "bay-first, dual:38 (DU-B5)"
std::string rule_source(const dsl::SourceMap& sources, const Ruling& ruling);

/// "Rule bay-first of dual, DU-B5 in the rulebook", for who has the rulebook and no files.
std::string rule_on_sheet(const dsl::SourceMap& sources, const Ruling& ruling);

/// "rule blocked, train:436 (CD-E2): The round is blocked and ends when ..."
std::string decider_text(const dsl::SourceMap& sources, const Decider& decider);

/// "9.2": as references name a turn; "round 9" before the first one.
std::string place_name(const RecordPlace& place);

/// "left 12-11 5-3: 23 + 8 = 31", then a line for each row of the rules that gave points, with what it gave.
/// No line ends in a line break.
std::vector<std::string> score_reasons(const dsl::SourceMap& sources, const ScoreDifference& score);

}  // namespace roundhouse::replay
