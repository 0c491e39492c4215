#pragma once
// Numbered pieces of work shared out among threads: the next free thread takes the next few.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <system_error>

#include "dsl/base/joined_threads.h"

namespace roundhouse::engine {

/// More at a time than any machine has cores.
constexpr int most_jobs = 1024;

/// Pieces from 0 to `count`, handed out in order, `chunk` at a time.
class Chunks {
 public:
  Chunks(std::uint64_t count, std::uint64_t chunk, const std::atomic<bool>* stop)
      : count_(count), chunk_(chunk), stop_(stop) {}

  struct Chunk {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool empty() const { return begin == end; }
  };
  /// Empty: nothing is left, or it is time to stop. What was taken has to be done.
  Chunk take() {
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return {};
    const std::uint64_t begin = std::min(next_.fetch_add(chunk_, std::memory_order_relaxed), count_);
    return {begin, std::min(begin + chunk_, count_)};
  }

 private:
  std::uint64_t count_;
  std::uint64_t chunk_;
  const std::atomic<bool>* stop_;
  std::atomic<std::uint64_t> next_ = 0;
};

/// Each thread makes a worker and does work(worker, chunks); then all workers are added up with +=, in no
/// matter which order. Where the machine gives fewer threads, those do it.
template <class Total, class Work>
Total share_out(int jobs, Chunks& chunks, const Work& work) {
  Total total{};
  std::mutex mutex;
  std::exception_ptr trouble;
  const auto run = [&] {
    try {
      const Total part = work(chunks);
      const std::lock_guard lock(mutex);
      total += part;
    } catch (...) {  // no memory: the thread that waits for the sum gets the error
      const std::lock_guard lock(mutex);
      trouble = std::current_exception();
    }
  };
  {
    dsl::JoinedThreads others;
    try {
      for (int job = 1; job < jobs; ++job) others.start(run);
    } catch (const std::system_error&) {
      // No more threads are to be had.
    }
    run();
  }
  if (trouble) std::rethrow_exception(trouble);
  return total;
}

}  // namespace roundhouse::engine
