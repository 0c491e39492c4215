#include "replay/record/chance_fact.h"

#include <fmt/format.h>

#include "replay/record/names.h"

namespace roundhouse::replay {

std::optional<std::size_t> find_chance_fact(const engine::Rules& program, std::string_view name) {
  const std::string wanted = folded(name);
  for (std::size_t i = 0; i < program.facts.size(); ++i)
    if (program.facts[i].by_chance() && folded(program.fact_names[i]) == wanted) return i;
  return std::nullopt;
}

std::optional<std::int32_t> value_of(const dsl::FactSlot& fact, const ChanceLine& line) {
  const bool of_player = fact.type == dsl::Type::player;
  if (of_player != (line.player != no_seat)) return std::nullopt;
  const std::int32_t value = of_player ? std::int32_t{line.player} : line.number;
  if (value < fact.least || value > fact.greatest) return std::nullopt;
  return value;
}

std::string values_of(const dsl::FactSlot& fact) {
  if (fact.type == dsl::Type::player) return "one of the players";
  return fmt::format("a number from {} to {}", fact.least, fact.greatest);
}

std::string chance_text(const dsl::FactSlot& fact, const Header& header, std::int32_t value) {
  if (fact.type != dsl::Type::player) return std::to_string(value);
  return header.players[static_cast<std::size_t>(value)].name;
}

}  // namespace roundhouse::replay
