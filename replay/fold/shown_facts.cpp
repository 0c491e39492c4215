#include "replay/fold/shown_facts.h"

#include "engine/evaluate.h"
#include "replay/record/tiles.h"

namespace roundhouse::replay {

std::vector<ShownFact> shown_facts(const engine::Rules& program, const engine::Position& position,
                                   const std::bitset<engine::max_facts>& unknown) {
  std::vector<ShownFact> shown;
  for (std::size_t i = 0; i < program.facts.size(); ++i) {
    if (program.fact_labels[i].empty()) continue;
    const dsl::FactSlot& place = program.facts[i];
    ShownFact& fact = shown.emplace_back();
    fact.name = program.fact_names[i];
    fact.label = program.fact_labels[i];
    fact.of = place.of;
    fact.per = place.per;
    fact.type = place.type;
    fact.by_chance = place.by_chance();
    for (int n = 0; n < place.places; ++n) {
      const auto slot = static_cast<std::size_t>(place.slot + n);
      const bool is_open = unknown[slot] || (fact.by_chance && position.facts[slot] == engine::absent);
      fact.values.push_back(is_open ? std::nullopt : std::optional(position.facts[slot]));
    }
  }
  return shown;
}

bool shows_lasting_facts(const engine::Rules& program) {
  for (std::size_t i = 0; i < program.facts.size(); ++i)
    if (!program.fact_labels[i].empty() && program.facts[i].per == dsl::Scope::match) return true;
  return false;
}

bool is_cleared(const ShownFact& fact, std::optional<std::int32_t> value) {
  if (fact.by_chance) return false;
  const bool can_be_absent = fact.type == dsl::Type::player || fact.type == dsl::Type::tile;
  return value == (can_be_absent ? engine::absent : 0);
}

std::string shown_value(dsl::Type type, std::optional<std::int32_t> value,
                        const std::vector<std::string>& names) {
  if (!value) return "?";
  if (type == dsl::Type::truth) return *value != 0 ? "yes" : "no";
  if (type == dsl::Type::number) return std::to_string(*value);
  if (*value == engine::absent) return "-";
  if (type == dsl::Type::player) return names[static_cast<std::size_t>(*value)];
  return tile_text(static_cast<engine::TileId>(*value));
}

}  // namespace roundhouse::replay
