#include "engine/lays.h"

#include <algorithm>
#include <bit>

#include "engine/ask.h"
#include "engine/bits.h"
#include "engine/end_row.h"

namespace roundhouse::engine {
namespace {

using dsl::Bar;
using dsl::EndOp;
using dsl::EndStep;

constexpr int block = 64;
constexpr TileBits all_tiles{~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0}};

EndBits owing(const Position& position, const EndRow& row, bool only_fresh) {
  EndBits bits = 0;
  for (std::size_t d = 0; d < position.debt_count; ++d) {
    const Debt& debt = position.debts[d];
    if (!only_fresh || debt.turn == position.turn_serial) bits |= row.of_group(debt.group);
  }
  return bits;
}

/// Where more than markers makes a difference: mixture by mixture of the flags.
[[gnu::noinline]] EndBits open_among_mixtures(const Position& position, const dsl::EndTable& table,
                                              const dsl::TrainSet* open, EndRow& row) {
  std::array<EndBits, 4> flagged{};
  std::size_t flags = 0;
  if ((table.flags & dsl::EndTable::marked) != 0) flagged[flags++] = row.marked();
  if ((table.flags & dsl::EndTable::start) != 0) flagged[flags++] = row.starts();
  if ((table.flags & (dsl::EndTable::owed | dsl::EndTable::fresh)) != 0) {
    EndBits owed = 0;
    EndBits fresh = 0;
    for (std::size_t d = 0; d < position.debt_count; ++d) {
      const Debt& debt = position.debts[d];
      const EndBits ends = row.of_group(debt.group);
      owed |= ends;
      if (debt.turn == position.turn_serial) fresh |= ends;
    }
    if ((table.flags & dsl::EndTable::owed) != 0) flagged[flags++] = owed;
    if ((table.flags & dsl::EndTable::fresh) != 0) flagged[flags++] = fresh;
  }
  unsigned seen = 0;
  for (std::size_t flag = 0; flag < flags; ++flag) seen |= flagged[flag] != 0 ? 1U << flag : 0U;
  EndBits bits = 0;
  for (unsigned mixture = 0; mixture <= seen; ++mixture) {
    if ((mixture & ~seen) != 0 || open[mixture] == 0) continue;
    EndBits ends = row.all();
    for (std::size_t flag = 0; flag < flags; ++flag) {
      ends &= (mixture >> flag & 1U) != 0 ? flagged[flag] : ~flagged[flag];
    }
    if (ends != 0) bits |= ends & row.on_trains(open[mixture]);
  }
  return bits;
}

/// Works out a set from its steps. `leaf(op, among)` makes the set of one step, of which no more than `among`
/// matters; nothing outside `whole` does.
template <class Set, class Leaf>
Set run_steps(const EndOp* op, const EndOp* stop, bool needs_pile, const Set& whole, const Leaf& leaf) {
  if (!needs_pile) {
    // Each step thins the set out or adds to it.
    Set set = whole;
    for (; op != stop; ++op) {
      if (op->join == dsl::EndJoin::either) {
        set |= leaf(*op, whole) & whole;
      } else {
        set &= leaf(*op, set);
      }
    }
    return set;
  }
  std::array<Set, dsl::most_end_sets + 1> sets;
  sets[0] = {};
  Set* last = sets.data();  // sets[0] is under the pile
  for (; op != stop; ++op) {
    if (op->step == EndStep::both) {
      --last;
      last[0] &= last[1];
    } else if (op->step == EndStep::either) {
      --last;
      last[0] |= last[1];
    } else {
      const Set found = leaf(*op, op->join == dsl::EndJoin::both ? *last & whole : whole);
      switch (op->join) {
        case dsl::EndJoin::put:
          *++last = found;
          break;
        case dsl::EndJoin::both:
          *last &= found;
          break;
        case dsl::EndJoin::either:
          *last |= found;
          break;
      }
    }
  }
  return *last & whole;
}

/// Tiles as a set that can be reckoned with.
struct Tiles {
  TileBits words{};
  Tiles& operator&=(const Tiles& other) {
    for (std::size_t word = 0; word < words.size(); ++word) words[word] &= other.words[word];
    return *this;
  }
  Tiles& operator|=(const Tiles& other) {
    for (std::size_t word = 0; word < words.size(); ++word) words[word] |= other.words[word];
    return *this;
  }
  friend Tiles operator&(Tiles a, const Tiles& b) { return a &= b; }
  Tiles operator~() const { return {{~words[0], ~words[1], ~words[2]}}; }
  bool empty() const { return (words[0] | words[1] | words[2]) == 0; }
};

/// Bars that the table of ends does not know, for up to 64 ends at a time.
class Bars {
 public:
  /// `moment` is what `reading` reads; it is as it was afterwards. `first`: where the row begins.
  Bars(Reading& reading, Moment& moment, PairBars& pairs, EndRow& row, int first)
      : program_(reading.program),
        position_(reading.position),
        moment_(moment),
        reading_(reading),
        pairs_(pairs),
        row_(row),
        first_(first) {}

  /// Those of the ends that stay open to some tile at least; what tiles are barred there is left in `pairs`.
  EndBits close(const Bar* bar, const Bar* stop, EndBits open) {
    for (; bar != stop && open != 0; ++bar) {
      if (!ask(reading_, bar->turn)) continue;
      const EndBits barred = bar->end_ops == 0 ? open : work_out(*bar, open);
      if (bar->tile_ops == 0) {
        open &= ~barred;
      } else if (bars_misfits(*bar)) {
        matching_ |= barred;
      } else if (barred != 0) {
        pairs_.push_back({bar, barred});
      }
    }
    return open;
  }

  /// Ends to which only tiles with their number may be laid.
  EndBits matching() const { return matching_; }

  /// How many are left.
  int strike_out(int bit, TileBits& tiles) {
    Tiles left{tiles};
    if (left.empty()) return 0;
    go_to(bit);
    const std::uint8_t pip = position_.ends[static_cast<std::size_t>(first_ + bit)].pip;
    for (const PairBar& pair : pairs_) {
      if ((pair.ends >> bit & 1U) == 0) continue;
      const EndOp* op = program_.code.end_ops.data() + pair.bar->first_tile_op;
      left &= ~run_steps(op, op + pair.bar->tile_ops, pair.bar->tiles_need_pile, left,
                         [&](const EndOp& step, const Tiles& among) { return tiles_of(step, pip, among); });
      if (left.empty()) break;
    }
    leave_end();
    tiles = left.words;
    return count_bits(tiles[0]) + count_bits(tiles[1]) + count_bits(tiles[2]);
  }

 private:
  /// It bars just the tiles without the number of the end.
  bool bars_misfits(const Bar& bar) const {
    const EndOp& op = program_.code.end_ops[static_cast<std::size_t>(bar.first_tile_op)];
    return bar.tile_ops == 1 && op.step == EndStep::fits && op.negated;
  }

  void go_to(int bit) {
    moment_.end_index = static_cast<std::int16_t>(first_ + bit);
    moment_.end = position_.ends[static_cast<std::size_t>(first_ + bit)].serial;
  }

  void leave_end() {
    moment_.end_index = -1;
    moment_.end = absent;
  }

  /// By its place among the debts.
  EndBits of_debt(int debt) const {
    return debt < 0 || position_.debt_count == 0
               ? EndBits{0}
               : row_.of_group(position_.debts[static_cast<std::size_t>(debt)].group);
  }

  EndBits on_starters(std::int32_t trains) {
    const Seat starter = position_.starter;
    return starter == no_seat
               ? EndBits{0}
               : row_.on_trains(program_.code.train_sets[static_cast<std::size_t>(trains + starter)]);
  }

  EndBits hub() const {
    const bool owes = find_debt(position_, 0) >= 0;
    return owes ? row_.of_group(0) : EndBits{0};
  }

  /// Those of the ends of which the test holds.
  EndBits each_of(EndBits ends, dsl::TestRef test) {
    EndBits bits = 0;
    for (EndBits left = ends; left != 0; left &= left - 1) {
      const int bit = std::countr_zero(left);
      go_to(bit);
      if (ask(reading_, test)) bits |= EndBits{1} << bit;
    }
    leave_end();
    return bits;
  }

  /// `among`: no other end matters.
  EndBits leaf(const EndOp& op, EndBits among) {
    switch (op.step) {
      case EndStep::marked:
        return row_.marked();
      case EndStep::start:
        return row_.starts();
      case EndStep::owed:
        return owing(position_, row_, false);
      case EndStep::fresh:
        return owing(position_, row_, true);
      case EndStep::on_trains:
        return row_.on_trains(program_.code.train_sets[static_cast<std::size_t>(op.arg + moment_.me)]);
      case EndStep::on_starters:
        return on_starters(op.arg);
      case EndStep::turn:
        return ask(reading_, static_cast<dsl::TestRef>(op.arg)) ? ~EndBits{0} : EndBits{0};
      case EndStep::newest:
        return of_debt(position_.debt_count - 1);
      case EndStep::oldest:
        return of_debt(0);
      case EndStep::each:
        return each_of(among, static_cast<dsl::TestRef>(op.arg));
      case EndStep::hub:
        return hub();
      case EndStep::both:
      case EndStep::either:
      case EndStep::fits:
      case EndStep::these:
        break;
    }
    return 0;
  }

  /// Of the open ends, those that are barred.
  EndBits work_out(const Bar& bar, EndBits open) {
    const EndOp* op = program_.code.end_ops.data() + bar.first_end_op;
    return run_steps(op, op + bar.end_ops, bar.needs_pile, open, [&](const EndOp& step, EndBits among) {
      const EndBits found = leaf(step, among);
      return step.negated ? ~found : found;
    });
  }

  Tiles tiles_of(const EndOp& op, std::uint8_t pip, const Tiles& among) {
    const Tiles found = tile_leaf(op, pip, among);
    return op.negated ? ~found : found;
  }

  Tiles tile_leaf(const EndOp& op, std::uint8_t pip, const Tiles& among) {
    if (op.step == EndStep::fits) return {tiles_bearing(pip)};
    if (op.step == EndStep::these) return {program_.code.tile_sets[static_cast<std::size_t>(op.arg)]};
    const auto test = static_cast<dsl::TestRef>(op.arg);
    if (op.step == EndStep::turn) return ask(reading_, test) ? Tiles{all_tiles} : Tiles{};
    Tiles found;
    for_each_tile(among.words, [&](TileId tile) {
      moment_.tile = tile;
      if (ask(reading_, test)) found.words[tile / 64U] |= std::uint64_t{1} << (tile % 64U);
    });
    moment_.tile = no_tile;
    return found;
  }

  const dsl::Program& program_;
  const Position& position_;
  Moment& moment_;
  Reading& reading_;
  PairBars& pairs_;
  EndRow& row_;
  const int first_;
  EndBits matching_ = 0;
};

/// What the table of ends leaves open.
inline EndBits open_ends(const Reading& reading, const dsl::EndTable& table, EndRow& row) {
  const dsl::TrainSet* open = table.open.data() + reading.moment.me * table.mixtures;
  if (table.flags == 0) return row.all() & row.on_trains(open[0]);
  if (table.flags != dsl::EndTable::marked) return open_among_mixtures(reading.position, table, open, row);
  const EndBits marked = row.all() & row.marked();
  const EndBits bits = row.all() & ~marked & row.on_trains(open[0]);
  return marked == 0 ? bits : bits | (marked & row.on_trains(open[1]));
}

/// What is looked for, and where it is written.
struct Search {
  Reading& reading;
  Moment& moment;  ///< what `reading` reads
  Lays& lays;
};

/// Tiles of the hand at each open end. `matching`: ends where they must have its number. `bars`: they bar
/// some pairs; nullptr: nothing else does.
template <std::size_t Words, bool one_is_enough>
void match_words(const Search& search, EndBits open, EndBits matching, int first, Bars* bars) {
  const Position& position = search.reading.position;
  std::array<std::uint64_t, Words> hand;
  std::copy_n(position.hands[index_of(search.moment.me)].once.begin(), Words, hand.begin());
  const End* const ends = position.ends.data();
  EndTiles* at = search.lays.at.data() + search.lays.ends;
  int in_all = search.lays.count;
  for (; open != 0; open &= open - 1) {
    const int bit = std::countr_zero(open);
    const int index = first + bit;
    const TileBits& bearing = (matching >> bit & 1U) != 0 ? tiles_bearing(ends[index].pip) : all_tiles;
    int count = 0;
    std::size_t word = 0;
    for (; word < Words; ++word) {
      const std::uint64_t tiles = hand[word] & bearing[word];
      at->tiles[word] = tiles;
      count += count_bits(tiles);
    }
    for (; word < at->tiles.size(); ++word) at->tiles[word] = 0;
    if (bars != nullptr) count = bars->strike_out(bit, at->tiles);
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

template <bool one_is_enough>
[[gnu::noinline]] void match_barred(const Search& search, EndRow& row, EndBits open, int first) {
  const dsl::RowCode& rows = rows_for(search.reading.program, search.reading.position);
  if (!search.lays.pairs.empty()) search.lays.pairs.clear();
  Bars bars(search.reading, search.moment, search.lays.pairs, row, first);
  open = bars.close(rows.lay_bars.data() + rows.turn_bars, rows.lay_bars.data() + rows.lay_bars.size(), open);
  const EndBits matching = rows.lay_matches ? open : bars.matching();
  match<one_is_enough>(search, open, matching, first, search.lays.pairs.empty() ? nullptr : &bars);
}

template <bool one_is_enough>
void find_at_ends(const Search& search, const dsl::RowCode& rows) {
  const Position& position = search.reading.position;
  for (int first = 0; first < position.end_count; first += block) {
    EndRow row(position, first, std::min(block, position.end_count - first),
               search.reading.program.trains.size());
    const EndBits open = open_ends(search.reading, rows.ends, row);
    if (open == 0) continue;
    if (rows.turn_bars < rows.lay_bars.size()) {
      match_barred<one_is_enough>(search, row, open, first);
    } else {
      match<one_is_enough>(search, open, rows.lay_matches ? open : EndBits{0}, first, nullptr);
    }
    if (one_is_enough && search.lays.count > 0) return;
  }
}

template <bool one_is_enough>
inline void find(Reading& reading, Moment& moment, Lays& lays) {
  lays.ends = 0;
  lays.count = 0;
  const dsl::RowCode& rows = rows_for(reading.program, reading.position);
  // What bars everything.
  const Bar* bar = rows.lay_bars.data();
  for (const Bar* const stop = bar + rows.turn_bars; bar != stop; ++bar) {
    if (ask(reading, bar->turn)) return;
  }
  find_at_ends<one_is_enough>({reading, moment, lays}, rows);
}

}  // namespace

void find_lays(Reading& reading, Moment& moment, Lays& lays) { find<false>(reading, moment, lays); }

void find_lays_at_ends(Reading& reading, Moment& moment, Lays& lays) {
  lays.ends = 0;
  lays.count = 0;
  find_at_ends<false>({reading, moment, lays}, rows_for(reading.program, reading.position));
}

bool can_lay(const dsl::Program& program, const Position& position, Seat me) {
  Lays lays;
  Moment moment{.me = me};
  Reading reading(program, position, moment);
  find<true>(reading, moment, lays);
  return lays.count > 0;
}

bool may_lay(const dsl::Program& program, const Position& position, Seat me, TileId tile, std::size_t end) {
  const dsl::RowCode& rows = rows_for(program, position);
  Moment moment{.me = me};
  Reading reading(program, position, moment);
  const Bar* const bars_of_turn = rows.lay_bars.data();
  const Bar* const bars_of_ends = bars_of_turn + rows.turn_bars;
  for (const Bar* bar = bars_of_turn; bar != bars_of_ends; ++bar) {
    if (ask(reading, bar->turn)) return false;
  }
  const auto first = static_cast<int>(end);
  EndRow row(position, first, 1, program.trains.size());
  PairBars pairs;
  Bars bars(reading, moment, pairs, row, first);
  const EndBits open = open_ends(reading, rows.ends, row) & 1U;
  if (bars.close(bars_of_ends, bars_of_turn + rows.lay_bars.size(), open) == 0) return false;
  TileBits only{};
  only[tile / 64U] = std::uint64_t{1} << (tile % 64U);
  if (rows.lay_matches || bars.matching() != 0) {
    if ((tiles_bearing(position.ends[end].pip)[tile / 64U] & only[tile / 64U]) == 0) return false;
  }
  return pairs.empty() || bars.strike_out(0, only) > 0;
}

Lay pick_lay(const Lays& lays, int number) {
  std::size_t at = 0;
  while (number >= lays.at[at].count) number -= lays.at[at++].count;
  const EndTiles& end = lays.at[at];
  std::size_t word = 0;
  for (; word < end.tiles.size(); ++word) {
    const int count = count_bits(end.tiles[word]);
    if (number < count) break;
    number -= count;
  }
  return {end.end,
          static_cast<TileId>(word * 64 + static_cast<std::size_t>(find_bit(end.tiles[word], number)))};
}

}  // namespace roundhouse::engine
