#pragma once
// Quantifiers over the tiles of a hand, worked out for the hand as a whole (engine/fast/code.h). Internal to
// the engine.

#include "engine/fast/set_steps.h"
#include "engine/read_word.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// `tiles`: the set that the quantifier goes over, as in read_word.h; may be absent.
Value of_tiles(Evaluation& reading, dsl::Op op, Value tiles, const fast::OfTiles& asked);

/// The set as in read_word.h, of a quantifier over the hand of the one who acts or what rests of it.
inline Value hand_asked(const Evaluation& reading, const fast::OfTiles& asked) {
  const Moment& moment = reading.moment;
  if (moment.me == no_seat) return absent;
  const bool without = asked.hand == fast::OfTiles::Hand::rest && !moment.tile_gone;
  return without ? moment.me | without_tile : Value{moment.me};
}

/// The tiles of which the comparison holds; of others than the set's it says nothing.
TileSet tiles_compared(Evaluation& reading, const fast::TileBound& bound);

}  // namespace roundhouse::engine
