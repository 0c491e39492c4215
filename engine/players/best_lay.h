#pragma once
// Most players differ only in which tile they lay where: of the acts that lay a tile the one of the greatest
// worth, of equal ones the first; where none may be laid a draw, else the end of the turn. Internal to the
// players.

#include <algorithm>
#include <optional>

#include "engine/players/declared.h"
#include "engine/players/trail.h"

namespace roundhouse::engine {

inline const Act* first_of(const Sight& sight, ActKind kind) {
  const auto found =
      std::find_if(sight.acts.begin(), sight.acts.end(), [&](const Act& act) { return act.kind == kind; });
  return found == sight.acts.end() ? nullptr : &*found;
}

/// `worth(act)` is asked of leads and lays, and only where there are several.
template <class WorthOf>
std::optional<Act> lay_best(const Sight& sight, Random& random, WorthOf&& worth) {
  if (const auto act = announce(sight, random)) return act;
  const Act* best = nullptr;
  Worth most = 0;
  int lays = 0;
  const auto is_lay = [](const Act& act) { return act.kind == ActKind::lead || act.kind == ActKind::lay; };
  for (const Act& act : sight.acts) lays += is_lay(act) ? 1 : 0;
  for (const Act& act : sight.acts) {
    if (!is_lay(act)) continue;
    if (lays == 1) return act;
    const Worth is = worth(act);
    if (best != nullptr && is <= most) continue;
    best = &act;
    most = is;
  }
  for (const ActKind kind : {ActKind::draw, ActKind::done})
    if (best == nullptr) best = first_of(sight, kind);
  if (best == nullptr && must_announce(sight)) best = first_of(sight, ActKind::declared);
  return best == nullptr ? std::nullopt : std::optional<Act>(*best);
}

}  // namespace roundhouse::engine
