#include "engine/players/random_turn.h"

#include "engine/legal.h"

namespace roundhouse::engine {

bool random_turn(const dsl::Program& program, const Position& position, Lays& lays, Random& random,
                 Act& act) {
  const Seat me = position.turn_player;
  act.actor = me;
  find_lays(program, position, me, lays);
  if (lays.count > 0) {
    // The only one is taken without asking chance.
    const std::uint32_t number = lays.count == 1 ? 0 : random.below(static_cast<std::uint32_t>(lays.count));
    const Lay lay = pick_lay(lays, static_cast<int>(number));
    act.kind = ActKind::lay;
    act.tile = lay.tile;
    act.end = position.ends[static_cast<std::size_t>(lay.end)].serial;
    return true;
  }
  CanMemo can{.me = me};
  remember(can, dsl::act_id(dsl::BuiltInAct::lay), false);
  const bool draws = can_draw(program, position, me, &can);
  remember(can, dsl::act_id(dsl::BuiltInAct::draw), draws);
  act.kind = draws ? ActKind::draw : ActKind::done;
  return draws || can_be_done(program, position, me, &can);
}

}  // namespace roundhouse::engine
