#pragma once
// A round that begins with a position in which some hands are not counted: judged with numbers of tiles in
// them that are supposed. With one number it is legal, and so it is; illegal it is only where no number can
// make it legal. All else is judged as behind a gap, by the caller.

#include <functional>
#include <optional>

#include "engine/rules.h"
#include "replay/fold/round_fold.h"
#include "replay/record/record.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// Judges the round with these numbers. `help`: a ruling of it would be shown.
using JudgeSupposing = std::function<Judgement(const SupposedCounts& counts, bool help)>;

/// Returns the judgement that stands whatever the numbers are; absent: with those that were tried it is
/// illegal, or undecided, and with others it may be legal.
std::optional<Judgement> judge_supposing(const engine::Rules& program, const Header& header,
                                         const RecordRound& round, const JudgeSupposing& judge);

}  // namespace roundhouse::replay
