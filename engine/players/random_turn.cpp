#include "engine/players/random_turn.h"

#include "engine/legal.h"

namespace roundhouse::engine {

bool RandomTurn::choose(Random& random, Act& act) {
  const Position& position = reading_.position;
  const Seat me = position.turn_player;
  act.actor = me;
  moment_.me = me;
  can_ = {.me = me};
  find_lays(reading_, moment_, lays_);
  if (lays_.count > 0) {
    // The only one is taken without asking chance.
    const std::uint32_t number = lays_.count == 1 ? 0 : random.below(static_cast<std::uint32_t>(lays_.count));
    const Lay lay = pick_lay(lays_, static_cast<int>(number));
    act.kind = ActKind::lay;
    act.tile = lay.tile;
    act.end = position.ends[static_cast<std::size_t>(lay.end)].serial;
    return true;
  }
  remember(can_, dsl::act_id(dsl::BuiltInAct::lay), false);
  const bool draws = can_draw(reading_);
  remember(can_, dsl::act_id(dsl::BuiltInAct::draw), draws);
  act.kind = draws ? ActKind::draw : ActKind::done;
  return draws || can_be_done(reading_);
}

}  // namespace roundhouse::engine
