// The random player. Its choices are pinned by tests/digests.

#include <algorithm>

#include "engine/fold.h"
#include "engine/player.h"

namespace roundhouse::engine {
namespace {

/// One of the acts of this kind, each as likely as the next. They stand together in the pinned order.
std::optional<Act> any_of_kind(const Sight& sight, ActKind kind, Random& random) {
  const auto is_kind = [&](const Act& act) { return act.kind == kind; };
  const auto first = std::find_if(sight.acts.begin(), sight.acts.end(), is_kind);
  const auto count = std::count_if(first, sight.acts.end(), is_kind);
  if (count == 0) return std::nullopt;
  if (count == 1) return *first;
  return *(first + random.below(static_cast<std::uint32_t>(count)));
}

// 1 each declared act with the given probability, never twice in a turn; 2 lead or lay, each pair of
// tile and end as likely as the next; 3 draw; 4 done.
std::optional<Act> choose(const Sight& sight, Random& random) {
  if (const auto act = announce(sight, random)) return act;
  for (const ActKind kind : {ActKind::lead, ActKind::lay, ActKind::draw, ActKind::done}) {
    if (const auto act = any_of_kind(sight, kind, random)) return act;
  }
  return must_announce(sight) ? any_of_kind(sight, ActKind::declared, random) : std::nullopt;
}

}  // namespace

Act with_any_amount(const Rules& program, const Position& position, Act act, Random& random) {
  const std::vector<std::int32_t> amounts = legal_amounts(program, position, act);
  if (amounts.size() > 1) act.amount = amounts[random.below(static_cast<std::uint32_t>(amounts.size()))];
  return act;
}

const Player random_player{"random", "lays if it may, anything anywhere; else draws; else passes", choose};

}  // namespace roundhouse::engine
