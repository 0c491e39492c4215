#pragma once
// The points of a round: the tiles that a record says were left in the hands, and whose points follow
// from the tiles that are known. Counts nothing itself: that is the engine's, by the rules.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/position.h"
#include "engine/rules.h"
#include "replay/record/record.h"

namespace roundhouse::replay {

/// By seat: what a `left` line says, where every tile of it is known. The last such line counts.
using TilesLeft = std::vector<std::optional<std::vector<TileId>>>;
TilesLeft tiles_left(const engine::Rules& program, const RecordRound& round);

/// True if turns of players are written, or a line for turns that are not, or how the table stood in the
/// midst of the round. What the referee does is none.
bool has_turns(const RecordRound& round);

/// True if no turn of the round is written, nor that there were any, but what was left or scored.
bool has_only_the_end(const RecordRound& round);

/// True if these tiles can be a hand of which `known` is known and which has `count` tiles in all.
bool can_be_hand(const std::vector<TileId>& tiles, const engine::TileBag& known, int count);

/// The course of the round, as far as the points that players got on the way depend on tiles.
enum class Course : std::uint8_t {
  known,    ///< every tile was known all the time
  assumed,  ///< it was assumed which rows applied, and so was each drawn tile that rows read
  open,     ///< rows that read hidden tiles may have applied or not
};

/// Finds which points of a round are known. Its lines are passed over once, however often it is asked.
class RoundPoints {
 public:
  /// `acts_meant`: which act is meant where not all of it is written is assumed, and so it is known.
  /// Must not outlive the program.
  RoundPoints(const engine::Rules& program, const RecordRound& round, bool acts_meant);

  /// True if some act is written without the number or the player that it needs.
  bool leaves_acts_open() const { return leaves_acts_open_; }

  /// The points of a player in a round that is over; absent where they depend on tiles that nobody wrote
  /// down.
  std::optional<std::int32_t> known(const Position& position, Seat seat, Course course);

 private:
  /// The way in which an act that the rules declare is written.
  struct Written {
    bool ever = false;
    bool in_course = false;  ///< before the last turn of a player is over
    bool left_open = false;  ///< without its number or its player
  };
  /// Things that points depend on, beside the hand of whom they are.
  struct Dependence {
    bool on_course = false;
    bool on_other_hands = false;
  };
  class ScoringRows;

  const Dependence& depends(Course course);

  const engine::Rules& program_;
  const bool acts_meant_;
  std::vector<Written> written_;  ///< by declared act
  bool leaves_acts_open_ = false;
  bool was_played_ = false;
  std::array<std::optional<Dependence>, 3> hangs_;  ///< by course; worked out when first asked for
};

}  // namespace roundhouse::replay
