#pragma once
// Counts how often each rule decided. Behind its own option, because it asks of every act that a player might
// think of which rules are against it, and that takes many times as long as playing.
//
// A forbid decided a choice if something that the player could otherwise have done then (lead or lay a tile
// in hand at any open end, draw, end the turn, or a declared act) was illegal because of it alone. An `after`
// row decided each time it applied, an `advise` row each time that an act went against it. Permits and
// exceptions are not counted.
//
// A marker was put up or taken down if after an act more or fewer stand on a train than before, whatever the
// reason: one that slides along its train is neither.

#include <array>
#include <cstdint>
#include <vector>

#include "engine/act.h"
#include "engine/fold.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// The player who chose this act in turn, or who led; no_seat: it was no choice, or not of theirs. Tiles that
/// a player has to take were not chosen.
Seat chooser_of(const Position& position, const Act& chosen);

class DecisionCounter {
 public:
  explicit DecisionCounter(const Rules& program)
      : program_(program), decided_(program.rules.size()), counted_at_(program.rules.size()) {}

  /// Begins to count anew.
  void begin_round();
  /// An act was chosen in this position.
  void look(const Position& position, const Act& chosen);
  /// It was carried out, and led to this position.
  void follow(const Trace& trace, const Position& after);

  std::int64_t choices() const { return choices_; }
  std::int64_t markers_put() const { return markers_put_; }
  std::int64_t markers_taken() const { return markers_taken_; }
  /// The counts by RuleId.
  const std::vector<std::int64_t>& decided() const { return decided_; }

 private:
  void look_at_lays(const Position& position, Seat me);
  void look_at_declared(const Position& position, Seat me);
  void consider(const Position& position, const Act& act);
  void count(dsl::RuleId rule);
  void count_markers(const Position& after);

  const Rules& program_;
  std::vector<std::int64_t> decided_;
  std::vector<std::int64_t> counted_at_;  ///< by RuleId: the choice at which it was last counted
  std::int64_t choices_ = 0;
  std::int64_t markers_put_ = 0;
  std::int64_t markers_taken_ = 0;
  std::array<std::uint8_t, max_trains> markers_{};  ///< on each train, before the act
};

}  // namespace roundhouse::engine
