#include "dsl/rulebook/by_players.h"

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "dsl/english/wording.h"

namespace roundhouse::dsl {

std::vector<std::int32_t> players_known(const CheckedRules& rules, const Known& known) {
  if (known.players) return {*known.players};
  return player_numbers(rules.setup);
}

ByPlayers by_players(const TypedExpr& expression, const CheckedRules& rules, const Known& known) {
  ByPlayers result;
  std::vector<ByPlayers::Step>& steps = result.steps;
  for (const std::int32_t players : players_known(rules, known)) {
    Known so_many = known;
    so_many.players = players;
    const TypedExpr value = simplify(expression, rules, so_many);
    if (value.op != Op::number) return {};
    const bool goes_on = !steps.empty() && steps.back().most == players - 1;
    if (goes_on && steps.back().value == value.number) {
      steps.back().most = players;
    } else {
      steps.push_back({players, players, value.number});
    }
  }
  const bool alike =
      all_of(steps, [&](const ByPlayers::Step& step) { return step.value == steps.front().value; });
  if (alike && steps.size() > 1) steps = {{steps.front().least, steps.back().most, steps.front().value}};
  return result;
}

std::string players_in_words(const std::vector<PlayerRun>& runs) {
  std::string text;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto [least, most] = runs[i];
    const bool is_last = i + 1 == runs.size();
    text += i == 0 ? "" : is_last ? " or " : ", ";
    if (least != most)
      text +=
          fmt::format("{} {} ", counted_in_words(least), most == least + 1 && runs.size() == 1 ? "or" : "to");
    text += is_last ? how_many(most, "player") : counted_in_words(most);
  }
  return text;
}

}  // namespace roundhouse::dsl
