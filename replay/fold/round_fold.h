#pragma once
// One round of a record folded step by step: the one loop that the referee, the scores and the replay share.
// It turns what is written into acts of the engine and fills in what a record leaves out (a tile drawn, the
// end of a turn). It rules on no act; callers do. What it finds wrong beside acts it puts as FoldTrouble:
// whose turn it is, a round that is over, tiles, places and acts that there are not, and what `mark`, `over`,
// `redeal` and the lines of the setup claim.
//
//   RoundFold fold(program, header, round, first_of_file, position);
//   while (FoldStep* step = fold.next())
//     if (const auto* act = std::get_if<FoldAct>(step)) look(*act, position);

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/act.h"
#include "engine/fold.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/fold/fold_step.h"
#include "replay/fold/hand_faces.h"
#include "replay/fold/turn_parts.h"
#include "replay/record/round_terms.h"

namespace roundhouse::replay {

/// Numbers of tiles in hands that a position does not count; where there are not so many left, as many as
/// there may be.
struct SupposedCounts {
  int each = 0;
  Seat one = no_seat;  ///< whose hand has another number
  int of_one = 0;
  int boneyard = 0;  ///< where all hands are counted, and it does not follow from the rest
};

struct FoldOptions {
  /// True: the fold puts questions (AskAnnounced, AskAct, AskTurned, AskChance), takes the caller's answers
  /// as known, and gives notes. False: it puts none, takes an announcement for made unless the tiles are
  /// written that were drawn for want of it, and an act that is not written in full for the first that it may
  /// be.
  bool judges = false;
  /// Notes what happens in a turn only where its line makes a claim about it. A claim that rests on an
  /// earlier line is then trouble, true or not.
  bool claims_only = false;
  /// A position of which not all is known that rows ask begins a gap, as for who judges.
  bool needs_all = false;
  /// Of a position that does not say how many tiles are in a hand it takes these numbers; absent: it takes
  /// none.
  std::optional<SupposedCounts> supposed_counts{};
};

/// A score that the record claims.
struct WrittenScore {
  std::int32_t points = 0;
  std::int32_t counted = 0;  ///< the sum of the known tiles at that line
};

/// The markers of a turn that `mark` and `nomark` speak of.
struct TurnMarks {
  bool any = false;          ///< a row with a mark effect applied, even if a marker stood there already
  bool own = false;          ///< on one of the actor's own trains
  std::int16_t put_on = -1;  ///< the train of an end that had no marker and got one

  void add(const TurnMarks& more);
};

/// The state that the fold of a round carries from line to line beside the position: a value, so that a fold
/// can be taken up again from any line.
struct LineState {
  Seat turn_owner = no_seat;
  bool turn_goes_on = false;         ///< the last line of a turn ended in `...`
  std::uint16_t marked_turn = 0;     ///< serial of the last turn in which a row with a mark effect applied
  TurnMarks turn_marks{};            ///< those of that turn
  std::uint16_t unwritten_turn = 0;  ///< serial of the last turn of which not all was written down
  bool engine_in_turn = false;       ///< the first tile of the first turn is the engine and lies already
  std::uint16_t begun_turn = 0;      ///< serial of the turn in the midst of which a position stands
  bool has_begun = false;            ///< some line of a turn has come
  Seat passed_over = no_seat;        ///< somebody else has just played in this player's turn
  Seat overtaker = no_seat;  ///< the player who did; after the late turn the one who was passed over ...
  Seat due_after = no_seat;  ///< ... it is this player's turn, and not the overtaker's again
  std::size_t open_acts_tried = 0;  ///< of acts that are not written in full, in all lines so far
};

/// The claims of score lines so far, another such value.
struct ScoreState {
  bool ended = false;                               ///< the round, as it is written, without turns
  std::vector<std::optional<WrittenScore>> last{};  ///< by seat; empty: nothing was claimed of anybody
  std::size_t lines_given = 0;
  std::size_t looked_for = 0;  ///< score lines before this item were given
};

/// A line of the round at which the fold can be taken up again, with the position as it was there.
struct FoldPoint {
  std::size_t item = 0;
  LineState line;
  ScoreState scores;
};

struct FoldState;
class FoldSetup;
class ImplicitActs;
class PartialFold;

/// A round folded step by step.
class RoundFold {
 public:
  /// `position`: a match begun, or its last round over. `first_of_file`: the round's label may say where in
  /// the match the record begins, and the header what came before. All arguments must outlive the fold.
  RoundFold(const engine::Rules& program, const Header& header, const RecordRound& round, bool first_of_file,
            Position& position, const FoldOptions& options = {});
  ~RoundFold();
  RoundFold(const RoundFold&) = delete;
  RoundFold& operator=(const RoundFold&) = delete;

  /// The step that comes next; nullptr: the round is folded. First the step before is done with: an act that
  /// the caller has not carried out is carried out, and the answers count that stand in the step.
  FoldStep* next();
  /// Carries out the act that is the step at hand. `assumed`: for as long as that takes.
  void carry_out(const Assumption& assumed = {});
  /// Ends the fold at the step at hand, which is not carried out; what comes next is the end of the round.
  void stop() { stopped_ = true; }
  /// True if everything written was folded, up to here.
  bool is_whole() const { return whole_ && !stopped_; }

  /// Happenings of the act that was carried out last, or of the count.
  const engine::Trace& trace() const;
  /// Rows ask for announcements that this round does not write.
  const ImplicitActs& implicit_acts() const;
  /// True if every tile in every hand is known, also when the act at hand is done.
  bool hands_known() const;
  /// The points of a player in a round that is over; absent where they depend on tiles that nobody wrote
  /// down.
  std::optional<std::int32_t> known_points(Seat seat) const;
  /// True if they are known, or a score line that was come to says them.
  bool are_points_known(Seat seat) const;
  /// True if some act of the round is written without the number or the player that it needs.
  bool leaves_acts_open() const;
  /// The first item that is folded after the setup.
  std::size_t first_item() const;

  const LineState& line_state() const { return line_; }
  /// Behind a gap, where the fold goes on: what is known of the table. nullptr: all of it.
  const PartialFold* partly() const { return partly_.get(); }
  /// To be asked where a line comes next (AtLine).
  FoldPoint point() const { return {item_, line_, scores_}; }
  /// Goes back to a point of this fold; the position is the caller's to restore.
  void go_back(const FoldPoint& point);

 private:
  enum class Stage : std::uint8_t { setup, lines, turn, end, over };
  /// Stages of a turn's line.
  enum class TurnStage : std::uint8_t {
    counted,   ///< tiles left are counted before a line of the referee's
    believed,  ///< and the scores are believed
    order,     ///< the order of turns
    begin,
    parts,
  };
  enum class EndStage : std::uint8_t { line, counted, believed };

  /// A lay that is written for a train, without its end.
  struct NextLay {
    Act act;
    bool in_this_line = false;
  };

  void finish_step();
  void advance();
  void fold_item();
  void deal_again();
  void show(Seat seat, const std::vector<WrittenTile>& tiles, bool left);
  void report_contradiction();

  void begin_with_position();
  void go_on_behind(const GapBegins& gap);
  void advance_turn_partly();
  void begin_line(const TurnLine& line);
  void advance_turn();
  bool has_only_led(const TurnLine& line) const;
  void take_turn(const TurnLine& line);
  void begin_turn();
  void play_part();
  void pull_first();
  void play_act();
  void take_meant_act(const AskAct& question);
  std::optional<FoldAct> find_plain(const TurnLine& line, const WrittenAct& written);
  std::optional<AskTurned> find_turned(const TileAct& written, const FoldAct& step) const;
  void put_lay(const TileAct& written, FoldAct step, bool tiles_follow);
  bool is_forbidden_behind(const Act& act, const NextLay& next, int train) const;
  std::optional<NextLay> next_lay_on(int train) const;
  void put_act(const FoldAct& act, bool tiles_follow);
  void put_end_of_turn(dsl::Span where, bool written, bool tiles_follow);
  bool pulls_pending() const;
  bool are_pulls_in_next_line() const;
  void pull(dsl::Span where, const SetTile& tile);
  void note_penalty(dsl::Span where, const SetTile& tile);
  void note_marks(const Act& act);
  void close_line();
  void check_claim();

  void advance_end();
  void open_end();
  void score(std::size_t item, const ScoreLine& line);
  bool are_points_written() const;
  void count_as_written(std::size_t before);
  void believe_as_written(std::size_t before);
  void end_by_what_is_left();
  void object_to_two_out();
  void believe_scores();

  std::unique_ptr<FoldState> state_;
  std::unique_ptr<FoldSetup> setup_;  ///< while it goes on
  std::unique_ptr<PartialFold> partly_;
  FoldStep* current_ = nullptr;  ///< the step at hand
  bool carried_out_ = false;     ///< it is an act, and that is done
  bool stopped_ = false;
  bool whole_ = true;
  Stage stage_ = Stage::setup;
  std::size_t item_ = 0;  ///< the line at hand
  bool at_line_ = false;  ///< it has been said that it comes

  LineState line_;
  ScoreState scores_;
  std::vector<std::size_t> given_scores_;  ///< items that are score lines and have come, in that order
  std::vector<bool> is_given_;             ///< by item: whether it is among them
  EndStage end_stage_ = EndStage::line;
  bool all_seen_ = false;  ///< of the round that has ended
  /// By item: how its line differs from an earlier one. Empty until a `left` or `score` line is folded.
  std::optional<std::map<std::size_t, std::string>> contradictions_;

  // Of the line of a turn at hand.
  std::optional<TurnParts> parts_;
  TurnStage turn_stage_ = TurnStage::order;
  bool is_due_ = false;
  bool gives_turn_ = false;
  bool is_stuck_ = false;  ///< before the first turn
  bool owed_ = false;      ///< tiles are to be taken because of what came before the line
  TurnMarks marks_{};
  bool ended_itself_ = false;  ///< a consequence of its last act has ended the turn
  std::uint16_t serial_ = 0;   ///< of the turn in which it began
  Seat turn_player_ = no_seat;
  bool tiles_follow_ = false;       ///< of the act of which something is asked
  std::optional<FoldAct> waiting_;  ///< it comes when a question is answered
};

/// The fold of a round by its own rules, where they have changed since the header (round_terms.h).
RoundFold fold_of(const engine::Rules& program, const Header& header, const RecordRound& round,
                  bool first_of_file, Position& position, const FoldOptions& options = {});

/// Folds all of such a round. Returns whether everything written was folded.
bool fold_round(const engine::Rules& program, const Header& header, const RecordRound& round,
                bool first_of_file, Position& position);

/// Returns the markers that a `mark` in a record speaks of, of this act, before the turn passed: those on the
/// actor's own trains; those on other trains as well unless the act is one that the variant declares, or
/// the marker only moves on with a tile. On one's own train such a marker is one that stands there already.
TurnMarks marks_of(const engine::Rules& program, const Act& act, const engine::Trace& trace);

/// True if the turn that went on before the act, which is one of play and no tile that had to be taken, is
/// over although nobody has ended it: its line has no end of the turn to come.
bool has_ended_itself(const Act& act, std::uint16_t serial_before, const Position& after);

// The match as a round takes it over where the rules change before it, or somebody joins: by which rules the
// last game is over, where the facts lie now, with how many points newcomers begin.

struct CarriedMatch {
  Position position;  ///< by the rules and with the players of now
  Position counted;   ///< the position with the points for places in the last game, as if it were over
  // Over is what is over by the rules of the round before and by those of the round that comes: who agrees on
  // other rules and plays on goes on with the same game.
  bool game_over = false;
  bool match_over = false;
};

/// `position`: a match begun, or a round over, by the rules of before. Neither side may lack its rules.
CarriedMatch carry_match(const RoundChange& change, const RoundTerms& now, const Position& position);

/// A match before the first round of its record. An age that is not written is unknown; in a game that the
/// program played (`[seed ...]`) it is none.
Position begin_match_of(const engine::Rules& program, const Header& header);

}  // namespace roundhouse::replay
