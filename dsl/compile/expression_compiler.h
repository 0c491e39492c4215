#pragma once
// From typed expressions to nodes: words are written out, options become constants, bound variables get
// their slots. Called for every expression of the rules by compile_rules.

#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/program.h"
#include "dsl/program/node_builder.h"

namespace roundhouse::dsl {

class ExpressionCompiler {
 public:
  /// `round`: a number that stands for round.number; absent: it is not known.
  ExpressionCompiler(const CheckedRules& rules, Program& program, std::optional<int> round = std::nullopt)
      : rules_(rules), round_(round), builder_(program), program_(program) {}

  NodeRef compile(const TypedExpr& expression);
  /// Compiles the quantifier of an `each` and binds its variable in all that is compiled until `end_each`.
  NodeRef begin_each(const TypedExpr& quantifier);
  void end_each();
  /// A condition: none where it always holds.
  NodeRef compile_condition(const std::optional<TypedExpr>& condition);
  /// None where nothing is given.
  NodeRef compile_given(const std::optional<TypedExpr>& expression);

  /// The value of a node that is a constant; absent for one that is not, or is absent itself.
  std::optional<std::int32_t> constant_value(NodeRef node) const;
  bool is_false(NodeRef node) const;

  NodeBuilder& builder() { return builder_; }

 private:
  /// The meaning of a variable: the slot of a quantifier, or the node that `it` is.
  struct Binder {
    bool is_node = false;
    std::int32_t value = 0;
    Level level = Level::constant;
  };
  struct Scope {
    std::vector<Binder> binders;  ///< the innermost last
    std::int32_t depth = 0;       ///< slots taken
  };

  std::int32_t node(const TypedExpr& expression, Scope& scope);
  std::int32_t root(const TypedExpr& expression);
  std::int32_t quantifier(const TypedExpr& expression, Scope& scope);
  std::int32_t word(const TypedExpr& expression, Scope& scope);
  std::int32_t variable(const TypedExpr& expression, const Scope& scope);
  std::vector<std::int32_t> args(const TypedExpr& expression, Scope& scope);

  const CheckedRules& rules_;
  std::optional<int> round_;
  NodeBuilder builder_;
  Program& program_;
  Scope around_;  ///< the variables of each `each` that has begun
  /// Words written out already: (word, node of `it`, slots taken) -> node. Keeps a word that uses others
  /// twice, and they others, from growing without bound.
  std::map<std::tuple<std::int32_t, std::int32_t, std::int32_t>, std::int32_t> words_;
};

// Conditions beside those that a program has: parts of its rows, asked one by one to explain why a row
// stands.

/// Adds the conditions to a program that was compiled from these rules. Each may only ask for what a row of
/// the rules may ask for, as its parts do.
std::vector<NodeRef> add_conditions(const CheckedRules& rules, Program& program,
                                    const std::vector<const TypedExpr*>& conditions);

// The parts of a program that are made before its conditions can be compiled: the set, the trains on the
// table and the places of the facts.

/// A program without nodes that count: players, set, trains, facts, tables and names. `round`: see
/// ExpressionCompiler.
Program program_skeleton(const CheckedRules& rules, int players);

/// The constant value of an expression that must not depend on the game (Site::option); absent where it
/// is absent all the same, as a table outside of its keys is.
std::optional<std::int32_t> constant_of(const CheckedRules& rules, const Program& skeleton,
                                        const TypedExpr& expression, std::optional<int> round = std::nullopt);

}  // namespace roundhouse::dsl
