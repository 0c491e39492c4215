#include "dsl/rulebook/by_players.h"

#include <fmt/format.h>

#include "dsl/english/wording.h"

namespace roundhouse::dsl {

ByPlayers by_players(const TypedExpr& expression, const CheckedRules& rules, const Known& known) {
  ByPlayers result;
  const std::int32_t least = known.players.value_or(rules.setup.least_players);
  const std::int32_t most = known.players.value_or(rules.setup.most_players);
  for (std::int32_t players = least; players <= most; ++players) {
    Known so_many = known;
    so_many.players = players;
    const TypedExpr value = simplify(expression, rules, so_many);
    if (value.op != Op::number) return {};
    if (!result.steps.empty() && result.steps.back().value == value.number) {
      result.steps.back().most = players;
    } else {
      result.steps.push_back({players, players, value.number});
    }
  }
  return result;
}

std::string players_text(std::int32_t least, std::int32_t most) {
  if (least == most) return fmt::format("{} players", least);
  return most == least + 1 ? fmt::format("{} or {} players", least, most)
                           : fmt::format("{} to {} players", least, most);
}

std::string players_in_words(std::int32_t least, std::int32_t most) {
  if (least == most) return how_many(least, "player");
  return fmt::format("{} {} {}", counted_in_words(least), most == least + 1 ? "or" : "to",
                     how_many(most, "player"));
}

}  // namespace roundhouse::dsl
