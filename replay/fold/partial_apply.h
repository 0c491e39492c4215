#pragma once
// Carries out an act on a table of which only a part is known. Rows that surely apply are carried out by the
// engine; what a row that may or may not apply would change is not known afterwards.

#include <optional>

#include "engine/act.h"
#include "engine/evaluate_partly.h"
#include "engine/known/known.h"
#include "engine/watched_apply.h"
#include "replay/fold/position_begin.h"

namespace roundhouse::replay {

using engine::Known;

/// The parts of a table with which the rules of this program let one go on after a gap.
struct GapRules {
  explicit GapRules(const engine::Rules& program);

  bool one_ended = true;     ///< every train always has one open end
  bool simple_debts = true;  ///< debts are made only on the tile just laid or the engine
  bool owes_hub = false;     ///< the engine may have to be covered
  int most_covers = 0;       ///< by so many tiles one of them is paid at most; UINT8_MAX: it is not fixed
  bool followed = true;      ///< no row ends a turn or changes an end
};

/// The markers of an act that `mark` and `nomark` speak of (`marks_of`).
struct MarkedTrains {
  bool surely = false;  ///< a row with a mark effect applied
  bool maybe = false;
  bool surely_put = false;            ///< a train that had no marker got one
  std::optional<dsl::RuleId> put_by;  ///< by this row
  std::vector<dsl::RuleId> idle;  ///< rows that would have put one up and surely did not; exceptions for them
};

class PartialApply {
 public:
  explicit PartialApply(const engine::Rules& program);

  const GapRules& rules() const { return rules_; }

  /// The table after turns that nobody wrote down.
  Known after_gap(const Known& before) const;
  /// One turn of this player, of which nothing is known. Absent: too little is known to go on.
  std::optional<Known> after_turn(const Known& table, engine::Seat seat);
  /// A tile laid somewhere.
  void lay_blindly(Known& table) const;
  /// A position, as far as it is known. Nothing is known of a train with more ends than one.
  Known after_position(const engine::Position& position, const PositionBegun& begun) const;
  /// It is this player's turn; `goes_on`: it may be one that began before the gap.
  void begin_turn(Known& table, engine::Seat seat, bool goes_on) const;
  /// Somebody may have acted out of turn since the turn began: what that changes of the turn is not known.
  void forget_asides(Known& table) const;

  /// It is not known either which engine lies.
  void lose_engine(Known& table) const;
  /// The parts that are not known in a moment.
  static engine::NotKnown unknown_at(const Known& table, const engine::Moment& moment);

  /// lay, draw, done or declared, in one way the table may be. Absent: too little is known to go on, or the
  /// round is over with it.
  std::optional<Known> apply(Known table, const engine::Act& act, MarkedTrains& marks);
  /// True if the act that was applied last has ended the round.
  bool has_ended() const { return has_ended_; }

 private:
  /// The rows of an event, sorted by whether they apply.
  void sort_rows(dsl::BuiltInEvent event, const Known& table, const engine::Moment& moment);
  void sort_rows(dsl::EventId event, const Known& table, const engine::Moment& moment);
  bool is_sure(dsl::EventId event, const Known& table, engine::PartialReading& reading,
               const dsl::EffectCall& call);
  void note_fact(const Known& table, const engine::Moment& moment, const dsl::EffectCall& call);
  void forget_open_rows(Known& table, MarkedTrains& marks) const;
  void forget_all_rows(Known& table) const;
  void forget_rows(Known& table, dsl::BuiltInEvent event) const;
  void forget(Known& table, const dsl::EffectCall& call) const;
  void note_idle(const dsl::AfterRow& row, engine::PartialReading& reading);
  void note_next_turn(Known& after, const Known& before, bool player_known) const;
  void forget_end(Known& after, const Known& before, const engine::Act& act) const;

  const engine::Rules& program_;
  GapRules rules_;
  bool names_next_;                          ///< some row at an act of a turn says who has the next one
  engine::ChosenRows sure_;                  ///< those `after` rows that surely apply
  std::vector<dsl::EffectCall> open_calls_;  ///< of rows that may or may not apply
  std::vector<int> facts_set_;               ///< slots that surely get a known value
  bool touches_markers_ = false;             ///< some row that may apply does
  std::vector<dsl::RuleId> idle_;            ///< rows that put markers up and surely do not apply
  bool has_ended_ = false;
  bool covers_ = false;  ///< the lay surely pays the debt of its end, if it has one
};

}  // namespace roundhouse::replay
