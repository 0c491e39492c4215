// What is made of graphs of tests that are there: the same without tests that are settled on the way, and the
// same with other answers.

#include <algorithm>
#include <optional>
#include <utility>

#include "dsl/compile/test_builder.h"

namespace roundhouse::dsl {

namespace {

struct Range {
  std::int64_t low = INT32_MIN;
  std::int64_t high = INT32_MAX;
};

/// What there can be to see.
Range possible(Look look) {
  switch (look) {
    case Look::can:
    case Look::end_owed:
    case Look::end_fresh:
    case Look::over:
    case Look::any_debt:
    case Look::train_started:
    case Look::train_marked:
    case Look::tail_marked:
    case Look::tile_double:
    case Look::high_used:
    case Look::debt_fresh:
    case Look::tile_fits:
    case Look::end_start:
    case Look::end_marked:
    case Look::end_mine:
    case Look::end_others:
    case Look::end_on_train:
    case Look::hand_bears:
    case Look::rest_bears:
      return {0, 1};
    case Look::fresh_debts:
    case Look::game:
    case Look::round_number:
    case Look::boneyard:
    case Look::lap:
    case Look::still:
    case Look::laid:
    case Look::drawn:
    case Look::drew:
    case Look::debt_count:
      return {0, INT32_MAX};
    case Look::node:
    case Look::apart:
    case Look::difference:
    case Look::round_double:
    case Look::fact:
    case Look::my_fact:
    case Look::whom_fact:
    case Look::my_count:
    case Look::my_turns:
    case Look::my_points:
    case Look::whom_count:
    case Look::tile_high:
    case Look::tile_low:
    case Look::tile_pips:
    case Look::debt_covers:
    case Look::end_pip:
    case Look::end_kind:
    case Look::me:
    case Look::turn_player:
    case Look::oldest_by:
    case Look::newest_by:
      break;
  }
  return {};
}

}  // namespace

std::optional<bool> TestBuilder::answer(const Known& first, const Test& asked) {
  const Test& known = first.test;
  const bool within = first.within;
  if (known.look != asked.look || known.arg != asked.arg) return std::nullopt;
  const auto range_of = [](const Test& test) { return Range{test.low, std::int64_t{test.low} + test.span}; };
  const Range wanted = range_of(asked);
  Range seen = range_of(known);
  if (!within) {
    if (seen.low <= wanted.low && wanted.high <= seen.high) return false;
    // What is left of all that there can be.
    const Range all = possible(known.look);
    if (seen.low <= all.low) {
      seen = {seen.high + 1, all.high};
    } else if (all.high <= seen.high) {
      seen = {all.low, seen.low - 1};
    } else {
      return std::nullopt;
    }
  }
  if (wanted.low <= seen.low && seen.high <= wanted.high) return true;
  if (seen.high < wanted.low || wanted.high < seen.low) return false;
  return std::nullopt;
}

TestRef TestBuilder::without_repeats(TestRef first) {
  // So much may be added; what is left stays as it was.
  most_tests_ = std::min(program_.code.tests.size() + most_tests, most_in_all);
  std::vector<Known> known;
  const TestRef made = without_repeats(first, known);
  most_tests_ = 0;
  return made;
}

TestRef TestBuilder::without_repeats(TestRef first, std::vector<Known>& known) {
  if (first < 0 || program_.code.tests.size() >= most_tests_) return first;
  Test test = program_.code.tests[static_cast<std::size_t>(first)];
  for (const Known& fact : known) {
    const auto known_answer = answer(fact, test);
    if (known_answer) return without_repeats(*known_answer ? test.yes : test.no, known);
  }
  known.push_back({test, true});
  test.yes = without_repeats(test.yes, known);
  known.back().within = false;
  test.no = without_repeats(test.no, known);
  known.pop_back();
  return test.yes == test.no ? test.yes : add(test);
}

TestRef TestBuilder::with_answers(TestRef first, const std::function<TestRef(TestRef)>& answer) {
  std::map<TestRef, TestRef> made;
  return with_answers(first, answer, made);
}

TestRef TestBuilder::with_answers(TestRef at, const std::function<TestRef(TestRef)>& answer,
                                  std::map<TestRef, TestRef>& made) {
  if (at < 0) return answer(at);
  if (const auto known = made.find(at); known != made.end()) return known->second;
  Test test = program_.code.tests[static_cast<std::size_t>(at)];
  test.yes = with_answers(test.yes, answer, made);
  test.no = with_answers(test.no, answer, made);
  return made[at] = test.yes == test.no ? test.yes : add(test);
}

}  // namespace roundhouse::dsl
