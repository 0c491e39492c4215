#include "replay/record/sentence_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "replay/record/places.h"

namespace roundhouse::replay {

const std::string& whole_name(const PlayerField& player) {
  return player.full_name.empty() ? player.name : player.full_name;
}

Header with_whole_names(Header header) {
  std::vector<std::string> names;
  for (const PlayerField& player : header.players) names.push_back(whole_name(player));
  for (std::size_t p = 0; p < names.size(); ++p)
    if (count_if(names, [&](const std::string& name) { return name == names[p]; }) == 1)
      header.players[p].name = names[p];
  return header;
}

std::string train_in_words(const engine::Rules& program, const Header& header, int train) {
  const dsl::TrainSlot& slot = program.trains[static_cast<std::size_t>(train)];
  std::string kind = program.names[slot.kind_name.value];
  std::replace_if(
      kind.begin(), kind.end(), [](char sign) { return sign == '-' || sign == '_'; }, ' ');
  const auto is_sibling = [&](const dsl::TrainSlot& other) {
    return other.kind == slot.kind && other.owner == slot.owner;
  };
  const bool is_one_of_several = count_if(program.trains, is_sibling) > 1;
  const std::string number = is_one_of_several ? fmt::format(" {}", slot.number + 1) : std::string();
  if (slot.owner < 0)
    return is_one_of_several ? kind + number : fmt::format("the {} train", dsl::with_capital(kind));
  const std::string& name = header.players[static_cast<std::size_t>(slot.owner)].name;
  const bool is_home = train_text(program, header, train) == name;
  return fmt::format("{}'s {}train{}", name, is_home ? std::string() : kind + " ", number);
}

std::string train_label(const engine::Rules& program, const Header& header, int train) {
  const Seat owner = program.trains[static_cast<std::size_t>(train)].owner;
  if (owner >= 0) {
    const std::string& name = header.players[static_cast<std::size_t>(owner)].name;
    if (train_text(program, header, train) == name) return name;
    return train_in_words(program, header, train);
  }
  std::string label = train_in_words(program, header, train);
  constexpr std::string_view article = "the ";
  if (label.compare(0, article.size(), article) == 0) label.erase(0, article.size());
  return dsl::with_capital(label);
}

}  // namespace roundhouse::replay
