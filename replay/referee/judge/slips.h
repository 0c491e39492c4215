#pragma once
// Slips of the person who wrote the record: a draw that was forgotten, two lines in the wrong order, a turn
// that nobody wrote down. For an illegal act the record is mended so and judged again; a change that makes it
// legal is named beside the verdict, which stays.

#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// Lines judged again for one verdict, whatever is tried. Counted, so that every machine answers alike.
constexpr std::size_t most_slip_lines = 4'000;

/// Finds slips that, mended, make the round of the ruling legal to its end; none if the verdict is not
/// illegal. The rounds before are followed, not judged, and those after it are not asked.
std::vector<Slip> find_slips(const engine::Rules& program, const Record& record, const Judgement& judgement);

}  // namespace roundhouse::replay
