#pragma once
// Makes the nodes of a program: folds what is constant by the laws of the language, shares equal nodes
// and works out levels. Knows nothing of rules, words or options; used by the compiler and by
// engine/fast.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dsl/check/folding.h"
#include "dsl/program.h"
#include "dsl/program/nodes.h"

namespace roundhouse::dsl {

/// The description of a node to be made: see Node for `value`.
struct NodeWish {
  Op op = Op::number;
  Type type = Type::number;
  std::int32_t value = 0;
  std::vector<std::int32_t> args;  ///< indexes of nodes
  bool has_where = false;
  bool has_of = false;
  Level level = Level::constant;  ///< of a bound variable: of its set
};

class NodeBuilder : public NodeView {
 public:
  /// Adds to program.nodes and program.args, shares those that are there already, and looks at the program's
  /// players, set, tables and trains.
  explicit NodeBuilder(Program& program);

  std::int32_t number(std::int32_t value) { return constant(Op::number, Type::number, value); }
  std::int32_t truth(bool value) { return constant(Op::truth, Type::truth, value ? 1 : 0); }
  std::int32_t name(NameId id) { return constant(Op::name, Type::name, id.value); }
  /// Something absent of this type; of a truth value that is false.
  std::int32_t absent(Type type) {
    return type == Type::truth ? truth(false) : constant(Op::absent, type, 0);
  }

  std::int32_t root(Root id) {
    return make({.op = Op::root, .type = row(id).type, .value = static_cast<std::int32_t>(id), .args = {}});
  }
  /// `of`: what it is a member of, and after it what stands in brackets.
  std::int32_t member(Member id, std::vector<std::int32_t> of) {
    return make({.op = Op::member,
                 .type = row(id).type,
                 .value = static_cast<std::int32_t>(id),
                 .args = std::move(of)});
  }

  /// The node, or a simpler one of the same meaning and type.
  std::int32_t make(NodeWish wish);
  /// A node like this one with other arguments, simplified in the same way.
  std::int32_t remake(const Node& like, std::vector<std::int32_t> args);
  /// The node with each argument read by `read`; the node itself where that changes none.
  template <class Read>
  std::int32_t with_args(std::int32_t index, Read read) {
    const Node node = this->node(index);  // a copy: reading adds nodes
    std::vector<std::int32_t> args;
    bool changed = false;
    for (int i = 0; i < node.arg_count; ++i) {
      const std::int32_t before = arg(node, i);
      args.push_back(read(before));
      changed = changed || args.back() != before;
    }
    return changed ? remake(node, std::move(args)) : index;
  }
  std::int32_t negation(std::int32_t condition);
  std::int32_t conjunction(std::vector<std::int32_t> conditions);
  std::int32_t disjunction(std::vector<std::int32_t> conditions);

  /// About the cost of working a node out.
  std::int32_t cost(std::int32_t index) const { return costs_[static_cast<std::size_t>(index)]; }

  /// Sets the aspects that `can.ACT` reads, by ActId, and those that a place in the match reads: of all nodes
  /// that there are, and of those to come. Nothing until then.
  void set_reads(std::vector<Aspects> of_acts, Aspects of_rank);

 private:
  std::int32_t constant(Op op, Type type, std::int32_t value);
  std::int32_t intern(const NodeWish& wish);
  /// Without its arguments.
  Aspects own_reads(const Node& node) const;
  Aspects reads_of(const Node& node) const;
  std::int32_t equality(const NodeWish& wish);
  std::int32_t junction(const NodeWish& wish);
  std::int32_t choice(const NodeWish& wish);
  std::int32_t member(NodeWish wish);
  std::int32_t table(const NodeWish& wish, Operands keys);
  std::int32_t quantifier(NodeWish wish);
  std::optional<Constant> known_value(std::int32_t index) const;
  /// About the cost of working the node out; a number too great to matter stays the greatest.
  std::int32_t cost_of(const Node& made) const;
  bool is_absent(std::int32_t index) const { return node(index).op == Op::absent; }
  bool is_truth(std::int32_t index, bool value) const {
    return node(index).op == Op::truth && (node(index).value == 1) == value;
  }
  bool kind_is_laid_out(NameId kind) const;

  std::span<const std::int32_t> args_of(const Node& made) const;
  /// The node that is equal but for where its arguments stand; nothing: there is none.
  std::optional<std::int32_t> find(std::size_t hash, const Node& made,
                                   std::span<const std::int32_t> args) const;
  Program& program_;
  std::vector<std::int32_t> costs_;  ///< of the nodes
  std::vector<Aspects> reads_of_acts_;
  Aspects reads_of_rank_ = aspects::none;
  std::unordered_multimap<std::size_t, std::int32_t> known_;  ///< by the hash of all that a node is
};

}  // namespace roundhouse::dsl
