#pragma once
// The table of which a part is not known, as the round fold goes on with it: after turns that nobody wrote
// down, and behind a position of which not all is written. The next line's player is believed; from there on
// the table is known as far as the written turns show it. Internal to the fold (round_fold.h).

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "replay/fold/fold_step.h"
#include "replay/fold/partial_apply.h"
#include "replay/fold/round_fold.h"
#include "replay/fold/turn_parts.h"

namespace roundhouse::replay {

struct FoldState;

class PartialFold {
 public:
  struct MarkerPlace {
    std::size_t item = 0;
    dsl::Span where;
  };

  /// `begun`: false: it stands before the first turn, and nobody knows which engine lies.
  PartialFold(FoldState& state, const GapBegins& gap, bool begun, const LineState& line);

  /// The table as it is known at the step at hand.
  const Known& table() const { return table_; }
  const GapRules& rules() const { return apply_.rules(); }
  /// Tiles are only counted.
  bool is_lost() const { return !is_followed_; }
  /// Nothing is known of the trains.
  bool is_blind() const { return is_blind_; }
  /// Not turns are missing, but parts of a position.
  bool is_of_position() const { return is_position_; }
  /// Parts of the position that are not written and that rows may ask, but for tiles in hands.
  engine::Parts not_written() const { return not_written_; }
  /// A turn has begun since the gap.
  bool in_turn() const { return begun_ && is_followed_; }
  /// The round has surely ended.
  bool is_over() const { return is_over_; }
  /// The act since which it is known how the marker of a train stands.
  std::optional<MarkerPlace> marker_since(std::size_t train) const { return marks_since_[train]; }
  /// The things that are not known, in a sentence and at its beginning; and how such a sentence ends.
  std::string missing() const;
  std::string_view why_open() const;
  std::string_view ending() const;
  std::string_view what_to_write() const;

  /// A `?` line.
  void miss_turns(std::size_t item);
  /// `Ann: ?`: in it anything may have been done.
  void miss_turn(std::size_t item, const TurnLine& line);
  void redeal(std::size_t item);
  void over(std::size_t item);

  /// Gives the turn, at the beginning of a line of a turn. Puts trouble if it is surely somebody else's.
  void take_turn(std::size_t item, const TurnParts& parts);
  void begin_turn(std::size_t item, const TurnParts& parts);
  /// The part of the line that comes next. False: the line is done with.
  bool play_part(std::size_t item, TurnParts& parts);
  /// Carries out the act in the ways that are left.
  void carry_out(const AskWays& asked);

 private:
  void show_table(std::size_t item, bool is_end);
  void lose_trains(std::size_t item, dsl::Span where);
  void lose_track(std::size_t item, dsl::Span where);
  void doubt_the_rest(std::size_t item, dsl::Span where);
  void doubt(std::size_t item, dsl::Span where, std::string reason, bool of_claim = false);
  void object(std::size_t item, dsl::Span where, dsl::Law law, std::string message, std::string help,
              bool goes_on);
  std::optional<SetTile> tile_of(std::size_t item, const WrittenAct& written);
  bool names_train(const TileAct& laid, Seat player) const;
  std::optional<int> only_train_showing(int pip) const;
  std::optional<int> only_train_for(const TileAct& laid, const SetTile& tile) const;
  void play_act(std::size_t item, TurnParts& parts);
  void skip_line(TurnParts& parts);
  std::optional<engine::Act> resolve(std::size_t item, const TurnLine& line, const WrittenAct& written,
                                     const SetTile& tile, bool& is_refused);
  bool ask(const FoldAct& step);
  bool is_gone_on_with(std::size_t item) const;
  std::vector<Known> ways_of(const engine::Act& act) const;
  std::uint32_t start_pip(std::size_t train) const;
  void put_down(engine::TileId tile) { table_.position.laid_tiles.add(tile); }
  void carry_out(const FoldAct& step, const std::vector<Known>& kept);
  void open_halves(const engine::Act& act, const std::vector<Known>& ways);
  void note_markers(const FoldAct& step, const Known& before);
  void end_round(const FoldAct& step);
  void check_claim(std::size_t item, const TurnLine& line);

  FoldState& state_;
  const engine::Rules& program_;
  PartialApply apply_;
  Known table_;
  bool may_be_void_;    ///< some rule makes rounds void
  bool draws_by_rule_;  ///< tiles may have to be taken that no act asks for
  bool is_position_;    ///< is_of_position
  engine::Parts not_written_;
  bool is_followed_ = true;
  bool is_blind_ = false;      ///< nothing is known of the trains any more
  bool is_over_ = false;       ///< the round has surely ended
  bool begun_ = false;         ///< a turn has begun since the gap
  bool turn_goes_on_ = false;  ///< the last line ended in `...`
  bool is_in_turn_ = false;    ///< the turn of the position has not been gone on with
  bool aside_ = false;         ///< somebody acted out of turn since this turn began
  Seat going_turn_ = no_seat;  ///< the player whose turn may have gone on through the gap
  int gaps_ = 0;
  std::array<std::optional<MarkerPlace>, engine::max_trains> marks_since_{};  ///< where that is known

  // Of the line at hand.
  bool takes_turn_ = false;
  bool any_marks_ = false;
  bool surely_marked_ = false;
  bool surely_put_ = false;  ///< the same where no marker stood
  bool penalty_ = false;     ///< a tile may be one that somebody had to take
  std::optional<dsl::RuleId> put_by_;
  std::vector<dsl::RuleId> idle_;  ///< rows that would have put one up in this line, and exceptions
};

}  // namespace roundhouse::replay
