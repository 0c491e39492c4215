#include "tools/play/computer.h"

#include "engine/fold.h"

namespace roundhouse::replay {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Position;
using engine::Seat;

/// The effects of an announcement on its player and on the others.
struct Effects {
  int own_pulls = 0;
  int other_pulls = 0;
  int own_marks = 0;
  int own_tiles = 0;
  std::int32_t own_points = 0;
};

Effects standing(const engine::Rules& program, const Position& position, Seat seat) {
  Effects found;
  for (int p = 0; p < program.players; ++p) {
    const engine::PlayerState& player = position.players[static_cast<std::size_t>(p)];
    (p == seat ? found.own_pulls : found.other_pulls) += player.pulls;
  }
  const engine::PlayerState& own = position.players[static_cast<std::size_t>(seat)];
  found.own_tiles = own.count;
  found.own_points = own.points;
  for (std::size_t e = 0; e < position.end_count; ++e) {
    const engine::End& end = position.ends[e];
    if (end.marked && program.trains[end.train].owner == seat) ++found.own_marks;
  }
  return found;
}

/// True if it does the player good, as far as a look at the table right behind it shows, and costs nothing:
/// another has to draw, or a marker of the player's own goes.
bool is_gain(const engine::Sight& sight, const Act& act) {
  if (act.whom == sight.seat) return false;
  const Effects before = standing(sight.program, sight.position, sight.seat);
  Position position = sight.position;
  engine::apply(sight.program, position, act);
  const Effects after = standing(sight.program, position, sight.seat);
  const bool costs = after.own_pulls > before.own_pulls || after.own_points != before.own_points ||
                     after.own_tiles > before.own_tiles || after.own_marks > before.own_marks;
  return !costs && (after.other_pulls > before.other_pulls || after.own_marks < before.own_marks);
}

/// True if the rules advise against the act as things stand, and do not once this was announced.
bool is_advised(const engine::Sight& sight, const Act& announcement, const Act& act) {
  if (!engine::is_advised_against(sight.program, sight.position, act)) return false;
  Position position = sight.position;
  engine::apply(sight.program, position, announcement);
  return engine::is_legal(sight.program, position, act) &&
         !engine::is_advised_against(sight.program, position, act);
}

}  // namespace

std::optional<Act> choose_act(const engine::Player& player, const engine::Sight& sight, bool in_turn,
                              engine::Random& random) {
  const auto is_open = [&](const Act& act) {
    return act.kind == ActKind::declared && !was_played(sight, act);
  };
  for (const Act& act : sight.acts)
    if (is_open(act) && is_gain(sight, act)) return act;
  if (!in_turn) return std::nullopt;
  engine::Sight quiet = sight;
  quiet.declared = 0;
  const std::optional<Act> chosen = player.choose(quiet, random);
  if (!chosen) return chosen;
  for (const Act& act : sight.acts)
    if (is_open(act) && is_advised(sight, act, *chosen)) return act;
  return chosen;
}

}  // namespace roundhouse::replay
