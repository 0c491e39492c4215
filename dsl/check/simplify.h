#pragma once
// Partial evaluation of checked expressions: options become their values, what is decided by them and by
// what is assumed is worked out, and what cannot matter any more goes. What rests on the game alone stays as
// it was written.

#include <cstdint>
#include <optional>
#include <vector>

#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

/// Facts that are known besides the rules.
struct KnownFacts {
  std::optional<std::int32_t> players;
  std::optional<std::int32_t> round;  ///< the number of the round
  enum class Values : std::uint8_t { in_force, inherited, declared };
  Values values = Values::in_force;  ///< of options; of tables there are no inherited ones
  bool no_debts = false;             ///< no double ever has to be covered
  bool no_engine_debt = false;       ///< the engine never has to be
  bool no_markers = false;           ///< no marker stands anywhere
  bool no_draws = false;             ///< nobody ever draws in a turn
  /// The facts that nothing ever sets, by their place in the list; empty: none is known to be one.
  std::vector<bool> never_set{};
};

/// A value that is absent for good becomes Op::absent with the type it would have had.
TypedExpr simplify(const TypedExpr& expression, const CheckedRules& rules, const KnownFacts& known);

bool is_constant(const TypedExpr& simple);  ///< a number, a truth, a name or absent
bool is_true(const TypedExpr& simple);
bool is_false(const TypedExpr& simple);

inline bool is_root(const TypedExpr& node, Root root) {
  return node.op == Op::root && static_cast<Root>(node.index) == root;
}
inline bool is_member(const TypedExpr& node, Member member) {
  return node.op == Op::member && static_cast<Member>(node.index) == member;
}

/// True if there can be no train of this kind.
bool is_without_trains(const TrainKind& kind, const CheckedRules& rules, const KnownFacts& known);

/// True if equal but for places and numbers.
bool same_shape(const TypedExpr& a, const TypedExpr& b);
/// True if equal but for places.
bool same_simple(const TypedExpr& a, const TypedExpr& b);

struct ConstantValue {
  enum class State : std::uint8_t {
    known,
    absent,
    changing,  ///< rests on something that only the game shows
  };
  State state = State::changing;
  std::int64_t value = 0;  ///< of a truth 0 or 1, of a name its NameId

  bool is_known() const { return state == State::known; }
};

/// Of rules without errors only: words have no circles and bounded cost.
ConstantValue constant_value(const TypedExpr& expression, const CheckedRules& rules, std::int32_t players);

}  // namespace roundhouse::dsl
