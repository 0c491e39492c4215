#pragma once
// Abstract interpretation of conditions: one walk over all operators, for any domain of values. A domain is a
// class derived from `Reading<Domain, Tree, Value>` that says what a leaf is worth, how values join, and what
// is undecided. Dispatch is static, so a domain costs what a switch of its own would. A new operator is one
// more case here: where it can be said by the joins of a domain, no domain has to know of it.

#include "dsl/vocabulary/operators.h"

namespace roundhouse::dsl {

/// `Tree` has the type `Ref` of a reference to a node and the functions `node(ref)`, with the members `op`,
/// `type`, `has_where` and `has_of`; `arg(node, i)`, a Ref; `arg_count(node)`. See NodeView (program/nodes.h)
/// and TypedTree (check/typed_tree.h).
///
/// A domain must have, in the parts that `Domain` makes public or befriends:
///   Value leaf(Ref)              root, member, can, option, table, fact, train_of, word, variable, constant
///   Value operation(Ref)         arithmetic, comparison, between, has, quantifier, choice
///   Value truth(bool)            of a condition that is decided
///   Value negated(Value)
///   Value both(Value, Value)     of an `and` of two
///   Value either(Value, Value)   of an `or` of two
///   bool surely(Value, bool)     it is decided and has this truth
///   Value chosen(Ref, c, a, b)   of an `if` whose condition is undecided
/// and may give any of the kinds of node named behind `leaf` and `operation` a function of its own with that
/// name and a Ref. It may give `of` one, too, to keep values or to decide beforehand; that one calls `read`.
template <class Domain, class Tree, class Value>
class Reading : public Tree {
 public:
  using Ref = typename Tree::Ref;
  using Tree::Tree;

  Value of(Ref ref) { return read(ref); }

 protected:
  Value read(Ref ref) {
    const auto& node = this->node(ref);
    switch (node.op) {
      case Op::number:
      case Op::truth:
      case Op::name:
      case Op::absent:
        return self().constant(ref);
      case Op::root:
        return self().root(ref);
      case Op::member:
        return self().member(ref);
      case Op::can:
        return self().can(ref);
      case Op::option:
        return self().option(ref);
      case Op::table:
        return self().table(ref);
      case Op::fact:
        return self().fact(ref);
      case Op::train_of:
        return self().train_of(ref);
      case Op::word:
        return self().word(ref);
      case Op::variable:
        return self().variable(ref);
      case Op::negate:
        ROUNDHOUSE_ARITHMETIC(ROUNDHOUSE_CASE)
        return self().arithmetic(ref);
        ROUNDHOUSE_COMPARISONS(ROUNDHOUSE_CASE)
        return self().comparison(ref);
      case Op::between:
        return self().between(ref);
      case Op::has:
        return self().has(ref);
      case Op::logical_not:
        return self().negated(part(ref, 0));
      case Op::logical_and:
      case Op::logical_or:
        return self().junction(ref);
      case Op::choose:
        return self().choice(ref);
        ROUNDHOUSE_QUANTIFIERS(ROUNDHOUSE_CASE)
        return self().quantifier(ref);
    }
    return self().leaf(ref);  // no such node
  }

  /// Value of an argument.
  Value part(Ref ref, int which) { return self().of(this->arg(this->node(ref), which)); }

  Value constant(Ref ref) { return self().leaf(ref); }
  Value root(Ref ref) { return self().leaf(ref); }
  Value member(Ref ref) { return self().leaf(ref); }
  Value can(Ref ref) { return self().leaf(ref); }
  Value option(Ref ref) { return self().leaf(ref); }
  Value table(Ref ref) { return self().leaf(ref); }
  Value fact(Ref ref) { return self().leaf(ref); }
  Value train_of(Ref ref) { return self().leaf(ref); }
  Value word(Ref ref) { return self().leaf(ref); }
  Value variable(Ref ref) { return self().leaf(ref); }

  Value arithmetic(Ref ref) { return self().operation(ref); }
  Value comparison(Ref ref) { return self().operation(ref); }
  Value between(Ref ref) { return self().operation(ref); }
  Value has(Ref ref) { return self().operation(ref); }
  Value quantifier(Ref ref) { return self().operation(ref); }

  /// Parts are read in their order, none behind one that decides the whole.
  Value junction(Ref ref) {
    const auto& node = this->node(ref);
    const bool is_and = node.op == Op::logical_and;
    Value found = self().truth(is_and);
    for (int i = 0; i < this->arg_count(node) && !self().surely(found, !is_and); ++i)
      found = join(is_and, found, part(ref, i));
    return found;
  }
  Value join(bool is_and, const Value& a, const Value& b) {
    return is_and ? self().both(a, b) : self().either(a, b);
  }

  /// The branch that counts, where that is decided.
  Value choice(Ref ref) {
    const Value condition = part(ref, 0);
    if (self().surely(condition, true)) return part(ref, 1);
    if (self().surely(condition, false)) return part(ref, 2);
    return self().chosen(ref, condition, part(ref, 1), part(ref, 2));
  }

 private:
  Domain& self() { return static_cast<Domain&>(*this); }
};

}  // namespace roundhouse::dsl
