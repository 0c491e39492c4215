#pragma once
// A position that lacks something, judged with the lines that it lacks: what would be with them.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "replay/record/record.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// Judges the round with these lines added.
using JudgeWithLines = std::function<Judgement(const std::vector<Line>& lines)>;

/// A line that a position lacks, put above its first turn; a lap joins the line about the turn at hand.
void add_line(RecordRound& round, const Line& line);

/// A position filled up with the lines that it lacks, and what came of it.
struct WithLinesWanted {
  Judgement judged;
  std::vector<std::string> lines;  ///< only those that are needed
  /// The lines that would say otherwise, and what is then, where that is the other verdict: legal, illegal.
  std::vector<std::string> other_lines{};
  std::optional<Judgement> other{};
};

/// Fills it up with lines as they are asked for, until there is a verdict; absent: there is none, or other
/// numbers in them give another one. Only of a first turn or lap the verdict may be the other.
std::optional<WithLinesWanted> judge_with_lines_wanted(const Header& header, const RecordRound& round,
                                                       Judgement found, const JudgeWithLines& judge);

/// A judgement that is not the one without debts, because some doubles that lie open are still to be
/// covered; `debt`: one of them.
struct WithDebts {
  DebtLine debt;
  std::optional<Judgement> judged;  ///< absent: it was not tried
};

/// Tries the doubles of which it is not written whether they are to be covered; absent: whichever are, it is
/// judged as `found`, with none of them.
std::optional<WithDebts> with_debts(const RecordRound& round, const std::vector<DebtLine>& open,
                                    const Judgement& found, const JudgeWithLines& judge);

}  // namespace roundhouse::replay
