#include "replay/clues.h"

namespace roundhouse::replay {

HiddenHands hands_from(const std::vector<Clue>& clues, int last, int copies, int tile_kinds,
                       const std::function<bool(const Clue&)>& keep) {
  HiddenHands hands;
  hands.copies = copies;
  hands.tile_kinds = tile_kinds;
  hands.out.assign(static_cast<std::size_t>(tile_kinds), 0);
  int open = 0;  // sightings that nothing has ended yet
  for (const Clue& clue : clues) {
    if (clue.act > last) break;
    if (!keep(clue)) continue;
    switch (clue.kind) {
      case ClueKind::place:
        hands.places.push_back({clue.seat, clue.time, clue.tiles, clue.optional});
        break;
      case ClueKind::lay: {
        // A tile shown before and not laid since is this one: copies that are both in hand are alike.
        bool seen = false;
        for (std::size_t i = 0; open > 0 && !seen && i < hands.sightings.size(); ++i) {
          Sighting& s = hands.sightings[i];
          if (s.seat != clue.seat || s.tile != clue.tile || s.until != for_good) continue;
          s.until = clue.time;
          seen = true;
          --open;
        }
        if (!seen) hands.sightings.push_back({clue.seat, clue.tile, clue.time, clue.time});
        break;
      }
      case ClueKind::shown: {
        // What was shown before and not laid since is still there, and is among these.
        int known = 0;
        for (const Sighting& s : hands.sightings)
          if (s.seat == clue.seat && s.tile == clue.tile && s.until == for_good) ++known;
        for (; known < clue.copies; ++known) {
          hands.sightings.push_back({clue.seat, clue.tile, clue.time, for_good});
          ++open;
        }
        break;
      }
      case ClueKind::out:
        ++hands.out[clue.tile];
        break;
      case ClueKind::ban:
        hands.bans.push_back({clue.seat, clue.time, clue.tiles});
        break;
      case ClueKind::witness:
        hands.witnesses.push_back({clue.seat, clue.time, clue.tiles});
        break;
      case ClueKind::joint:
        hands.joints.push_back({clue.seat, clue.time, clue.passes});
        break;
    }
  }
  return hands;
}

}  // namespace roundhouse::replay
