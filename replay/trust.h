#pragma once
// What a legal record rests on: the turns that some hidden tile would make illegal, each with such a tile.

#include <vector>

#include "replay/clue_book.h"
#include "replay/round_log.h"
#include "replay/tell_breach.h"

namespace roundhouse::replay {

/// In the order of the record, one a line.
std::vector<Trust> trust_in(ClueBook& book, const RoundLog& log, const BreachTeller& teller);

}  // namespace roundhouse::replay
