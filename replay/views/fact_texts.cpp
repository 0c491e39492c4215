#include "replay/views/fact_texts.h"

#include "replay/fold/shown_facts.h"
#include "replay/record/names.h"
#include "replay/record/resolve.h"

namespace roundhouse::replay {

FactTexts fact_texts(const engine::Rules& program, const Header& header, const engine::Position& position,
                     const std::bitset<engine::max_facts>& unknown) {
  const std::vector<std::string> names = player_names(header);
  FactTexts facts;
  facts.of_players.resize(header.players.size());
  for (const ShownFact& fact : shown_facts(program, position, unknown)) {
    for (std::size_t i = 0; i < fact.values.size(); ++i) {
      if (is_cleared(fact, fact.values[i])) continue;
      FactText one{.label = fact.label, .value = {}};
      const bool stands_alone = fact.type == dsl::Type::truth && fact.values[i].has_value();
      if (!stands_alone) one.value = shown_value(fact.type, fact.values[i], names);
      if (fact.of == dsl::Scope::player) {
        if (i < facts.of_players.size()) facts.of_players[i].push_back(std::move(one));
        continue;
      }
      if (fact.of == dsl::Scope::train)
        one.value =
            train_text(program, header, static_cast<int>(i)) + (one.value.empty() ? "" : ": " + one.value);
      facts.general.push_back(std::move(one));
    }
  }
  return facts;
}

FactTexts fact_texts(const engine::Rules& program, const Header& header, const Frame& frame) {
  return fact_texts(program, header, frame.position, frame.unknown);
}

}  // namespace roundhouse::replay
