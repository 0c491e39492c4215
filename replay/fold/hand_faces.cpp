#include "replay/fold/hand_faces.h"

#include <functional>

namespace roundhouse::replay {

using engine::Position;
using engine::TileId;

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

TileSet hidden_faces(const engine::Rules& program, const Position& position) {
  // As bits, all faces at once: seen at least once, and at least twice.
  engine::TileBag seen = position.laid_tiles;
  for (std::size_t p = 0; p < static_cast<std::size_t>(program.players); ++p)
    for (std::size_t word = 0; word < seen.once.size(); ++word) {
      const engine::TileBag& hand = position.hands[p];
      if (hand.once[word] == 0) continue;
      seen.twice[word] |= hand.twice[word] | (seen.once[word] & hand.once[word]);
      seen.once[word] |= hand.once[word];
    }
  const auto& gone = program.copies == 1 ? seen.once : seen.twice;
  TileSet faces;
  for (std::size_t word = gone.size(); word-- > 0;) faces = faces << 64 | TileSet(~gone[word]);
  return faces & faces_of(program, {});
}

engine::NotKnown hidden_tiles_of(const engine::Rules& program, const Position& position) {
  engine::NotKnown unknown;
  TileSet faces = hidden_faces(program, position);
  const TileSet word_of_ones(~std::uint64_t{0});
  for (std::uint64_t& word : unknown.faces) {
    word = (faces & word_of_ones).to_ullong();
    faces >>= 64;
  }
  return unknown;
}

TileSet faces_of(const engine::Rules& program, const SetTile& tile) {
  TileSet faces;
  if (tile.known()) {
    faces.set(tile.id());
    return faces;
  }
  if (tile.unknown()) return ~TileSet() >> (TileSet().size() - static_cast<std::size_t>(program.tile_kinds));
  for (int t = 0; t < program.tile_kinds; ++t) {
    const auto face = static_cast<TileId>(t);
    if (engine::high_of(face) == tile.half() || engine::low_of(face) == tile.half()) faces.set(face);
  }
  return faces;
}

bool among(const engine::Rules& program, const std::vector<SetTile>& tiles, const std::vector<TileId>& hand) {
  std::vector<int> shown_as(hand.size(), -1);
  std::vector<char> tried;
  const std::function<bool(int)> find = [&](int tile) {
    const TileSet faces = faces_of(program, tiles[static_cast<std::size_t>(tile)]);
    for (std::size_t i = 0; i < hand.size(); ++i) {
      if (tried[i] != 0 || !faces[hand[i]]) continue;
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

}  // namespace roundhouse::replay
