#pragma once
// A recorded game on a screen, gone through with keys: what is shown, and where each key leads. Knows no
// terminal; tools/commands/replay.cpp has the loop that gives it keys and shows its screens.

#include <memory>
#include <optional>
#include <string>

#include "replay/record/reference.h"
#include "tools/screen/screen.h"
#include "tools/screen/step_cache.h"

namespace roundhouse::replay {

struct ViewerWishes {
  std::string seen_by{};             ///< a player's name: no other hand is shown; empty: all are
  std::optional<Reference> start{};  ///< the turn at which it opens; absent: at the beginning
  bool reviews = false;              ///< shows, too, what might have been played better
};

class Viewer {
 public:
  Viewer(ViewedRecord record, const ViewerWishes& wishes);
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;
  ~Viewer();

  Screen paint(int rows, int columns);
  /// False: it is left.
  bool press(const Key& key);

  /// True if the referee has not judged all rounds, or something is searched for: a little of it is done by
  /// `work`, to be called while no key is pressed.
  bool has_work() const;
  void work();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace roundhouse::replay
