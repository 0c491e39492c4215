#include "engine/fast/seat_trains.h"

#include <algorithm>
#include <vector>

namespace roundhouse::engine::fast {

std::optional<std::int32_t> SeatTrains::find(std::int32_t index) const {
  const auto node = [&](std::int32_t at) -> const Node& {
    return program_.nodes[static_cast<std::size_t>(at)];
  };
  const Node& train = node(index);
  if (train.op != Op::train_of) return std::nullopt;
  const bool of_player = train.arg_count > 0;
  if (of_player) {
    const Node& player = node(program_.args[static_cast<std::size_t>(train.first_arg)]);
    if (player.op != Op::root || player.value != static_cast<std::int32_t>(Root::me)) return std::nullopt;
  }
  const auto first = static_cast<std::size_t>(train.value * program_.players);
  std::vector<std::int16_t> trains{of_player ? std::int16_t{-1} : program_.first_train[first]};
  for (int seat = 0; seat < program_.players; ++seat) {
    trains.push_back(program_.first_train[first + static_cast<std::size_t>(of_player ? seat : 0)]);
  }
  std::vector<std::int16_t>& all = program_.code.seat_trains;
  const auto known = std::search(all.begin(), all.end(), trains.begin(), trains.end());
  const auto at = static_cast<std::int32_t>(known - all.begin());
  if (known == all.end()) all.insert(all.end(), trains.begin(), trains.end());
  return at;
}

}  // namespace roundhouse::engine::fast
