#include "dsl/check/player_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "dsl/base/search.h"

namespace roundhouse::dsl {
namespace {

std::string noun(std::int32_t most) { return most == 1 ? " player" : " players"; }

}  // namespace

std::optional<Span> left_out_at(const Setup& setup, std::int32_t players) {
  const auto found =
      find_if(setup.left_out, [&](const PlayersLeftOut& left_out) { return left_out.players == players; });
  return found == setup.left_out.end() ? std::nullopt : std::optional(found->where);
}

bool is_for(const Setup& setup, std::int32_t players) {
  return players >= setup.least_players && players <= setup.most_players && !left_out_at(setup, players);
}

std::vector<std::int32_t> player_numbers(const Setup& setup) {
  std::vector<std::int32_t> numbers;
  for (std::int32_t players = setup.least_players; players <= setup.most_players; ++players)
    if (is_for(setup, players)) numbers.push_back(players);
  return numbers;
}

std::int32_t nearest_player_number(const Setup& setup, std::int32_t players) {
  const std::vector<std::int32_t> numbers = player_numbers(setup);
  const auto nearest = std::min_element(numbers.begin(), numbers.end(), [&](std::int32_t a, std::int32_t b) {
    return std::abs(a - players) < std::abs(b - players);
  });
  return nearest == numbers.end() ? setup.least_players : *nearest;
}

std::vector<PlayerRun> player_runs(const Setup& setup) {
  std::vector<PlayerRun> runs;
  for (const std::int32_t players : player_numbers(setup)) {
    if (!runs.empty() && runs.back().second == players - 1)
      runs.back().second = players;
    else
      runs.emplace_back(players, players);
  }
  return runs;
}

std::string players_text(std::int32_t least, std::int32_t most) {
  if (least == most) return fmt::format("{}{}", least, noun(least));
  return most == least + 1 ? fmt::format("{} or {} players", least, most)
                           : fmt::format("{} to {} players", least, most);
}

std::string players_text(const Setup& setup) {
  const std::vector<PlayerRun> runs = player_runs(setup);
  if (runs.size() == 1) return players_text(runs.front().first, runs.front().second);
  std::string text;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto [least, most] = runs[i];
    text += i == 0 ? "" : i + 1 == runs.size() ? " or " : ", ";
    text += least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
  }
  return text + noun(setup.most_players);
}

std::string written_players(const Setup& setup) {
  std::string text;
  for (const auto& [least, most] : player_runs(setup)) {
    if (!text.empty()) text += ", ";
    text += least == most ? fmt::format("{}", least) : fmt::format("{}..{}", least, most);
  }
  return text;
}

}  // namespace roundhouse::dsl
