#pragma once
// Manual pages and completions, made from the outline of the command line.

#include <string>
#include <vector>

#include "tools/manual/outline.h"

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

}  // namespace roundhouse::cli
