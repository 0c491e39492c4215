#pragma once
// Looks for words in the sentences about a record, from one step on to the end and from the beginning on,
// some steps at a time.

#include <optional>
#include <string>

#include "tools/screen/step_cache.h"

namespace roundhouse::replay {

class StepSearch {
 public:
  /// Begins behind `from`. `book` must outlive this.
  StepSearch(StepCache& book, const std::string& words, StepRef from);

  /// Advances the search by some steps; returns true when it is over.
  bool go_on();
  /// The step found, once the search is over; absent: no sentence has the words.
  std::optional<StepRef> found() const { return found_; }
  /// True if it went on from the beginning.
  bool has_wrapped() const { return has_wrapped_; }
  /// The round in which it is.
  std::size_t round() const { return next_ ? next_->round : 0; }

 private:
  StepCache& book_;
  std::string words_;  ///< folded
  StepRef from_;
  std::optional<StepRef> next_;
  bool has_wrapped_ = false;
  std::optional<StepRef> found_;
};

}  // namespace roundhouse::replay
