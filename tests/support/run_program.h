#pragma once
// Runs the roundhouse program, or another command, as a user would: from outside, with a limit on time and
// memory, and keeps all that comes back.

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace roundhouse::tests {

struct ProgramCall {
  std::vector<std::string> arguments;  ///< without the program's own name
  std::string input{};                 ///< all of standard input
  /// Added to an environment that holds no more than a PATH, on which `roundhouse` is the one built, and a
  /// UTF-8 language. So no test depends on who runs it.
  std::vector<std::pair<std::string, std::string>> environment{};
  std::filesystem::path folder{};  ///< where to run; empty: here
  double seconds = 60;             ///< the call is killed after that
  /// Most bytes of address space, 0 for no limit. Not applied under the sanitizers, which reserve terabytes.
  std::size_t memory = 0;
  bool merge_errors = false;  ///< standard error goes to `output`, in the order of writing
};

struct ProgramResult {
  int status = -1;  ///< exit status; -1 when it was ended by a signal
  int signal = 0;   ///< the signal that ended it, or 0
  bool timed_out = false;
  double seconds = 0;      ///< by the clock
  std::size_t memory = 0;  ///< bytes it really used, at most; 0 when killed for its time or sanitized
  std::string output;
  std::string errors;
};

/// The roundhouse program that belongs to these tests.
std::filesystem::path program_path();

ProgramResult run_program(const ProgramCall& call);

/// The same for a line of shell, in which `roundhouse` is the program; `call.arguments` are $1 and so on.
ProgramResult run_shell(const std::string& line, const ProgramCall& call);

/// The beginning of a line of shell: what follows is killed after so many seconds of the processor. A
/// sanitized program gets sixty times as many, for the sanitizers' own work.
std::string within_processor_seconds(int seconds);

/// A line of shell for run_shell: the command, to which Ctrl-C comes a second after it has begun to listen
/// for it. (A shell lets what it starts with `&` ignore Ctrl-C, which `env` takes back.)
std::string interrupted(const std::string& command);

}  // namespace roundhouse::tests
