#include "engine/fast/hand_steps.h"

#include <algorithm>

#include "engine/fast/tile_tables.h"

namespace roundhouse::engine::fast {

bool HandSteps::add(std::int32_t condition, OfTiles& made) {
  const auto& ops = program_.code.end_ops;
  made.first_op = static_cast<std::int32_t>(ops.size());
  if (!steps(condition, false, 0)) return false;
  made.ops = static_cast<std::int32_t>(ops.size()) - made.first_op;
  made.needs_pile = std::any_of(ops.begin() + made.first_op + 1, ops.end(),
                                [](const EndOp& op) { return op.join == EndJoin::put; });
  return true;
}

void HandSteps::leaf(EndStep step, bool negated, std::int32_t arg) {
  program_.code.end_ops.push_back({step, negated, EndJoin::put, arg});
}

bool HandSteps::is_the_tile(std::int32_t index) const {
  return node(index).op == Op::variable && node(index).value == slot_;
}

bool HandSteps::reads_tile(std::int32_t index) const {
  const Node& looked = node(index);
  if (!diagrams_.work().tile_reads.take()) return true;  // it may, and then there is no such form
  if (is_the_tile(index) || (is_quantifier(looked.op) && looked.value == slot_)) return true;
  for (int i = 0; i < looked.arg_count; ++i) {
    if (reads_tile(arg(looked, i))) return true;
  }
  return false;
}

bool HandSteps::steps(std::int32_t index, bool negated, std::size_t pushed) {
  const Node condition = node(index);
  if (!reads_tile(index)) {
    leaf(EndStep::turn, negated, diagrams_.condition({index}));
    return true;
  }
  if (condition.op == Op::logical_not) return steps(arg(condition, 0), !negated, pushed);
  const bool is_and = condition.op == Op::logical_and;
  if (!is_and && condition.op != Op::logical_or) return known(index, negated);
  if (pushed + 2 >= most_end_sets) return false;
  const bool both = is_and != negated;
  for (int i = 0; i < condition.arg_count; ++i) {
    const auto first_step = program_.code.end_ops.size();
    if (!steps(arg(condition, i), negated, pushed + (i > 0 ? 1 : 0))) return false;
    if (i == 0) continue;
    if (program_.code.end_ops.size() == first_step + 1) {
      program_.code.end_ops.back().join = both ? EndJoin::both : EndJoin::either;
    } else {
      leaf(both ? EndStep::both : EndStep::either, false);
    }
  }
  return true;
}

bool HandSteps::known(std::int32_t index, bool negated) {
  Code& code = program_.code;
  if (const auto tiles = tiles_of(program_, diagrams_, index, slot_)) {
    leaf(EndStep::these, negated, static_cast<std::int32_t>(code.tile_sets.size()));
    code.tile_sets.push_back(*tiles);
    return true;
  }
  const Node condition = node(index);
  if (condition.op == Op::has && is_the_tile(arg(condition, 0)) && !reads_tile(arg(condition, 1))) {
    leaf(EndStep::bears, negated, diagrams_.keep(diagrams_.number(arg(condition, 1))));
    return true;
  }
  const auto comparison = comparison_of(program_, diagrams_, index, slot_);
  if (!comparison || reads_tile(comparison->other)) return false;
  leaf(EndStep::compared, negated != comparison->negated, comparison->bound);
  return true;
}

}  // namespace roundhouse::engine::fast
