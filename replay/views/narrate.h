#pragma once
// What an act did, in plain sentences: "Ann lays the 9-3 to the 9 of Joe. The engine is covered."

#include <string>
#include <vector>

#include "dsl/program.h"
#include "engine/fold.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

std::vector<std::string> narrate(const dsl::Program& program, const Header& header,
                                 const engine::Position& before, const engine::Act& act,
                                 const engine::Trace& trace);

}  // namespace roundhouse::replay
