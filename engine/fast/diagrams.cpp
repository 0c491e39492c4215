// Decision diagrams made from others: the same without decisions that are settled on the way,
// and the same with other answers.

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/fast/diagram_builder.h"

namespace roundhouse::engine::fast {

namespace {

struct Range {
  std::int64_t low = INT32_MIN;
  std::int64_t high = INT32_MAX;
};

}  // namespace

std::optional<bool> DiagramBuilder::answer(const OperandFact& fact, const Decision& asked) {
  const Decision& looked = fact.decision;
  const bool within = fact.within;
  if (looked.field != asked.field || looked.arg != asked.arg) return std::nullopt;
  const auto range_of = [](const Decision& decision) {
    return Range{decision.low, std::int64_t{decision.low} + decision.span};
  };
  const Range wanted = range_of(asked);
  Range seen = range_of(looked);
  if (!within) {
    if (seen.low <= wanted.low && wanted.high <= seen.high) return false;
    // The part that is left of the field's whole range.
    const FieldRange all = row(looked.field).range;
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

DecisionRef DiagramBuilder::without_redundant_decisions(DecisionRef first) {
  // So much may be added; what is left stays as it was.
  most_decisions_ = std::min(program_.code.decisions.size() + most_decisions, most_in_all);
  std::vector<OperandFact> facts;
  Work steps(most_steps);
  const DecisionRef made = without_redundant_decisions(first, facts, steps);
  most_decisions_ = 0;
  return made;
}

DecisionRef DiagramBuilder::without_redundant_decisions(DecisionRef first, std::vector<OperandFact>& facts,
                                                        Work& steps) {
  Decision decision;
  while (true) {
    if (first < 0 || program_.code.decisions.size() >= most_decisions_ || facts.size() >= deepest)
      return first;
    if (!steps.take(1 + facts.size()) || !work_.graphs.take(1 + facts.size())) return first;
    decision = program_.code.decisions[static_cast<std::size_t>(first)];
    std::optional<bool> answered;
    for (const OperandFact& fact : facts) {
      answered = answer(fact, decision);
      if (answered) break;
    }
    if (!answered) break;
    first = *answered ? decision.yes : decision.no;
  }
  facts.push_back({decision, true});
  decision.yes = without_redundant_decisions(decision.yes, facts, steps);
  facts.back().within = false;
  decision.no = without_redundant_decisions(decision.no, facts, steps);
  facts.pop_back();
  return decision.yes == decision.no ? decision.yes : add(decision);
}

DecisionRef DiagramBuilder::with_leaves(DecisionRef first,
                                        const std::function<DecisionRef(DecisionRef)>& answer) {
  std::map<DecisionRef, DecisionRef> made;
  const auto made_of = [&](DecisionRef at) {
    const auto known = made.find(at);
    return known == made.end() ? std::nullopt : std::optional(known->second);
  };
  // Not by calling itself: a diagram may be as deep as there are decisions.
  std::vector<DecisionRef> open{first};
  while (!open.empty()) {
    const DecisionRef at = open.back();
    if (made_of(at)) {
      open.pop_back();
      continue;
    }
    if (at < 0) {
      made[at] = answer(at);
      continue;
    }
    Decision decision = program_.code.decisions[static_cast<std::size_t>(at)];
    const auto yes = made_of(decision.yes);
    if (!yes) {
      open.push_back(decision.yes);
      continue;
    }
    const auto no = made_of(decision.no);
    if (!no) {
      open.push_back(decision.no);
      continue;
    }
    decision.yes = *yes;
    decision.no = *no;
    made[at] = decision.yes == decision.no ? decision.yes : add(decision);
  }
  return made[first];
}

}  // namespace roundhouse::engine::fast
