#pragma once
// One table of ends (engine/fast/code.h) from the bars that hold: end by end as the table knows them, by
// train and flags, which tiles they leave. Called by end_table.cpp.

#include <functional>
#include <vector>

#include "engine/rules.h"

namespace roundhouse::engine::fast {

class EndKinds {
 public:
  /// `all_match`: only tiles with the number of their end are laid at all.
  EndKinds(const Rules& program, bool all_match);

  /// True if the bar depends on nothing but what a table can know.
  static bool knows(const Rules& program, const Bar& bar);

  /// A bar whose own condition on the turn holds. `is_so`: what holds of other conditions on the turn.
  void add(const Bar& bar, const std::function<bool(DecisionRef)>& is_so);
  EndTable table() const;
  /// Steps of bars that `table` looks at, about.
  std::size_t work() const;
  /// Equal for the same bars with the same conditions: the same table comes of them.
  using BarsKey = std::vector<std::int32_t>;
  const BarsKey& key() const { return key_; }

 private:
  /// A step with what is known put in.
  struct FixedStep {
    EndOp op;
    bool turn = false;  ///< of a condition on the turn: whether it holds
  };
  /// A bar with what is known put in.
  struct FixedBar {
    std::vector<FixedStep> ends;  ///< none: every end
    bool every_tile = true;
    TileSet fits;     ///< barred of those with the end's number
    TileSet misfits;  ///< and of the others
  };
  /// One end as the table knows it.
  struct EndKind {
    std::size_t seat = 0;  ///< of the player who asks
    std::size_t train = 0;
    unsigned flags = 0;
  };
  /// The tiles that are left to be laid there.
  struct Left {
    TileSet fits;
    TileSet misfits;
  };

  TileSet barred(const std::vector<FixedStep>& steps, bool fit) const;
  bool bars(const FixedBar& bar, const EndKind& end) const;
  Left left_at(const EndKind& end) const;

  const Rules& program_;
  TileSet all_;  ///< tiles of the set
  bool all_match_;
  std::vector<FixedBar> fixed_;
  BarsKey key_;
};

}  // namespace roundhouse::engine::fast
