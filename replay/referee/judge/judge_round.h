#pragma once
// Judges one round: as a plain round if it is one, else in each way of answering what depends on hidden
// tiles, and keeps the best judgement. Called by Referee::judge_round (referee.cpp), which keeps the record's
// budget, adds the rounds up and leaves open what earlier rounds do not show.

#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/referee/judge/aftermath.h"
#include "replay/referee/judge/referee.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// `position`: a match begun or a round over; afterwards the position where the fold came to its end.
Judgement judge_one_round(const engine::Rules& program, const Header& header, const RecordRound& round,
                          HandRowsOnDemand& rows, bool first_of_file, engine::Position& position,
                          const RefereeOptions& options);

}  // namespace roundhouse::replay
