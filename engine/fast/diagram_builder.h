#pragma once
// From conditions to decision diagrams. Knows which comparisons have a form of their own
// (engine/fast/code.h); all others become decisions of a whole node. Called by lower.cpp.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "dsl/program/nodes.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {

// Finds the train that me.KIND or round.KIND is, for the player who acts.

class SeatTrains {
 public:
  /// Adds to program.code.seat_trains.
  explicit SeatTrains(Rules& program) : program_(program) {}

  /// The index in seat_trains at which the trains that the node means begin; absent: the node means no such
  /// train.
  std::optional<std::int32_t> find(std::int32_t node) const;

 private:
  Rules& program_;
};

// A budget for making the fast form of rules. Work is counted, never timed, so that the same rules become
// the same program on every machine. Where it has run out the plain form stays, which means the same. Bundled
// rules take a small part of it.

class Work {
 public:
  explicit Work(std::size_t most) : left_(most) {}

  /// False where so much is not left; then nothing is left.
  bool take(std::size_t steps = 1) {
    const bool enough = steps <= left_;
    left_ = enough ? left_ - steps : 0;
    return enough && left_ > 0;
  }
  bool is_spent() const { return left_ == 0; }

 private:
  std::size_t left_;
};

/// For one program.
struct CompileWork {
  Work graphs{60'000'000};      ///< comparisons of decisions with what is known on the way to them
  Work consequences{200'000};   ///< effects of consequences of events
  Work tile_reads{20'000'000};  ///< nodes read for one tile
  Work tile_ranks{1'000'000};   ///< numbers that tiles are ranked by
  Work player_reads{300'000};   ///< nodes read for another player
};

class DiagramBuilder : private NodeView {
 public:
  /// Adds to program.code.decisions.
  explicit DiagramBuilder(Rules& program) : NodeView(program), program_(program), seat_trains_(program) {}

  /// The condition; a node that is not given holds.
  DecisionRef condition(NodeRef node);
  /// `yes` where the condition holds, `no` where it does not.
  DecisionRef branch(std::int32_t node, DecisionRef yes, DecisionRef no);
  /// Returns the same decisions, but nothing is asked again that is known from a decision on the way.
  DecisionRef without_redundant_decisions(DecisionRef first);
  /// Returns the same decisions with other answers: each is what `answer` makes of it, which may be more
  /// decisions.
  DecisionRef with_leaves(DecisionRef first, const std::function<DecisionRef(DecisionRef)>& answer);
  /// The condition as one decision, if it can be one; else a decision of its node. Not kept in the program.
  Decision single_decision(std::int32_t node) const;
  /// This very decision, or an equal one that is there already.
  DecisionRef add(const Decision& decision);
  /// Takes the decisions away again that are behind the first so many. Only such as `add` has added, and to
  /// which nothing leads.
  void drop_behind(std::size_t count) { program_.code.decisions.resize(count); }

  /// The work left for this program, for all who make something of it.
  CompileWork& work() const { return work_; }

  /// The operand by which a decision looks at this number.
  Operand number(std::int32_t node) const;
  /// A place for it in code.operands.
  std::int32_t keep(const Operand& number) const;

  /// A fact about one operand: it was, or was not, within a range.
  struct OperandFact {
    Decision decision;
    bool within = true;
  };
  /// The answer that this gives to another decision: yes, no, or nothing.
  static std::optional<bool> answer(const OperandFact& fact, const Decision& asked);

 private:
  /// A condition of more decisions than this is worked out as a node from there on: words that use words
  /// twice could otherwise make very many.
  static constexpr std::size_t most_decisions = 256;
  static constexpr std::size_t most_in_all = 30'000;
  /// So much of the work one diagram may take, and so far down it is followed: the rows of an act are one
  /// diagram, a row below the other.
  static constexpr std::size_t most_steps = 8'000'000;
  static constexpr std::size_t deepest = 2'400;

  DecisionRef leaf(std::int32_t node, DecisionRef yes, DecisionRef no);
  /// Decisions of the parts of `and`, `or`, `not` and `if`.
  std::optional<DecisionRef> by_parts(const Node& condition, DecisionRef yes, DecisionRef no);
  /// `yes` where the number is within the decision's range; what is chosen between two numbers is asked of
  /// each.
  DecisionRef in_range(std::int32_t number, const Decision& range, DecisionRef yes, DecisionRef no);
  DecisionRef without_redundant_decisions(DecisionRef first, std::vector<OperandFact>& facts, Work& steps);
  /// The operand, and the numbers that meet the comparison; `yes` and `no` are changed over where need be.
  Decision comparison(std::int32_t index) const;
  /// As a decision of node -1 where it has no form of its own.
  Decision comparison(Op op, std::int32_t left, std::int32_t right) const;
  /// A comparison of two numbers that are both looked at, as their difference.
  Decision of_pair(Op op, std::int32_t left, std::int32_t right) const;
  /// A comparison of a number that is chosen from two with another one: each of the two is compared.
  std::optional<DecisionRef> by_choice(const Node& compare, DecisionRef yes, DecisionRef no);
  std::optional<std::int32_t> pair_of(std::int32_t left, std::int32_t right) const;
  std::optional<std::int32_t> apart(std::int32_t left, std::int32_t right) const;
  Decision within(std::int32_t node, std::int64_t low, std::int64_t high, bool wanted = true) const;
  static Decision within(Decision decision, std::int64_t low, std::int64_t high, bool wanted);
  std::optional<std::int32_t> end_on_train(std::int32_t left, std::int32_t right) const;
  Decision analyze(std::int32_t node) const;
  Decision field_of_member(std::int32_t index) const;

  bool is_number(std::int32_t index) const;

  Rules& program_;
  SeatTrains seat_trains_;
  std::map<std::tuple<std::int32_t, DecisionRef, DecisionRef>, DecisionRef> made_;
  std::size_t most_decisions_ = 0;  ///< the limit of the list in this condition
  // Places of numbers, and of pairs of them, in the lists of the program, by all that they are.
  using NumberKey = std::pair<Field, std::int32_t>;
  mutable std::map<NumberKey, std::int32_t> numbers_;
  mutable std::map<std::tuple<NumberKey, NumberKey, std::int32_t>, std::int32_t> pairs_;
  mutable CompileWork work_;
};

}  // namespace roundhouse::engine::fast
