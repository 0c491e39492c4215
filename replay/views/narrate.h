#pragma once
// Describes what an act did in plain sentences: "Ann lays the 9-3 to the 9 of Joe's train. The engine is
// covered."

#include <string>
#include <string_view>
#include <vector>

#include "engine/fold.h"
#include "engine/rules.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// `header`: its names are used as they are. `signer`: who gave the ruling, of an act of the referee's; may
/// be empty.
std::vector<std::string> narrate(const engine::Rules& program, const Header& header,
                                 const engine::Position& before, const engine::Act& act,
                                 const engine::Trace& trace, std::string_view signer);

/// "It is Ann's turn."
std::string turn_sentence(const Header& header, Seat seat);

/// "The referee", "Referee Kim".
std::string referee_name(std::string_view signer);

}  // namespace roundhouse::replay
