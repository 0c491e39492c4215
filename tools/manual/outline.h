#pragma once
// The commands, words and flags of the program as plain data: what manual pages and completions are made of,
// so that none of them says anything that the command line does not know.

#include <string>
#include <vector>

#include "cli/flags.h"

namespace roundhouse::cli {

/// A word behind a command's name.
struct WordOutline {
  std::string form;  ///< "RECORD"
  std::string about;
  bool required = false;
  bool repeated = false;
};

struct FlagOutline {
  std::vector<std::string> names;    ///< as typed, the short one first: "-V", "--version"
  std::string form;                  ///< the kind of its value: "VARIANT", "N"; empty: it takes none
  std::vector<std::string> choices;  ///< all values that it takes; empty: others
  std::string about;
  bool repeated = false;
};

struct CommandOutline {
  std::string name;
  std::string about;
  std::vector<WordOutline> words;
  std::vector<FlagOutline> flags;
  std::vector<std::string> examples;  ///< lines as they are typed
};

struct ProgramOutline {
  std::string name;
  std::string about;
  std::vector<FlagOutline> flags;
  std::vector<CommandOutline> commands;  ///< those for people
};

/// All of the command line; `help` and its command stand at the end of the commands.
ProgramOutline outline_of(const CLI::App& app);

/// Manual pages and completions, made from the outline of the command line.
struct Page {
  std::string path;  ///< below the folder of shared data: "man/man1/roundhouse-lint.1"
  std::string text;
};

/// `date`: of this version, "2026-11-24".
std::vector<Page> manual_pages(const ProgramOutline& program, const std::string& date);
Page bash_completion(const ProgramOutline& program);
Page zsh_completion(const ProgramOutline& program);
Page fish_completion(const ProgramOutline& program);

}  // namespace roundhouse::cli
