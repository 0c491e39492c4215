#pragma once
// Judges one round: as a plain round if it is one, else in each way of answering what depends on hidden
// tiles, and keeps the best judgement. Called by Referee::judge_round (referee.cpp), which keeps the record's
// budget, adds the rounds up and leaves open what earlier rounds do not show.

#include <optional>

#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/referee/judge/aftermath.h"
#include "replay/referee/judge/referee.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// `position`: a match begun or a round over; afterwards the position where the fold came to its end.
Judgement judge_one_round(const engine::Rules& program, const Header& header, const RecordRound& round,
                          HandRowsOnDemand& rows, bool first_of_file, Position& position,
                          const RefereeOptions& options);

// A round of which every tile is written and in which every act is legal, as nearly all are that a program
// wrote down: judged by one fold that keeps nothing. It can only find that nothing is wrong; anything else (a
// tile that is not written, a breach, something untrue) is left to the backtracking judge
// (backtracking_judge.h), which then begins anew.

/// Returns the judgement if the round is plain and legal, with advice and wrong scores. Else nothing, and
/// `position` may be anywhere. `position`: a match begun or a round over; afterwards the position at the end.
std::optional<Judgement> judge_plain_round(const engine::Rules& program, const Header& header,
                                           const RecordRound& round, bool first_of_file, Position& position);

}  // namespace roundhouse::replay
