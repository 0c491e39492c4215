#include "tools/manual/outline.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <sstream>

#include "cli/console.h"
#include "dsl/base/plain_text.h"
#include "dsl/base/version.h"

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

/// Text as it stands in a page: a dash is the one that is typed, and no line begins with a request.
std::string escaped(const std::string& text) {
  std::string out = dsl::replaced(dsl::replaced(text, "\\", "\\e"), "-", "\\-");
  if (out.starts_with('.') || out.starts_with('\'')) out.insert(0, "\\&");
  return out;
}

std::string bold(const std::string& text) { return "\\fB" + escaped(text) + "\\fR"; }
std::string slanted(const std::string& text) { return "\\fI" + escaped(text) + "\\fR"; }

std::string with_small_letter(std::string text) {
  if (!text.empty()) text.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
  return text;
}

std::string as_sentence(std::string text) {
  if (text.empty()) return text;
  text = dsl::with_capital(std::move(text));
  return text.back() == '.' ? text : text + ".";
}

std::string heading(const std::string& name, const std::string& date) {
  std::string title = name;
  std::transform(title.begin(), title.end(), title.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return fmt::format(
      ".\\\" Made by the program from its own commands and flags: do not edit.\n"
      ".TH {} 1 {} \"roundhouse {}\" \"User Commands\"\n",
      escaped(title), date, dsl::program_version());
}

std::string word_text(const WordOutline& word) {
  const std::string text = slanted(word.form) + (word.repeated ? "..." : "");
  return word.required ? text : "[" + text + "]";
}

std::string flag_text(const FlagOutline& flag) {
  const std::string names = dsl::joined(flag.names, ", ", bold);
  return flag.form.empty() ? names : names + " " + slanted(flag.form);
}

std::string flags_text(const std::vector<FlagOutline>& flags) {
  std::string text;
  for (const FlagOutline& flag : flags) {
    text += ".TP\n" + flag_text(flag) + "\n" + escaped(as_sentence(flag.about)) + "\n";
    if (!flag.choices.empty()) text += "One of " + dsl::joined(flag.choices, ", ", bold) + ".\n";
    if (flag.repeated) text += "May be given more than once.\n";
  }
  return text;
}

std::string exits_text() {
  std::string text = ".SH EXIT STATUS\nOf several files the worst counts.\n";
#define X(id, status, meaning) text += fmt::format(".TP\n.B {}\n{}\n", status, escaped(as_sentence(meaning)));
  ROUNDHOUSE_EXITS(X)
#undef X
  return text;
}

Page command_page(const CommandOutline& command, const std::string& date) {
  const std::string name = "roundhouse-" + command.name;
  std::string text = heading(name, date);
  text += fmt::format(".SH NAME\n{} \\- {}\n", escaped(name), escaped(with_small_letter(command.about)));
  text += fmt::format(".SH SYNOPSIS\n{}", bold("roundhouse " + command.name));
  if (!command.flags.empty()) text += " [" + slanted("OPTIONS") + "]";
  for (const WordOutline& word : command.words) text += " " + word_text(word);
  text += fmt::format("\n.SH DESCRIPTION\n{}\n", escaped(as_sentence(command.about)));
  for (const WordOutline& word : command.words)
    text += fmt::format(".TP\n{}\n{}\n", slanted(word.form) + (word.repeated ? "..." : ""),
                        escaped(as_sentence(word.about)));
  if (!command.flags.empty()) text += ".SH OPTIONS\n" + flags_text(command.flags);
  if (!command.examples.empty()) {
    text += ".SH EXAMPLES\n.nf\n";
    for (const std::string& example : command.examples) text += escaped(example) + "\n";
    text += ".fi\n";
  }
  text += exits_text() + ".SH SEE ALSO\n" + ".BR roundhouse (1)\n";
  return {"man/man1/" + name + ".1", text};
}

Page program_page(const ProgramOutline& program, const std::string& date) {
  std::string text = heading(program.name, date);
  // "roundhouse: what it is"
  const std::string about = program.about.substr(program.about.find(": ") + 2);
  text += fmt::format(".SH NAME\n{} \\- {}\n", program.name, escaped(about));
  text += fmt::format(".SH SYNOPSIS\n{} {} [{}]...\n", bold(program.name), slanted("COMMAND"),
                      slanted("ARGUMENT"));
  text +=
      ".SH DESCRIPTION\n"
      "Referees, replays and scores games of Mexican Train dominoes that were written down at the table, and "
      "prints\n"
      "the rules, by house rules that stand in a small file of their own.\n"
      ".SH COMMANDS\n";
  for (const CommandOutline& command : program.commands)
    text += fmt::format(".TP\n{}\n{}\n", bold(command.name), escaped(as_sentence(command.about)));
  text += ".SH OPTIONS\n" + flags_text(program.flags);
  text +=
      ".SH ENVIRONMENT\n.TP\n.B ROUNDHOUSE_VARIANTS\nThe folder of the bundled variants, instead of the one "
      "that "
      "was installed.\n"
      ".TP\n.B NO_COLOR\nNothing is coloured where this is set and not empty.\n";
  text += ".SH FILES\n.TP\n" + slanted("share/roundhouse/variants") +
          "\nThe bundled variants, below the prefix of the installation.\n";
  text += exits_text() + ".SH SEE ALSO\n";
  for (std::size_t i = 0; i < program.commands.size(); ++i)
    text += fmt::format(".BR roundhouse\\-{} (1){}\n", program.commands[i].name,
                        i + 1 < program.commands.size() ? "," : "");
  return {"man/man1/roundhouse.1", text};
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

std::vector<Page> manual_pages(const ProgramOutline& program, const std::string& date) {
  std::vector<Page> pages{program_page(program, date)};
  for (const CommandOutline& command : program.commands) pages.push_back(command_page(command, date));
  return pages;
}

}  // namespace roundhouse::cli
