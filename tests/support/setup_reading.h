#pragma once
// A reading of what a record says before its first turn, made once more from the definitions in docs/:
// nothing of replay/ but the record itself is used. The reading asks a game what comes next and compares that
// with what is written. It knows all tiles; where one is not written it stops and says which.

#include <optional>
#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "tests/slow/slow_game.h"

namespace roundhouse::tests {

/// Where in its match a record begins.
struct BeginsAt {
  int rounds_before = 0;
  /// Behind the first round, of the round before, as what follows has it: nobody wrote that one down.
  std::optional<engine::Seat> first, out;
};

struct SetupFound {
  bool objects = false;
  std::size_t item = 0;                 ///< the line that cannot be
  std::vector<std::string> laws;        ///< any of which may be named
  int acts = 0;                         ///< carried out before
  replay::WrittenTile* open = nullptr;  ///< a tile that had to be known and is not
  std::vector<engine::TileId> may_be;   ///< what it may be
  bool at_first_act = false;            ///< of a turn's line its first act is at fault, whatever it is
  bool blind = false;                   ///< what is left out cannot be made up for
  BeginsAt begins_at;
  bool first_open = false;  ///< so it is with who is first, of which only the round before could tell
};

/// Begins a game there that has not been played yet.
void begin_slowly(slow::SlowGame& game, const BeginsAt& at);

/// The first round of a file. The record is not changed; `open` leads into it.
SetupFound read_setup_slowly(const dsl::CheckedRules& rules, int players, const replay::Header& header,
                             replay::RecordRound& round);
/// The same with the engine's own steps, which is quicker.
SetupFound read_setup(const engine::Rules& program, const replay::Header& header, replay::RecordRound& round);

}  // namespace roundhouse::tests
