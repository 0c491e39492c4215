#pragma once
// The command line that shows one game of a run as a record.

#include <cstdint>
#include <string>

#include "tools/simulate/run_result.h"

namespace roundhouse::engine {

/// In single quotes where a shell would read it as anything but one word.
std::string as_shell_word(const std::string& text);

/// For a shell, on one line: with all of the order that the game depends on.
std::string command_for_game(const RunOrder& order, const RunVariant& variant, std::uint64_t game);

}  // namespace roundhouse::engine
