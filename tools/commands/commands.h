#pragma once
// The commands of the tools, as cli/commands.h has those of the core.

#include "cli/commands.h"

namespace roundhouse::cli {

void add_diff(CLI::App& app, Run& run);
void add_explain(CLI::App& app, Run& run);
void add_fmt(CLI::App& app, Run& run);
void add_freeze(CLI::App& app, Run& run);
void add_lint(CLI::App& app, Run& run);
void add_lsp(CLI::App& app, Run& run);
void add_merge(CLI::App& app, Run& run);
void add_new(CLI::App& app, Run& run);
void add_open(CLI::App& app, Run& run);
void add_play(CLI::App& app, Run& run);
void add_recipes(CLI::App& app, Run& run);
void add_replay(CLI::App& app, Run& run);
void add_rulebook(CLI::App& app, Run& run);
void add_schema(CLI::App& app, Run& run);
void add_share(CLI::App& app, Run& run);
void add_shell_words(CLI::App& app, Run& run);
void add_show(CLI::App& app, Run& run);
void add_simulate(CLI::App& app, Run& run);
void add_sources(CLI::App& app, Run& run);
void add_upgrade(CLI::App& app, Run& run);
void add_write_pages(CLI::App& app, Run& run);
void add_write_trees(CLI::App& app, Run& run);

}  // namespace roundhouse::cli
