#include "engine/lays.h"

#include <algorithm>
#include <bit>

#include "engine/ask.h"
#include "engine/bits.h"
#include "engine/few.h"

namespace roundhouse::engine {
namespace {

using dsl::Bar;
using dsl::EndOp;
using dsl::EndStep;

/// Ends are worked out 64 at a time: bit i is the end `first + i`.
using EndBits = std::uint64_t;
constexpr int block = 64;

class LayFinder {
 public:
  LayFinder(const dsl::Program& program, const Position& position, Seat me, bool one_is_enough)
      : program_(program),
        position_(position),
        rows_(rows_for(program, position)),
        moment_{.me = me},
        reading_(program, position, moment_),
        one_is_enough_(one_is_enough) {}

  void find(Lays& lays) {
    lays.ends = 0;
    lays.count = 0;
    // 1 What hangs on neither end nor tile.
    for (const Bar& bar : rows_.lay_bars) {
      if (!ask(reading_, bar.turn)) continue;
      if (bar.end_ops == 0 && bar.pair == dsl::always) return;
      bars_.push_back(&bar);
    }
    for (int first = 0; first < position_.end_count; first += block) {
      const int ends = std::min(block, position_.end_count - first);
      find_in_block(first, ends, lays);
      if (one_is_enough_ && lays.count > 0) return;
    }
  }

 private:
  // 2 What hangs on the end, for all ends at once.
  void find_in_block(int first, int ends, Lays& lays) {
    first_ = first;
    ends_ = ends;
    open_ = ends == block ? ~EndBits{0} : (EndBits{1} << ends) - 1;
    Few<PairBar, 16> pairs;
    for (const Bar* bar : bars_) {
      const EndBits barred = bar->end_ops == 0 ? ~EndBits{0} : work_out(*bar);
      if (bar->pair == dsl::always) {
        open_ &= ~barred;
        if (open_ == 0) return;
      } else {
        pairs.push_back({bar->pair, barred});
      }
    }
    const TileBits& hand = position_.hands[index_of(moment_.me)].once;
    // 3 The tiles that match, and what hangs on tile and end.
    for (EndBits open = open_; open != 0; open &= open - 1) {
      const int bit = std::countr_zero(open);
      const auto index = static_cast<std::size_t>(first + bit);
      TileBits tiles = hand;
      if (rows_.lay_matches) {
        const TileBits& bearing = tiles_bearing(position_.ends[index].pip);
        for (std::size_t word = 0; word < tiles.size(); ++word) tiles[word] &= bearing[word];
      }
      if ((tiles[0] | tiles[1] | tiles[2]) == 0) continue;
      for (const PairBar& pair : pairs) {
        if ((pair.ends >> bit & 1U) != 0) strike_out(index, pair.test, tiles);
      }
      const int count = count_bits(tiles[0]) + count_bits(tiles[1]) + count_bits(tiles[2]);
      if (count == 0) continue;
      lays.at[static_cast<std::size_t>(lays.ends++)] = {static_cast<std::int16_t>(index),
                                                        static_cast<std::int16_t>(count), tiles};
      lays.count += count;
      if (one_is_enough_) return;
    }
  }

  struct PairBar {
    dsl::TestRef test;
    EndBits ends;
  };

  void strike_out(std::size_t index, dsl::TestRef test, TileBits& tiles) {
    go_to(index);
    for (std::size_t word = 0; word < tiles.size(); ++word) {
      for (std::uint64_t left = tiles[word]; left != 0; left &= left - 1) {
        moment_.tile = static_cast<TileId>(word * 64 + static_cast<std::size_t>(std::countr_zero(left)));
        if (ask(reading_, test)) tiles[word] &= ~(left & (~left + 1));
      }
    }
    moment_.tile = no_tile;
  }

  void go_to(std::size_t index) {
    moment_.end_index = static_cast<std::int16_t>(index);
    moment_.end = position_.ends[index].serial;
  }

  template <class Belongs>
  EndBits ends_that(Belongs belongs) const {
    // From the last to the first, each shifting the others on: there are mostly few, and a compiler that took
    // them eight at a time would work longer on making ready than on the ends.
    EndBits bits = 0;
    const End* const first = position_.ends.data() + first_;
    for (const End* end = first + ends_; end != first;) {
      --end;
      bits = bits << 1 | static_cast<EndBits>(belongs(*end));
    }
    return bits;
  }

  EndBits of_debt(const Debt& debt) const {
    return ends_that([&](const End& end) { return end.group == debt.group; });
  }

  EndBits owing(bool only_fresh) const {
    EndBits bits = 0;
    for (std::size_t d = 0; d < position_.debt_count; ++d) {
      const Debt& debt = position_.debts[d];
      if (!only_fresh || debt.turn == position_.turn_serial) bits |= of_debt(debt);
    }
    return bits;
  }

  EndBits on_trains(dsl::TrainSet trains) const {
    // Every train has an end at least: with no more ends than trains they go by the same numbers.
    if (position_.end_count == program_.trains.size()) return trains;
    return ends_that([&](const End& end) { return (trains >> end.train & 1U) != 0; });
  }

  /// Those of the ends of which the test holds.
  EndBits each_of(EndBits ends, dsl::TestRef test) {
    EndBits bits = 0;
    for (EndBits left = ends; left != 0; left &= left - 1) {
      const int bit = std::countr_zero(left);
      go_to(static_cast<std::size_t>(first_ + bit));
      if (ask(reading_, test)) bits |= EndBits{1} << bit;
    }
    moment_.end_index = -1;
    moment_.end = absent;
    return bits;
  }

  /// `among`: no other end matters.
  EndBits leaf(const EndOp& op, EndBits among) {
    switch (op.step) {
      case EndStep::marked:
        return ends_that([](const End& end) { return end.marked; });
      case EndStep::start:
        return ends_that([](const End& end) { return end.start; });
      case EndStep::owed:
        return owing(false);
      case EndStep::fresh:
        return owing(true);
      case EndStep::on_trains:
        return on_trains(program_.code.train_sets[static_cast<std::size_t>(op.arg + moment_.me)]);
      case EndStep::turn:
        return ask(reading_, static_cast<dsl::TestRef>(op.arg)) ? ~EndBits{0} : EndBits{0};
      case EndStep::newest:
        return position_.debt_count == 0 ? 0 : of_debt(position_.debts[position_.debt_count - 1U]);
      case EndStep::oldest:
        return position_.debt_count == 0 ? 0 : of_debt(position_.debts[0]);
      case EndStep::each:
        return each_of(among, static_cast<dsl::TestRef>(op.arg));
      case EndStep::both:
      case EndStep::either:
        break;
    }
    return 0;
  }

  EndBits work_out(const Bar& bar) {
    std::array<EndBits, dsl::most_end_sets + 1> sets;
    sets[0] = 0;
    EndBits* last = sets.data();  // sets[0] is under the pile
    const EndOp* op = program_.code.end_ops.data() + bar.first_end_op;
    for (const EndOp* stop = op + bar.end_ops; op != stop; ++op) {
      if (op->step == EndStep::both) {
        --last;
        last[0] &= last[1];
      } else if (op->step == EndStep::either) {
        --last;
        last[0] |= last[1];
      } else {
        const EndBits among = op->join == dsl::EndJoin::both ? open_ & *last : open_;
        const EndBits found = leaf(*op, among) ^ (op->negated ? ~EndBits{0} : EndBits{0});
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
  const dsl::RowCode& rows_;
  Moment moment_;
  Reading reading_;
  const bool one_is_enough_;
  Few<const Bar*, 24> bars_;
  int first_ = 0;
  int ends_ = 0;
  EndBits open_ = 0;
};

}  // namespace

void find_lays(const dsl::Program& program, const Position& position, Seat me, Lays& lays) {
  LayFinder(program, position, me, false).find(lays);
}

bool can_lay(const dsl::Program& program, const Position& position, Seat me) {
  Lays lays;
  LayFinder(program, position, me, true).find(lays);
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
