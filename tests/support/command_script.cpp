#include "tests/support/command_script.h"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

#include "tests/support/golden.h"
#include "tests/support/run_program.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;

/// `? 0`: the end of a command's output.
bool is_status(std::string_view line) {
  return line.size() > 2 && line.starts_with("? ") &&
         line.find_first_not_of("0123456789", 2) == std::string_view::npos;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

Script read_with_status(std::string_view text) {
  Script script;
  enum { before, command, output } where = before;
  std::size_t number = 0;
  for (const std::string& line : lines_of(text)) {
    ++number;
    if (where == command && line.starts_with("> ")) {
      script.steps.back().command += "\n" + line.substr(2);
      script.steps.back().shown += line + "\n";
    } else if (where != before) {
      where = is_status(line) ? before : output;
    } else if (line.starts_with("$ ")) {
      script.steps.push_back({script.ending, line.substr(2), line + "\n"});
      script.ending.clear();
      where = command;
    } else if (line.empty() || line.starts_with("#")) {
      script.ending += line + "\n";
    } else {
      script.mistake = "line " + std::to_string(number) + " is no command, comment or status: " + line;
      return script;
    }
  }
  // The status is filled in for a command that has just been written.
  if (where != before && !updating_goldens()) script.mistake = "the last command has no status line";
  return script;
}

Script read_in_document(std::string_view text) {
  Script script;
  bool in_command = false;
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with("$ ")) {
      script.steps.push_back({script.ending, line.substr(2), line + "\n"});
      script.ending.clear();
      in_command = true;
    } else if (in_command && line.starts_with("> ")) {
      script.steps.back().command += "\n" + line.substr(2);
      script.steps.back().shown += line + "\n";
    } else {
      in_command = false;
      // Empty lines at the end of an output are there to separate, and stay as they are.
      script.ending = line.empty() ? script.ending + "\n" : "";
      if (script.steps.empty()) script.mistake = "it begins with no command: " + line;
    }
  }
  return script;
}

}  // namespace

Script read_script(std::string_view text, ScriptShape shape) {
  Script script = shape == ScriptShape::with_status ? read_with_status(text) : read_in_document(text);
  if (script.steps.empty() && script.mistake.empty()) script.mistake = "there is no command";
  return script;
}

std::string perform(const Script& script, ScriptShape shape, const fs::path& folder) {
  std::string out;
  for (const ScriptStep& step : script.steps) {
    ProgramCall call;
    call.folder = folder;
    call.merge_errors = true;
    const ProgramResult result = run_shell(step.command, call);
    std::string printed = result.output;
    if (!printed.empty() && printed.back() != '\n') printed += '\n';
    if (shape == ScriptShape::in_document) {
      while (printed.ends_with("\n\n") || printed == "\n") printed.pop_back();
    }
    if (result.timed_out) {
      printed += "(took too long)\n";
    } else if (result.signal != 0) {
      printed += "(ended by signal " + std::to_string(result.signal) + ")\n";
    }
    out += step.before + step.shown + printed;
    if (shape == ScriptShape::with_status) out += "? " + std::to_string(std::max(result.status, 0)) + "\n";
  }
  return out + script.ending;
}

CommandFolder::CommandFolder() {
  std::string name = (fs::temp_directory_path() / "roundhouse-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
  path_ = name;
  const fs::path games = source_folder() / "tests" / "games";
  if (fs::is_directory(games)) fs::copy(games, path_ / "games", fs::copy_options::recursive);
}

CommandFolder::~CommandFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace roundhouse::tests
