#include "engine/fast/end_sets.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/fast/tile_tables.h"

namespace roundhouse::engine::fast {
namespace {

/// The steps that a field of an end has.
constexpr std::array<std::pair<Field, EndStep>, 4> steps_of_fields{{{Field::end_marked, EndStep::marked},
                                                                    {Field::end_start, EndStep::start},
                                                                    {Field::end_owed, EndStep::owed},
                                                                    {Field::end_fresh, EndStep::fresh}}};

}  // namespace

void EndSets::add(std::int32_t condition, Bar& bar) {
  of_tiles_ = false;
  const auto& ops = program_.code.end_ops;
  bar.first_end_op = static_cast<std::int32_t>(ops.size());
  steps(condition, false, 0);
  bar.end_ops = static_cast<std::int32_t>(ops.size()) - bar.first_end_op;
  bar.needs_pile = needs_pile(bar.first_end_op);
}

void EndSets::add_tiles(std::int32_t condition, Bar& bar) {
  of_tiles_ = true;
  at_end_ = false;
  const auto& ops = program_.code.end_ops;
  bar.first_tile_op = static_cast<std::int32_t>(ops.size());
  steps(condition, false, 0);
  bar.tile_ops = static_cast<std::int32_t>(ops.size()) - bar.first_tile_op;
  bar.tiles_need_pile = needs_pile(bar.first_tile_op);
  bar.tiles_alike = !at_end_;
  bar.tiles_fit = std::any_of(ops.begin() + bar.first_tile_op, ops.end(),
                              [](const EndOp& op) { return op.step == EndStep::fits; });
}

bool EndSets::needs_pile(std::int32_t first) const {
  return std::any_of(program_.code.end_ops.begin() + first + 1, program_.code.end_ops.end(),
                     [](const EndOp& op) { return op.join == EndJoin::put; });
}

void EndSets::leaf(EndStep step, bool negated, std::int32_t arg) {
  program_.code.end_ops.push_back({step, negated, EndJoin::put, arg});
}

template <class Belongs>
void EndSets::trains(bool negated, Belongs belongs, EndStep step) {
  leaf(step, negated, static_cast<std::int32_t>(program_.code.train_sets.size()));
  for (int seat = 0; seat < program_.players; ++seat) {
    TrainSet set = 0;
    for (std::size_t train = 0; train < program_.trains.size(); ++train) {
      if (belongs(program_.trains[train], seat)) set |= TrainSet{1} << train;
    }
    program_.code.train_sets.push_back(set);
  }
}

void EndSets::steps(std::int32_t index, bool negated, std::size_t pushed) {
  const Node condition = node(index);
  if (is_within(condition.level, of_tiles_ ? Level::end : Level::turn)) {
    if (!is_within(condition.level, Level::turn)) at_end_ = true;
    return leaf(EndStep::turn, negated, diagrams_.condition({index}));
  }
  const bool is_and = condition.op == Op::logical_and;
  if (condition.op == Op::logical_not) return steps(arg(condition, 0), !negated, pushed);
  // Deeper than this no sets are kept; the rest is asked of each end.
  if ((is_and || condition.op == Op::logical_or) && pushed + 2 < most_end_sets) {
    const EndStep join = is_and != negated ? EndStep::both : EndStep::either;
    for (int i = 0; i < condition.arg_count; ++i) {
      const auto first_step = program_.code.end_ops.size();
      steps(arg(condition, i), negated, pushed + (i > 0 ? 1 : 0));
      if (i == 0) continue;
      EndOp& last = program_.code.end_ops.back();
      const bool one_step = program_.code.end_ops.size() == first_step + 1;
      if (one_step) {
        last.join = join == EndStep::both ? EndJoin::both : EndJoin::either;
      } else {
        leaf(join, false);
      }
    }
    return;
  }
  const bool known = of_tiles_ ? known_tiles(index, negated)
                               : known_word(index, negated) || known_debt(index, negated) ||
                                     known_hub(index, negated) || known_train(index, negated);
  if (known) return;
  if (of_tiles_ && !is_within(condition.level, Level::tile)) at_end_ = true;
  leaf(EndStep::each, negated, diagrams_.condition({index}));
}

bool EndSets::known_tiles(std::int32_t index, bool negated) {
  const Decision decision = diagrams_.single_decision(index);
  const bool is_fit = decision.field == Field::tile_fits && decision.low == 1 && decision.span == 0;
  if (is_fit && decision.yes == always && decision.no == never) {
    leaf(EndStep::fits, negated);
    return true;
  }
  if (const auto tiles = tiles_of(program_, diagrams_, index)) {
    leaf(EndStep::these, negated, static_cast<std::int32_t>(program_.code.tile_sets.size()));
    program_.code.tile_sets.push_back(*tiles);
    return true;
  }
  const auto comparison = comparison_of(program_, diagrams_, index, -1);
  if (!comparison || !is_within(node(comparison->other).level, Level::end)) return false;
  if (!is_within(node(comparison->other).level, Level::turn)) at_end_ = true;
  leaf(EndStep::compared, negated != comparison->negated, comparison->bound);
  return true;
}

/// end.debt.hub
bool EndSets::known_hub(std::int32_t index, bool negated) {
  if (!is_member(index, Member::debt_hub)) return false;
  const std::int32_t debt = arg(node(index), 0);
  if (!is_member(debt, Member::end_debt) || !is_root(arg(node(debt), 0), Root::end)) return false;
  leaf(EndStep::hub, negated);
  return true;
}

/// end.debt == debts.newest, or oldest.
bool EndSets::known_debt(std::int32_t index, bool negated) {
  const Node& compare = node(index);
  if (compare.op != Op::equal && compare.op != Op::not_equal) return false;
  std::int32_t left = arg(compare, 0);
  std::int32_t right = arg(compare, 1);
  if (!is_member(left, Member::end_debt)) std::swap(left, right);
  if (!is_member(left, Member::end_debt)) return false;
  if (!is_root(arg(node(left), 0), Root::end)) return false;
  const bool newest = is_member(right, Member::debts_newest);
  if (!newest && !is_member(right, Member::debts_oldest)) return false;
  leaf(newest ? EndStep::newest : EndStep::oldest, negated != (compare.op == Op::not_equal));
  return true;
}

/// end.train == me.KIND, or round.KIND for a shared kind.
bool EndSets::known_train(std::int32_t index, bool negated) {
  const Node& compare = node(index);
  if (compare.op != Op::equal && compare.op != Op::not_equal) return false;
  const bool wanted = compare.op == Op::equal;
  std::int32_t left = arg(compare, 0);
  std::int32_t right = arg(compare, 1);
  if (!is_member(left, Member::end_train)) std::swap(left, right);
  if (!is_member(left, Member::end_train) || !is_root(arg(node(left), 0), Root::end)) return false;
  const Node& train = node(right);
  if (train.op != Op::train_of) return false;
  const bool of_player = train.arg_count == 1;
  const bool starters = of_player && is_member(arg(train, 0), Member::round_starter);
  if (of_player && !starters && !is_root(arg(train, 0), Root::me)) return false;
  // Trains lie from before the first lay; of several of a kind the first is meant.
  const auto first = static_cast<std::size_t>(train.value * program_.players);
  const auto is_meant = [&](const TrainSlot& place, int seat) {
    const auto at = static_cast<std::size_t>(&place - program_.trains.data());
    const std::int16_t meant = program_.first_train[first + static_cast<std::size_t>(of_player ? seat : 0)];
    return meant >= 0 && static_cast<std::size_t>(meant) == at;
  };
  trains(negated == wanted, is_meant, starters ? EndStep::on_starters : EndStep::on_trains);
  return true;
}

bool EndSets::known_word(std::int32_t index, bool negated) {
  const Decision decision = diagrams_.single_decision(index);
  if (decision.field == Field::node || decision.span != 0) return false;
  if (decision.yes == never && decision.no == always) {
    negated = !negated;
  } else if (decision.yes != always || decision.no != never) {
    return false;
  }
  if (decision.field == Field::end_kind) {
    trains(negated, [&](const TrainSlot& train, int) { return train.kind_name.value == decision.low; });
    return true;
  }
  if (decision.low != 1) return false;
  if (decision.field == Field::end_mine) {
    trains(negated, [](const TrainSlot& train, int seat) { return train.owner == seat; });
    return true;
  }
  if (decision.field == Field::end_others) {
    trains(negated, [](const TrainSlot& train, int seat) { return train.owner >= 0 && train.owner != seat; });
    return true;
  }
  for (const auto& [field, step] : steps_of_fields) {
    if (decision.field != field) continue;
    leaf(step, negated);
    return true;
  }
  return false;
}

}  // namespace roundhouse::engine::fast
