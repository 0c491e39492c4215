#pragma once
// The algorithms that everybody needs, over a whole range. Those of std::ranges are not in all the libraries
// that this is built with.

#include <algorithm>
#include <iterator>
#include <utility>

namespace roundhouse {

template <class Range, class Value>
constexpr bool contains(const Range& range, const Value& value) {
  return std::find(std::begin(range), std::end(range), value) != std::end(range);
}

template <class Range, class Holds>
constexpr bool any_of(const Range& range, Holds holds) {
  return std::any_of(std::begin(range), std::end(range), std::move(holds));
}

template <class Range, class Holds>
constexpr bool all_of(const Range& range, Holds holds) {
  return std::all_of(std::begin(range), std::end(range), std::move(holds));
}

template <class Range, class Holds>
constexpr bool none_of(const Range& range, Holds holds) {
  return std::none_of(std::begin(range), std::end(range), std::move(holds));
}

template <class Range, class Holds>
constexpr auto count_if(const Range& range, Holds holds) {
  return std::count_if(std::begin(range), std::end(range), std::move(holds));
}

/// Returns where the first one stands for which this holds, or the end.
template <class Range, class Holds>
constexpr auto find_if(Range& range, Holds holds) {
  return std::find_if(std::begin(range), std::end(range), std::move(holds));
}

template <class Range>
void sort(Range& range) {
  std::sort(std::begin(range), std::end(range));
}

template <class Range, class Before>
void sort(Range& range, Before before) {
  std::sort(std::begin(range), std::end(range), std::move(before));
}

template <class Range, class Before>
void stable_sort(Range& range, Before before) {
  std::stable_sort(std::begin(range), std::end(range), std::move(before));
}

}  // namespace roundhouse
