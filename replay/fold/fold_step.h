#pragma once
// The steps in which a round of a record is folded (round_fold.h). Some of them ask something: the answer is
// a member that the caller may set, and what stands there already is the usual answer.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/act.h"
#include "replay/fold/position_begin.h"
#include "replay/record/resolve.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {

/// One act of the fold and what in the record it comes from. The position is the one before it, until it is
/// carried out.
struct FoldAct {
  std::size_t item = 0;  ///< index into RecordRound::items
  dsl::Span where;       ///< the text of the act; of an unwritten one its line
  Act act;
  bool written = true;       ///< false: it follows from the record (a deal, the end of a line)
  SetTile tile{};            ///< as far as the tile is written, of deals, draws, picks and pulls
  bool found_legal = false;  ///< by what is known of the hands, on the way to telling which end is meant
  bool objected = false;     ///< its mistake came as trouble
};

/// Something written that is no act, or is not true.
struct FoldTrouble {
  std::size_t item = 0;
  dsl::Span where;
  dsl::Law law = dsl::Law::false_claim;
  std::string message;                    ///< one sentence
  std::string help{};                     ///< may be empty
  bool goes_on = true;                    ///< the answer; false: the rest of the round is not folded
  bool is_last = false;                   ///< the fold cannot go on behind it, whatever the answer
  std::vector<dsl::RuleId> decided_by{};  ///< of a claim about a marker: rows that put it up, or did not
};

/// A line after the setup comes next. Behind the last one, or where the fold has stopped, `item` is the
/// number of all: what comes then is the end of the round as far as nobody wrote it down.
struct AtLine {
  std::size_t item = 0;
};

/// The first turn begins, and it was believed that it is this player's: what decides that may depend on more
/// than is known (StarterRests).
struct TurnBegins {
  std::size_t item = 0;
  dsl::Span where;
  Seat seat = no_seat;
};

/// Asks whether an announcement was made that nobody wrote down and that nothing else speaks against. Not
/// asked where what comes next is forbidden without it.
struct AskAnnounced {
  std::size_t item = 0;
  dsl::Span where;
  Act act;
  bool drew = false;  ///< the tiles are written that somebody had to take for want of it
  bool answer = true;
};

/// Asks which of several acts is meant: its number or its player is not written.
struct AskAct {
  std::size_t item = 0;
  dsl::Span where;
  ActsLike like;
  SetTile tile{};
  std::size_t answer = 0;  ///< index into like.acts
};

/// Asks which half of a tile lies outward: it is not written, and behind the one that is meant by default
/// rows forbid what is laid to it next, behind the other they do not.
struct AskTurned {
  std::size_t item = 0;
  dsl::Span where;
  TileId tile = no_tile;
  int half = 0;         ///< the other
  TileId next;          ///< the tile laid to it
  bool answer = false;  ///< true: the other
};

/// Asks what chance decided about this fact (an index into Program::facts): nobody wrote it down, and rules
/// ask for it.
struct AskChance {
  std::size_t item = 0;
  dsl::Span where;
  Act act;
  std::size_t fact = 0;
  std::optional<std::int32_t> answer{};  ///< absent: it stays unknown
};

/// Tiles that a player shows: a `hand` line after the first turn, or a `left` line.
struct FoldShowing {
  std::size_t item = 0;
  dsl::Span where;
  Seat seat = no_seat;
  std::vector<SetTile> tiles{};
  bool left = false;
};

/// A line of scores. Its points are those of the position, or of the round as it was counted.
struct ScoreClaimed {
  std::size_t item = 0;
  const ScoreLine* line = nullptr;
};

/// Nobody wrote down how the round ended, but what was left in every hand: it was ended so and counted.
struct RoundCounted {};

/// Something was read in one way where another was possible, or was left out and taken as not known.
struct FoldNote {
  std::size_t item = 0;
  dsl::Span where;
  std::string text;
};

/// A `?` line, or a position of which not all is written: from here on the table is not known
/// (partial_fold.h).
struct GapBegins {
  std::size_t item = 0;
  const PositionBegun* begun_with = nullptr;  ///< of a position
  bool goes_on = false;                       ///< the answer; false: nothing further is folded
};

/// Behind a gap: asks in which of the ways in which the table may be this act was done. It is carried out in
/// those, and what they agree on is known from then on.
struct AskWays {
  FoldAct step;
  std::vector<engine::Known> ways{};
  bool is_open = false;       ///< false: the table is not known so far that there are ways
  bool may_not_come = false;  ///< the end of a turn that nobody wrote, and the round may be over
  std::optional<std::vector<engine::Known>> kept{};  ///< the answer; absent: all of them
  bool is_lost = false;                              ///< another: from here on tiles are only counted
};

/// Behind a gap: nobody can say whether this is so.
struct FoldDoubt {
  std::size_t item = 0;
  dsl::Span where;
  std::string reason;
  bool of_claim = false;  ///< about a marker: nothing else rests on it
  std::string line{};     ///< of a position that lacks it, as it could be written
  bool of_all = false;    ///< nothing of the trains is known from here on; what to write is not in the reason
};

/// Behind a gap: the table is known so at the beginning of a line's acts, or at its end.
struct TableSeen {
  std::size_t item = 0;
  bool is_end = false;
};

using FoldStep = std::variant<FoldAct, AtLine, FoldTrouble, TurnBegins, AskAnnounced, AskAct, AskTurned,
                              AskChance, FoldShowing, ScoreClaimed, RoundCounted, FoldNote, PositionBegun,
                              GapBegins, AskWays, FoldDoubt, TableSeen>;

/// True if the fold can go on after such a breach as if it had been allowed.
bool can_be_carried_out(dsl::Law law);

template <class... F>
struct overloaded : F... {
  using F::operator()...;
};
template <class... F>
overloaded(F...) -> overloaded<F...>;

}  // namespace roundhouse::replay
