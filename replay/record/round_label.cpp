#include "replay/record/round_label.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/evaluate.h"
#include "engine/fold.h"
#include "replay/record/rule_reads.h"

namespace roundhouse::replay {
namespace {

/// Of a game without a number of rounds no more are looked at.
constexpr int most_rounds = 1000;

/// The double scheduled for a round.
std::optional<int> scheduled_in(const engine::Rules& program, Position& position, int round) {
  position.round = static_cast<std::uint16_t>(round);
  return engine::scheduled_double(program, position);
}

}  // namespace

RoundLabels::RoundLabels(const engine::Rules& program, const Position& position)
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
  Position there = position_;
  return scheduled_in(program_, there, round).value_or(round);
}

bool RoundLabels::is_double(int round) const {
  Position there = position_;
  return scheduled_in(program_, there, round).has_value();
}

std::optional<int> RoundLabels::rounds_before(int label) const {
  Position there = position_;
  for (int round = 1; round <= std::min(rounds_.value_or(most_rounds), most_rounds); ++round)
    if (scheduled_in(program_, there, round).value_or(round) == label) return round - 1;
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
