#pragma once
// One round of a record folded act by act: the one walk that the referee and the replay share. It
// turns what is written into acts of the engine, fills in what a record leaves out (a tile drawn, the
// end of a turn), and tells a watcher about every act before and after it. It judges only what it must
// to go on: whether a written thing can be carried out at all.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "dsl/program.h"
#include "engine/act.h"
#include "engine/fold.h"
#include "engine/position.h"
#include "replay/record.h"

namespace roundhouse::replay {

/// One act of the fold and what in the record it comes from.
struct FoldStep {
  std::size_t item = 0;  ///< index into RecordRound::items
  dsl::Span where;       ///< the text of the act; of an unwritten one its line
  engine::Act act;
  bool written = true;       ///< false: it follows of the record (a deal, the end of a line)
  WrittenTile tile;          ///< as far as the tile is written, of deals, draws, picks and pulls
  bool amount_open = false;  ///< the act's number is not written; the least legal one stands in
};

/// Something written that is no act, or is not true.
struct FoldTrouble {
  std::size_t item = 0;
  dsl::Span where;
  dsl::Law law = dsl::Law::false_claim;
  std::string message;  ///< one sentence
  std::string help;     ///< may be empty
};

/// What a player shows: a `hand` line after the first turn, or a `left` line.
struct FoldShowing {
  std::size_t item = 0;
  dsl::Span where;
  Seat seat = no_seat;
  const std::vector<WrittenTile>* tiles = nullptr;
  bool left = false;
};

/// Whom the fold tells. Functions may be empty.
struct FoldWatcher {
  /// Before an act; false stops the fold there (the act is not carried out).
  std::function<bool(const FoldStep&, const engine::Position&)> before;
  /// Tiles to be taken for held by whoever acts while the act is carried out, and no longer.
  std::function<std::vector<engine::TileId>()> supposed;
  std::function<void(const FoldStep&, const engine::Position&, const engine::Trace&)> after;
  /// False: the rest of the round is not folded.
  std::function<bool(const FoldTrouble&, const engine::Position&)> trouble;
  std::function<void(const FoldShowing&, const engine::Position&)> shown;
  std::function<void(std::size_t item, const ScoreLine&, const engine::Position&)> scored;
  /// A `?` line: from here on the table is not known; nothing further is folded.
  std::function<void(std::size_t item)> gap;
};

/// Begins the round in `position` (a match begun, or its last round over) and folds it. `first_of_file`:
/// the round's label may say where in the match the record begins, and the header what came before.
/// Returns whether everything written was folded.
bool fold_round(const dsl::Program& program, const Header& header, const RecordRound& round,
                bool first_of_file, engine::Position& position, const FoldWatcher& watcher);

}  // namespace roundhouse::replay
