#pragma once
// Slips of the person who wrote the record: a place or a draw that was forgotten, a word about markers that
// is not so, two lines in the wrong order, turns that nobody wrote down. For an illegal act the record is
// mended in each of these ways and judged again (trial.h); a mend that heals its error is named beside the
// verdict, which stays, also where another error stands further down.

#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// Lines judged again for one verdict, whatever is tried. Counted, so that every machine answers alike.
constexpr std::size_t most_slip_lines = 4'000;

/// Adds to a judgement that is illegal the slips that, mended, heal its first error: nothing is illegal in
/// the round then but what was so further down. Takes out of `more` what the first of them heals, too (Slip::
/// heals). The rounds before are followed, not judged, and those after it are not asked.
void find_slips(const engine::Rules& program, const Record& record, Judgement& judgement);

}  // namespace roundhouse::replay
