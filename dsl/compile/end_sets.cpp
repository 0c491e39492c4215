#include "dsl/compile/end_sets.h"

namespace roundhouse::dsl {
namespace {

bool looks_at_no_end(Level level) {
  return (static_cast<unsigned>(level) & ~static_cast<unsigned>(Level::turn)) == 0;
}

}  // namespace

void EndSets::add(std::int32_t condition, Bar& bar) {
  bar.first_end_op = static_cast<std::int32_t>(program_.code.end_ops.size());
  steps(condition, false, 0);
  bar.end_ops = static_cast<std::int32_t>(program_.code.end_ops.size()) - bar.first_end_op;
}

void EndSets::leaf(EndStep step, bool negated, std::int32_t arg) {
  program_.code.end_ops.push_back({step, negated, arg});
}

void EndSets::steps(std::int32_t index, bool negated, std::size_t pushed) {
  const Node condition = node(index);
  if (looks_at_no_end(condition.level)) {
    return leaf(EndStep::turn, negated, tests_.condition({index}));
  }
  const bool is_and = condition.op == Op::logical_and;
  if (condition.op == Op::logical_not) return steps(arg(condition, 0), !negated, pushed);
  // Deeper than this no sets are kept; the rest is asked of each end.
  if ((is_and || condition.op == Op::logical_or) && pushed + 2 < most_end_sets) {
    for (int i = 0; i < condition.arg_count; ++i) {
      steps(arg(condition, i), negated, pushed + (i > 0 ? 1 : 0));
      if (i > 0) leaf(is_and != negated ? EndStep::both : EndStep::either, false);
    }
    return;
  }
  if (known_word(index, negated)) return;
  leaf(EndStep::each, negated, tests_.condition({index}));
}

template <class Belongs>
void EndSets::trains(bool negated, Belongs belongs) {
  leaf(EndStep::on_trains, negated, static_cast<std::int32_t>(program_.code.train_sets.size()));
  for (int seat = 0; seat < program_.players; ++seat) {
    TrainSet set = 0;
    for (std::size_t train = 0; train < program_.trains.size(); ++train) {
      if (belongs(program_.trains[train], seat)) set |= TrainSet{1} << train;
    }
    program_.code.train_sets.push_back(set);
  }
}

bool EndSets::known_word(std::int32_t index, bool negated) {
  const Test test = tests_.single_test(index);
  if (test.look == Look::node || test.span != 0 || test.yes != always || test.no != never) return false;
  if (test.look == Look::end_kind) {
    trains(negated, [&](const TrainPlace& train, int) { return train.kind_name.value == test.low; });
    return true;
  }
  if (test.low != 1) return false;
  switch (test.look) {
    case Look::end_marked:
      leaf(EndStep::marked, negated);
      return true;
    case Look::end_start:
      leaf(EndStep::start, negated);
      return true;
    case Look::end_owed:
      leaf(EndStep::owed, negated);
      return true;
    case Look::end_fresh:
      leaf(EndStep::fresh, negated);
      return true;
    case Look::end_mine:
      trains(negated, [](const TrainPlace& train, int seat) { return train.owner == seat; });
      return true;
    case Look::end_others:
      trains(negated, [](const TrainPlace& train, int seat) { return train.owner >= 0 && train.owner != seat; });
      return true;
    default:
      return false;
  }
}

}  // namespace roundhouse::dsl
