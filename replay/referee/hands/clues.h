#pragma once
// Clues about the hands that a round's acts have given so far, in order, each with the act it comes
// from: so that any beginning of a round, and any round with some claim left out, can be asked whether
// it can be filled in.

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/fold.h"
#include "engine/hands/hidden_hands.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {

// The terms of the engine's matching.
using engine::Ban;
using engine::fill_hands;
using engine::Filling;
using engine::FillingResult;
using engine::for_good;
using engine::HandsAt;
using engine::HandSearch;
using engine::HandSlot;
using engine::HiddenHands;
using engine::JointTest;
using engine::Sighting;
using engine::TableTest;
using engine::Witness;
using engine::WitnessResult;

enum class ClueKind : std::uint8_t {
  place,    ///< a tile came into a hand; `tiles`: what it may be
  lay,      ///< a tile left a hand
  shown,    ///< `copies` of a tile were shown in hand
  out,      ///< a tile was seen that is in no hand
  ban,      ///< none of `tiles` was in hand
  witness,  ///< some of `tiles` was in hand
  other,    ///< the tile that came into the hand at the time `from` was none of `tiles`
  joint,    ///< the whole hand passed a test, or all hands together did
};

struct Clue {
  ClueKind kind = ClueKind::place;
  int act = 0;   ///< the act of the round that it comes from, ascending
  int time = 0;  ///< when it holds: 2 * act is just before the act, 2 * act + 1 just after it
  Seat seat = no_seat;
  TileId tile = no_tile;
  int copies = 1;
  TileSet tiles;
  bool optional = false;  ///< of places: there may have been no such tile
  engine::Breach breach;  ///< of claims: the row or law that would be broken
  bool follows = false;   ///< it is assumed of what follows of the act, not claimed by the act
  std::function<bool(const std::vector<TileId>&)> passes;
  int from = 0;                                        ///< of these: the earliest time that is asked about
  std::function<bool(const HandsAt&)> table_passes;    ///< of joints about all hands at once
  std::function<bool(const HandsAt&)> table_may_pass;  ///< as TableTest::may_pass
};

inline bool is_claim(const Clue& clue) {
  return clue.kind == ClueKind::ban || clue.kind == ClueKind::witness || clue.kind == ClueKind::other ||
         clue.kind == ClueKind::joint;
}

/// The clues up to and including act `last` for which `keep` holds, as a question to fill_hands.
HiddenHands hands_from(const std::vector<Clue>& clues, int last, int copies, int tile_kinds,
                       const std::function<bool(const Clue&)>& keep);

// The moves of a round's tiles, as long as every one of them is written: the clues of such a round in a
// few bytes each. Whether they go together is plain without any search; only where they do not, or something
// turns out to be hidden, are they made into clues.

struct HandMove {
  enum class Kind : std::uint8_t {
    comes,  ///< into the seat's hand
    goes,   ///< from it to the table
    out,    ///< lies in nobody's hand
  };
  std::int32_t act = 0;
  Kind kind = Kind::comes;
  Seat seat = no_seat;
  TileId tile = no_tile;
};

/// True if no tile is there more often than the set has it, and none goes that did not come.
bool go_together(const engine::Rules& program, const std::vector<HandMove>& moves);

/// Adds the clues that say the same.
void add_clues(const engine::Rules& program, const std::vector<HandMove>& moves, std::vector<Clue>& clues);

// Tiles that a player shows: a `hand` line after the first turn, or a `left` line. What it says of the hand.

/// Clues that these tiles are in the hand of `clue.seat`; act and time are those of `clue`. `whole`: there
/// are no others in it.
std::vector<Clue> clues_from_shown(const engine::Rules& program, const std::vector<SetTile>& tiles,
                                   bool whole, const Clue& clue);

}  // namespace roundhouse::replay
