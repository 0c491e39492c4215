#pragma once
// A round that begins with a position: the table as it stood, made of what is written of it. Says which parts
// of it are known; judges nothing.

#include <cstddef>
#include <vector>

#include "engine/known/known.h"
#include "engine/rules.h"
#include "replay/drawing/laid_tile.h"
#include "replay/record/record.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {

/// True if acts can be followed and the table be shown, whatever rows ask beside that.
bool is_followed(const engine::NotKnown& unknown);
/// The parts that are not known and that rows may ask, but for tiles in hands. None: turns are judged as
/// those of a whole record.
engine::Parts parts_to_be_whole(const engine::Rules& program, const engine::NotKnown& unknown);

/// The players of whom a position does not say how many tiles they have; none where the round begins with
/// none.
std::vector<Seat> seats_not_counted(const engine::Rules& program, const RecordRound& round);

/// The lines of a position before the first line that is folded.
struct PositionBegun {
  std::size_t item = 0;  ///< the last line of the position
  /// Parts that are not written are not known, save where it follows from the rest.
  engine::NotKnown unknown;
  bool is_supposed = false;  ///< numbers of tiles are taken for written ones (FoldOptions::supposed_counts)
  std::vector<std::vector<SetTile>> hands;  ///< by seat; empty where the number is not known, too
  std::vector<engine::TileId> table;        ///< with the engine
  std::vector<LaidTile> laid;               ///< without it, a parent before what lies at it
};

struct FoldState;
/// Makes the position of a round that begins with one. The round has begun (fold_beginning); lines that say
/// what cannot be are objected to.
PositionBegun set_position(FoldState& state);

}  // namespace roundhouse::replay
