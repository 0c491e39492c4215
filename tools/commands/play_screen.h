#pragma once
// The talk of a table on the whole terminal.

#include "cli/exit_status.h"
#include "tools/commands/play_table.h"

namespace roundhouse::cli {

/// As play_at_table. `pace`: so many milliseconds each act of a computer is shown. Asks for
/// Terminal::can_open(), and for a person at the table.
Exit play_on_screen(replay::Game& game, KeptRecord& kept, const dsl::SourceMap& sources,
                    const std::string& variant, const std::string& greeting, int pace);

}  // namespace roundhouse::cli
