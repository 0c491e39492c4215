#include "dsl/check/try_fixes.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "dsl/base/edits.h"
#include "dsl/base/search.h"

namespace roundhouse::dsl {
namespace {

// Each is a whole check. Nobody reads more complaints than these at once.
constexpr std::size_t most_checks = 60;
constexpr std::size_t most_bytes = std::size_t{2} << 20;
constexpr std::size_t most_complaints = 200;

/// The key by which two complaints are the same: code, message and place.
using Key = std::tuple<std::string, std::string, std::uint32_t, std::uint32_t, std::uint32_t>;

Key key_of(const Diagnostic& made, const Span& where) {
  return {made.code, made.message, where.file.value, where.begin, where.end};
}

void sort_keys(std::vector<Key>& keys) {
  sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

/// A complaint with the mend that is tried next.
struct Candidate {
  Diagnostic* made;
  std::size_t next = 0;
  std::optional<std::size_t> holds{};  ///< the first of its fixes that does
  std::vector<std::size_t> failed{};

  const FixIt& mend() const { return made->fixes[next]; }
};
using Group = std::vector<Candidate*>;

class Trials {
 public:
  Trials(const Diagnostics& found, const Diagnostics& doubts, const CheckAgain& check_again)
      : found_(found), doubts_(doubts), check_again_(check_again) {}

  bool may_go_on() const { return checks_ < most_checks && bytes_ < most_bytes; }

  /// Tries the next fixes of all of these, which lie apart.
  void run(const Group& group) {
    if (group.empty() || !may_go_on()) return;
    ++checks_;
    std::vector<Proposal> put;
    for (const Candidate* one : group) put.push_back({one->made, &one->mend()});
    const std::optional<Diagnostics> after = check_again_(put, bytes_);
    Group suspects;
    Group others;
    bool holds = after.has_value();
    if (after) {
      const std::vector<Blame> blamed = blame(put, *after, holds);
      for (std::size_t i = 0; i < group.size(); ++i) {
        if (blamed[i] == Blame::alone)
          tried(*group[i], false);
        else
          (blamed[i] == Blame::shared ? suspects : others).push_back(group[i]);
      }
    }
    const std::size_t left = suspects.size() + others.size();
    if (holds && left == group.size() && suspects.empty()) {
      for (Candidate* one : group) tried(*one, true);
    } else if (group.size() == 1) {
      for (Candidate* one : others) tried(*one, false);
    } else if (after && left < group.size()) {
      others.insert(others.end(), suspects.begin(), suspects.end());
      run(others);
    } else {
      if (suspects.empty() || others.empty()) {
        const auto half = group.begin() + static_cast<std::ptrdiff_t>(group.size() / 2);
        others.assign(group.begin(), half);
        suspects.assign(half, group.end());
      }
      run(others);
      run(suspects);
    }
  }

 private:
  const Diagnostics& found_;
  const Diagnostics& doubts_;
  const CheckAgain& check_again_;
  std::size_t checks_ = 0;
  std::size_t bytes_ = 0;

  static void tried(Candidate& one, bool holds) {
    if (!holds)
      one.failed.push_back(one.next);
    else if (!one.holds)
      one.holds = one.next;
    ++one.next;
  }

  /// Shared: with a different text that was put in beside it.
  enum class Blame : std::uint8_t { none, shared, alone };

  /// Returns which proposals left a complaint at their place, or their own. `holds` becomes false if there is
  /// another one that none of them can be blamed for.
  std::vector<Blame> blame(const std::vector<Proposal>& put, const Diagnostics& after, bool& holds) const {
    std::vector<FixIt> fixes;
    std::vector<Edits> edits;
    for (const Proposal& one : put) fixes.push_back(*one.mend);
    for (const FixIt& mend : fixes) {
      const auto is_of_file = [&](const Edits& known) { return known.file() == mend.where.file; };
      if (none_of(edits, is_of_file)) edits.emplace_back(mend.where.file, fixes);
    }
    const auto forward = [&](Span where) {
      for (const Edits& of_file : edits) where = of_file.forward(where);
      return where;
    };
    // The complaints as they would stand if nothing changed but the places behind the fixes. Those inside one
    // are gone with the text that they were about.
    std::vector<Key> expected;
    const auto expect = [&](const Diagnostic& made) {
      const auto is_gone = [&](const FixIt& mend) { return lies_in(made.where, mend.where); };
      if (none_of(fixes, is_gone)) expected.push_back(key_of(made, forward(made.where)));
    };
    std::for_each(found_.begin(), found_.end(), expect);
    std::for_each(doubts_.begin(), doubts_.end(), expect);
    std::vector<Key> left;
    for (const Diagnostic& made : after) left.push_back(key_of(made, made.where));
    sort_keys(expected);
    sort_keys(left);
    std::vector<Key> come;
    std::set_difference(left.begin(), left.end(), expected.begin(), expected.end(), std::back_inserter(come));

    std::vector<Blame> blamed(put.size(), Blame::none);
    // Elsewhere only what is now read at all: behind a slip of YAML that is the file, behind one of spelling
    // the names beside it.
    const bool all_of_yaml =
        all_of(put, [](const Proposal& one) { return one.about->code.starts_with("yaml-"); });
    for (const auto& [code, message, file, begin, end] : come) {
      std::vector<std::size_t> touched;
      for (std::size_t i = 0; i < put.size(); ++i) {
        for (const Edits& of_file : edits) {
          if (of_file.file() != fixes[i].where.file || file != of_file.file().value) continue;
          const Span place = of_file.new_place(fixes[i]);
          if (begin < place.end && end > place.begin) touched.push_back(i);
        }
      }
      const bool are_same =
          all_of(touched, [&](std::size_t i) { return fixes[i].where == fixes[touched.front()].where; });
      for (const std::size_t i : touched)
        blamed[i] = std::max(blamed[i], are_same ? Blame::alone : Blame::shared);
      holds = holds && (all_of_yaml || code.starts_with("unknown-") || !touched.empty());
    }
    // The complaint itself has to be gone, wherever it stood beside the mend.
    for (std::size_t i = 0; i < put.size(); ++i) {
      const Diagnostic& about = *put[i].about;
      if (lies_in(about.where, fixes[i].where)) continue;
      const Span there = forward(about.where);
      const bool stays = any_of(after, [&](const Diagnostic& made) {
        return made.code == about.code && made.message == about.message && made.where.file == there.file &&
               made.where.begin == there.begin;
      });
      if (stays) blamed[i] = Blame::alone;
    }
    return blamed;
  }
};

/// Takes out of the waiting those whose next fixes can be put in together, in their order.
Group take_group(Group& waiting) {
  Group group;
  Group rest;
  for (Candidate* one : waiting) {
    const bool fits =
        none_of(group, [&](const Candidate* other) { return overlap(one->mend(), other->mend()); });
    (fits ? group : rest).push_back(one);
  }
  waiting = std::move(rest);
  return group;
}

}  // namespace

void try_fixes(Diagnostics& found, const Diagnostics& doubts, Tries tries, const CheckAgain& check_again) {
  // Places before places: what is shown first is tried first.
  std::vector<Candidate> candidates;
  for (Diagnostic& made : found)
    if (!made.fixes.empty()) candidates.push_back({&made});
  stable_sort(candidates, [](const Candidate& a, const Candidate& b) {
    return std::tuple(a.made->where.file.value, a.made->where.begin) <
           std::tuple(b.made->where.file.value, b.made->where.begin);
  });
  for (Candidate& one : candidates) one.made->help = one.made->otherwise;
  if (candidates.size() > most_complaints)
    candidates.erase(candidates.begin() + most_complaints, candidates.end());
  Trials trials(found, doubts, check_again);
  while (trials.may_go_on()) {
    Group waiting;
    for (Candidate& one : candidates)
      if (one.next < one.made->fixes.size() && (tries == Tries::all || !one.holds)) waiting.push_back(&one);
    if (waiting.empty()) break;
    while (!waiting.empty()) trials.run(take_group(waiting));
  }
  for (Candidate& one : candidates) {
    if (one.holds) {
      one.made->cure = one.made->fixes[*one.holds];
      one.made->help = one.made->cure->help;
    }
    if (tries == Tries::first) continue;
    for (auto failed = one.failed.rbegin(); failed != one.failed.rend(); ++failed)
      one.made->fixes.erase(one.made->fixes.begin() + static_cast<std::ptrdiff_t>(*failed));
  }
}

}  // namespace roundhouse::dsl
