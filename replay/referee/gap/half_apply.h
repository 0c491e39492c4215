#pragma once
// Carries out an act on a table of which only a part is known. Rows that surely apply are carried out by the
// engine; what a row that may or may not apply would change is not known afterwards.

#include <optional>

#include "engine/act.h"
#include "engine/watched_apply.h"
#include "replay/fold/position_begin.h"
#include "replay/referee/gap/half_known.h"

namespace roundhouse::replay {

/// The markers of an act that `mark` and `nomark` speak of (`marks_of`).
struct MarkedTrains {
  bool surely = false;  ///< a row with a mark effect applied
  bool maybe = false;
  bool surely_put = false;            ///< a train that had no marker got one
  std::optional<dsl::RuleId> put_by;  ///< by this row
  std::vector<dsl::RuleId> idle;  ///< rows that would have put one up and surely did not; exceptions for them
};

class HalfApply {
 public:
  explicit HalfApply(const engine::Rules& program);

  const GapRules& rules() const { return rules_; }

  /// The table after turns that nobody wrote down. `position`: before them.
  HalfKnown after_gap(const engine::Position& position) const;
  /// One turn of this player, of which nothing is known. Absent: too little is known to go on.
  std::optional<HalfKnown> after_turn(const HalfKnown& table, engine::Seat seat);
  /// A tile laid somewhere.
  void lay_blindly(HalfKnown& table) const;
  /// A position, as far as it is known. Nothing is known of a train with more ends than one.
  HalfKnown after_position(const engine::Position& position, const PositionKnown& known) const;
  /// It is this player's turn; `goes_on`: it may be one that began before the gap.
  void begin_turn(HalfKnown& table, engine::Seat seat, bool goes_on) const;

  /// lay, draw, done or declared, in one way the table may be. Absent: too little is known to go on, or the
  /// round is over with it.
  std::optional<HalfKnown> apply(HalfKnown table, const engine::Act& act, MarkedTrains& marks);
  /// True if the act that was applied last has ended the round.
  bool has_ended() const { return has_ended_; }

 private:
  /// The rows of an event, sorted by whether they apply.
  void sort_rows(dsl::BuiltInEvent event, const HalfKnown& table, const engine::Moment& moment);
  void sort_rows(dsl::EventId event, const HalfKnown& table, const engine::Moment& moment);
  bool is_sure(dsl::EventId event, const HalfKnown& table, HalfReading& reading, const dsl::EffectCall& call);
  void note_fact(const HalfKnown& table, const engine::Moment& moment, const dsl::EffectCall& call);
  void forget_open_rows(HalfKnown& table, MarkedTrains& marks) const;
  void forget_all_rows(HalfKnown& table) const;
  void forget_rows(HalfKnown& table, dsl::BuiltInEvent event) const;
  void forget(HalfKnown& table, const dsl::EffectCall& call) const;
  void note_idle(const dsl::AfterRow& row, HalfReading& reading);
  void note_next_turn(HalfKnown& after, const HalfKnown& before, bool player_known) const;
  void forget_fact(HalfKnown& table, const dsl::EffectCall& call) const;
  void forget_end(HalfKnown& after, const HalfKnown& before, const engine::Act& act) const;

  const engine::Rules& program_;
  GapRules rules_;
  engine::ChosenRows sure_;                  ///< those `after` rows that surely apply
  std::vector<dsl::EffectCall> open_calls_;  ///< of rows that may or may not apply
  std::vector<int> facts_set_;               ///< slots that surely get a known value
  bool touches_markers_ = false;             ///< some row that may apply does
  std::vector<dsl::RuleId> idle_;            ///< rows that put markers up and surely do not apply
  bool has_ended_ = false;
  bool covers_ = false;  ///< the lay surely pays the debt of its end, if it has one
};

}  // namespace roundhouse::replay
