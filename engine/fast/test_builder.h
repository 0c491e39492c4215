#pragma once
// From conditions to graphs of tests. Knows which comparisons have a form of their own (engine/fast/code.h);
// all others become tests of a whole node. Called by lower.cpp.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "dsl/program/nodes.h"
#include "engine/fast/seat_trains.h"
#include "engine/fast/work.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {

class TestBuilder : private NodeView {
 public:
  /// Adds to program.code.tests.
  explicit TestBuilder(Rules& program) : NodeView(program), program_(program), seat_trains_(program) {}

  /// The condition; a node that is not given holds.
  TestRef condition(NodeRef node);
  /// `yes` where the condition holds, `no` where it does not.
  TestRef branch(std::int32_t node, TestRef yes, TestRef no);
  /// The same tests, but nothing is asked again that is known from a test on the way.
  TestRef without_repeats(TestRef first);
  /// The same tests with other answers: each is what `answer` makes of it, which may be more tests.
  TestRef with_answers(TestRef first, const std::function<TestRef(TestRef)>& answer);
  /// The condition as one test, if it can be one; else a test of its node. Not kept in the program.
  Test single_test(std::int32_t node) const;
  /// This very test, or an equal one that is there already.
  TestRef add(const Test& test);
  /// Takes the tests away again that are behind the first so many. Only such as `add` has added, and to which
  /// nothing leads.
  void drop_behind(std::size_t tests) { program_.code.tests.resize(tests); }

  /// What is left for this program, for all who make something of it.
  CompileWork& work() const { return work_; }

  /// How a test looks at this number.
  SeenNumber number(std::int32_t node) const;
  /// A place for it in code.numbers.
  std::int32_t keep(const SeenNumber& number) const;

  /// What is known of one thing looked at: it was, or was not, within a range.
  struct Known {
    Test test;
    bool within = true;
  };
  /// What this says of another test: yes, no, or nothing.
  static std::optional<bool> answer(const Known& known, const Test& asked);

 private:
  /// A condition of more tests than this is worked out as a node from there on: words that use words twice
  /// could otherwise make very many.
  static constexpr std::size_t most_tests = 256;
  static constexpr std::size_t most_in_all = 30'000;
  /// So much of the work one graph may take, and so far down it is followed: the rows of an act are one
  /// graph, a row below the other.
  static constexpr std::size_t most_steps = 8'000'000;
  static constexpr std::size_t deepest = 2'400;

  TestRef leaf(std::int32_t node, TestRef yes, TestRef no);
  /// `yes` where the number is within the test's range; what is chosen between two numbers is asked of each.
  TestRef in_range(std::int32_t number, const Test& range, TestRef yes, TestRef no);
  TestRef without_repeats(TestRef first, std::vector<Known>& known, Work& steps);
  /// What is looked at, and which numbers are met; `yes` and `no` are changed over where need be.
  Test comparison(std::int32_t index) const;
  /// As a test of node -1 where it has no form of its own.
  Test comparison(Op op, std::int32_t left, std::int32_t right) const;
  /// A comparison of two numbers that are both looked at, as their difference.
  Test of_pair(Op op, std::int32_t left, std::int32_t right) const;
  /// A comparison of a number that is chosen from two with another one: each of the two is compared.
  std::optional<TestRef> by_choice(const Node& compare, TestRef yes, TestRef no);
  std::optional<std::int32_t> pair_of(std::int32_t left, std::int32_t right) const;
  std::optional<std::int32_t> apart(std::int32_t left, std::int32_t right) const;
  Test within(std::int32_t node, std::int64_t low, std::int64_t high, bool wanted = true) const;
  static Test within(Test test, std::int64_t low, std::int64_t high, bool wanted);
  std::optional<std::int32_t> end_on_train(std::int32_t left, std::int32_t right) const;
  Test look_at(std::int32_t node) const;
  Test look_at_member(std::int32_t index) const;

  bool is_number(std::int32_t index) const;

  Rules& program_;
  SeatTrains seat_trains_;
  std::map<std::tuple<std::int32_t, TestRef, TestRef>, TestRef> known_;
  std::size_t most_tests_ = 0;  ///< how far the list may grow in this condition
  // Where numbers and pairs of them stand in the lists of the program, by all that they are.
  using NumberKey = std::pair<Look, std::int32_t>;
  mutable std::map<NumberKey, std::int32_t> numbers_;
  mutable std::map<std::tuple<NumberKey, NumberKey, std::int32_t>, std::int32_t> pairs_;
  mutable CompileWork work_;
};

}  // namespace roundhouse::engine::fast
