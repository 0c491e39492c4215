#pragma once
// Looks for words in what is told of a record, from one step on to the end and from the beginning on, some
// steps at a time.

#include <optional>
#include <string>

#include "replay/screen/step_cache.h"

namespace roundhouse::replay {

class StepSearch {
 public:
  /// Begins behind `from`. `book` must outlive this.
  StepSearch(StepCache& book, const std::string& words, StepPlace from);

  /// Some steps further. True: it is over.
  bool go_on();
  /// Once it is over; absent: nothing is told so.
  std::optional<StepPlace> found() const { return found_; }
  /// It went on from the beginning.
  bool has_wrapped() const { return has_wrapped_; }
  /// The round in which it is.
  std::size_t round() const { return next_ ? next_->round : 0; }

 private:
  StepCache& book_;
  std::string words_;  ///< folded
  StepPlace from_;
  std::optional<StepPlace> next_;
  bool has_wrapped_ = false;
  std::optional<StepPlace> found_;
};

}  // namespace roundhouse::replay
