#pragma once
// A table of which a part is not known, after turns that nobody wrote down: a position in which only some of
// what it says counts, and what a condition is there: true, false, or hanging on what is not known. Whatever
// it calls true or false is so in every way of filling in the gap.

#include <array>
#include <bitset>

#include "dsl/program/nodes.h"
#include "engine/evaluate.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "engine/truth.h"

namespace roundhouse::replay {

using engine::Truth;

/// One open end stands for each train. Where a train has more (sides of doubles), nothing is known of them.
struct HalfKnown {
  engine::Position position;  ///< debts in it are those made since the gap

  std::array<std::uint32_t, engine::max_trains> pips{};  ///< bit n: the end may show n
  std::bitset<engine::max_trains> marks_known;
  std::bitset<engine::max_trains> starts_known;  ///< whether the train is started
  std::bitset<engine::max_trains> old_debt;      ///< the end may have a debt from before or in the gap
  bool loose_debt = true;                        ///< so may a double without an open end
  bool debts_lost = false;                       ///< nothing is known of debts
  bool fresh_known = false;                      ///< those made in this turn are in `position`
  std::bitset<engine::max_facts> facts_known;
  bool player_known = false;     ///< whose turn it is
  bool next_known = true;        ///< nobody said who is next, or it is in `position`
  bool turn_known = false;       ///< what was laid and drawn in it
  bool previous_known = false;   ///< whose turn it was before
  bool maybe_over = false;       ///< the round may have ended
  bool asked_end_known = false;  ///< of one way the end may be: all of it is settled, other debts too

  bool any_old_debt() const { return debts_lost || loose_debt || old_debt.any(); }
};

/// The parts of a table with which the rules of this program let one go on after a gap.
struct GapRules {
  explicit GapRules(const engine::Rules& program);

  bool one_ended = true;      ///< every train always has one open end
  bool simple_debts = true;   ///< debts are made only on the tile just laid or the engine
  bool single_covers = true;  ///< each of them is paid by one tile
};

class HalfReading {
 public:
  HalfReading(const engine::Rules& program, const GapRules& rules, const HalfKnown& table,
              const engine::Moment& moment)
      : program_(program), rules_(rules), table_(table), moment_(moment) {}

  Truth of(dsl::NodeRef node) const;
  template <class Row>
  Truth stands(const Row& row) const {
    return engine::row_stands(row, [this](dsl::NodeRef when) { return of(when); });
  }
  /// Its value depends on nothing that is not known.
  bool is_known(dsl::NodeRef node) const;

 private:
  bool are_args_known(const dsl::Node& node) const;
  dsl::Aspects unknown_aspects() const;
  bool is_member_known(const dsl::Node& node) const;
  bool is_end_member_known(const dsl::Node& node, dsl::Member member) const;
  bool is_fact_known(const dsl::Node& node) const;
  bool is_asked_end(dsl::NodeRef node) const;
  bool has_variable(dsl::NodeRef node) const;
  /// The train of an end or the train itself, where it is known which; -1: none.
  int train_of(dsl::NodeRef node) const;
  const dsl::Node& at(dsl::NodeRef node) const { return dsl::node_at(program_, node); }
  dsl::NodeRef arg(const dsl::Node& node, int which) const { return dsl::argument(program_, node, which); }

  const engine::Rules& program_;
  const GapRules& rules_;
  const HalfKnown& table_;
  const engine::Moment& moment_;
};

}  // namespace roundhouse::replay
