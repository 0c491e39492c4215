#pragma once
// Manual pages and completions, made from the outline of the command line.

#include <string>
#include <vector>

#include "cli/outline.h"

namespace roundhouse::cli {

struct Page {
  std::string path;  ///< below the folder of shared data: "man/man1/roundhouse-lint.1"
  std::string text;
};

/// `date`: of this version, "2026-11-24".
std::vector<Page> manual_pages(const ProgramOutline& program, const std::string& date);
Page bash_completion(const ProgramOutline& program);
Page zsh_completion(const ProgramOutline& program);
Page fish_completion(const ProgramOutline& program);

/// The kind of word or value that a form stands for.
enum class Completed : std::uint8_t {
  nothing,
  variant,
  record,
  any_file,
  folder,
  option,
  code,
  command,
  players
};
Completed completed_by(const std::string& form);

/// The text with each occurrence of `old` replaced.
std::string replaced(std::string text, const std::string& old, const std::string& by);

}  // namespace roundhouse::cli
