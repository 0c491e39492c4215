#pragma once
// Threads that are waited for when their owner goes. std::jthread does that too, but libc++ has none yet.

#include <thread>
#include <utility>
#include <vector>

namespace roundhouse::dsl {

class JoinedThreads {
 public:
  JoinedThreads() = default;
  JoinedThreads(const JoinedThreads&) = delete;
  JoinedThreads& operator=(const JoinedThreads&) = delete;
  ~JoinedThreads() { join(); }

  /// Throws std::system_error where the machine gives no more threads.
  template <class Run>
  void start(Run run) {
    threads_.emplace_back(std::move(run));
  }
  /// Waits until all have ended.
  void join() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  std::vector<std::thread> threads_;
};

}  // namespace roundhouse::dsl
