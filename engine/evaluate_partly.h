#pragma once
// The values of compiled expressions in a position of which a part is not known: partial evaluation with
// three truth values. Whatever is called true or false here is so whatever the unknown part is, in whichever
// order the parts of a condition stand. Judges nothing, and does not say what is unknown: its caller does.

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include "engine/evaluate.h"
#include "engine/position.h"
#include "engine/read_word.h"
#include "engine/rules.h"
#include "engine/truth.h"

namespace roundhouse::engine {

/// The parts of a position that are not known. Hands are known as far as Position::hands says; a player with
/// more tiles than that holds hidden ones.
struct NotKnown {
  TileSet faces;  ///< those that a hidden tile may have
  std::bitset<max_facts> facts;
  std::bitset<max_players> points;     ///< of this round; with them the total when the round is over
  std::bitset<max_players> totals;     ///< of the rounds before
  std::bitset<max_players> placement;  ///< what the places in the games before were worth
  bool hands = false;                  ///< none of them counts, nor how many tiles they hold
  bool course = false;                 ///< how the round was played: turns, trains, debts
  bool winner = false;
  bool last_out = false;
  bool last_round = false;  ///< whether a rule said so; no condition asks it
};

/// A value as far as it is known: something from `low` to `high`, or absent.
struct PartialValue {
  Value low = 0;
  Value high = 0;
  bool may_be_absent = false;

  bool is_absent() const { return low > high; }
  bool is_known() const { return is_absent() || (low == high && !may_be_absent); }
};

class PartialReading {
 public:
  /// All must outlive it, and not change while it is asked.
  PartialReading(const Rules& program, const Position& position, const Moment& moment,
                 const NotKnown& unknown);

  /// A condition; a node that is not given holds.
  Truth of(dsl::NodeRef node);
  /// "This row stands": its condition, and none of its exceptions.
  template <class Row>
  Truth stands(const Row& row) {
    return row_stands(row, [this](dsl::NodeRef when) { return of(when); });
  }
  /// Some permit of the act holds.
  Truth permitted(const dsl::ActRules& rules);
  /// The value is the same whatever the unknown part is.
  bool is_known(dsl::NodeRef node);
  /// It reads something that is not known, even if that makes no difference here.
  bool reads_unknown(dsl::NodeRef node) { return node.given() && touches(node.value); }
  /// The values that an expression may have.
  PartialValue value(dsl::NodeRef node) { return read(node.value); }
  /// The values that player.rank may have: whole numbers from 1.
  PartialValue rank_of(Seat seat);
  /// The same of the place in the match, as engine::match_ranks has it.
  PartialValue match_rank_of(Seat seat);

 private:
  enum class Touch : std::int8_t { not_asked, no, yes };

  PartialValue read(std::int32_t index);
  PartialValue exactly(std::int32_t index);
  PartialValue member(const dsl::Node& node);
  PartialValue equal(const dsl::Node& node);
  PartialValue compare(const dsl::Node& node);
  PartialValue calculate(const dsl::Node& node);
  PartialValue has(const dsl::Node& node);
  PartialValue logical(const dsl::Node& node);
  PartialValue choose(const dsl::Node& node);
  PartialValue can(dsl::ActId act);
  PartialValue quantified(const dsl::Node& node);
  Truth truth_of(std::int32_t index);
  template <class Visit>
  bool visit_elements(const dsl::Node& node, const Visit& visit);
  /// The keys of a player's place, the lesser first.
  std::vector<PartialValue> keys_of(Seat seat);
  std::vector<PartialValue> match_keys_of(Seat seat);
  PartialValue place_among(Seat seat, std::vector<PartialValue> (PartialReading::*keys)(Seat));
  Truth in_one_group(Seat a, Seat b);

  /// True if the expression reads anything that is not known.
  bool touches(std::int32_t index);
  bool find_touch(const dsl::Node& node);
  dsl::Aspects hidden_aspects() const;
  bool is_hidden(dsl::Member member) const;
  bool is_unknown(dsl::Member member, Value receiver) const;
  int hidden_tiles(Value tiles) const;
  bool any_hidden() const { return hidden_hands_ != 0; }
  bool is_mine_hidden() const { return moment_.me >= 0 && (hidden_hands_ >> moment_.me & 1U) != 0; }

  const dsl::Node& at(std::int32_t index) const { return program_.nodes[static_cast<std::size_t>(index)]; }
  std::int32_t arg(const dsl::Node& node, int which) const {
    return program_.args[static_cast<std::size_t>(node.first_arg + which)];
  }

  const Rules& program_;
  const Position& position_;
  const Moment& moment_;
  const NotKnown& unknown_;
  std::uint16_t hidden_hands_ = 0;
  dsl::Aspects hidden_ = dsl::aspects::none;  ///< what may not be known, of somebody or something
  Reading reading_;
  std::vector<Touch> touches_;  ///< by node
};

}  // namespace roundhouse::engine
