#pragma once
// The values of compiled expressions in a position of which a part is hidden: partial evaluation with
// three truth values. What is called true or false here is so whatever the hidden part is, in whichever
// order the parts of a condition stand. Judges nothing; its caller says what is hidden.

#include <cstdint>
#include <vector>

#include "dsl/program/nodes.h"
#include "dsl/vocabulary/operator_values.h"
#include "dsl/vocabulary/reading.h"
#include "engine/evaluate.h"
#include "engine/known/known.h"
#include "engine/position.h"
#include "engine/read_word.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// The aspects that say how a round was played: turns, trains, debts.
constexpr dsl::Aspects course_aspects =
    dsl::aspects::used | dsl::aspects::order | dsl::aspects::beginning | dsl::aspects::engine |
    dsl::aspects::boneyard | dsl::aspects::laps | dsl::aspects::turn_owner | dsl::aspects::previous |
    dsl::aspects::turn_counts | dsl::aspects::table | dsl::aspects::markers | dsl::aspects::debts;

/// A value as far as it is known: something from `low` to `high`, or absent.
struct PartialValue {
  Value low = 0;
  Value high = 0;
  bool may_be_absent = false;

  bool is_absent() const { return low > high; }
  bool is_known() const { return is_absent() || (low == high && !may_be_absent); }
};

/// The domain of possible values.
class PartialReading : private dsl::Reading<PartialReading, dsl::NodeView, PartialValue> {
 public:
  /// All must outlive it, and not change while it is asked.
  PartialReading(const Rules& program, const Position& position, const Moment& moment,
                 const NotKnown& unknown);

  /// Returns the truth of a condition; a node that is not given holds.
  dsl::Truth of(dsl::NodeRef node);
  /// Returns the truth of "this row stands": its condition, and none of its exceptions.
  template <class Row>
  dsl::Truth stands(const Row& row) {
    return dsl::row_stands(row, [this](dsl::NodeRef when) { return of(when); });
  }
  /// Returns the truth of "some permit of the act holds".
  dsl::Truth permitted(const dsl::ActRules& rules);
  /// True if the value is the same whatever the hidden part is.
  bool is_known(dsl::NodeRef node) { return !node.given() || of(node.value).is_known(); }
  /// True if it reads something hidden, even if that makes no difference here.
  bool reads_unknown(dsl::NodeRef node) { return node.given() && touches(node.value); }
  /// Returns the values that an expression may have.
  PartialValue value(dsl::NodeRef node) { return of(node.value); }
  /// Returns the values that player.rank may have: whole numbers from 1.
  PartialValue rank_of(Seat seat);
  /// Returns the same of the place in the match, as engine::match_ranks has it.
  PartialValue match_rank_of(Seat seat);

 private:
  friend Reading;
  enum class Touch : std::int8_t { not_asked, no, yes };

  PartialValue of(Ref index) { return touches(index) ? read(index) : exactly(index); }
  PartialValue exactly(Ref index);
  static PartialValue truth(bool value);
  static bool surely(const PartialValue& value, bool wanted);
  static PartialValue negated(const PartialValue& value);
  static PartialValue both(const PartialValue& a, const PartialValue& b);
  static PartialValue either(const PartialValue& a, const PartialValue& b);
  static PartialValue chosen(Ref, const PartialValue&, const PartialValue& a, const PartialValue& b);

  PartialValue leaf(Ref index);
  PartialValue train_of(Ref index);
  /// Of an operator of which nothing else is said.
  PartialValue operation(Ref index) { return leaf(index); }
  PartialValue constant(Ref index) { return exactly(index); }
  PartialValue option(Ref index) { return exactly(index); }
  PartialValue word(Ref index) { return exactly(index); }
  PartialValue variable(Ref index) { return exactly(index); }
  PartialValue root(Ref index);
  PartialValue member(Ref index);
  PartialValue can(Ref index);
  PartialValue fact(Ref index);
  PartialValue arithmetic(Ref index);
  PartialValue comparison(Ref index);
  dsl::Truth equal(const dsl::Node& node);
  PartialValue between(Ref index);
  PartialValue has(Ref index);
  PartialValue quantifier(Ref index);
  template <class Visit>
  bool visit_elements(const dsl::Node& node, const Visit& visit);
  /// Returns the keys of a player's place, the lesser first.
  std::vector<PartialValue> keys_of(Seat seat);
  std::vector<PartialValue> match_keys_of(Seat seat);
  PartialValue place_among(Seat seat, std::vector<PartialValue> (PartialReading::*keys)(Seat));
  dsl::Truth in_one_group(Seat a, Seat b);

  /// True if the expression reads anything hidden.
  bool touches(Ref index);
  bool find_touch(Ref index);
  dsl::Aspects hidden_aspects() const;
  bool hides(dsl::Aspects any) const { return (hidden_ & any) != 0; }
  bool is_unknown(dsl::Member member, Value receiver) const;
  bool is_unknown_of_end(dsl::Member member, Value end) const;
  bool is_unknown_at(Parts parts, std::size_t train, std::size_t seat) const;
  int hidden_tiles(Value tiles) const;
  bool any_hidden() const { return hidden_hands_ != 0; }
  bool is_mine_hidden() const { return moment_.me >= 0 && (hidden_hands_ >> moment_.me & 1U) != 0; }

  const Rules& program_;
  const Position& position_;
  const Moment& moment_;
  const NotKnown& unknown_;
  std::uint16_t hidden_hands_ = 0;
  Parts parts_;                               ///< parts of which something is hidden
  dsl::Aspects hidden_ = dsl::aspects::none;  ///< aspects that may be hidden, of somebody or something
  Evaluation at_;
  std::vector<Touch> touches_;  ///< by node
};

}  // namespace roundhouse::engine
