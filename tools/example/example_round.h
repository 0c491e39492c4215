#pragma once
// A round to learn a game by, for a rulebook: how the table stands when play begins, and a turn that shows as
// much as may be. Played by planners, always the same for the same rules.

#include <optional>
#include <string>

#include "engine/rules.h"

namespace roundhouse::replay {

/// Pictures refer to hidden_parts and picture_style (replay/views/picture.h).
struct ExampleRound {
  std::string parts;         ///< hidden_parts of the set
  std::string begin;         ///< the table when the engine lies
  std::string turn;          ///< the table behind a turn
  std::string turn_caption;  ///< what was done in it, in plain text
};

/// Absent: of no round it comes to play that is worth showing.
std::optional<ExampleRound> example_round(const engine::Rules& program);

}  // namespace roundhouse::replay
