#pragma once
// A verdict for programs: one JSON object on one line. Fields that do not apply are null.

#include <string>

#include "replay/views/verdict_text.h"

namespace roundhouse::replay {

std::string render_verdict_json(const VerdictView& view);

}  // namespace roundhouse::replay
