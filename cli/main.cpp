// The program: reads the command line and runs one command.

#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <string>

#include "cli/commands.h"
#include "cli/console.h"
#include "dsl/base/version.h"

namespace {

using namespace roundhouse;

int run_program(int argc, char** argv) {
  CLI::App app{"roundhouse: Mexican Train dominoes with house rules as data", "roundhouse"};
  app.set_version_flag("--version", "roundhouse " + std::string(dsl::program_version()) + " (rule language " +
                                        std::to_string(dsl::language_version) + ")");
  app.require_subcommand(1);
  cli::Run run;
  cli::add_lint(app, run);
  cli::add_validate(app, run);
  cli::add_replay(app, run);
  cli::add_score(app, run);
  cli::add_simulate(app, run);
  cli::add_merge(app, run);
  cli::add_rulebook(app, run);
  cli::add_diff(app, run);
  cli::add_sources(app, run);
  cli::add_list(app, run);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int status = app.exit(error);
    return status == 0 ? static_cast<int>(cli::Exit::fine) : static_cast<int>(cli::Exit::usage);
  }
  const cli::Exit exit = run();
  cli::flush();
  return static_cast<int>(exit);
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return run_program(argc, argv);
  } catch (const std::exception&) {
    // Exceptions are for our own mistakes and for memory that is not there; neither has a name for users.
    cli::print_error(
        "roundhouse: this is a mistake in roundhouse itself, or there is no memory left; please report it\n");
    return static_cast<int>(cli::Exit::bug);
  }
}
