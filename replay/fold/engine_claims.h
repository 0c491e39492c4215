#pragma once
// Claims about hands that the setup of a round makes: when a tile becomes the engine, tiles are turned over
// or dealt again, nobody held one that comes before it; and the player with the first turn has it by the
// hands, where the rules ask for them.

#include <vector>

#include "engine/act.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// Draws for the engine since the deal.
struct EngineDraw {
  Seat seat = no_seat;
  int act = 0;  ///< in the log of the round; 0: nobody counts them
};
using EngineDraws = std::vector<EngineDraw>;

/// The tiles that each player cannot have held beside the one that is laid, if this act of the setup was
/// right: by seat, of a hand that is all known only those that are in it. Of acts that say nothing of hands,
/// none.
std::vector<TileSet> engine_bans(const engine::Rules& program, const Position& position, const Act& act,
                                 const EngineDraws& draws);

/// True if the choice of the engine, or the order of engines, depends on hands.
bool engine_asks_hands(const engine::Rules& program);

/// The ground on which somebody has the first turn.
enum class StarterRests : std::uint8_t {
  known,     ///< all that it depends on is known
  on_hands,  ///< tiles that are not written
  on_past,   ///< the course of earlier rounds, or ages, which are not written
};
/// `drawn`: players have drawn for the engine, so that somebody may have kept it back.
StarterRests starter_rests(const engine::Rules& program, const Position& position, bool hands_known,
                           bool drawn);

/// True if the right to lead depends on what is not written: how earlier rounds went, or somebody's age. Only
/// where the rules have a value for it.
bool leader_is_open(const engine::Rules& program, const Position& position);

/// The ground on which the tiles are dealt again, or stay, when all are dealt.
using RedealRests = StarterRests;
RedealRests redeal_rests(const engine::Rules& program, const Position& position, bool hands_known);
/// True if the tiles may also be dealt again because nobody holds an engine.
bool may_want_engine(const engine::Rules& program, const Position& position);

/// True if this tile may be the engine by the rules and the known tiles, in any hand.
bool may_be_engine(const engine::Rules& program, const Position& position, TileId tile);
/// All that may.
TileSet wanted_faces(const engine::Rules& program, const Position& position);

}  // namespace roundhouse::replay
