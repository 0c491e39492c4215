#pragma once
// From what is written to what is meant: an act on a line, in a position, as an act of the engine, or the
// reason why there is no such thing. Judges nothing: whether the act is legal is asked elsewhere.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/act.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/places.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {

/// The line with its words grouped as this variant has them: `shout mark` of a player called Mark is an act
/// and a claim where shouting needs no player, and one act where it does.
TurnLine resolve_line(const engine::Rules& program, const Header& header, const TurnLine& line);
/// True if resolving can change anything: there is a word on the line.
bool needs_resolving(const TurnLine& line);

/// The declared act that a word means, in whatever case.
std::optional<std::uint16_t> find_declared(const engine::Rules& program, std::string_view word);
/// The act nearest to a misspelt word; empty: none is near.
std::string nearest_act(const engine::Rules& program, std::string_view word);
/// True if no act of this kind is ever legal under these options.
bool may_never_be_done(const dsl::ActRules& rules);
/// The help for a word that is no act and near to none: all that may be written in a turn.
std::string acts_of_game(const engine::Rules& program);

/// A declared act as its word is written.
WordAct word_of(const engine::Rules& program, const Header& header, const Act& act);

/// True of `by: anyone` or `by: referee`: such an act ends no turn.
bool is_out_of_turn(const engine::Rules& program, std::uint16_t declared);
/// True of a line of out-of-turn acts alone (resolved), so that its end is no `done`. A line without acts is
/// not.
bool ends_no_turn(const engine::Rules& program, const TurnLine& line);

/// The meaning of an act on a line in this position.
struct Resolved {
  std::optional<Act> act;
  SetTile tile;                 ///< of a draw or a declared act, as far as it is written
  std::optional<dsl::Law> law;  ///< if there is no act: tile-once, no-such-place or no-such-act
  std::string reason;           ///< in words, without a full stop
  std::string help;
  bool tile_open = false;    ///< its tile is not written, and rows ask for it: `act` has none
  bool whom_open = false;    ///< its player is not written: `act` has the first one
  bool amount_open = false;  ///< its number is not written: `act` has the least
  bool legal = false;        ///< it was found legal on the way, while the end was looked for
  std::string untrue{};      ///< a claim about the tile that cannot be so; empty: none

  bool open() const { return tile_open || whom_open || amount_open; }
};
/// `actor`: whose line it is, no_seat the referee. A tile is a lay, or leading the engine while that is what
/// comes next. Penalty tiles must have been separated before (Position has pulls pending).
Resolved resolve_act(const engine::Rules& program, const Header& header, const Position& position, Seat actor,
                     const WrittenAct& act);

/// The acts that one may be of which not all is written (Resolved::open).
struct ActsLike {
  /// The legal ones; if none is legal by the known tiles any. In order, the least first; never empty.
  std::vector<Act> acts;
  bool legal = false;  ///< by the known tiles
  std::size_t tried = 0;
  bool all = true;  ///< false: it may be others, too
};
/// Tries so many of them, in order.
ActsLike acts_like(const engine::Rules& program, const Position& position, const Resolved& resolved,
                   std::size_t most);

}  // namespace roundhouse::replay
