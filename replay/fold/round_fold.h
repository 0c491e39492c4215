#pragma once
// One round of a record folded act by act: the one walk that the referee and the replay share. It
// turns what is written into acts of the engine, fills in what a record leaves out (a tile drawn, the
// end of a turn), and tells a watcher about every act before and after it. It judges only what it must
// to go on: whether a written thing can be carried out at all.

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/act.h"
#include "engine/fold.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/fold/assumption.h"
#include "replay/record/resolve.h"
#include "replay/record/set_tile.h"

namespace roundhouse::replay {

/// One act of the fold and what in the record it comes from.
struct FoldStep {
  std::size_t item = 0;  ///< index into RecordRound::items
  dsl::Span where;       ///< the text of the act; of an unwritten one its line
  engine::Act act;
  bool written = true;       ///< false: it follows of the record (a deal, the end of a line)
  SetTile tile{};            ///< as far as the tile is written, of deals, draws, picks and pulls
  bool found_legal = false;  ///< by what is known of the hands, on the way to telling which end is meant
  bool told = false;         ///< what is wrong with it was told as trouble
};

/// Something written that is no act, or is not true.
struct FoldTrouble {
  std::size_t item = 0;
  dsl::Span where;
  dsl::Law law = dsl::Law::false_claim;
  std::string message;  ///< one sentence
  std::string help;     ///< may be empty
};

/// Tiles that a player shows: a `hand` line after the first turn, or a `left` line.
struct FoldShowing {
  std::size_t item = 0;
  dsl::Span where;
  Seat seat = no_seat;
  const std::vector<SetTile>* tiles = nullptr;
  bool left = false;
};

/// Functions that the fold tells and asks. Each may be empty.
struct FoldWatcher {
  /// Before an act; false stops the fold there (the act is not carried out).
  std::function<bool(const FoldStep&, const engine::Position&)> before;
  /// Suppositions for as long as the act is carried out.
  std::function<Assumption()> supposed;
  std::function<void(const FoldStep&, const engine::Position&, const engine::Trace&)> after;
  /// False: the rest of the round is not folded. Where nobody is told the fold goes on if it can.
  std::function<bool(const FoldTrouble&, const engine::Position&)> trouble;
  /// The first turn begins, and it was believed that it is this player's: what decides that depends on more
  /// than is known (StarterRests).
  std::function<void(std::size_t item, dsl::Span where, Seat)> begins;
  /// An announcement that nobody wrote down may have been made before what comes next, and nothing but that
  /// speaks against it: whether it was. Not asked where what comes next is forbidden without it. Empty: it
  /// was, unless `drew`: the tiles are written that somebody had to take for want of it.
  std::function<bool(std::size_t item, const engine::Act&, bool drew)> said;
  /// An act whose number or player is not written may be any of these: which. Absent stops the fold there.
  /// Empty: the first.
  std::function<std::optional<std::size_t>(std::size_t item, dsl::Span where, const ActsLike&)> which;
  /// Nobody wrote down what chance said of this fact (an index into Program::facts), and rules ask for it:
  /// what it was. Absent stops the fold there. Empty: it stays unknown.
  std::function<std::optional<std::int32_t>(std::size_t item, dsl::Span where, std::size_t fact)> cast;
  std::function<void(const FoldShowing&, const engine::Position&)> shown;
  std::function<void(std::size_t item, const ScoreLine&, const engine::Position&)> scored;
  /// Nobody wrote down how the round ended, but what was left in every hand: it was ended so and counted.
  std::function<void(const engine::Position&, const engine::Trace&)> counted;
  /// Something was read in one way where another was possible, or was left out and taken as not known.
  std::function<void(std::size_t item, dsl::Span where, std::string)> note;
  /// A `?` line: from here on the table is not known; nothing further is folded.
  std::function<void(std::size_t item)> gap;
  /// Happenings of a turn are written down only where its line makes a claim about it. A claim that rests on
  /// an earlier line is then told as trouble, true or not.
  bool claims_only = false;
};

/// A score that the record claims.
struct ScoreClaim {
  std::int32_t points = 0;
  std::int32_t counted = 0;  ///< what the tiles known made at that line
};

/// The state that the fold of a round carries from line to line beside the position: a value, so that a fold
/// can be taken up again from any line.
struct LineState {
  Seat turn_owner = no_seat;
  bool turn_goes_on = false;  ///< the last line of a turn ended in `...`
  std::uint16_t marked_turn =
      0;  ///< serial of the turn in which a row with a mark effect last met an own train
  std::uint16_t unwritten_turn = 0;  ///< serial of the last turn of which not all was written down
  bool engine_in_turn = false;       ///< the first tile of the first turn is the engine and lies already
  bool has_begun = false;            ///< some line of a turn has come
  Seat passed_over = no_seat;        ///< somebody else has just played in this player's turn
  Seat overtaker = no_seat;          ///< who did; after the late turn of whom was passed over ...
  Seat due_after = no_seat;          ///< ... it is this player's turn, and not the overtaker's again
  std::size_t open_acts_tried = 0;   ///< of acts that are not written in full, in all lines so far
};

/// The claims of score lines so far, another such value.
struct ScoreState {
  bool ended = false;                             ///< the round, as it is written, without turns
  std::vector<std::optional<ScoreClaim>> last{};  ///< by seat; empty: nothing was claimed of anybody
  std::size_t lines_told = 0;
  std::size_t looked_for = 0;  ///< score lines before this item were told
};

/// True if the fold can go on after such a breach as if it had been allowed.
bool can_be_carried_out(dsl::Law law);

struct FoldState;
class ImplicitActs;

/// A round folded item by item.
class RoundFold {
 public:
  /// `position`: a match begun, or its last round over. All arguments must outlive the fold.
  RoundFold(const engine::Rules& program, const Header& header, const RecordRound& round,
            engine::Position& position, const FoldWatcher& watcher);
  ~RoundFold();
  RoundFold(const RoundFold&) = delete;
  RoundFold& operator=(const RoundFold&) = delete;

  /// All of the round; false: it is not folded to its end.
  bool run(bool first_of_file);
  /// Begins the round and folds what comes before its first turn. `first_of_file`: the round's label may say
  /// where in the match the record begins, and the header what came before. False: nothing more is folded.
  bool set_up(bool first_of_file);
  /// The first item to be folded after the setup.
  std::size_t first_item() const;
  /// Folds one item; they come in order. False: the rest of the round is not folded.
  bool fold_item(std::size_t item);
  /// After the last item, or where it went no further: what was left is counted if nothing else ended the
  /// round, score lines that were not come to are told, and where points depend on tiles that nobody wrote
  /// down the scores written are believed, so that totals are right in the rounds that follow.
  void finish();

  /// Rows ask for announcements that this round does not write.
  const ImplicitActs& silent() const;

  /// Every tile in every hand is known, also when the act that is being told is done.
  bool hands_known() const;
  /// The points of a player in a round that is over; absent where they depend on tiles that nobody wrote
  /// down.
  std::optional<std::int32_t> known_points(Seat seat) const;
  /// Nobody wrote down what chance said of some fact for which rules ask.
  bool rests_on_chance() const;
  /// Some act of the round is written without the number or the player that it needs.
  bool leaves_acts_open() const;
  /// Between two items: what, with the position, is needed to go on from there.
  const LineState& line_state() const { return line_; }
  PlaceBook& places();
  void resume(const LineState& line) { line_ = line; }
  const ScoreState& score_state() const { return scores_; }
  void resume(const LineState& line, const ScoreState& scores);

 private:
  bool play_line(std::size_t item, const TurnLine& line);
  bool take_turn(std::size_t item, const TurnLine& line);
  bool play_acts(std::size_t item, const TurnLine& line, bool& in_turn, bool& stood_still);
  bool play_act(std::size_t item, const TurnLine& line, const WrittenAct& written, bool tiles_follow);
  std::optional<FoldStep> find_plain(std::size_t item, const TurnLine& line, const WrittenAct& written);
  bool carry_out(const FoldStep& step, bool tiles_follow);
  bool end_turn(std::size_t item, dsl::Span where, bool written, bool tiles_follow = false);
  bool pulls_pending() const;
  void note_penalty(std::size_t item, dsl::Span where, const SetTile& tile);
  bool pull(std::size_t item, dsl::Span where, const SetTile& tile);
  bool pull_all(std::size_t item);
  void note_marks(const engine::Act& act);
  bool check_claim(std::size_t item, const TurnLine& line);
  bool show(std::size_t item, Seat seat, const std::vector<WrittenTile>& tiles, bool left);
  bool deal_again(std::size_t item);

  std::optional<engine::Act> choose_act(std::size_t item, dsl::Span where, const Resolved& resolved);

  void score(std::size_t item, const ScoreLine& line);
  bool are_points_written() const;
  void end_as_written(std::size_t before);
  void end_by_what_is_left();
  void believe_scores();

  std::unique_ptr<FoldState> state_;
  LineState line_;
  ScoreState scores_;
  std::vector<std::size_t> told_scores_;  ///< items that are score lines and were told, in that order
  std::vector<bool> is_told_;             ///< by item: whether it is among them
  // Of the line being folded.
  bool marked_ = false;
  bool in_turn_ = false;
  bool ended_itself_ = false;  ///< what its last act made follow has ended the turn
  std::uint16_t serial_ = 0;   ///< of the turn in which it began
  Seat turn_player_ = no_seat;
};

/// True if the act does what a `mark` in a record claims: before the turn passed, a row with a mark effect
/// met an end of the own trains of whoever acted, even if a marker stood there already.
bool marks_own_train(const engine::Rules& program, const engine::Act& act, const engine::Trace& trace);

/// True if the turn that went on before the act, which is one of play and no tile that had to be taken, is
/// over although nobody has ended it: its line has no end of the turn to come.
bool has_ended_itself(const engine::Act& act, std::uint16_t serial_before, const engine::Position& after);

/// Folds a whole round, by its own rules where they have changed since the header (round_terms.h). Returns
/// whether everything written was folded.
bool fold_round(const engine::Rules& program, const Header& header, const RecordRound& round,
                bool first_of_file, engine::Position& position, const FoldWatcher& watcher);

}  // namespace roundhouse::replay
