#pragma once
// The lines of a round before its first turn, sorted into what the setup asks for. Internal to the fold.

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

#include "replay/fold/fold_state.h"

namespace roundhouse::replay {

/// One entry of such a line.
struct SetupEntry {
  std::size_t item = 0;
  Seat seat = no_seat;
  SetTile tile;
  dsl::Span where;  ///< of the tile
};

struct SetupLines {
  std::vector<SetupEntry> lots;
  std::vector<SetupEntry> first;               ///< seldom more than one
  std::vector<std::vector<SetupEntry>> hands;  ///< by deal, in order of writing; what is dealt is nobody's
  std::deque<SetupEntry> seeks;
  std::optional<std::size_t> passes_item;  ///< the line that says how many passes of draws there were
  int passes = 0;
  std::deque<SetupEntry> turned;
  std::vector<std::size_t> redeals;
  std::vector<std::size_t> chances;
  std::vector<SetupEntry> engine;  ///< seldom more than one

  void gather(FoldState& state);

 private:
  void check_left(FoldState& state) const;
};

/// The first line of a turn; nullptr: nobody played, or nobody wrote down who began.
const TurnLine* first_turn(const FoldState& state);
/// The place in it where the engine would stand.
dsl::Span engine_span(const TurnLine& line);
/// The seat of the first turn by the record; no_seat: it does not say.
Seat stated_starter(const FoldState& state);
/// The tile that is written as the engine, in an `engine` line or as the first of the first turn.
std::optional<SetTile> written_engine(const FoldState& state);

}  // namespace roundhouse::replay
