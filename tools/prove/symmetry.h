#pragma once
// Symmetries of a small table under its rules: all seats moved on by the same number, and numbers of pips
// exchanged. Decided from the program's nodes, as are the parts of a position that play asks for. In doubt
// there is none.
//
// Of the end of a round (ending, counting, scored, round-over) nothing is asked for numbers: it may count
// pips. A search has each round end once for each way to exchange numbers (numbers_at_the_end).

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/act.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "tools/prove/watched_rules.h"

namespace roundhouse::replay {

// Conditions of a program that are asked once play has begun, and the parts of a position that they read.
// Conditions of the setup have been asked by then and no longer matter.

/// Visits all that rows ask: their conditions, their exceptions', and what their effects are given.
template <class Visit>
void for_each_asked(const engine::Rules& program, const Visit& visit) {
  const auto visit_row = [&](const auto& row) {
    visit(row.when);
    for (const dsl::ExceptRow& except : row.excepts) visit(except.when);
  };
  for (const dsl::ActRules& act : program.acts) {
    for (const dsl::ForbidRow& row : act.forbids) visit_row(row);
    for (const dsl::ForbidRow& row : act.advice) visit_row(row);
    for (const dsl::ForbidRow& row : act.optional) visit_row(row);
    for (const dsl::PermitRow& row : act.permits) visit(row.when);
  }
  for (const auto& event : program.after)
    for (const dsl::AfterRow& row : event) {
      visit_row(row);
      for (const dsl::EffectCall& call : row.effects) {
        visit(call.receiver);
        for (const dsl::NodeRef arg : call.args) visit(arg);
      }
    }
}

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

struct Symmetry {
  /// From the first turn on the table may be turned. Setup deals by seat and is never turned.
  bool turns = false;
  bool ranks_by_seats = false;  ///< seats may decide who ranks before whom, though not what is played
  /// At every time these may be exchanged with each other; empty: none may.
  std::vector<std::uint8_t> numbers;
};

/// Of the first round of a match.
Symmetry symmetry_of(const WatchedRules& rules);

/// Numbers of pips by the numbers that they become.
using Numbers = std::array<std::uint8_t, engine::max_highest + 1>;
/// All ways to exchange them; the first one leaves all as it is.
std::vector<Numbers> exchanges(const Symmetry& symmetry);

/// A table turned by so many seats, and its numbers exchanged.
struct Renaming {
  int seats = 0;
  Numbers numbers{};
};
engine::TileId renamed(engine::TileId tile, const Numbers& numbers);
engine::Position renamed(const engine::Rules& program, const engine::Position& position,
                         const Renaming& renaming);
/// An act that comes next in this position.
engine::Act renamed(const engine::Rules& program, const engine::Position& position, const engine::Act& act,
                    const Renaming& renaming);
/// By train: the train of the same kind and number whose owner sits so many seats further.
std::vector<std::uint8_t> turned_trains(const engine::Rules& program, int seats);

}  // namespace roundhouse::replay
