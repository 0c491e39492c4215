#pragma once
// A counterexample as a record that anybody can read, step through and have judged.

#include <string>
#include <vector>

#include "engine/rules.h"
#include "replay/fold/record_from_acts.h"
#include "replay/record/record.h"
#include "tools/prove/trouble.h"

namespace roundhouse::replay {

/// `settings`: "option=value". The record ends where the trouble shows.
Record record_of(const engine::Rules& program, const Trouble& trouble, const std::string& variant,
                 const std::vector<std::string>& settings);
/// The record of any acts from the beginning of a round, and with fewer parts.
Record record_of(const engine::Rules& program, const std::vector<engine::Act>& acts,
                 const std::string& variant, const std::vector<std::string>& settings,
                 const RecordParts& parts);

}  // namespace roundhouse::replay
