#pragma once
// A table as a page shows it: whose turn it is, where tiles can be laid, which acts there are, as far as that
// can be known without hands.

#include <string>

#include "engine/known/known.h"
#include "engine/rules.h"
#include "replay/record/record.h"
#include "web/bridge/request.h"

namespace roundhouse::web {

/// A position, with the rules and the names of its players.
struct ShownTable {
  const engine::Rules& program;
  const replay::Header& header;
  const engine::Position& position;
  bool is_known = true;                       ///< false behind a gap
  const engine::NotKnown* unknown = nullptr;  ///< there: what of `position` is not known; absent: all of it
};

/// Puts `turn`, `phase`, `over`, `engine`, `boneyard`, `players`, `unseen`, `targets` and `acts` of calls.ts.
void put_table(Json& json, const ShownTable& table);

/// True if it is this player's turn, and all that may be done in it is to end it, whatever tiles are held.
bool is_only_the_end_left(const ShownTable& table, engine::Seat seat);

/// The whole answer about a record whose last round is being kept. `view`: a player's name, as whom it is
/// seen; empty: all that is written is shown.
Reply table_of(const Request& request, const std::string& text, const std::string& view);

/// "12-3"
Json tile_json(engine::TileId tile);

}  // namespace roundhouse::web
