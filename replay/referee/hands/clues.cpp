#include "replay/referee/hands/clues.h"

#include <array>

namespace roundhouse::replay {

HiddenHands hands_from(const std::vector<Clue>& clues, int last, int copies, int tile_kinds,
                       const std::function<bool(const Clue&)>& keep) {
  HiddenHands hands;
  hands.copies = copies;
  hands.tile_kinds = tile_kinds;
  hands.out.assign(static_cast<std::size_t>(tile_kinds), 0);
  int open = 0;  // sightings that nothing has ended yet
  // Each place that is not optional, and each sighting, is another tile of the set.
  const auto most = static_cast<std::size_t>(copies) * static_cast<std::size_t>(tile_kinds);
  std::size_t places = 0;
  std::array<std::size_t, engine::max_players> optional{};
  for (const Clue& clue : clues) {
    if (clue.act > last) break;
    if (!keep(clue)) continue;
    switch (clue.kind) {
      case ClueKind::place:
        // Tiles that somebody may have drawn in a gap are alike: no more of them than there are tiles.
        if (clue.optional && ++optional[static_cast<std::size_t>(clue.seat)] > most) break;
        if (!clue.optional) ++places;
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
        // Tiles that were shown before and not laid since are still there, and are among these.
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
      case ClueKind::other:
        for (HandSlot& place : hands.places)
          if (place.seat == clue.seat && place.since == clue.from) place.could &= ~clue.tiles;
        break;
      case ClueKind::joint:
        if (clue.table_passes)
          hands.table_tests.push_back({clue.from, clue.time, clue.table_passes, clue.table_may_pass});
        else
          hands.joints.push_back({clue.seat, clue.time, clue.passes});
        break;
    }
    if (places > most || hands.sightings.size() > most) {
      HiddenHands impossible;
      impossible.copies = copies;
      impossible.tile_kinds = tile_kinds;
      impossible.overfull = true;
      return impossible;
    }
  }
  return hands;
}

}  // namespace roundhouse::replay
