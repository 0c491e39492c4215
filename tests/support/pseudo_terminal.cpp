#include "tests/support/pseudo_terminal.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "tests/support/run_program.h"

namespace roundhouse::tests {
namespace {

constexpr int patience = 30'000;  // milliseconds

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  out.reserve(texts.size() + 1);
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

}  // namespace

PseudoTerminal::PseudoTerminal(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                               TerminalSize size,
                               const std::vector<std::pair<std::string, std::string>>& environment) {
  std::vector<std::string> words{program_path().string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::string> settings{"PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8", "TERM=xterm"};
  for (const auto& [name, value] : environment) settings.push_back(name + "=" + value);
  const std::vector<char*> argv = pointers(words);
  const std::vector<char*> envp = pointers(settings);
  const std::string where = folder.string();
  winsize window{};
  window.ws_col = static_cast<unsigned short>(size.columns);
  window.ws_row = static_cast<unsigned short>(size.lines);
  child_ = forkpty(&descriptor_, nullptr, nullptr, &window);
  if (child_ < 0) throw std::system_error(errno, std::generic_category(), "forkpty");
  if (child_ > 0) return;
  // From here to execve only calls that are safe after a fork.
  if (chdir(where.c_str()) != 0) _exit(126);
  execve(argv.front(), argv.data(), envp.data());
  _exit(127);
}

PseudoTerminal::~PseudoTerminal() {
  if (!ended_) {
    kill(child_, SIGKILL);
    waitpid(child_, &status_, 0);
  }
  close(descriptor_);
}

/// False: the other side is closed, or nothing comes.
bool PseudoTerminal::take() {
  pollfd ready{descriptor_, POLLIN, 0};
  if (poll(&ready, 1, patience) <= 0) return false;
  std::array<char, 4096> block{};
  const ssize_t got = read(descriptor_, block.data(), block.size());
  if (got <= 0) return false;
  for (const char c : std::string_view(block.data(), static_cast<std::size_t>(got)))
    if (c != '\r') shown_ += c;
  return true;
}

bool PseudoTerminal::wait_for(std::string_view text) {
  while (shown_.size() <= seen_ || !shown_.ends_with(text))
    if (!take()) return false;
  seen_ = shown_.size();
  return true;
}

void PseudoTerminal::type(std::string_view keys) {
  while (!keys.empty()) {
    const ssize_t wrote = write(descriptor_, keys.data(), keys.size());
    if (wrote < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "write");
    if (wrote > 0) keys.remove_prefix(static_cast<std::size_t>(wrote));
  }
}

int PseudoTerminal::finish() {
  while (take()) {
  }
  while (waitpid(child_, &status_, 0) < 0 && errno == EINTR) {
  }
  ended_ = true;
  return WIFEXITED(status_) ? WEXITSTATUS(status_) : -WTERMSIG(status_);
}

}  // namespace roundhouse::tests
