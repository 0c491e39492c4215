#include "tools/screen/step_search.h"

#include "replay/record/names.h"
#include "tools/screen/findings.h"
#include "tools/screen/overlay.h"

namespace roundhouse::replay {
namespace {

bool mentions(const Frame& shown, const std::string& words) {
  std::string all;
  for (const std::string& sentence : shown.sentences) all += sentence + " ";
  for (const std::string& text : {shown.written, all, trouble_text(shown)})
    if (folded(text).find(words) != std::string::npos) return true;
  return false;
}

}  // namespace

StepSearch::StepSearch(StepCache& book, const std::string& words, StepRef from)
    : book_(book), words_(folded(words)), from_(from), next_(book.after(from)) {}

bool StepSearch::go_on() {
  for (std::size_t steps = 0; steps < entries_at_once; ++steps) {
    if (!next_) {
      if (has_wrapped_) return true;
      has_wrapped_ = true;
      next_ = book_.first_from(0);
      continue;
    }
    if (has_wrapped_ && *next_ > from_) return true;
    const Frame* shown = book_.at(*next_);
    if (shown != nullptr && mentions(*shown, words_)) {
      found_ = next_;
      return true;
    }
    next_ = book_.after(*next_);
  }
  return false;
}

}  // namespace roundhouse::replay
