#include "tests/support/run_program.h"

#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <system_error>

namespace roundhouse::tests {
namespace {

// The most that a call may write before it is stopped: no test expects more, and a loop that prints would
// fill memory.
constexpr rlim_t most_output = 256u << 20;

// The descriptor to which the program that measures writes. Under the sanitizers, which take memory of their
// own, it is left out.
constexpr int measure = 3;

constexpr bool sanitized =
#ifdef __SANITIZE_ADDRESS__
    true;
#else
    false;
#endif

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

/// A file in memory. Files, not pipes: nobody has to read while the other writes, and nothing can block.
class MemoryFile {
 public:
  explicit MemoryFile(const char* name) : descriptor_(memfd_create(name, MFD_CLOEXEC)) {
    if (descriptor_ < 0) fail("memfd_create");
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { close(descriptor_); }

  int descriptor() const { return descriptor_; }

  void fill(const std::string& text) {
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t wrote = write(descriptor_, text.data() + done, text.size() - done);
      if (wrote < 0) fail("write");
      done += static_cast<std::size_t>(wrote);
    }
    lseek(descriptor_, 0, SEEK_SET);
  }

  std::string contents() const {
    lseek(descriptor_, 0, SEEK_SET);
    std::string text;
    std::array<char, 1 << 16> block{};
    while (true) {
      const ssize_t got = read(descriptor_, block.data(), block.size());
      if (got < 0) fail("read");
      if (got == 0) return text;
      text.append(block.data(), static_cast<std::size_t>(got));
    }
  }

 private:
  int descriptor_;
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  out.reserve(texts.size() + 1);
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

void limit(decltype(RLIMIT_AS) what, rlim_t value) {
  const rlimit both{value, value};
  setrlimit(what, &both);
}

std::vector<std::string> environment(const ProgramCall& call) {
  std::vector<std::string> out{
      "PATH=" + program_path().parent_path().string() + ":/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8"};
  for (const auto& [name, value] : call.environment) out.push_back(name + "=" + value);
  return out;
}

ProgramResult run(const std::string& program, std::vector<std::string> words, const ProgramCall& call) {
  MemoryFile input("input");
  MemoryFile output("output");
  MemoryFile errors("errors");
  MemoryFile memory("memory");
  input.fill(call.input);
  words.insert(words.begin(), program);
  if (!sanitized) words.insert(words.begin(), {ROUNDHOUSE_MEASURED_RUN, std::to_string(measure)});
  std::vector<std::string> settings = environment(call);
  const std::vector<char*> argv = pointers(words);
  const std::vector<char*> envp = pointers(settings);
  const std::string folder = call.folder.string();

  const auto begin = std::chrono::steady_clock::now();
  const pid_t child = fork();
  if (child < 0) fail("fork");
  if (child == 0) {
    // From here to execve only calls that are safe after a fork. Its own process group, so that a shell and
    // all it started can be ended together.
    setpgid(0, 0);
    if (!folder.empty() && chdir(folder.c_str()) != 0) _exit(126);
    dup2(input.descriptor(), STDIN_FILENO);
    dup2(output.descriptor(), STDOUT_FILENO);
    dup2(call.merge_errors ? output.descriptor() : errors.descriptor(), STDERR_FILENO);
    dup2(memory.descriptor(), measure);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, most_output);
    if (call.memory > 0 && !sanitized) limit(RLIMIT_AS, call.memory);
    execve(argv.front(), argv.data(), envp.data());
    _exit(127);
  }
  setpgid(child, child);

  ProgramResult result;
  // By number: the header of glibc 2.36 forgets that its pidfd_open is a function of C.
  const int handle = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  if (handle < 0) fail("pidfd_open");
  pollfd ended{handle, POLLIN, 0};
  int ready = 0;
  do {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    const double left = call.seconds - passed.count();
    ready = left <= 0 ? 0 : poll(&ended, 1, static_cast<int>(left * 1000) + 1);
  } while (ready < 0 && errno == EINTR);
  close(handle);
  if (ready == 0) {
    result.timed_out = true;
    kill(-child, SIGKILL);
  }
  int state = 0;
  while (waitpid(child, &state, 0) < 0) {
    if (errno != EINTR) fail("waitpid");
  }
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
  result.seconds = passed.count();
  if (const std::string bytes = memory.contents(); bytes.size() == sizeof result.memory) {
    std::memcpy(&result.memory, bytes.data(), bytes.size());
  }
  if (WIFEXITED(state)) result.status = WEXITSTATUS(state);
  if (WIFSIGNALED(state)) result.signal = WTERMSIG(state);
  result.output = output.contents();
  result.errors = errors.contents();
  return result;
}

}  // namespace

std::filesystem::path program_path() { return ROUNDHOUSE_PROGRAM; }

ProgramResult run_program(const ProgramCall& call) {
  return run(program_path().string(), call.arguments, call);
}

ProgramResult run_shell(const std::string& line, const ProgramCall& call) {
  std::vector<std::string> words{"-c", line, "sh"};
  words.insert(words.end(), call.arguments.begin(), call.arguments.end());
  return run("/bin/sh", std::move(words), call);
}

std::string within_processor_seconds(int seconds) {
#if defined(__SANITIZE_ADDRESS__)
  seconds *= 60;
#endif
  return "ulimit -t " + std::to_string(seconds) + "; ";
}

std::string interrupted(const std::string& command) {
  return "env --default-signal=INT " + command +
         " & pid=$!; "
         "until grep -q 'SigCgt:.*[2367abef]$' /proc/$pid/status || ! kill -0 $pid; do sleep 0.1; done; "
         "sleep 1; kill -INT $pid; wait $pid";
}

}  // namespace roundhouse::tests
