#pragma once
// A round that begins with a position in which some hands are not counted: judged with numbers of tiles in
// them that are supposed. With one number it is legal, and so it is; illegal it is only where no number can
// make it legal. All else is judged as behind a gap, by the caller.

#include <cstdint>
#include <functional>
#include <optional>

#include "engine/rules.h"
#include "replay/fold/position_begin.h"
#include "replay/fold/round_fold.h"
#include "replay/record/record.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// The lines that are judged while numbers are tried, all together; five steps of a search count as a line.
constexpr std::int64_t most_supposed_lines = 20'000;
constexpr std::int64_t steps_of_line = 5;

/// True if tiles lie that nobody wrote down: then the number in one hand does not settle that in the
/// boneyard.
bool has_cut_train(const RecordRound& round);

/// Judges the round with these numbers; absent: with none, as it is written. `help`: a ruling of it would be
/// shown.
using JudgeSupposing = std::function<Judgement(const std::optional<SupposedCounts>& counts, bool help)>;

/// Returns the judgement that stands whatever the numbers are; absent: with those that were tried it is
/// illegal, or undecided, and with others it may be legal.
std::optional<Judgement> judge_supposing(const engine::Rules& program, const Header& header,
                                         const RecordRound& round, const JudgeSupposing& judge);

}  // namespace roundhouse::replay
