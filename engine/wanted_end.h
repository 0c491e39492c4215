#pragma once
// Quantifiers over ends: what their condition wants of each that shows on the end itself, so that most ends
// are passed over without being asked about. Internal to the evaluation.

#include "dsl/program/nodes.h"
#include "engine/position.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// Of a conjunction the parts that ask whether the quantifier's own variable is the start of a train, or is
/// marked.
class WantedEnd {
 public:
  WantedEnd(const Rules& program, const dsl::Node& quantifier) {
    const dsl::Node& where = dsl::node_at(program, dsl::argument(program, quantifier, 1));
    if (where.op == dsl::Op::logical_and) {
      for (int i = 0; i < where.arg_count; ++i)
        analyze(program, quantifier, dsl::node_at(program, dsl::argument(program, where, i)));
    } else {
      analyze(program, quantifier, where);
    }
  }

  /// False: the condition does not hold of this end. True says nothing.
  bool may_fit(const End& end) const { return (!start_ || end.start) && (!marked_ || end.marked); }

 private:
  void analyze(const Rules& program, const dsl::Node& quantifier, const dsl::Node& part) {
    if (part.op != dsl::Op::member || part.arg_count != 1) return;
    const dsl::Node& of = dsl::node_at(program, dsl::argument(program, part, 0));
    if (of.op != dsl::Op::variable || of.value != quantifier.value) return;
    start_ = start_ || static_cast<dsl::Member>(part.value) == dsl::Member::end_start;
    marked_ = marked_ || static_cast<dsl::Member>(part.value) == dsl::Member::end_marked;
  }

  bool start_ = false;
  bool marked_ = false;
};

}  // namespace roundhouse::engine
