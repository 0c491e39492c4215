#pragma once
// Quantifiers over the tiles of a hand, worked out for the hand as a whole (dsl/code.h). Internal to the
// engine.

#include "dsl/program.h"
#include "engine/read_word.h"
#include "engine/set_steps.h"

namespace roundhouse::engine {

/// `tiles`: the set that the quantifier goes over, as in read_word.h; may be absent.
Value of_tiles(Reading& reading, dsl::Op op, Value tiles, const dsl::OfTiles& asked);

/// The set as in read_word.h, of a quantifier over the hand of the one who acts or what rests of it.
inline Value hand_asked(const Reading& reading, const dsl::OfTiles& asked) {
  const Moment& moment = reading.moment;
  if (moment.me == no_seat) return absent;
  const bool without = asked.hand == dsl::OfTiles::Hand::rest && !moment.tile_gone;
  return without ? moment.me | without_tile : Value{moment.me};
}

/// The tiles of which the comparison holds; of others than the set's it says nothing.
Tiles tiles_compared(Reading& reading, const dsl::TileBound& bound);

}  // namespace roundhouse::engine
