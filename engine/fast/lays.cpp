#include "engine/fast/lays.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/bits.h"
#include "engine/fast/ask.h"
#include "engine/fast/bars.h"
#include "engine/fast/end_row.h"
#include "engine/fast/quantifiers.h"

namespace roundhouse::engine {
namespace {

constexpr int block = 64;
constexpr TileSet all_tiles = TileSet::all();

/// The lays looked for, and the place where they are written.
struct Search {
  Evaluation& reading;
  Moment& moment;  ///< the moment that `reading` reads
  Lays& lays;
};

/// Tiles of the hand at each open end. `matching`: ends where they must have its number. `bars`: they bar
/// some pairs; nullptr: nothing else does.
template <std::size_t Words, bool one_is_enough>
void match_words(const Search& search, EndBits open, EndBits matching, int first, Bars* bars) {
  const Position& position = search.reading.position;
  std::array<std::uint64_t, Words> hand;
  std::copy_n(position.hands[index_of(search.moment.me)].once.words.begin(), Words, hand.begin());
  const End* const ends = position.ends.data();
  const EndBits with_pairs = bars == nullptr ? 0 : bars->with_pairs();
  EndTiles* at = search.lays.at.data() + search.lays.ends;
  int in_all = search.lays.count;
  for (; open != 0; open &= open - 1) {
    const int bit = std::countr_zero(open);
    const int index = first + bit;
    const TileSet& bearing = (matching >> bit & 1U) != 0 ? tiles_bearing(ends[index].pip) : all_tiles;
    int count = 0;
    std::size_t word = 0;
    for (; word < Words; ++word) {
      const std::uint64_t tiles = hand[word] & bearing.words[word];
      at->tiles.words[word] = tiles;
      count += count_bits(tiles);
    }
    for (; word < at->tiles.words.size(); ++word) at->tiles.words[word] = 0;
    if ((with_pairs >> bit & 1U) != 0 && count > 0) count = bars->mask_out(bit, at->tiles);
    at->end = static_cast<std::int16_t>(index);
    at->count = static_cast<std::int16_t>(count);
    // An end without tiles is written over by the next one.
    at += count > 0 ? 1 : 0;
    in_all += count;
    if (one_is_enough && count > 0) break;
  }
  search.lays.ends = static_cast<int>(at - search.lays.at.data());
  search.lays.count = in_all;
}

// Sets of up to 64 faces are those up to double-nine, sets of up to 128 those up to double-fourteen.
template <bool one_is_enough>
inline void match(const Search& search, EndBits open, EndBits matching, int first, Bars* bars) {
  const int kinds = search.reading.program.tile_kinds;
  if (kinds <= 64) return match_words<1, one_is_enough>(search, open, matching, first, bars);
  if (kinds <= 128) return match_words<2, one_is_enough>(search, open, matching, first, bars);
  match_words<3, one_is_enough>(search, open, matching, first, bars);
}

/// The case that the table leaves all tiles that match, and no bar says more.
template <bool one_is_enough>
inline void match_open(const Search& search, EndRow& row, const fast::EndTable& table, int first) {
  const fast::TrainSet* trains = table.matching.data() + search.moment.me * table.mixtures;
  const EndSignatures mixtures(table, search.reading.position, row, first);
  const EndBits open = row.all() & mixtures.on_trains(trains);
  match<one_is_enough>(search, open, open, first, nullptr);
}

template <bool one_is_enough>
[[gnu::noinline]] void match_barred(const Search& search, EndRow& row, const fast::EndTable& table,
                                    int first) {
  const fast::RowCode& rows = rows_for(search.reading.program, search.reading.position);
  if (!search.lays.pairs.empty()) search.lays.pairs.clear();
  Bars bars(search.reading, search.moment, search.lays.pairs, row, first,
            search.reading.position.hands[index_of(search.moment.me)].once, rows.lay_matches);
  const EndBits open = bars.close(rows, table);
  match<one_is_enough>(search, open, bars.matching(), first, search.lays.pairs.empty() ? nullptr : &bars);
}

template <bool one_is_enough>
void find_at_ends(const Search& search, const fast::EndTable& table, bool is_plain) {
  const Position& position = search.reading.position;
  for (int first = 0; first < position.end_count; first += block) {
    EndRow row(position, first, std::min(block, position.end_count - first),
               search.reading.program.trains.size());
    if (is_plain) {
      match_open<one_is_enough>(search, row, table, first);
    } else {
      match_barred<one_is_enough>(search, row, table, first);
    }
    if (one_is_enough && search.lays.count > 0) return;
  }
}

/// The table of ends that holds now.
inline const fast::EndTable& table_of(Evaluation& reading, const fast::RowCode& rows) {
  return rows.end_tables[fast::leaf_of(follow_diagram(reading, rows.ends))];
}

template <bool one_is_enough>
inline void find(Evaluation& reading, Moment& moment, Lays& lays) {
  lays.ends = 0;
  lays.count = 0;
  const fast::RowCode& rows = rows_for(reading.program, reading.position);
  const fast::EndTable& table = table_of(reading, rows);
  if (table.closed) return;
  find_at_ends<one_is_enough>({reading, moment, lays}, table, table.kinds.empty() && rows.lay_bars.empty());
}

}  // namespace

void find_lays(Evaluation& reading, Moment& moment, Lays& lays) { find<false>(reading, moment, lays); }

void find_lays_at_ends(Evaluation& reading, Moment& moment, const fast::EndTable& table, Lays& lays) {
  lays.ends = 0;
  lays.count = 0;
  const fast::RowCode& rows = rows_for(reading.program, reading.position);
  find_at_ends<false>({reading, moment, lays}, table, table.kinds.empty() && rows.lay_bars.empty());
}

void find_turned(const Rules& program, const Position& position, Seat me, Lays& lays) {
  Moment moment{.me = me, .amount = static_cast<std::int32_t>(Joins::greater)};
  Evaluation reading(program, position, moment);
  find_lays(reading, moment, lays);
  const int ends = std::exchange(lays.ends, 0);
  lays.count = 0;
  for (int i = 0; i < ends; ++i) {
    EndTiles at = lays.at[static_cast<std::size_t>(i)];
    const std::uint8_t pip = position.ends[static_cast<std::size_t>(at.end)].pip;
    const TileSet found = at.tiles;
    for_each_tile(found, [&](TileId tile) {
      if (is_turnable(tile, pip)) return;
      at.tiles.remove(tile);
      --at.count;
    });
    if (at.count == 0) continue;
    lays.at[static_cast<std::size_t>(lays.ends++)] = at;
    lays.count += at.count;
  }
}

bool can_lay(const Rules& program, const Position& position, Seat me) {
  Lays lays;
  Moment moment{.me = me};
  Evaluation reading(program, position, moment);
  find<true>(reading, moment, lays);
  return lays.count > 0;
}

bool may_lay(const Rules& program, const Position& position, Seat me, TileId tile, std::size_t end) {
  const fast::RowCode& rows = rows_for(program, position);
  Moment moment{.me = me};
  Evaluation reading(program, position, moment);
  const fast::EndTable& table = table_of(reading, rows);
  if (table.closed) return false;
  const auto first = static_cast<int>(end);
  EndRow row(position, first, 1, program.trains.size());
  PairBars pairs;
  TileSet only = TileSet::of(tile);
  Bars bars(reading, moment, pairs, row, first, only, rows.lay_matches);
  if (bars.close(rows, table) == 0) return false;
  if (bars.matching() != 0) {
    if (!tiles_bearing(position.ends[end].pip).has(tile)) return false;
  }
  return pairs.empty() || bars.mask_out(0, only) > 0;
}

Lay pick_lay(const Lays& lays, int number) {
  std::size_t at = 0;
  while (number >= lays.at[at].count) number -= lays.at[at++].count;
  const EndTiles& end = lays.at[at];
  std::size_t word = 0;
  for (; word < end.tiles.words.size(); ++word) {
    const int count = count_bits(end.tiles.words[word]);
    if (number < count) break;
    number -= count;
  }
  return {end.end,
          static_cast<TileId>(word * 64 + static_cast<std::size_t>(find_bit(end.tiles.words[word], number)))};
}

}  // namespace roundhouse::engine
