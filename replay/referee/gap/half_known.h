#pragma once
// A table of which a part is not known, after turns that nobody wrote down: a position in which only some of
// what it says counts, and what a condition is there: true, false, or depending on what is not known.
// Whatever it calls true or false is so in every way of filling in the gap.

#include <array>
#include <bitset>

#include "dsl/program/nodes.h"
#include "engine/evaluate_partly.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::replay {

using dsl::Truth;

/// One open end stands for each train. Where a train has more (sides of doubles), nothing is known of them.
struct HalfKnown {
  engine::Position position;  ///< debts in it are those made since the gap

  std::array<std::uint32_t, engine::max_trains> pips{};  ///< bit n: the end may show n
  std::bitset<engine::max_trains> marks_known;
  std::bitset<engine::max_trains> starts_known;  ///< if the train is started
  std::bitset<engine::max_trains> old_debt;      ///< the end may have a debt from before or in the gap
  bool loose_debt = true;                        ///< so may a double without an open end
  bool debts_lost = false;                       ///< nothing is known of debts
  bool fresh_known = false;                      ///< those made in this turn are in `position`
  std::bitset<engine::max_facts> facts_known;
  bool player_known = false;    ///< the player in turn
  bool next_known = true;       ///< nobody said who is next, or it is in `position`
  bool turn_known = false;      ///< the tiles laid and drawn in it
  bool previous_known = false;  ///< the player in turn before
  bool maybe_over = false;      ///< the round may have ended
  // Of a position that says so, until turns are missing.
  std::bitset<engine::max_players> counts_known;  ///< how many tiles a hand has
  std::bitset<engine::max_players> turns_known;   ///< how many each has had
  std::bitset<engine::max_players> points_known;  ///< of this round
  bool boneyard_known = false;
  bool lap_known = false;
  bool still_known = false;
  bool winner_known = false;
  // No play changes these: they are known of a round that was written from its beginning.
  bool starter_known = true;
  bool first_known = true;
  bool beginning_known = true;  ///< who kept an engine back, and the lots
  bool engine_known = true;     ///< which one lies, and who began
  /// The table is one way of several (beyond_gap.cpp, for_each_way): number, marker, start and debt of the
  /// end that a tile is laid to are assumed, and so is whether there are debts elsewhere.
  bool asked_end_known = false;

  bool any_old_debt() const { return debts_lost || loose_debt || old_debt.any(); }
};

/// The parts of a table with which the rules of this program let one go on after a gap.
struct GapRules {
  explicit GapRules(const engine::Rules& program);

  bool one_ended = true;      ///< every train always has one open end
  bool simple_debts = true;   ///< debts are made only on the tile just laid or the engine
  bool single_covers = true;  ///< each of them is paid by one tile
};

/// The reading of conditions behind a gap: partial evaluation, with these hidden parts.
class HalfReading {
 public:
  /// All must outlive it.
  HalfReading(const engine::Rules& program, const GapRules& rules, const HalfKnown& table,
              const engine::Moment& moment);
  HalfReading(const HalfReading&) = delete;
  HalfReading& operator=(const HalfReading&) = delete;

  Truth of(dsl::NodeRef node) { return reading_.of(node); }
  template <class Row>
  Truth stands(const Row& row) {
    return reading_.stands(row);
  }
  /// True if its value depends on nothing that is hidden.
  bool is_known(dsl::NodeRef node) { return reading_.is_known(node); }

 private:
  engine::NotKnown hidden_parts(const engine::Moment& moment) const;
  bool knows(const engine::Evaluation& at, dsl::Member member, engine::Value receiver) const;
  bool knows_of_end(const engine::Evaluation& at, dsl::Member member, engine::Value end) const;
  bool knows_of_train(dsl::Member member, std::size_t train) const;

  const engine::Rules& program_;
  const GapRules& rules_;
  const HalfKnown& table_;
  engine::NotKnown unknown_;
  engine::PartialReading reading_;
};

}  // namespace roundhouse::replay
