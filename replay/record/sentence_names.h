#pragma once
// Players and trains as sentences name them: "Ann Smith", "Ann's side train", "the Mexican train". Notation
// has shorter names (names.h, places.h).

#include <string>

#include "engine/rules.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// The whole name, where the record has it: "Ann Smith".
const std::string& whole_name(const PlayerField& player);

/// The header with whole names in place of the short ones, but for players who would be called alike.
Header with_whole_names(Header header);

/// "Ann's train", "Ann's side train", "Ann's side train 2"; of shared ones "the Mexican train", "leg 2".
std::string train_in_words(const engine::Rules& program, const Header& header, int train);

/// The train's label in a picture: "Ann" for her own train, "Ann's side train", "Mexican train", "Leg 2".
std::string train_label(const engine::Rules& program, const Header& header, int train);

}  // namespace roundhouse::replay
