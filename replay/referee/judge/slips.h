#pragma once
// A slip of whoever wrote the record: a draw that was forgotten, two lines in the wrong order, a turn that
// nobody wrote down. For an illegal act the record is mended so and judged again; what is legal then is told
// beside the verdict, which stays.

#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

/// Lines judged again for one verdict, whatever is tried. Counted, so that every machine answers alike.
constexpr std::size_t most_slip_lines = 4'000;

/// With which slips mended the round of the ruling is legal to its end; none where the verdict is not
/// illegal. The rounds before are followed, not judged, and those after it are not asked.
std::vector<Slip> find_slips(const engine::Rules& program, const Record& record, const Judgement& judgement);

}  // namespace roundhouse::replay
