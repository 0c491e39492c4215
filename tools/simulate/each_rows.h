#pragma once
// A run as a table of its own: a row for each seat of each round or game, in the order in which games are
// numbered, however many threads play. The columns are the same whatever is played. Memory does not grow with
// the run: what is done waits for its turn.

#include <cstdint>
#include <functional>
#include <string>

#include "tools/simulate/run_result.h"

namespace roundhouse::engine {

enum class EachOf : std::uint8_t { round, game };

/// The names of the columns, as a line of CSV.
std::string each_head(EachOf each);

/// Plays all games and hands over their rows, several at a time, by one thread after the other. The figures
/// are those of the run; stopped, it goes on until a whole beginning has been handed over.
Figures simulate_each(const Rules& program, const SimulateOptions& options, const RunOrder& order,
                      const RunVariant& variant, EachOf each, int jobs, Progress* progress,
                      const std::function<void(const std::string& rows)>& take);

}  // namespace roundhouse::engine
