#pragma once
// Work done side by side whose results come in the order in which it was given: so what is printed does not
// depend on how many did it.

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <system_error>
#include <utility>

#include "dsl/base/joined_threads.h"

namespace roundhouse::replay {

template <class Result>
class OrderedWork {
 public:
  /// With one job all work is done by the thread that asks for the results.
  explicit OrderedWork(int jobs) {
    try {
      for (int job = 1; job < jobs; ++job) threads_.start([this] { work(); });
    } catch (const std::system_error&) {
      // Fewer threads do it, or none.
    }
  }
  OrderedWork(const OrderedWork&) = delete;
  OrderedWork& operator=(const OrderedWork&) = delete;
  ~OrderedWork() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
    threads_.join();
  }

  void give(std::function<Result()> task) {
    auto piece = std::make_shared<Piece>();
    piece->task = std::move(task);
    pieces_.push_back(piece);
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(piece));
    }
    changed_.notify_one();
  }

  /// Given and not taken yet.
  std::size_t size() const { return pieces_.size(); }

  /// The result of the oldest piece. While it waits it does its share of the work.
  Result take() {
    const std::shared_ptr<Piece> piece = pieces_.front();
    pieces_.pop_front();
    std::unique_lock lock(mutex_);
    while (!piece->done) {
      if (!waiting_.empty()) {
        do_one(lock);
      } else {
        finished_.wait(lock, [&] { return piece->done; });
      }
    }
    if (piece->trouble) std::rethrow_exception(piece->trouble);
    return std::move(*piece->result);
  }

 private:
  struct Piece {
    std::function<Result()> task;
    std::unique_ptr<Result> result;
    std::exception_ptr trouble;  ///< no memory
    bool done = false;
  };

  void do_one(std::unique_lock<std::mutex>& lock) {
    const std::shared_ptr<Piece> piece = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    try {
      piece->result = std::make_unique<Result>(piece->task());
    } catch (...) {
      piece->trouble = std::current_exception();
    }
    piece->task = nullptr;
    lock.lock();
    piece->done = true;
    finished_.notify_all();
  }

  void work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
      if (closed_) return;
      do_one(lock);
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::condition_variable finished_;
  std::deque<std::shared_ptr<Piece>> pieces_;   ///< not taken yet; only the giver's thread touches it
  std::deque<std::shared_ptr<Piece>> waiting_;  ///< not begun yet
  bool closed_ = false;
  dsl::JoinedThreads threads_;
};

}  // namespace roundhouse::replay
