#pragma once
// One round judged: folded once while the clues to the hidden hands are gathered, then asked whether
// they can be filled in, and if not, with which act that became impossible.

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
