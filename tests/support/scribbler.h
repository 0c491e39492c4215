#pragma once
// Writes a canonical record as people do: each line in a random mixture of habits. What it writes means the
// same, so that reading it must give the same record.

#include <cstdint>
#include <string>

#include "engine/random.h"
#include "replay/record/record.h"

namespace roundhouse::tests {

std::string scribbled(const replay::Record& record, engine::Random& random);

}  // namespace roundhouse::tests
