#include "engine/fast/test_builder.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "dsl/vocabulary/comparisons.h"

namespace roundhouse::engine::fast {
namespace {

/// How far back an equal test is looked for.
constexpr std::size_t shared_with = 128;

constexpr std::int64_t least_number = INT32_MIN + std::int64_t{1};  // what is absent is less, and is not met
constexpr std::int64_t greatest_number = INT32_MAX;

}  // namespace

bool TestBuilder::is_number(std::int32_t index) const {
  return node(index).op == Op::number || node(index).op == Op::name;
}

TestRef TestBuilder::condition(NodeRef node) {
  return node.given() ? without_repeats(branch(node.value, always, never)) : always;
}

TestRef TestBuilder::branch(std::int32_t index, TestRef yes, TestRef no) {
  if (yes == no) return yes;
  const bool outermost = most_tests_ == 0;
  if (outermost) most_tests_ = std::min(program_.code.tests.size() + most_tests, most_in_all);
  const auto key = std::make_tuple(index, yes, no);
  TestRef made = always;
  if (const auto known = known_.find(key); known != known_.end()) {
    made = known->second;
  } else {
    made = leaf(index, yes, no);
    known_.emplace(key, made);
  }
  if (outermost) most_tests_ = 0;
  return made;
}

TestRef TestBuilder::leaf(std::int32_t index, TestRef yes, TestRef no) {
  const Node condition = node(index);
  const bool room = program_.code.tests.size() < most_tests_;
  switch (room ? condition.op : Op::root) {
    case Op::truth:
      return condition.value == 1 ? yes : no;
    case Op::logical_not:
      return branch(arg(condition, 0), no, yes);
    case Op::logical_and: {
      TestRef next = yes;
      for (int i = condition.arg_count - 1; i >= 0; --i) next = branch(arg(condition, i), next, no);
      return next;
    }
    case Op::logical_or: {
      TestRef next = no;
      for (int i = condition.arg_count - 1; i >= 0; --i) next = branch(arg(condition, i), yes, next);
      return next;
    }
    case Op::choose: {
      const TestRef then = branch(arg(condition, 1), yes, no);
      const TestRef otherwise = branch(arg(condition, 2), yes, no);
      return branch(arg(condition, 0), then, otherwise);
    }
    default:
      break;
  }
  if (room) {
    if (const auto made = by_choice(condition, yes, no)) return *made;
  }
  Test test = single_test(index);
  test.yes = test.yes == always ? yes : no;
  test.no = test.no == always ? yes : no;
  if (room && test.look == Look::node && node(test.arg).op == Op::choose && test.arg != index) {
    return in_range(test.arg, test, test.yes, test.no);
  }
  return test.yes == test.no ? test.yes : add(test);
}

std::optional<TestRef> TestBuilder::by_choice(const Node& compare, TestRef yes, TestRef no) {
  if (compare.op < Op::equal || compare.op > Op::greater_equal) return std::nullopt;
  for (const int side : {0, 1}) {
    const Node chosen = node(arg(compare, side));
    const std::int32_t other = arg(compare, 1 - side);
    if (chosen.op != Op::choose || is_number(other)) continue;
    const auto compared = [&](int way) -> std::optional<TestRef> {
      const std::int32_t number = arg(chosen, way);
      if (!is_number(number)) return std::nullopt;
      Test test = comparison(compare.op, side == 0 ? number : other, side == 0 ? other : number);
      test.yes = test.yes == always ? yes : no;
      test.no = test.no == always ? yes : no;
      return test.yes == test.no ? test.yes : add(test);
    };
    const auto then = compared(1);
    const auto otherwise = compared(2);
    if (then && otherwise) return branch(arg(chosen, 0), *then, *otherwise);
  }
  return std::nullopt;
}

TestRef TestBuilder::in_range(std::int32_t index, const Test& range, TestRef yes, TestRef no) {
  const Node number = node(index);
  if (yes == no) return yes;
  if (number.op == Op::choose && program_.code.tests.size() < most_tests_ && work_.graphs.take()) {
    const TestRef then = in_range(arg(number, 1), range, yes, no);
    const TestRef otherwise = in_range(arg(number, 2), range, yes, no);
    return branch(arg(number, 0), then, otherwise);
  }
  if (is_number(index)) {
    const auto over = static_cast<std::uint32_t>(number.value) - static_cast<std::uint32_t>(range.low);
    return over <= range.span ? yes : no;
  }
  Test test = look_at(index);
  test.low = range.low;
  test.span = range.span;
  test.yes = yes;
  test.no = no;
  return add(test);
}

Test TestBuilder::single_test(std::int32_t index) const {
  switch (node(index).op) {
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::between:
      return comparison(index);
    default:
      return within(index, 1, 1);
  }
}

Test TestBuilder::comparison(std::int32_t index) const {
  const Node& compare = node(index);
  if (compare.op == Op::between) {
    const std::int32_t low = arg(compare, 1);
    const std::int32_t high = arg(compare, 2);
    return is_number(low) && is_number(high) ? within(arg(compare, 0), node(low).value, node(high).value)
                                             : within(index, 1, 1);
  }
  const Test test = comparison(compare.op, arg(compare, 0), arg(compare, 1));
  return test.look == Look::node && test.arg < 0 ? within(index, 1, 1) : test;
}

Test TestBuilder::comparison(Op op, std::int32_t left, std::int32_t right) const {
  const auto constant = [&](std::int32_t at) { return std::int64_t{node(at).value}; };
  switch (op) {
    case Op::equal:
    case Op::not_equal: {
      const bool wanted = op == Op::equal;
      if (node(right).type == Type::absent) return within(left, INT32_MIN, INT32_MIN, wanted);
      if (const auto on_train = end_on_train(left, right)) {
        return within(Test{.look = Look::end_on_train, .arg = *on_train}, 1, 1, wanted);
      }
      if (is_number(left)) std::swap(left, right);
      if (is_number(right)) return within(left, constant(right), constant(right), wanted);
      break;
    }
    case Op::less:
      if (is_number(right)) return within(left, least_number, constant(right) - 1);
      if (is_number(left)) return within(right, constant(left) + 1, greatest_number);
      break;
    case Op::less_equal:
      if (is_number(right)) return within(left, least_number, constant(right));
      if (is_number(left)) return within(right, constant(left), greatest_number);
      break;
    case Op::greater:
      if (is_number(right)) return within(left, constant(right) + 1, greatest_number);
      if (is_number(left)) return within(right, least_number, constant(left) - 1);
      break;
    case Op::greater_equal:
      if (is_number(right)) return within(left, constant(right), greatest_number);
      if (is_number(left)) return within(right, least_number, constant(left));
      break;
    default:
      break;
  }
  return of_pair(op, left, right);
}

/// end.train == me.KIND, or round.KIND: where these trains begin in seat_trains.
std::optional<std::int32_t> TestBuilder::end_on_train(std::int32_t left, std::int32_t right) const {
  const auto is_end_train = [&](std::int32_t at) {
    return node(at).op == Op::member && node(at).value == static_cast<std::int32_t>(Member::end_train) &&
           is_root(arg(node(at), 0), Root::end);
  };
  if (!is_end_train(left)) std::swap(left, right);
  return is_end_train(left) ? seat_trains_.find(right) : std::nullopt;
}

std::optional<std::int32_t> TestBuilder::pair_of(std::int32_t left, std::int32_t right) const {
  if (node(left).type != Type::number || node(right).type != Type::number) return std::nullopt;
  const Test a = look_at(left);
  const Test b = look_at(right);
  const auto simple = [](const Test& test) { return test.look > Look::end_fresh && test.arg == 0; };
  const auto has_argument = [](const Test& test) {
    return test.look == Look::fact || test.look == Look::my_fact || test.look == Look::whom_fact;
  };
  if (!simple(a) || !simple(b) || has_argument(a) || has_argument(b)) return std::nullopt;
  return static_cast<std::int32_t>(a.look) + 256 * static_cast<std::int32_t>(b.look);
}

/// Two numbers, or two players, as a place in number_pairs.
std::optional<std::int32_t> TestBuilder::apart(std::int32_t left, std::int32_t right) const {
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
  const std::tuple key{NumberKey{pair.one.look, pair.one.arg}, NumberKey{pair.other.look, pair.other.arg},
                       pair.more};
  const auto [at, is_new] = pairs_.emplace(key, static_cast<std::int32_t>(pairs.size()));
  if (is_new) pairs.push_back(pair);
  return at->second;
}

Test TestBuilder::of_pair(Op op, std::int32_t left, std::int32_t right) const {
  // What is added stands on the right.
  if (node(left).op == Op::add && node(right).op != Op::add) {
    std::swap(left, right);
    op = mirrored(op);
  }
  Test test = within(Test{}, 1, 1, true);
  test.arg = -1;
  if (const auto pair = pair_of(left, right)) {
    test.look = Look::difference;
    test.arg = *pair;
  } else if (const auto seen = apart(left, right)) {
    test.look = Look::apart;
    test.arg = *seen;
  } else {
    return test;
  }
  const bool or_equal = op == Op::less_equal || op == Op::greater_equal;
  const bool is_equality = op == Op::equal || op == Op::not_equal;
  const bool is_less = op == Op::less || op == Op::less_equal;
  const std::int64_t low = is_equality ? 0 : is_less ? least_number : or_equal ? 0 : 1;
  const std::int64_t high = is_equality ? 0 : !is_less ? greatest_number : or_equal ? 0 : -1;
  test.low = static_cast<std::int32_t>(low);
  test.span = static_cast<std::uint32_t>(high - low);
  if (op == Op::not_equal) std::swap(test.yes, test.no);
  return test;
}

Test TestBuilder::within(std::int32_t index, std::int64_t low, std::int64_t high, bool wanted) const {
  return within(look_at(index), low, high, wanted);
}

Test TestBuilder::within(Test test, std::int64_t low, std::int64_t high, bool wanted) {
  test.low = static_cast<std::int32_t>(low);
  test.span = static_cast<std::uint32_t>(std::max(low, high) - low);
  test.yes = low <= high && wanted ? always : never;
  test.no = wanted ? never : always;
  // Whether there are debts is best seen from their number.
  if (test.look == Look::any_debt && low == high && (low == 0 || low == 1)) {
    test.look = Look::debt_count;
    test.span = low == 1 ? static_cast<std::uint32_t>(greatest_number - 1) : 0;
  }
  return test;
}

std::int32_t TestBuilder::keep(const SeenNumber& number) const {
  auto& numbers = program_.code.numbers;
  const auto [at, is_new] =
      numbers_.emplace(NumberKey{number.look, number.arg}, static_cast<std::int32_t>(numbers.size()));
  if (is_new) numbers.push_back(number);
  return at->second;
}

SeenNumber TestBuilder::number(std::int32_t index) const {
  const Test test = look_at(index);
  return {test.look, test.arg};
}

TestRef TestBuilder::add(const Test& test) {
  std::vector<Test>& tests = program_.code.tests;
  const auto nearby = tests.end() - static_cast<std::ptrdiff_t>(std::min(tests.size(), shared_with));
  const auto known = std::find(nearby, tests.end(), test);
  if (known != tests.end()) return static_cast<TestRef>(known - tests.begin());
  tests.push_back(test);
  return static_cast<TestRef>(tests.size() - 1);
}

Test TestBuilder::look_at(std::int32_t index) const {
  const Node& looked = node(index);
  if (looked.op == Op::can) return {.look = Look::can, .arg = looked.value};
  if (looked.op == Op::fact) {
    if (looked.arg_count == 0) return {.look = Look::fact, .arg = looked.value};
    if (is_root(arg(looked, 0), Root::me)) return {.look = Look::my_fact, .arg = looked.value};
    if (is_root(arg(looked, 0), Root::whom)) return {.look = Look::whom_fact, .arg = looked.value};
  }
  if (looked.op == Op::has && is_root(arg(looked, 0), Root::tile)) {
    const Node& number = node(arg(looked, 1));
    if (number.op == Op::member && number.value == static_cast<std::int32_t>(Member::end_pip) &&
        is_root(arg(number, 0), Root::end)) {
      return {.look = Look::tile_fits};
    }
  }
  if (looked.op == Op::has) {
    const bool is_hand = is_my_hand(arg(looked, 0));
    if (is_hand || is_root(arg(looked, 0), Root::rest)) {
      return {.look = is_hand ? Look::hand_bears : Look::rest_bears, .arg = keep(number(arg(looked, 1)))};
    }
  }
  if (is_root(index, Root::me)) return {.look = Look::me};
  if (looked.op == Op::member) return look_at_member(index);
  return {.look = Look::node, .arg = index};
}

Test TestBuilder::look_at_member(std::int32_t index) const {
  const Node& looked = node(index);
  const Test in_full{.look = Look::node, .arg = index};
  const auto of = [&](Root root, Look look) {
    return looked.arg_count == 1 && is_root(arg(looked, 0), root) ? Test{.look = look} : in_full;
  };
  const auto of_player = [&](Look mine, Look whoms) {
    const Test test = of(Root::me, mine);
    return test.look == Look::node && whoms != Look::node ? of(Root::whom, whoms) : test;
  };
  /// end.debt.X or end.train.X
  const auto of_end_member = [&](Member between, Look look) {
    const Node& receiver = node(arg(looked, 0));
    const bool fits = receiver.op == Op::member && receiver.value == static_cast<std::int32_t>(between) &&
                      is_root(arg(receiver, 0), Root::end);
    return fits ? Test{.look = look} : in_full;
  };
  switch (static_cast<Member>(looked.value)) {
    case Member::match_used: {
      const std::int32_t number = arg(looked, 0);
      const bool of_high = node(number).op == Op::member &&
                           node(number).value == static_cast<std::int32_t>(Member::tile_high) &&
                           is_root(arg(node(number), 0), Root::tile);
      return of_high ? Test{.look = Look::high_used} : in_full;
    }
    case Member::match_game:
      return {.look = Look::game};
    case Member::round_number:
      return {.look = Look::round_number};
    case Member::round_double:
      return {.look = Look::round_double};
    case Member::round_boneyard:
      return {.look = Look::boneyard};
    case Member::round_lap:
      return {.look = Look::lap};
    case Member::round_still:
      return {.look = Look::still};
    case Member::round_over:
      return {.look = Look::over};
    case Member::turn_laid:
      return {.look = Look::laid};
    case Member::turn_drawn:
      return {.look = Look::drawn};
    case Member::turn_drew:
      return {.look = Look::drew};
    case Member::debts_any:
      return {.look = Look::any_debt};
    case Member::debts_count:
      return {.look = Look::debt_count};
    case Member::debts_fresh:
      return {.look = Look::fresh_debts};
    case Member::player_count:
      return of_player(Look::my_count, Look::whom_count);
    case Member::player_turns:
      return of_player(Look::my_turns, Look::node);
    case Member::player_points:
      return of_player(Look::my_points, Look::node);
    case Member::tile_double:
      return of(Root::tile, Look::tile_double);
    case Member::tile_high:
      return of(Root::tile, Look::tile_high);
    case Member::tile_low:
      return of(Root::tile, Look::tile_low);
    case Member::tile_pips:
      return of(Root::tile, Look::tile_pips);
    case Member::end_pip:
      return of(Root::end, Look::end_pip);
    case Member::end_start:
      return of(Root::end, Look::end_start);
    case Member::end_marked: {
      const Node& end = node(arg(looked, 0));
      if (end.op == Op::member && end.value == static_cast<std::int32_t>(Member::train_tail)) {
        if (const auto trains = seat_trains_.find(arg(end, 0)))
          return {.look = Look::tail_marked, .arg = *trains};
      }
      return of(Root::end, Look::end_marked);
    }
    case Member::end_owed:
      return of(Root::end, Look::end_owed);
    case Member::end_mine:
      return of(Root::end, Look::end_mine);
    case Member::end_others:
      return of(Root::end, Look::end_others);
    case Member::train_kind:
      return of_end_member(Member::end_train, Look::end_kind);
    case Member::debt_fresh: {
      const Test of_end = of_end_member(Member::end_debt, Look::end_fresh);
      return of_end.look == Look::node ? of(Root::debt, Look::debt_fresh) : of_end;
    }
    case Member::debt_covers:
      return of(Root::debt, Look::debt_covers);
    case Member::turn_player:
      return {.look = Look::turn_player};
    case Member::debt_by: {
      const Node& debt = node(arg(looked, 0));
      if (debt.op != Op::member) return in_full;
      if (debt.value == static_cast<std::int32_t>(Member::debts_oldest)) return {.look = Look::oldest_by};
      if (debt.value == static_cast<std::int32_t>(Member::debts_newest)) return {.look = Look::newest_by};
      return in_full;
    }
    case Member::train_started:
    case Member::train_marked:
      if (const auto trains = seat_trains_.find(arg(looked, 0))) {
        const bool started = looked.value == static_cast<std::int32_t>(Member::train_started);
        return {.look = started ? Look::train_started : Look::train_marked, .arg = *trains};
      }
      return in_full;
    default:
      return in_full;
  }
}

}  // namespace roundhouse::engine::fast
