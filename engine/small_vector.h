#pragma once
// A list whose first N elements need no memory of their own: what one act makes follow is nearly always
// little, and the fold runs millions of times. Knows only how to grow and to be walked.

#include <array>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace roundhouse::engine {

template <class T, std::size_t N>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  SmallVector() {}  // NOLINT: the elements are not initialised on purpose, only the first size_ are ever read
  void push_back(const T& value) {
    if (size_ < N) {
      few_[size_] = value;
    } else {
      if (many_.size() < N) many_.assign(few_.begin(), few_.end());
      many_.push_back(value);
    }
    ++size_;
  }
  /// A new last element, to be filled in before anything else is added.
  T& add() {
    if (size_ < N) return few_[size_++];
    push_back({});
    return many_.back();
  }
  void clear() {
    size_ = 0;
    many_.clear();
  }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// By value: pushing may move the elements.
  T operator[](std::size_t index) const { return begin()[index]; }
  const T* begin() const { return size_ <= N ? few_.data() : many_.data(); }
  const T* end() const { return begin() + size_; }

 private:
  std::size_t size_ = 0;
  union {
    std::array<T, N> few_;
  };
  std::vector<T> many_;  // all of them, once they are more than N
};

}  // namespace roundhouse::engine
