// The program: reads the command line and runs one command.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands.h"
#include "dsl/base/nearest.h"
#include "dsl/base/version.h"
#include "tools/commands/commands.h"

namespace {

using namespace roundhouse;

std::string version_text() {
  return fmt::format("roundhouse {} (rule language {})", dsl::program_version(), dsl::language_version);
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  // Those without a group are not for people.
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!command->get_group().empty()) names.push_back(command->get_name());
  return names;
}

const CLI::App* find_command(const CLI::App& app, const std::string& name) {
  const auto found =
      app.get_subcommands([&](const CLI::App* command) { return command->get_name() == name; });
  return found.empty() ? nullptr : found.front();
}

cli::Exit refuse(const std::string& what, const std::string& command = {}) {
  cli::print_error(fmt::format("roundhouse: {}\nRun 'roundhouse{}{} --help' to see what there is.\n", what,
                               command.empty() ? "" : " ", command));
  return cli::Exit::usage;
}

cli::Exit refuse_command(const CLI::App& app, const std::string& name) {
  std::vector<std::string> names = command_names(app);
  names.emplace_back("help");
  return refuse(fmt::format("there is no command '{}'{}", name, cli::did_you_mean(name, names)));
}

/// The flags of a command as they are typed.
std::vector<std::string> flag_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// Prints why the command line was refused, in our words where its reader has none of its own.
cli::Exit refuse_line(const CLI::App& app, const CLI::ParseError& error) {
  const auto chosen = app.get_subcommands();
  const CLI::App& command = chosen.empty() ? app : *chosen.front();
  const std::string name = chosen.empty() ? std::string() : command.get_name();
  const std::vector<std::string> left = app.remaining(true);
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError) || left.empty())
    return refuse(error.what(), name);
  const std::string flag = left.front().substr(0, left.front().find('='));
  if (!flag.starts_with('-')) return refuse(fmt::format("'{}' is one argument too many", left.front()), name);
  return refuse(fmt::format("there is no flag '{}'{}", flag, cli::did_you_mean(flag, flag_names(command))),
                name);
}

/// True if a word is empty: an empty name would pass for a flag that was not given.
bool has_empty_word(std::span<char*> words) {
  return std::any_of(words.begin() + 1, words.end(), [](std::string_view word) {
    return word.empty() || (word.starts_with("--") && word.find('=') + 1 == word.size());
  });
}

/// `help`, `help COMMAND`
cli::Exit help(const CLI::App& app, std::span<char*> words) {
  if (words.empty()) {
    cli::print_lines(app.help());
    return cli::Exit::fine;
  }
  const CLI::App* command = find_command(app, words.front());
  if (command == nullptr) return refuse_command(app, words.front());
  if (words.size() > 1) return refuse(fmt::format("'{}' is one argument too many", words[1]));
  cli::print_lines(command->help(app.get_name()));
  return cli::Exit::fine;
}

cli::Exit run_program(std::span<char*> words) {
  CLI::App app{"roundhouse: Mexican Train dominoes with house rules as data", "roundhouse"};
  app.set_version_flag("-V,--version", version_text(), "Display program version information and exit");
  app.require_subcommand(1);
  app.footer(
      "'roundhouse help COMMAND' tells more of one; 'roundhouse recipes' has lines for what your table "
      "wishes.");
  cli::Run run;
  cli::add_new(app, run);
  cli::add_lint(app, run);
  cli::add_fmt(app, run);
  cli::add_freeze(app, run);
  cli::add_validate(app, run);
  cli::add_replay(app, run);
  cli::add_score(app, run);
  cli::add_play(app, run);
  cli::add_simulate(app, run);
  cli::add_merge(app, run);
  cli::add_rulebook(app, run);
  cli::add_diff(app, run);
  cli::add_upgrade(app, run);
  cli::add_sources(app, run);
  cli::add_list(app, run);
  cli::add_recipes(app, run);
  cli::add_share(app, run);
  cli::add_show(app, run);
  cli::add_open(app, run);
  cli::add_explain(app, run);
  cli::add_schema(app, run);
  cli::add_lsp(app, run);
  cli::add_shell_words(app, run);
  cli::add_write_pages(app, run);
  cli::add_write_trees(app, run);
  const std::string first = words.size() > 1 ? words[1] : "";
  if (words.size() < 2) return refuse("a command is missing; it is " + dsl::list_names(command_names(app)));
  if (has_empty_word(words))
    return refuse("an argument is empty; perhaps a variable of the shell has no value");
  if (first == "help") return help(app, words.subspan(2));
  if (!first.starts_with('-') && find_command(app, first) == nullptr) return refuse_command(app, first);
  try {
    app.parse(static_cast<int>(words.size()), words.data());
  } catch (const CLI::CallForVersion&) {
    cli::print(version_text() + "\n");
    return cli::Exit::fine;
  } catch (const CLI::CallForHelp&) {
    const auto chosen = app.get_subcommands();
    cli::print_lines(chosen.empty() ? app.help() : chosen.front()->help(app.get_name()));
    return cli::Exit::fine;
  } catch (const CLI::ParseError& error) {
    return refuse_line(app, error);
  }
  return run();
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);
  try {
    cli::hold_standard_streams();
    const cli::Exit exit = run_program({argv, static_cast<std::size_t>(argc)});
    cli::flush();
    return static_cast<int>(exit);
  } catch (const std::exception&) {
    // Exceptions are for our own mistakes and for memory that is not there; neither has a name for users.
    cli::print_error(
        "roundhouse: this is a mistake in roundhouse itself, or there is no memory left; please report it\n");
    return static_cast<int>(cli::Exit::bug);
  }
}
