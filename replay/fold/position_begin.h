#pragma once
// A round that begins with a position: the table as it stood, made of what is written of it. Says which parts
// of it are known; judges nothing.

#include <bitset>
#include <cstddef>
#include <vector>

#include "engine/position.h"
#include "engine/rules.h"
#include "replay/drawing/laid_tile.h"
#include "replay/record/record.h"
#include "replay/record/set_tile.h"

namespace roundhouse::replay {

/// The parts of a position that are known. What is not written is not, save where it follows from the rest.
struct PositionKnown {
  bool engine_lies = true;                 ///< it is known which one
  std::bitset<engine::max_trains> trains;  ///< where their ends are, and with which numbers
  std::bitset<engine::max_trains> marks;
  std::bitset<engine::max_players> counts;  ///< how many tiles each hand has
  std::bitset<engine::max_facts> facts;
  bool boneyard = false;
  bool is_supposed = false;  ///< these numbers are taken for the written ones (FoldOptions::supposed_counts)
  bool debts = false;        ///< all of them, and of those written all that rules ask
  bool turn = false;         ///< whose turn it is
  bool previous = false;
  bool lap = false;      ///< of the round
  bool still = false;    ///< turns in a row in which nothing was done
  bool starter = false;  ///< who had the first turn
  bool first = false;
  bool winner = false;
  bool beginning = false;                   ///< who kept an engine back, and the lots
  std::bitset<engine::max_players> turns;   ///< how many each has had
  std::bitset<engine::max_players> points;  ///< of this round
  bool rest = false;           ///< all else that rows ask: laps, turns, points, who began, who has won
  bool rest_of_table = false;  ///< every tile that lies

  /// True if acts can be followed and the table be shown, whatever rows ask beside that.
  bool is_followed(const engine::Rules& program) const;
  /// True if all is known that rows can ask, but for tiles in hands.
  bool is_whole(const engine::Rules& program) const;
};

/// The players of whom a position does not say how many tiles they have; none where the round begins with
/// none.
std::vector<Seat> seats_not_counted(const engine::Rules& program, const RecordRound& round);

/// What stands before the first line that is folded.
struct PositionBegun {
  std::size_t item = 0;  ///< the last line of the position
  PositionKnown known;
  std::vector<std::vector<SetTile>> hands;  ///< by seat; empty where the number is not known, too
  std::vector<engine::TileId> table;        ///< with the engine
  std::vector<LaidTile> laid;               ///< without it, a parent before what lies at it
};

struct FoldState;
/// Makes the position of a round that begins with one. The round has begun (fold_beginning); lines that say
/// what cannot be are objected to.
PositionBegun set_position(FoldState& state);

}  // namespace roundhouse::replay
