#include "tools/manual/outline.h"

#include <CLI/CLI.hpp>
#include <sstream>
#include <string_view>

namespace roundhouse::cli {
namespace {

/// "{text,json}" at the end of "TEXT:{text,json}"
std::vector<std::string> choices_in(const std::string& form) {
  const std::size_t begin = form.find(":{");
  if (begin == std::string::npos || form.back() != '}') return {};
  std::vector<std::string> choices;
  std::istringstream inside(form.substr(begin + 2, form.size() - begin - 3));
  for (std::string choice; std::getline(inside, choice, ',');) choices.push_back(choice);
  return choices;
}

FlagOutline flag_outline(const CLI::Option& option) {
  FlagOutline flag;
  for (const std::string& name : option.get_snames()) flag.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) flag.names.push_back("--" + name);
  flag.about = option.get_description();
  if (option.get_items_expected_max() == 0) return flag;
  const std::string form = option.get_type_name();
  flag.form = form.substr(0, form.find(':'));
  flag.choices = choices_in(form);
  flag.repeated = option.get_expected_max() > 1;
  return flag;
}

/// The lines below "Examples:".
std::vector<std::string> examples_in(const std::string& footer) {
  std::vector<std::string> examples;
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  ")) examples.push_back(line.substr(2));
  return examples;
}

CommandOutline command_outline(const CLI::App& app) {
  CommandOutline command{app.get_name(), app.get_description(), {}, {}, examples_in(app.get_footer())};
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional())
      command.words.push_back({option->get_name(true), option->get_description(), option->get_required(),
                               option->get_expected_max() > 1});
    else
      command.flags.push_back(flag_outline(*option));
  }
  return command;
}

}  // namespace

ProgramOutline outline_of(const CLI::App& app) {
  ProgramOutline program{app.get_name(), app.get_description(), {}, {}};
  for (const CLI::Option* option : app.get_options()) program.flags.push_back(flag_outline(*option));
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (!command->get_group().empty()) program.commands.push_back(command_outline(*command));
  program.commands.push_back({"help",
                              "Tell what commands there are, or all about one",
                              {{"COMMAND", "the command to explain", false, false}},
                              {},
                              {"roundhouse help", "roundhouse help validate"}});
  return program;
}

}  // namespace roundhouse::cli
