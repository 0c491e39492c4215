#include "cli/interrupt.h"

#include <signal.h>

namespace roundhouse::cli {
namespace {

// The one thing that a signal handler can reach.
std::atomic<std::atomic<bool>*> asked = nullptr;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::atomic<bool>*>::is_always_lock_free);

void note_signal(int) {
  if (std::atomic<bool>* stop = asked.load()) stop->store(true);
}

}  // namespace

Interrupt::Interrupt(std::atomic<bool>& stop) {
  struct sigaction action {};
  // If the parent process had Ctrl-C ignored, that stays.
  if (sigaction(SIGINT, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) return;
  asked = &stop;
  action = {};
  action.sa_handler = note_signal;
  // After the first the signal does again what it did, which is to end the program. Reading goes on.
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
}

Interrupt::~Interrupt() {
  if (asked.exchange(nullptr) != nullptr) signal(SIGINT, SIG_DFL);
}

}  // namespace roundhouse::cli
