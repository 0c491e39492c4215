#include "replay/referee/hands/clues.h"

#include <array>
#include <map>

#include "dsl/base/search.h"
#include "replay/fold/hand_faces.h"

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

bool go_together(const engine::Rules& program, const std::vector<HandMove>& moves) {
  std::array<engine::TileBag, engine::max_players> hands{};
  std::array<std::uint8_t, 256> seen{};  // by face
  for (const HandMove& move : moves) {
    if (move.tile >= program.tile_kinds) return false;
    if (move.kind != HandMove::Kind::goes && ++seen[move.tile] > program.copies) return false;
    if (move.kind == HandMove::Kind::out) continue;
    engine::TileBag& hand = hands[static_cast<std::size_t>(move.seat)];
    if (move.kind == HandMove::Kind::comes) {
      hand.add(move.tile);
    } else {
      if (!hand.has(move.tile)) return false;
      hand.remove(move.tile);
    }
  }
  return true;
}

void add_clues(const engine::Rules& program, const std::vector<HandMove>& moves, std::vector<Clue>& clues) {
  clues.reserve(clues.size() + moves.size());
  for (const HandMove& move : moves) {
    Clue& clue = clues.emplace_back();
    clue.act = move.act;
    clue.time = 2 * move.act;
    clue.seat = move.seat;
    switch (move.kind) {
      case HandMove::Kind::comes:
        clue.kind = ClueKind::place;
        if (move.tile < program.tile_kinds) clue.tiles.add(move.tile);
        break;
      case HandMove::Kind::goes:
        clue.kind = ClueKind::lay;
        clue.tile = move.tile;
        break;
      case HandMove::Kind::out:
        clue.kind = ClueKind::out;
        clue.tile = move.tile;
        break;
    }
  }
}

std::vector<Clue> clues_from_shown(const engine::Rules& program, const std::vector<SetTile>& tiles,
                                   bool whole, const Clue& clue) {
  std::vector<Clue> clues;
  std::map<TileId, int> faces;
  TileSet only;
  for (const SetTile& tile : tiles) {
    only |= faces_of(program, tile);
    if (!tile.known()) continue;
    ++faces[tile.id()];
    only.add(tile.id());
  }
  for (const auto& [face, copies] : faces) {
    Clue shown = clue;
    shown.kind = ClueKind::shown;
    shown.tile = face;
    shown.copies = copies;
    clues.push_back(std::move(shown));
  }
  const auto is_half = [](const SetTile& tile) { return tile.half_known(); };
  if (any_of(tiles, is_half)) {
    Clue halves = clue;
    halves.kind = ClueKind::joint;
    halves.breach = {dsl::Law::tile_not_held, {}};
    halves.passes = [&program, tiles](const std::vector<TileId>& hand) {
      return among(program, tiles, hand);
    };
    clues.push_back(std::move(halves));
  }
  if (whole) {
    Clue ban = clue;
    ban.kind = ClueKind::ban;
    ban.tiles = ~only;
    ban.breach = {dsl::Law::tile_not_held, {}};
    clues.push_back(std::move(ban));
  }
  return clues;
}

}  // namespace roundhouse::replay
