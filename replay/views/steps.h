#pragma once
// A record step by step: the position after every act, the tiles as they lie on the trains, and the
// sentences of what happened. The same fold that the referee uses; it judges nothing and stops where
// the record cannot be carried out.

#include <bitset>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/act.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/drawing/laid_tile.h"
#include "replay/fold/round_fold.h"
#include "replay/record/record.h"
#include "replay/referee/judge/known_lines.h"
#include "replay/views/act_notes.h"
#include "replay/views/turn_claims.h"

namespace roundhouse::replay {

/// All that there is to show after one act.
struct Frame {
  RoundBy by;             ///< the rules and the players of the round, as in RecordRound::by
  std::size_t round = 0;  ///< index into Record::rounds
  std::size_t item = 0;
  dsl::Span where;                     ///< the text of the act; of an unwritten one its line
  int turn = 0;                        ///< number of the turn line, 0: before the first
  std::string place;                   ///< "9.2", "round 9"
  std::string written;                 ///< the line as the canonical writer has it
  std::vector<std::string> sentences;  ///< of this act
  std::vector<std::string> earlier;  ///< of the acts before it in its line; filled in where it ends its line
  bool ends_line = false;            ///< the last act of its line
  std::string trouble;               ///< why the record cannot be carried on from here; empty: it can
  std::vector<ActNote> notes;        ///< what the referee found; put there by who shows the frame
  Position position;
  std::bitset<engine::max_facts> unknown;  ///< places of shown facts that rest on what is not written
  std::vector<LaidTile> laid;              ///< in the order of laying
  std::vector<std::size_t> fouls;  ///< indices into `laid`: laid against the rules; put there as `notes` is
  std::optional<Act> act;          ///< absent: the frame is about something else
  std::vector<KnownLine> known;    ///< behind a gap all that is known of the table; empty: `position` has it
  /// Behind a gap: the same as a table, where the round goes on and its trains can be followed.
  std::shared_ptr<const engine::Known> table;
};

/// Returns the sentences of the act; where it ends its line those of the whole turn.
std::string caption(const Frame& frame);

/// Steps through a record of any length, a round at a time.
class Steps {
 public:
  /// `show` is called after every act that changes the table, in order; false stops. `claims`: of all rounds
  /// that will come, finished. `seen_by`: a player's name; as long as a round goes on nothing is shown of the
  /// tiles in other hands. Empty: all is shown. `behind_gaps`: a frame, too, for each line of which only a
  /// part of the table is known. All arguments must outlive this.
  Steps(const engine::Rules& program, const Header& header, const TurnClaims& claims,
        const std::function<bool(const Frame&)>& show, const std::string& seen_by = {},
        bool behind_gaps = false);
  ~Steps();
  Steps(const Steps&) = delete;
  Steps& operator=(const Steps&) = delete;

  /// Shows the rounds in their order; false: nothing more is shown.
  bool add_round(const RecordRound& round);
  /// Passes a round without showing it, which is quicker; false: nothing more is shown.
  bool pass_round(const RecordRound& round);

  /// All that is needed to go on from between two rounds.
  struct Mark;
  std::shared_ptr<const Mark> mark() const;
  void go_to(const Mark& mark);
  /// After the last round; before the first one the match begun.
  const Position& position() const;

 private:
  class Stepper;
  std::unique_ptr<Stepper> stepper_;
};

/// As Steps for a record that is held: calls `show` after every act that changes the table, in order; false
/// stops.
void step_through(const engine::Rules& program, const Record& record,
                  const std::function<bool(const Frame&)>& show);

}  // namespace roundhouse::replay
