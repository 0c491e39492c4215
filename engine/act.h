#pragma once
// Acts: what players do, and what chance does. A game is a list of them.

#include <cstddef>
#include <cstdint>

#include "dsl/vocabulary/ids.h"
#include "engine/position.h"

namespace roundhouse::engine {

enum class ActKind : std::uint8_t {
  // players
  lead,      ///< actor, tile
  lay,       ///< actor, tile, end (serial)
  draw,      ///< actor; tile: what came up, no_tile while it is not known
  done,      ///< actor
  declared,  ///< actor (no_seat: the referee), declared, whom, amount
  // chance and setup
  lot,        ///< actor, tile
  first,      ///< actor: chosen by lot or agreement
  deal,       ///< actor, tile
  pick,       ///< actor, tile: a draw for the engine
  reveal,     ///< actor, tile
  turn_over,  ///< tile
  redeal,     ///< all hands go back
  engine,     ///< tile; actor: its holder, no_seat: it was set aside or turned over
  pull,       ///< actor, tile: a tile taken because an effect said so
};
constexpr std::size_t act_kinds = static_cast<std::size_t>(ActKind::pull) + 1;

struct Act {
  ActKind kind = ActKind::done;
  Seat actor = no_seat;
  TileId tile = no_tile;
  /// declared: whom it is about. deal, engine, lead: who has the first turn if play begins now, where a
  /// record knows it and the hands do not tell; no_seat: as the rules say.
  Seat whom = no_seat;
  std::uint16_t end = 0;       ///< lay: End::serial
  std::uint16_t declared = 0;  ///< index into Program::declared
  std::int32_t amount = 0;
  bool operator==(const Act&) const = default;
};

}  // namespace roundhouse::engine
