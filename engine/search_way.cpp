#include "engine/search_way.h"

#include <algorithm>

#include "dsl/program/nodes.h"
#include "engine/bits.h"
#include "engine/fast/ask.h"

namespace roundhouse::engine {

using dsl::SetupName;

SetupName setup_name(const Rules& program, const Position& position, dsl::NodeRef node, SetupName otherwise) {
  if (!node.given()) return otherwise;
  // Mostly an option, and so a name.
  const dsl::Node& written = program.nodes[static_cast<std::size_t>(node.value)];
  const Value value = written.op == dsl::Op::name ? written.value : evaluate(program, position, {}, node);
  return value == absent ? otherwise : static_cast<SetupName>(value);
}

SearchWay search_way(const Rules& program, const Position& position) {
  const dsl::SetupProgram& setup = program.setup;
  SearchWay way;
  way.from = setup_name(program, position, setup.engine_from, SetupName::hands);
  way.missing = setup_name(program, position, setup.missing, SetupName::unison);
  way.drawn = setup_name(program, position, setup.drawn, SetupName::keep);
  way.alone = way.is_led() && setup.passes.given() &&
              setup_name(program, position, setup.passes, SetupName::left) == SetupName::never;
  return way;
}

bool ties_go_by_lot(const Rules& program, const Position& position) {
  return program.setup.ties.given() &&
         setup_name(program, position, program.setup.ties, SetupName::order) == SetupName::lot;
}

Seat first_to_search(const Position& position) {
  return position.leader == no_seat ? first_of_players(position) : position.leader;
}

// The choice of the engine: which tiles may be it, and which comes first of several.

namespace {

/// By number: the tiles whose higher number it is.
constexpr std::array<TileSet, max_highest + 1> tiles_of_high = [] {
  std::array<TileSet, max_highest + 1> all{};
  for (int high = 0; high <= max_highest; ++high) {
    for (int low = 0; low <= high; ++low) all[static_cast<std::size_t>(high)].add(tile_of(high, low));
  }
  return all;
}();
constexpr TileSet all_doubles = [] {
  TileSet all{};
  for (int n = 0; n <= max_highest; ++n) all.add(tile_of(n, n));
  return all;
}();

/// True if only doubles go on from here.
bool asks_if_double(const fast::Decision& test) {
  return test.field == fast::Field::tile_double && test.low == 1 && test.span == 0 && test.no == fast::never;
}

/// True if only tiles whose higher number is the one that is due in the round go on from here.
bool asks_if_due(const fast::Decision& test) {
  constexpr auto high = static_cast<int>(fast::Field::tile_high);
  constexpr auto due = static_cast<int>(fast::Field::round_double);
  return test.field == fast::Field::difference && test.low == 0 && test.span == 0 && test.no == fast::never &&
         (test.arg == high + 256 * due || test.arg == due + 256 * high);
}

/// Those of the tiles that may be the engine. That it is a double and which one is due, which is all that
/// most rules say, is asked of all tiles at once, anything else of one after the other.
TileSet wanted_of(const Rules& program, const Position& position, TileSet tiles) {
  tiles &= program.code.wanted;
  fast::DecisionRef first = program.code.is_wanted;
  while (first >= 0) {
    const fast::Decision& test = program.code.decisions[static_cast<std::size_t>(first)];
    if (asks_if_double(test)) {
      tiles &= all_doubles;
    } else if (asks_if_due(test)) {
      const bool is_number = position.scheduled >= 0 && position.scheduled <= max_highest;
      tiles = is_number ? tiles & tiles_of_high[static_cast<std::size_t>(position.scheduled)] : TileSet();
    } else {
      break;
    }
    first = test.yes;
  }
  if (first == fast::always || tiles.none()) return tiles;
  TileSet wanted{};
  for_each_tile(tiles, [&](TileId tile) {
    const Moment moment{.tile = tile};
    Evaluation reading(program, position, moment);
    if (ask(reading, first)) wanted.add(tile);
  });
  return wanted;
}

/// The tiles that some player is known to hold.
TileSet all_held(const Rules& program, const Position& position) {
  TileSet held{};
  for (int seat = 0; seat < program.players; ++seat) {
    held |= position.hands[static_cast<std::size_t>(seat)].once;
  }
  return held;
}

Value engine_rank(const Rules& program, const Position& position, TileId tile, Seat holder) {
  const dsl::NodeRef best = program.setup.best;
  return best.given() ? evaluate(program, position, {.tile = tile, .holder = holder}, best) : high_of(tile);
}

/// Of the tiles the one that comes first; of equal ones the one with the lower id. no_tile: there is none.
TileId best_of(const Rules& program, const Position& position, const TileSet& tiles, Seat holder) {
  const bool compared = tiles.count() != 1;
  TileId found = no_tile;
  Value best = absent;
  for_each_tile(tiles, [&](TileId tile) {
    const Value rank = compared ? engine_rank(program, position, tile, holder) : absent;
    if (found == no_tile || rank > best) {
      found = tile;
      best = rank;
    }
  });
  return found;
}

void keep_best(std::vector<HeldEngine>& engines) {
  Value best = absent;
  for (const HeldEngine& each : engines) best = std::max(best, each.rank);
  std::erase_if(engines, [&](const HeldEngine& each) { return each.rank != best; });
}

bool reads_tile_locations(dsl::Member member) {
  return member == dsl::Member::player_hand || member == dsl::Member::player_count ||
         member == dsl::Member::player_kept || member == dsl::Member::round_boneyard;
}

bool reads_where_tiles_lie(const Rules& program, dsl::NodeRef ref) {
  return dsl::any_node(program, ref, [](const dsl::Node& node) {
    return node.op == dsl::Op::member && reads_tile_locations(static_cast<dsl::Member>(node.value));
  });
}

}  // namespace

bool is_wanted(const Rules& program, const Position& position, TileId tile) {
  if (tile >= program.tile_kinds) return false;
  return wanted_of(program, position, TileSet::of(tile)).any();
}

bool may_any_be_wanted(const Rules& program, const Position& position) {
  return wanted_of(program, position, program.code.wanted).any() ||
         reads_where_tiles_lie(program, program.setup.wanted);
}

TileSet wanted_in_hands(const Rules& program, const Position& position) {
  return wanted_of(program, position, all_held(program, position));
}

bool holds_any(const Position& position, Seat seat, const TileSet& tiles) {
  return (position.hands[index_of(seat)].once & tiles).any();
}

TileId engine_set_aside(const Rules& program, const Position& position) {
  return best_of(program, position, wanted_of(program, position, program.code.wanted), no_seat);
}

HeldEngine best_held_engine(const Rules& program, const Position& position) {
  HeldEngine best;
  const TileSet wanted = wanted_in_hands(program, position);
  if (wanted.none()) return best;
  Seat seat = first_of_players(position);
  for (int i = 0; i < program.players; ++i) {
    for_each_tile(position.hands[index_of(seat)].once & wanted, [&](TileId tile) {
      const Value rank = engine_rank(program, position, tile, seat);
      // Of equal ones the tile with the lower id, then the player who comes sooner.
      if (!best.found() || rank > best.rank || (rank == best.rank && tile < best.tile)) {
        best = {tile, seat, rank};
      }
    });
    seat = left_of(program, seat);
  }
  return best;
}

std::vector<HeldEngine> best_held_engines(const Rules& program, const Position& position, Seat only) {
  std::vector<HeldEngine> found;
  const TileSet wanted = wanted_in_hands(program, position);
  for_each_tile(wanted, [&](TileId tile) {
    Seat seat = first_of_players(position);
    for (int i = 0; i < program.players; ++i, seat = left_of(program, seat))
      if ((only == no_seat || seat == only) && position.hands[index_of(seat)].has(tile))
        found.push_back({tile, seat, engine_rank(program, position, tile, seat)});
  });
  keep_best(found);
  return found;
}

std::vector<HeldEngine> best_to_set_aside(const Rules& program, const Position& position) {
  std::vector<HeldEngine> found;
  for_each_tile(wanted_of(program, position, program.code.wanted), [&](TileId tile) {
    found.push_back({tile, no_seat, engine_rank(program, position, tile, no_seat)});
  });
  keep_best(found);
  return found;
}

TileId best_engine_in_hand(const Rules& program, const Position& position, Seat seat) {
  return best_of(program, position, wanted_of(program, position, position.hands[index_of(seat)].once), seat);
}

bool better_engine_held(const Rules& program, const Position& position, TileId tile, Seat holder) {
  const bool by_lot = ties_go_by_lot(program, position);
  if (position.phase == Phase::aside) {
    const TileId best = engine_set_aside(program, position);
    return best != tile &&
           !(by_lot && best != no_tile &&
             engine_rank(program, position, best, no_seat) == engine_rank(program, position, tile, no_seat));
  }
  const HeldEngine best = best_held_engine(program, position);
  if (!best.found() || (best.tile == tile && best.holder == holder)) return false;
  if (holder == no_seat) return true;
  const Value rank = engine_rank(program, position, tile, holder);
  return best.rank != rank ? best.rank > rank : !by_lot && best.tile <= tile;
}

}  // namespace roundhouse::engine
