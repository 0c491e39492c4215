// What is made of graphs of tests that are there: the same without tests that are settled on the way, and the
// same with other answers.

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/fast/test_builder.h"

namespace roundhouse::engine::fast {

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
  Work steps(most_steps);
  const TestRef made = without_repeats(first, known, steps);
  most_tests_ = 0;
  return made;
}

TestRef TestBuilder::without_repeats(TestRef first, std::vector<Known>& known, Work& steps) {
  Test test;
  while (true) {
    if (first < 0 || program_.code.tests.size() >= most_tests_ || known.size() >= deepest) return first;
    if (!steps.take(1 + known.size()) || !work_.graphs.take(1 + known.size())) return first;
    test = program_.code.tests[static_cast<std::size_t>(first)];
    std::optional<bool> known_answer;
    for (const Known& fact : known) {
      known_answer = answer(fact, test);
      if (known_answer) break;
    }
    if (!known_answer) break;
    first = *known_answer ? test.yes : test.no;
  }
  known.push_back({test, true});
  test.yes = without_repeats(test.yes, known, steps);
  known.back().within = false;
  test.no = without_repeats(test.no, known, steps);
  known.pop_back();
  return test.yes == test.no ? test.yes : add(test);
}

TestRef TestBuilder::with_answers(TestRef first, const std::function<TestRef(TestRef)>& answer) {
  std::map<TestRef, TestRef> made;
  const auto made_of = [&](TestRef at) {
    const auto known = made.find(at);
    return known == made.end() ? std::nullopt : std::optional(known->second);
  };
  // Not by calling itself: a graph may be as deep as there are tests.
  std::vector<TestRef> open{first};
  while (!open.empty()) {
    const TestRef at = open.back();
    if (made_of(at)) {
      open.pop_back();
      continue;
    }
    if (at < 0) {
      made[at] = answer(at);
      continue;
    }
    Test test = program_.code.tests[static_cast<std::size_t>(at)];
    const auto yes = made_of(test.yes);
    if (!yes) {
      open.push_back(test.yes);
      continue;
    }
    const auto no = made_of(test.no);
    if (!no) {
      open.push_back(test.no);
      continue;
    }
    test.yes = *yes;
    test.no = *no;
    made[at] = test.yes == test.no ? test.yes : add(test);
  }
  return made[first];
}

}  // namespace roundhouse::engine::fast
