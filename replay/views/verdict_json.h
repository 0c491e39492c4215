#pragma once
// A verdict for programs: one JSON object on one line. Fields that do not apply are null.

#include <string>

#include "replay/views/verdict_text.h"

namespace roundhouse::replay {

std::string render_verdict_json(const VerdictView& view);

/// The line of a record that could not be read. The complaints about it are printed elsewhere.
std::string render_unreadable_json(const std::string& file);

}  // namespace roundhouse::replay
