#pragma once
// Conditions of a program that are asked once play has begun, and the parts of a position that they read.
// Conditions of the setup have been asked by then and no longer matter.

#include <cstdint>
#include <span>
#include <vector>

#include "engine/rules.h"

namespace roundhouse::replay {

/// The nodes of rows, of what their effects are given, and of these checks; where ranks are asked for, of
/// what they follow from, too. Each node once.
std::vector<std::int32_t> play_nodes(const engine::Rules& program, std::span<const dsl::NodeRef> checks);

/// The parts of a position that are asked for in play. Positions that differ only in parts that are false
/// here count as the same.
struct PlayReads {
  bool first = true;      ///< the first player: asked for, or it decides which of several comes first
  bool starter = true;    ///< beside the laps that are counted by it
  bool previous = true;   ///< the player in the turn before
  bool lots = true;       ///< the tiles drawn to be first
  bool kept = true;       ///< players who kept an engine back
  bool end_tiles = true;  ///< the tile whose end an end is
};
PlayReads play_reads(const engine::Rules& program, std::span<const dsl::NodeRef> checks);

}  // namespace roundhouse::replay
