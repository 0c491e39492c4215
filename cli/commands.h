#pragma once
// The commands of the core, one file each. Each adds itself to the program's command line and leaves what it
// is to do, once the line has been read, in `run`. Those of the tools stand in tools/commands. And what every
// command is made of.

#include <fmt/format.h>

#include <memory>

#include "cli/console.h"
#include "cli/flags.h"
#include "cli/load.h"
#include "dsl/base/shown_text.h"

namespace roundhouse::cli {

void add_list(CLI::App& app, Run& run);
void add_score(CLI::App& app, Run& run);
void add_validate(CLI::App& app, Run& run);

}  // namespace roundhouse::cli
