#include "replay/referee/hands/tile_moves.h"

#include <array>

namespace roundhouse::replay {

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

}  // namespace roundhouse::replay
