#include "engine/starting_table.h"

#include "engine/dealer.h"
#include "engine/fold.h"
#include "engine/table.h"

namespace roundhouse::engine {

Position fill_at_random(const Rules& program, const Position& table, Random& random) {
  Position position = table;
  Heap heap(boneyard_tiles(program, position));
  for (int p = 0; p < program.players; ++p) {
    const auto seat = static_cast<Seat>(p);
    for (int open = unknown_tiles(position, seat); open > 0 && heap.size() > 0; --open)
      position.hands[index_of(seat)].add(heap.take(random));
  }
  return position;
}

}  // namespace roundhouse::engine
