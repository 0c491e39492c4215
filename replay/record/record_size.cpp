#include "replay/record/record_size.h"

namespace roundhouse::replay {

std::size_t entries_of(const Line& line) {
  const auto inside = [](const auto& l) -> std::size_t {
    if constexpr (requires { l.tiles; }) return l.tiles.size();
    if constexpr (requires { l.acts; }) return l.acts.size();
    if constexpr (requires { l.points; }) return l.points.size();
    if constexpr (requires { l.lots; }) return l.lots.size();
    if constexpr (requires { l.draws; }) return l.draws.size();
    return 0;
  };
  return 1 + std::visit(inside, line);
}

std::size_t entries_of(const RecordRound& round) {
  std::size_t entries = 0;
  for (const Item& item : round.items) entries += entries_of(item.line);
  return entries;
}

}  // namespace roundhouse::replay
