#include "engine/fast/glances.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace roundhouse::engine::fast {
namespace {

/// So many tests may all glances of one graph add, and a program may have in all.
constexpr std::size_t most_added = 1024;
constexpr std::size_t most_in_all = 20'000;

/// What is seen of this, if a glance tells.
std::optional<std::int32_t> seen_of(Look look, const Glance& glance) {
  const auto truth = [](bool holds) { return holds ? 1 : 0; };
  switch (look) {
    case Look::tile_double:
      return truth(glance.tile_double);
    case Look::end_start:
      return truth(glance.end_start);
    case Look::end_marked:
      return truth(glance.end_marked);
    case Look::end_mine:
      return truth(glance.whose == Whose::mine);
    case Look::end_others:
      return truth(glance.whose == Whose::others);
    case Look::end_owed:
      return truth(glance.owed != Owed::nothing);
    case Look::end_fresh:
      return truth(glance.owed == Owed::fresh);
    default:
      return std::nullopt;
  }
}

class Settling {
 public:
  Settling(const Rules& program, TestBuilder& tests, const Glance& glance)
      : program_(program), tests_(tests), glance_(glance) {}

  TestRef settle(TestRef at) {
    if (at < 0) return at;
    if (const auto known = known_.find(at); known != known_.end()) return known->second;
    Test test = program_.code.tests[static_cast<std::size_t>(at)];
    TestRef made = at;
    if (const auto seen = seen_of(test.look, glance_)) {
      const auto over = static_cast<std::uint32_t>(*seen) - static_cast<std::uint32_t>(test.low);
      made = settle(over <= test.span ? test.yes : test.no);
    } else {
      test.yes = settle(test.yes);
      test.no = settle(test.no);
      made = test.yes == test.no ? test.yes : tests_.add(test);
    }
    known_.emplace(at, made);
    return made;
  }

 private:
  const Rules& program_;
  TestBuilder& tests_;
  const Glance& glance_;
  std::map<TestRef, TestRef> known_;
};

/// All that the graph looks at and a glance tells.
std::vector<Look> seen_in(const Rules& program, TestRef first) {
  std::vector<Look> looks;
  std::vector<TestRef> left{first};
  std::vector<bool> visited(program.code.tests.size());
  while (!left.empty()) {
    const TestRef at = left.back();
    left.pop_back();
    if (at < 0 || visited[static_cast<std::size_t>(at)]) continue;
    visited[static_cast<std::size_t>(at)] = true;
    const Test& test = program.code.tests[static_cast<std::size_t>(at)];
    const bool is_new = std::find(looks.begin(), looks.end(), test.look) == looks.end();
    if (is_new && seen_of(test.look, {})) looks.push_back(test.look);
    left.push_back(test.yes);
    left.push_back(test.no);
  }
  return looks;
}

template <class Visit>
void for_each_glance(Visit visit) {
  for (const bool tile_double : {false, true})
    for (const bool end_start : {false, true})
      for (const bool end_marked : {false, true})
        for (const Whose whose : {Whose::nobodys, Whose::mine, Whose::others})
          for (const Owed owed : {Owed::nothing, Owed::before, Owed::fresh})
            visit(Glance{tile_double, end_start, end_marked, whose, owed});
}

}  // namespace

std::array<TestRef, glances> at_each_glance(const Rules& program, TestBuilder& tests, TestRef first) {
  std::array<TestRef, glances> made = at_no_glance(first);
  const std::vector<Look> looks = seen_in(program, first);
  if (looks.empty()) return made;
  const std::size_t most = std::min(program.code.tests.size() + most_added, most_in_all);
  std::map<std::vector<std::int32_t>, TestRef> known;  // by what is seen of all that the graph looks at
  for_each_glance([&](const Glance& glance) {
    std::vector<std::int32_t> seen;
    for (const Look look : looks) seen.push_back(*seen_of(look, glance));
    auto at = known.find(seen);
    if (at == known.end()) {
      if (program.code.tests.size() >= most) return;
      at = known.emplace(std::move(seen), Settling(program, tests, glance).settle(first)).first;
    }
    made[number_of(glance)] = at->second;
  });
  return made;
}

std::array<TestRef, glances> at_no_glance(TestRef first) {
  std::array<TestRef, glances> made{};
  made.fill(first);
  return made;
}

}  // namespace roundhouse::engine::fast
