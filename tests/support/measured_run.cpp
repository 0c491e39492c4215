// Runs a command and says how much memory it took: measured_run FD COMMAND ARGUMENTS... writes the most bytes
// that were in memory at any time to the file FD, as a std::size_t, and ends as the command ended.
//
// A process counts from what its parent held when it was started: only somebody small can see what a small
// program needs, and the tests themselves are not small.

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>

int main(int count, char** words) {
  if (count < 3) return 127;
  const int report = std::atoi(words[1]);
  const pid_t child = fork();
  if (child < 0) return 127;
  if (child == 0) {
    close(report);
    execve(words[2], words + 2, environ);
    _exit(127);
  }
  int state = 0;
  rusage used{};
  while (wait4(child, &state, 0, &used) < 0) {
    if (errno != EINTR) return 127;
  }
  const std::size_t memory = static_cast<std::size_t>(used.ru_maxrss) * 1024;
  if (write(report, &memory, sizeof memory) != static_cast<ssize_t>(sizeof memory)) return 127;
  if (WIFSIGNALED(state)) {
    signal(WTERMSIG(state), SIG_DFL);
    raise(WTERMSIG(state));
  }
  return WEXITSTATUS(state);
}
