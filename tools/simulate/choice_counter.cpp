#include "tools/simulate/choice_counter.h"

#include <algorithm>

#include "engine/act.h"
#include "tools/players/decisions.h"

namespace roundhouse::engine {

void ChoiceCounter::look(const Position& position, const Act& chosen) {
  const Seat me = chooser_of(position, chosen);
  if (me == no_seat) return;
  legal_acts(program_, position, legal_);
  const auto ways =
      std::count_if(legal_.begin(), legal_.end(), [me](const Act& act) { return act.actor == me; });
  const auto turn = static_cast<std::size_t>(std::max(position.turn_serial - 1, 0));
  if (turns_.size() <= turn) turns_.resize(turn + 1);
  Sum& sum = turns_[turn];
  sum.ways += ways;
  ++sum.choices;
  if (ways == 1) ++sum.forced;
}

std::array<ChoiceCounter::Sum, 3> ChoiceCounter::thirds(std::size_t turns) const {
  std::array<Sum, 3> made{};
  const std::size_t all = std::max(turns, turns_.size());
  for (std::size_t turn = 0; turn < turns_.size(); ++turn) {
    Sum& third = made[turn * 3 / all];
    third.ways += turns_[turn].ways;
    third.choices += turns_[turn].choices;
    third.forced += turns_[turn].forced;
  }
  return made;
}

}  // namespace roundhouse::engine
