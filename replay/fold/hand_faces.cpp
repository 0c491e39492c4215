#include "replay/fold/hand_faces.h"

#include <algorithm>
#include <functional>

#include "replay/record/rule_reads.h"

namespace roundhouse::replay {

int hidden_count(const Position& position, Seat seat) {
  if (seat == no_seat) return 0;
  const auto p = static_cast<std::size_t>(seat);
  return static_cast<int>(position.players[p].count) - position.hands[p].size();
}

bool others_hidden(const engine::Rules& program, const Position& position, Seat seat) {
  for (int p = 0; p < program.players; ++p)
    if (p != seat && hidden_count(position, static_cast<Seat>(p)) > 0) return true;
  return false;
}

bool ages_hidden(const engine::Rules& program, const Position& position) {
  const auto last = position.players.begin() + program.players;
  return std::any_of(position.players.begin(), last, engine::has_unknown_age) && asks_ages(program);
}

bool rests_on_ages(const engine::Rules& program, const Position& position, dsl::NodeRef value, Seat holder) {
  if (!value.given() || !ages_hidden(program, position)) return false;
  engine::Moment moment;
  moment.holder = holder;
  const engine::NotKnown no_more;
  return !engine::PartialReading(program, position, moment, no_more).is_known(value);
}

TileSet hidden_faces(const engine::Rules& program, const Position& position) {
  // As bits, all faces at once: seen at least once, and at least twice.
  engine::TileBag seen = position.laid_tiles;
  for (std::size_t p = 0; p < static_cast<std::size_t>(program.players); ++p)
    if (const engine::TileBag& hand = position.hands[p]; hand.once.any()) {
      seen.twice |= hand.twice | (seen.once & hand.once);
      seen.once |= hand.once;
    }
  return ~(program.copies == 1 ? seen.once : seen.twice) & engine::set_of(program.highest);
}

engine::NotKnown hidden_tiles_of(const engine::Rules& program, const Position& position) {
  engine::NotKnown unknown;
  unknown.faces = hidden_faces(program, position);
  return unknown;
}

TileSet faces_of(const engine::Rules& program, const SetTile& tile) {
  TileSet faces;
  if (tile.known()) {
    faces.add(tile.id());
    return faces;
  }
  if (tile.unknown()) return engine::set_of(program.highest);
  for (int t = 0; t < program.tile_kinds; ++t) {
    const auto face = static_cast<TileId>(t);
    if (engine::high_of(face) == tile.half() || engine::low_of(face) == tile.half()) faces.add(face);
  }
  return faces;
}

bool among(const engine::Rules& program, const std::vector<SetTile>& tiles, const std::vector<TileId>& hand) {
  std::vector<int> shown_as(hand.size(), -1);
  std::vector<char> tried;
  const std::function<bool(int)> find = [&](int tile) {
    const TileSet faces = faces_of(program, tiles[static_cast<std::size_t>(tile)]);
    for (std::size_t i = 0; i < hand.size(); ++i) {
      if (tried[i] != 0 || !faces.has(hand[i])) continue;
      tried[i] = 1;
      if (shown_as[i] < 0 || find(shown_as[i])) {
        shown_as[i] = tile;
        return true;
      }
    }
    return false;
  };
  for (std::size_t t = 0; t < tiles.size(); ++t) {
    tried.assign(hand.size(), 0);
    if (!find(static_cast<int>(t))) return false;
  }
  return true;
}

void apply_assuming(const engine::Rules& program, Position& position, const Act& act,
                    const Assumption& assumed, engine::Trace* trace) {
  if (!assumed.held.empty()) position = with_tiles(position, act, assumed.held);
  if (assumed.drawn == no_tile) {
    engine::apply(program, position, act, trace);
  } else {
    const auto actor = static_cast<std::size_t>(act.actor);
    const int had = position.hands[actor].count(assumed.drawn);
    Act drawn = act;
    drawn.tile = assumed.drawn;
    engine::apply(program, position, drawn, trace);
    if (position.hands[actor].count(assumed.drawn) > had) position.hands[actor].remove(assumed.drawn);
  }
  for (const TileId tile : assumed.held) position.hands[static_cast<std::size_t>(act.actor)].remove(tile);
}

Position with_tiles(const Position& position, const Act& act, const std::vector<TileId>& tiles) {
  Position other = position;
  if (act.actor == no_seat) return other;
  auto& bag = other.hands[static_cast<std::size_t>(act.actor)];
  const bool lays = act.kind == ActKind::lay || act.kind == ActKind::lead;
  if (lays && !bag.has(act.tile)) bag.add(act.tile);
  for (const TileId tile : tiles) bag.add(tile);
  return other;
}

}  // namespace roundhouse::replay
