#include "replay/record/round_label.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/evaluate.h"
#include "replay/record/rule_reads.h"

namespace roundhouse::replay {
namespace {

/// Of a game without a number of rounds no more are looked at.
constexpr int most_rounds = 1000;

/// The double scheduled for a round; negative: none is.
int scheduled_in(const engine::Rules& program, engine::Position& position, int round) {
  if (!program.match.scheduled.given()) return -1;
  position.round = static_cast<std::uint16_t>(round);
  const engine::Value value = engine::evaluate(program, position, {}, program.match.scheduled);
  return value == engine::absent ? -1 : value;
}

}  // namespace

RoundLabels::RoundLabels(const engine::Rules& program, const engine::Position& position)
    : program_(program), position_(position) {
  const dsl::MatchProgram& match = program.match;
  known_ = rests_on_numbers(program, match.scheduled) && rests_on_numbers(program, match.rounds);
  const bool counted = match.rounds.given() || !match.over.given();
  const auto number = [&](dsl::NodeRef node) {
    const engine::Value value = node.given() ? engine::evaluate(program, position_, {}, node) : 1;
    return value == engine::absent || value < 1 ? 1 : value;
  };
  if (counted) rounds_ = number(match.rounds);
  if (rests_on_numbers(program, match.games)) games_ = number(match.games);
}

int RoundLabels::label_of(int round) const {
  engine::Position there = position_;
  const int scheduled = scheduled_in(program_, there, round);
  return scheduled < 0 ? round : scheduled;
}

bool RoundLabels::is_double(int round) const {
  engine::Position there = position_;
  return scheduled_in(program_, there, round) >= 0;
}

std::optional<int> RoundLabels::rounds_before(int label) const {
  engine::Position there = position_;
  for (int round = 1; round <= std::min(rounds_.value_or(most_rounds), most_rounds); ++round) {
    const int scheduled = scheduled_in(program_, there, round);
    if ((scheduled < 0 ? round : scheduled) == label) return round - 1;
  }
  return std::nullopt;
}

std::string RoundLabels::called(int round) const {
  return fmt::format("{} {}", is_double(round) ? "the double" : "round", label_of(round));
}

std::string RoundLabels::all() const {
  if (!rounds_) return "rounds that are counted from 1";
  if (*rounds_ == 1) return fmt::format("one round, {}", called(1));
  return fmt::format("{} rounds, from {} to {}", *rounds_, called(1), called(*rounds_));
}

}  // namespace roundhouse::replay
