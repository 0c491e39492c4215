#include "engine/fast/diagram_builder.h"

#include <algorithm>

#include "dsl/vocabulary/operator_values.h"

namespace roundhouse::engine::fast {

namespace {

/// An equal decision is looked for so far back.
constexpr std::size_t shared_with = 128;

constexpr std::int64_t least_number = INT32_MIN + std::int64_t{1};  // what is absent is less, and is not met
constexpr std::int64_t greatest_number = INT32_MAX;

/// The least and the greatest number x for which `x OP number` holds; of `!=` those of `==`.
std::pair<std::int64_t, std::int64_t> numbers_for(Op op, std::int64_t number) {
  if (op == Op::not_equal) op = Op::equal;
  const bool or_equal = compares(op, 0, 0);
  return {compares(op, -1, 0) ? least_number
          : or_equal          ? number
                              : number + 1,
          compares(op, 1, 0) ? greatest_number
          : or_equal         ? number
                             : number - 1};
}

}  // namespace

bool DiagramBuilder::is_number(std::int32_t index) const {
  return node(index).op == Op::number || node(index).op == Op::name;
}

DecisionRef DiagramBuilder::condition(NodeRef node) {
  return node.given() ? without_redundant_decisions(branch(node.value, always, never)) : always;
}

DecisionRef DiagramBuilder::branch(std::int32_t index, DecisionRef yes, DecisionRef no) {
  if (yes == no) return yes;
  const bool outermost = most_decisions_ == 0;
  if (outermost) most_decisions_ = std::min(program_.code.decisions.size() + most_decisions, most_in_all);
  const auto key = std::make_tuple(index, yes, no);
  DecisionRef made = always;
  if (const auto found = made_.find(key); found != made_.end()) {
    made = found->second;
  } else {
    made = leaf(index, yes, no);
    made_.emplace(key, made);
  }
  if (outermost) most_decisions_ = 0;
  return made;
}

DecisionRef DiagramBuilder::leaf(std::int32_t index, DecisionRef yes, DecisionRef no) {
  const bool room = program_.code.decisions.size() < most_decisions_;
  if (room) {
    const Node condition = node(index);
    if (const auto made = by_parts(condition, yes, no)) return *made;
    if (const auto made = by_choice(condition, yes, no)) return *made;
  }
  Decision decision = single_decision(index);
  decision.yes = decision.yes == always ? yes : no;
  decision.no = decision.no == always ? yes : no;
  if (room && decision.field == Field::node && node(decision.arg).op == Op::choose && decision.arg != index) {
    return in_range(decision.arg, decision, decision.yes, decision.no);
  }
  return decision.yes == decision.no ? decision.yes : add(decision);
}

std::optional<DecisionRef> DiagramBuilder::by_parts(const Node& condition, DecisionRef yes, DecisionRef no) {
  switch (condition.op) {
    case Op::truth:
      return condition.value == 1 ? yes : no;
    case Op::logical_not:
      return branch(arg(condition, 0), no, yes);
    case Op::logical_and: {
      DecisionRef next = yes;
      for (int i = condition.arg_count - 1; i >= 0; --i) next = branch(arg(condition, i), next, no);
      return next;
    }
    case Op::logical_or: {
      DecisionRef next = no;
      for (int i = condition.arg_count - 1; i >= 0; --i) next = branch(arg(condition, i), yes, next);
      return next;
    }
    case Op::choose: {
      const DecisionRef then = branch(arg(condition, 1), yes, no);
      const DecisionRef otherwise = branch(arg(condition, 2), yes, no);
      return branch(arg(condition, 0), then, otherwise);
    }
    case Op::number:
    case Op::name:
    case Op::absent:
    case Op::root:
    case Op::member:
    case Op::can:
    case Op::option:
    case Op::table:
    case Op::fact:
    case Op::train_of:
    case Op::word:
    case Op::variable:
    case Op::negate:
      ROUNDHOUSE_ARITHMETIC(ROUNDHOUSE_CASE)
      ROUNDHOUSE_COMPARISONS(ROUNDHOUSE_CASE)
      ROUNDHOUSE_PROPERTIES(ROUNDHOUSE_CASE)
      ROUNDHOUSE_QUANTIFIERS(ROUNDHOUSE_CASE)
      break;
  }
  return std::nullopt;
}

std::optional<DecisionRef> DiagramBuilder::by_choice(const Node& compare, DecisionRef yes, DecisionRef no) {
  if (!is_comparison(compare.op)) return std::nullopt;
  for (const int side : {0, 1}) {
    const Node chosen = node(arg(compare, side));
    const std::int32_t other = arg(compare, 1 - side);
    if (chosen.op != Op::choose || is_number(other)) continue;
    const auto compared = [&](int way) -> std::optional<DecisionRef> {
      const std::int32_t number = arg(chosen, way);
      if (!is_number(number)) return std::nullopt;
      Decision decision = comparison(compare.op, side == 0 ? number : other, side == 0 ? other : number);
      decision.yes = decision.yes == always ? yes : no;
      decision.no = decision.no == always ? yes : no;
      return decision.yes == decision.no ? decision.yes : add(decision);
    };
    const auto then = compared(1);
    const auto otherwise = compared(2);
    if (then && otherwise) return branch(arg(chosen, 0), *then, *otherwise);
  }
  return std::nullopt;
}

DecisionRef DiagramBuilder::in_range(std::int32_t index, const Decision& range, DecisionRef yes,
                                     DecisionRef no) {
  const Node number = node(index);
  if (yes == no) return yes;
  if (number.op == Op::choose && program_.code.decisions.size() < most_decisions_ && work_.graphs.take()) {
    const DecisionRef then = in_range(arg(number, 1), range, yes, no);
    const DecisionRef otherwise = in_range(arg(number, 2), range, yes, no);
    return branch(arg(number, 0), then, otherwise);
  }
  if (is_number(index)) {
    const auto over = static_cast<std::uint32_t>(number.value) - static_cast<std::uint32_t>(range.low);
    return over <= range.span ? yes : no;
  }
  Decision decision = analyze(index);
  decision.low = range.low;
  decision.span = range.span;
  decision.yes = yes;
  decision.no = no;
  return add(decision);
}

Decision DiagramBuilder::single_decision(std::int32_t index) const {
  const Op op = node(index).op;
  return is_comparison(op) || op == Op::between ? comparison(index) : within(index, 1, 1);
}

Decision DiagramBuilder::comparison(std::int32_t index) const {
  const Node& compare = node(index);
  if (compare.op == Op::between) {
    const std::int32_t low = arg(compare, 1);
    const std::int32_t high = arg(compare, 2);
    return is_number(low) && is_number(high) ? within(arg(compare, 0), node(low).value, node(high).value)
                                             : within(index, 1, 1);
  }
  const Decision decision = comparison(compare.op, arg(compare, 0), arg(compare, 1));
  return decision.field == Field::node && decision.arg < 0 ? within(index, 1, 1) : decision;
}

Decision DiagramBuilder::comparison(Op op, std::int32_t left, std::int32_t right) const {
  const bool wanted = op != Op::not_equal;
  if (op == Op::equal || op == Op::not_equal) {
    if (node(right).type == Type::absent) return within(left, INT32_MIN, INT32_MIN, wanted);
    if (const auto on_train = end_on_train(left, right))
      return within(Decision{.field = Field::end_on_train, .arg = *on_train}, 1, 1, wanted);
  }
  if (!is_number(right) && is_number(left)) {
    std::swap(left, right);
    op = mirrored(op);
  }
  if (!is_number(right)) return of_pair(op, left, right);
  const auto [low, high] = numbers_for(op, node(right).value);
  return within(left, low, high, wanted);
}

/// end.train == me.KIND, or round.KIND: where these trains begin in seat_trains.
std::optional<std::int32_t> DiagramBuilder::end_on_train(std::int32_t left, std::int32_t right) const {
  const auto is_end_train = [&](std::int32_t at) {
    return node(at).op == Op::member && node(at).value == static_cast<std::int32_t>(Member::end_train) &&
           is_root(arg(node(at), 0), Root::end);
  };
  if (!is_end_train(left)) std::swap(left, right);
  return is_end_train(left) ? seat_trains_.find(right) : std::nullopt;
}

std::optional<std::int32_t> DiagramBuilder::pair_of(std::int32_t left, std::int32_t right) const {
  if (node(left).type != Type::number || node(right).type != Type::number) return std::nullopt;
  const Decision a = analyze(left);
  const Decision b = analyze(right);
  const auto simple = [](const Decision& decision) {
    return decision.field > Field::end_fresh && decision.arg == 0;
  };
  const auto has_argument = [](const Decision& decision) {
    return decision.field == Field::fact || decision.field == Field::my_fact ||
           decision.field == Field::whom_fact;
  };
  if (!simple(a) || !simple(b) || has_argument(a) || has_argument(b)) return std::nullopt;
  return static_cast<std::int32_t>(a.field) + 256 * static_cast<std::int32_t>(b.field);
}

/// Two numbers, or two players, as a place in number_pairs.
std::optional<std::int32_t> DiagramBuilder::apart(std::int32_t left, std::int32_t right) const {
  const Type type = node(left).type;
  if (type != node(right).type || (type != Type::number && type != Type::player)) return std::nullopt;
  NumberPair pair;
  pair.one = number(left);
  const Node& sum = node(right);
  if (sum.op == Op::add && is_number(arg(sum, 0))) {
    pair.more = node(arg(sum, 0)).value;
    pair.other = number(arg(sum, 1));
  } else if (sum.op == Op::add && is_number(arg(sum, 1))) {
    pair.more = node(arg(sum, 1)).value;
    pair.other = number(arg(sum, 0));
  } else {
    pair.other = number(right);
  }
  auto& pairs = program_.code.number_pairs;
  const std::tuple key{NumberKey{pair.one.field, pair.one.arg}, NumberKey{pair.other.field, pair.other.arg},
                       pair.more};
  const auto [at, is_new] = pairs_.emplace(key, static_cast<std::int32_t>(pairs.size()));
  if (is_new) pairs.push_back(pair);
  return at->second;
}

Decision DiagramBuilder::of_pair(Op op, std::int32_t left, std::int32_t right) const {
  // The added number stands on the right.
  if (node(left).op == Op::add && node(right).op != Op::add) {
    std::swap(left, right);
    op = mirrored(op);
  }
  Decision decision;
  if (const auto pair = pair_of(left, right)) {
    decision.field = Field::difference;
    decision.arg = *pair;
  } else if (const auto seen = apart(left, right)) {
    decision.field = Field::difference_of_pair;
    decision.arg = *seen;
  } else {
    return {.arg = -1};
  }
  const auto [low, high] = numbers_for(op, 0);
  return within(decision, low, high, op != Op::not_equal);
}

Decision DiagramBuilder::within(std::int32_t index, std::int64_t low, std::int64_t high, bool wanted) const {
  return within(analyze(index), low, high, wanted);
}

Decision DiagramBuilder::within(Decision decision, std::int64_t low, std::int64_t high, bool wanted) {
  decision.low = static_cast<std::int32_t>(low);
  decision.span = static_cast<std::uint32_t>(std::max(low, high) - low);
  decision.yes = low <= high && wanted ? always : never;
  decision.no = wanted ? never : always;
  // The number of debts is the best field if there are any.
  if (decision.field == Field::any_debt && low == high && (low == 0 || low == 1)) {
    decision.field = Field::debt_count;
    decision.span = low == 1 ? static_cast<std::uint32_t>(greatest_number - 1) : 0;
  }
  return decision;
}

std::int32_t DiagramBuilder::keep(const Operand& number) const {
  auto& numbers = program_.code.operands;
  const auto [at, is_new] =
      numbers_.emplace(NumberKey{number.field, number.arg}, static_cast<std::int32_t>(numbers.size()));
  if (is_new) numbers.push_back(number);
  return at->second;
}

Operand DiagramBuilder::number(std::int32_t index) const {
  const Decision decision = analyze(index);
  return {decision.field, decision.arg};
}

DecisionRef DiagramBuilder::add(const Decision& decision) {
  std::vector<Decision>& tests = program_.code.decisions;
  const auto nearby = tests.end() - static_cast<std::ptrdiff_t>(std::min(tests.size(), shared_with));
  const auto equal = std::find(nearby, tests.end(), decision);
  if (equal != tests.end()) return static_cast<DecisionRef>(equal - tests.begin());
  tests.push_back(decision);
  return static_cast<DecisionRef>(tests.size() - 1);
}

Decision DiagramBuilder::analyze(std::int32_t index) const {
  const Node& looked = node(index);
  if (looked.op == Op::can) return {.field = Field::can, .arg = looked.value};
  if (looked.op == Op::fact) {
    if (looked.arg_count == 0) return {.field = Field::fact, .arg = looked.value};
    if (is_root(arg(looked, 0), Root::me)) return {.field = Field::my_fact, .arg = looked.value};
    if (is_root(arg(looked, 0), Root::whom)) return {.field = Field::whom_fact, .arg = looked.value};
  }
  if (looked.op == Op::has && is_root(arg(looked, 0), Root::tile)) {
    const Node& number = node(arg(looked, 1));
    if (number.op == Op::member && number.value == static_cast<std::int32_t>(Member::end_pip) &&
        is_root(arg(number, 0), Root::end)) {
      return {.field = Field::tile_fits};
    }
  }
  if (looked.op == Op::has) {
    const bool is_hand = is_my_hand(arg(looked, 0));
    if (is_hand || is_root(arg(looked, 0), Root::rest)) {
      return {.field = is_hand ? Field::hand_bears : Field::rest_bears, .arg = keep(number(arg(looked, 1)))};
    }
  }
  if (is_root(index, Root::me)) return {.field = Field::me};
  if (looked.op == Op::member) return field_of_member(index);
  return {.field = Field::node, .arg = index};
}

Decision DiagramBuilder::field_of_member(std::int32_t index) const {
  const Node& looked = node(index);
  const auto is = [&](Member member) { return looked.value == static_cast<std::int32_t>(member); };
  const auto receiver_is = [&](Member between) {
    return looked.arg_count > 0 && is_member(arg(looked, 0), between);
  };
  const auto of_end = [&](Member between) {
    return receiver_is(between) && is_root(arg(node(arg(looked, 0)), 0), Root::end);
  };
  // Words that are a field only of certain things.
  if (is(Member::match_used) && is_member(arg(looked, 0), Member::tile_high) &&
      is_root(arg(node(arg(looked, 0)), 0), Root::tile))
    return {.field = Field::high_used};
  if (is(Member::train_kind) && of_end(Member::end_train)) return {.field = Field::end_kind};
  if (is(Member::debt_fresh) && of_end(Member::end_debt)) return {.field = Field::end_fresh};
  if (is(Member::debt_by) && receiver_is(Member::debts_oldest)) return {.field = Field::oldest_by};
  if (is(Member::debt_by) && receiver_is(Member::debts_newest)) return {.field = Field::newest_by};
  if (is(Member::train_started) || is(Member::train_marked)) {
    const Field field = is(Member::train_started) ? Field::train_started : Field::train_marked;
    if (const auto trains = seat_trains_.find(arg(looked, 0))) return {.field = field, .arg = *trains};
  }
  if (is(Member::end_marked) && receiver_is(Member::train_tail)) {
    if (const auto trains = seat_trains_.find(arg(node(arg(looked, 0)), 0)))
      return {.field = Field::tail_marked, .arg = *trains};
  }
  for (std::size_t field = 0; field < all_fields.size(); ++field) {
    const FieldWord& word = all_fields[field].word;
    if (!word.member || !is(*word.member)) continue;
    if (!word.of || (looked.arg_count == 1 && is_root(arg(looked, 0), *word.of)))
      return {.field = static_cast<Field>(field)};
  }
  return {.field = Field::node, .arg = index};
}

std::optional<std::int32_t> SeatTrains::find(std::int32_t index) const {
  const auto node = [&](std::int32_t at) -> const Node& {
    return program_.nodes[static_cast<std::size_t>(at)];
  };
  const Node& train = node(index);
  if (train.op != Op::train_of) return std::nullopt;
  const bool of_player = train.arg_count > 0;
  if (of_player) {
    const Node& player = node(program_.args[static_cast<std::size_t>(train.first_arg)]);
    if (player.op != Op::root || player.value != static_cast<std::int32_t>(Root::me)) return std::nullopt;
  }
  const auto first = static_cast<std::size_t>(train.value * program_.players);
  std::vector<std::int16_t> trains{of_player ? std::int16_t{-1} : program_.first_train[first]};
  for (int seat = 0; seat < program_.players; ++seat) {
    trains.push_back(program_.first_train[first + static_cast<std::size_t>(of_player ? seat : 0)]);
  }
  std::vector<std::int16_t>& all = program_.code.seat_trains;
  const auto known = std::search(all.begin(), all.end(), trains.begin(), trains.end());
  const auto at = static_cast<std::int32_t>(known - all.begin());
  if (known == all.end()) all.insert(all.end(), trains.begin(), trains.end());
  return at;
}

}  // namespace roundhouse::engine::fast
