#pragma once
// Bars: the conditions beside the table of ends that keep tiles off ends, looked at for up to 64 ends at a
// time. What a bar says of tiles is worked out once for all ends, unless it depends on more of an end than
// its number. Internal to the engine.

#include <array>
#include <bit>
#include <cstdint>

#include "engine/fast/ask.h"
#include "engine/fast/end_row.h"
#include "engine/fast/end_signatures.h"
#include "engine/fast/lays.h"
#include "engine/fast/quantifiers.h"
#include "engine/rules.h"

namespace roundhouse::engine {

/// Bars that no table knows, and what tables leave open.
class Bars {
 public:
  /// `moment` is what `reading` reads; it is as it was afterwards. `first`: where the row begins. `tiles`: no
  /// other is to be laid. `all_match`: only tiles that have the number of their end.
  Bars(Evaluation& reading, Moment& moment, PairBars& pairs, EndRow& row, int first, const TileSet& tiles,
       bool all_match)
      : program_(reading.program),
        position_(reading.position),
        moment_(moment),
        reading_(reading),
        pairs_(pairs),
        row_(row),
        first_(first),
        tiles_(tiles),
        all_match_(all_match) {}

  /// The ends that stay open to some tile at least; what tiles are barred there is left in `pairs`.
  EndBits close(const fast::RowCode& rows, const fast::EndTable& table) {
    const EndSignatures mixtures(table, position_, row_, first_);
    const auto places = static_cast<std::size_t>(moment_.me * table.mixtures);
    matching_ = row_.all() & mixtures.on_trains(table.matching.data() + places);
    EndBits open = matching_;
    for (const fast::EndTable::Kind& kind : table.kinds) {
      const EndBits ends = row_.all() & mixtures.on_trains(kind.ends.data() + places);
      if (ends != 0) open |= leave(ends, tiles_ & kind.fits, tiles_ & kind.misfits);
    }
    // If nothing in hand fits no bar need be asked.
    if (!rows.lay_bars.empty() && open == matching_) open &= row_.showing(tiles_);
    for (const fast::Bar& bar : rows.lay_bars) {
      if (open == 0) break;
      if (bar.turn != fast::always && !ask(reading_, bar.turn)) continue;
      const EndBits barred = bar.end_ops == 0 ? open : work_out(bar, open);
      if (barred == 0) continue;
      if (bar.tile_ops == 0) {
        open &= ~barred;
      } else if (bar.tiles_alike) {
        open = close_to_tiles(bar, barred, open);
      } else {
        PairMask& pair = pairs_.add();
        pair.bar = &bar;
        pair.ends = barred;
      }
    }
    return open;
  }

  /// Ends to which only tiles with their number may be laid.
  EndBits matching() const { return matching_; }
  /// Ends at which tiles are to be struck out.
  EndBits with_pairs() const {
    EndBits ends = 0;
    for (const PairMask& pair : pairs_) ends |= pair.ends;
    return ends;
  }

  /// Returns the number left.
  int mask_out(int bit, TileSet& tiles) {
    TileSet left = tiles;
    const std::uint8_t pip = position_.ends[static_cast<std::size_t>(first_ + bit)].pip;
    const TileSet& fitting = tiles_bearing(pip);
    for (const PairMask& pair : pairs_) {
      if ((pair.ends >> bit & 1U) == 0) continue;
      if (left.none()) return 0;
      if (pair.bar == nullptr) {
        left &= (fitting & pair.fits) | (~fitting & pair.misfits);
      } else {
        go_to(bit);
        left &= ~barred_tiles(*pair.bar, fitting, left);
        leave_end();
      }
    }
    tiles = left;
    return left.count();
  }

 private:
  /// Ends to which not all tiles may be laid, or also such as have another number: `fits` of those that
  /// have it, `misfits` of those that have not. None, if these are none.
  EndBits leave(EndBits ends, const TileSet& fits, const TileSet& misfits) {
    if (misfits.none()) {
      if (fits.none()) return 0;
      if (fits == tiles_) {
        matching_ |= ends;
        return ends;
      }
      // Of few tiles most ends show no number.
      ends &= row_.showing(fits);
      if (ends == 0) return 0;
    }
    PairMask& pair = pairs_.add();
    pair.bar = nullptr;
    pair.ends = ends;
    pair.fits = fits;
    pair.misfits = misfits;
    return ends;
  }

  /// Of the open ends those at which the bar leaves something open.
  EndBits close_to_tiles(const fast::Bar& bar, EndBits barred, EndBits open) {
    const TileSet fits = tiles_ & ~barred_tiles(bar, TileSet::all(), tiles_);
    if (fits == tiles_ && (all_match_ || !bar.tiles_fit)) return open;
    TileSet misfits;
    if (!all_match_) misfits = bar.tiles_fit ? tiles_ & ~barred_tiles(bar, {}, tiles_) : fits;
    return (open & ~barred) | leave(barred, fits, misfits);
  }

  void go_to(int bit) {
    moment_.end_index = static_cast<std::int16_t>(first_ + bit);
    moment_.end = position_.ends[static_cast<std::size_t>(first_ + bit)].serial;
  }

  void leave_end() {
    moment_.end_index = -1;
    moment_.end = absent;
  }

  EndBits on_starters(std::int32_t trains) {
    const Seat starter = position_.starter;
    return starter == no_seat
               ? EndBits{0}
               : row_.on_trains(program_.code.train_sets[static_cast<std::size_t>(trains + starter)]);
  }

  /// Those of the ends of which the decision holds.
  EndBits each_of(EndBits ends, fast::DecisionRef decision) {
    EndBits bits = 0;
    for (EndBits left = ends; left != 0; left &= left - 1) {
      const int bit = std::countr_zero(left);
      go_to(bit);
      if (ask(reading_, decision)) bits |= EndBits{1} << bit;
    }
    leave_end();
    return bits;
  }

  /// `among`: no other end matters.
  EndBits leaf(const fast::EndOp& op, EndBits among) {
    using fast::EndStep;
    switch (op.step) {
      case EndStep::marked:
        return row_.marked();
      case EndStep::start:
        return row_.starts();
      case EndStep::owed:
        return row_.owed();
      case EndStep::fresh:
        return row_.fresh();
      case EndStep::on_trains:
        return row_.on_trains(program_.code.train_sets[static_cast<std::size_t>(op.arg + moment_.me)]);
      case EndStep::on_starters:
        return on_starters(op.arg);
      case EndStep::turn:
        return ask(reading_, static_cast<fast::DecisionRef>(op.arg)) ? ~EndBits{0} : EndBits{0};
      case EndStep::newest:
        return row_.of_newest();
      case EndStep::oldest:
        return row_.of_oldest();
      case EndStep::each:
        return each_of(among, static_cast<fast::DecisionRef>(op.arg));
      case EndStep::hub:
        return row_.of_hub();
      case EndStep::both:
      case EndStep::either:
      case EndStep::fits:
      case EndStep::these:
      case EndStep::compared:
      case EndStep::bears:
        break;
    }
    return 0;
  }

  /// Of the open ends, those that are barred.
  EndBits work_out(const fast::Bar& bar, EndBits open) {
    const fast::EndOp* op = program_.code.end_ops.data() + bar.first_end_op;
    return run_steps(op, op + bar.end_ops, bar.needs_pile, open, [&](const fast::EndOp& step, EndBits among) {
      const EndBits found = leaf(step, among);
      return step.negated ? ~found : found;
    });
  }

  /// `fitting`: those with the number of the end. No tile matters but those of `among`.
  TileSet barred_tiles(const fast::Bar& bar, const TileSet& fitting, const TileSet& among) {
    const fast::EndOp* op = program_.code.end_ops.data() + bar.first_tile_op;
    return run_steps(op, op + bar.tile_ops, bar.tiles_need_pile, among,
                     [&](const fast::EndOp& step, const TileSet& left) {
                       const TileSet found = tile_leaf(step, fitting, left);
                       return step.negated ? ~found : found;
                     });
  }

  TileSet tile_leaf(const fast::EndOp& op, const TileSet& fitting, const TileSet& among) {
    if (op.step == fast::EndStep::fits) return fitting;
    if (op.step == fast::EndStep::these) return program_.code.tile_sets[static_cast<std::size_t>(op.arg)];
    if (op.step == fast::EndStep::compared) {
      return tiles_compared(reading_, program_.code.tile_bounds[static_cast<std::size_t>(op.arg)]);
    }
    const auto decision = static_cast<fast::DecisionRef>(op.arg);
    if (op.step == fast::EndStep::turn) return ask(reading_, decision) ? TileSet::all() : TileSet();
    TileSet found;
    for_each_tile(among, [&](TileId tile) {
      moment_.tile = tile;
      if (ask(reading_, decision)) found.add(tile);
    });
    moment_.tile = no_tile;
    return found;
  }

  const Rules& program_;
  const Position& position_;
  Moment& moment_;
  Evaluation& reading_;
  PairBars& pairs_;
  EndRow& row_;
  const int first_;
  const TileSet tiles_;
  const bool all_match_;
  EndBits matching_ = 0;
};

}  // namespace roundhouse::engine
