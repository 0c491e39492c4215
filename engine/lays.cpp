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
template <class Among>
[[gnu::noinline]] EndBits open_among_mixtures(const Position& position, const dsl::EndTable& table,
                                              const dsl::TrainSet* open, const EndRow& row, Among among) {
  std::array<EndBits, 4> flagged{};
  std::size_t flags = 0;
  if ((table.flags & dsl::EndTable::marked) != 0) flagged[flags++] = row.marked();
  if ((table.flags & dsl::EndTable::start) != 0) flagged[flags++] = row.starts();
  if ((table.flags & dsl::EndTable::owed) != 0) flagged[flags++] = owing(position, row, false);
  if ((table.flags & dsl::EndTable::fresh) != 0) flagged[flags++] = owing(position, row, true);
  EndBits bits = 0;
  for (unsigned mixture = 0; mixture < table.mixtures; ++mixture) {
    EndBits ends = row.all();
    for (std::size_t flag = 0; flag < flags; ++flag) {
      ends &= (mixture >> flag & 1U) != 0 ? flagged[flag] : ~flagged[flag];
    }
    bits |= among(ends, open[mixture]);
  }
  return bits;
}

/// Bars that the table of ends does not know, for up to 64 ends at a time.
class Bars {
 public:
  /// `moment` is what `reading` reads; it is as it was afterwards. `first`: where the row begins.
  Bars(Reading& reading, Moment& moment, PairBars& pairs, const EndRow& row, int first)
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
      if (bar->pair == dsl::always) {
        open &= ~barred;
      } else if (barred != 0) {
        pairs_.push_back({bar->pair, barred});
      }
    }
    return open;
  }

  /// How many are left.
  int strike_out(int bit, TileBits& tiles) {
    if ((tiles[0] | tiles[1] | tiles[2]) == 0) return 0;
    go_to(bit);
    for (const PairBar& pair : pairs_) {
      if ((pair.ends >> bit & 1U) == 0) continue;
      for (std::size_t word = 0; word < tiles.size(); ++word) {
        for (std::uint64_t left = tiles[word]; left != 0; left &= left - 1) {
          moment_.tile = static_cast<TileId>(word * 64 + static_cast<std::size_t>(std::countr_zero(left)));
          if (ask(reading_, pair.test)) tiles[word] &= ~(left & (~left + 1));
        }
      }
    }
    moment_.tile = no_tile;
    leave_end();
    return count_bits(tiles[0]) + count_bits(tiles[1]) + count_bits(tiles[2]);
  }

 private:
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

  EndBits on_trains(dsl::TrainSet trains) const {
    // Every train has an end at least: with no more ends than trains they go by the same numbers.
    return position_.end_count == program_.trains.size() ? trains : row_.on_trains(trains);
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
        return on_trains(program_.code.train_sets[static_cast<std::size_t>(op.arg + moment_.me)]);
      case EndStep::turn:
        return ask(reading_, static_cast<dsl::TestRef>(op.arg)) ? ~EndBits{0} : EndBits{0};
      case EndStep::newest:
        return of_debt(position_.debt_count - 1);
      case EndStep::oldest:
        return of_debt(0);
      case EndStep::each:
        return each_of(among, static_cast<dsl::TestRef>(op.arg));
      case EndStep::both:
      case EndStep::either:
        break;
    }
    return 0;
  }

  EndBits found_by(const EndOp& op, EndBits among) {
    return leaf(op, among) ^ (op.negated ? ~EndBits{0} : EndBits{0});
  }

  /// Of the open ends, those that are barred.
  EndBits work_out(const Bar& bar, EndBits open) {
    const EndOp* op = program_.code.end_ops.data() + bar.first_end_op;
    const EndOp* const stop = op + bar.end_ops;
    if (bar.needs_pile) return work_out_with_pile(op, stop, open);
    // Each step thins the set out or adds to it.
    EndBits set = open;
    do {
      if (op->join == dsl::EndJoin::either) {
        set |= found_by(*op, open) & open;
      } else {
        set &= found_by(*op, set);
      }
    } while (++op != stop);
    return set;
  }

  EndBits work_out_with_pile(const EndOp* op, const EndOp* stop, EndBits open) {
    std::array<EndBits, dsl::most_end_sets + 1> sets;
    sets[0] = 0;
    EndBits* last = sets.data();  // sets[0] is under the pile
    for (; op != stop; ++op) {
      if (op->step == EndStep::both) {
        --last;
        last[0] &= last[1];
      } else if (op->step == EndStep::either) {
        --last;
        last[0] |= last[1];
      } else {
        const EndBits found = found_by(*op, op->join == dsl::EndJoin::both ? open & *last : open);
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
    return *last;
  }

  const dsl::Program& program_;
  const Position& position_;
  Moment& moment_;
  Reading& reading_;
  PairBars& pairs_;
  const EndRow& row_;
  const int first_;
};

/// What the table of ends leaves open.
inline EndBits open_ends(const Reading& reading, const dsl::EndTable& table, const EndRow& row) {
  const Position& position = reading.position;
  const dsl::TrainSet* open = table.open.data() + reading.moment.me * table.mixtures;
  // Every train has an end at least: with no more ends than trains they go by the same numbers.
  const bool one_each = position.end_count == reading.program.trains.size();
  const auto among = [&](EndBits ends, dsl::TrainSet trains) {
    return ends == 0 ? ends : ends & (one_each ? trains : row.on_trains(trains));
  };
  if (table.flags == 0) return among(row.all(), open[0]);
  if (table.flags == dsl::EndTable::marked) {
    const EndBits marked = row.marked();
    return among(row.all() & ~marked, open[0]) | among(row.all() & marked, open[1]);
  }
  return open_among_mixtures(position, table, open, row, among);
}

/// Tiles of the hand at each open end. `bars`: they bar some pairs; nullptr: nothing does.
template <std::size_t Words>
void match(const Reading& reading, EndBits open, int first, bool one_is_enough, Bars* bars, Lays& lays) {
  std::array<std::uint64_t, Words> hand;
  std::copy_n(reading.position.hands[index_of(reading.moment.me)].once.begin(), Words, hand.begin());
  const End* const ends = reading.position.ends.data();
  const bool matches = rows_for(reading.program, reading.position).lay_matches;
  EndTiles* at = lays.at.data() + lays.ends;
  int in_all = lays.count;
  for (; open != 0; open &= open - 1) {
    const int bit = std::countr_zero(open);
    const int index = first + bit;
    const TileBits& bearing = matches ? tiles_bearing(ends[index].pip) : all_tiles;
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
  lays.ends = static_cast<int>(at - lays.at.data());
  lays.count = in_all;
}

// Sets of up to 64 faces are those up to double-nine, sets of up to 128 those up to double-fourteen.
inline void match_hand(const Reading& reading, EndBits open, int first, bool one_is_enough, Bars* bars,
                       Lays& lays) {
  const int kinds = reading.program.tile_kinds;
  if (kinds <= 64) return match<1>(reading, open, first, one_is_enough, bars, lays);
  if (kinds <= 128) return match<2>(reading, open, first, one_is_enough, bars, lays);
  match<3>(reading, open, first, one_is_enough, bars, lays);
}

[[gnu::noinline]] void match_barred(Reading& reading, Moment& moment, const EndRow& row, EndBits open,
                                    int first, bool one_is_enough, Lays& lays) {
  const dsl::RowCode& rows = rows_for(reading.program, reading.position);
  lays.pairs.clear();
  Bars bars(reading, moment, lays.pairs, row, first);
  open = bars.close(rows.lay_bars.data() + rows.turn_bars, rows.lay_bars.data() + rows.lay_bars.size(), open);
  match_hand(reading, open, first, one_is_enough, lays.pairs.empty() ? nullptr : &bars, lays);
}

void find(Reading& reading, Moment& moment, Lays& lays, bool one_is_enough) {
  lays.ends = 0;
  lays.count = 0;
  const dsl::RowCode& rows = rows_for(reading.program, reading.position);
  // What bars everything.
  for (std::size_t bar = 0; bar < rows.turn_bars; ++bar) {
    if (ask(reading, rows.lay_bars[bar].turn)) return;
  }
  for (int first = 0; first < reading.position.end_count; first += block) {
    const EndRow row(reading.position, first, std::min(block, reading.position.end_count - first));
    const EndBits open = open_ends(reading, rows.ends, row);
    if (open == 0) continue;
    if (rows.turn_bars < rows.lay_bars.size()) {
      match_barred(reading, moment, row, open, first, one_is_enough, lays);
    } else {
      match_hand(reading, open, first, one_is_enough, nullptr, lays);
    }
    if (one_is_enough && lays.count > 0) return;
  }
}

}  // namespace

void find_lays(Reading& reading, Moment& moment, Lays& lays) { find(reading, moment, lays, false); }

bool can_lay(const dsl::Program& program, const Position& position, Seat me) {
  Lays lays;
  Moment moment{.me = me};
  Reading reading(program, position, moment);
  find(reading, moment, lays, true);
  return lays.count > 0;
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
