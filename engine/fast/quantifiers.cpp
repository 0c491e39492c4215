#include "engine/fast/quantifiers.h"

#include <algorithm>

#include "dsl/base/arithmetic.h"
#include "engine/bits.h"
#include "engine/fast/ask.h"
#include "engine/table.h"

namespace roundhouse::engine {

using dsl::Op;

namespace {

TileSet leaf(Evaluation& reading, const fast::EndOp& op) {
  using fast::EndStep;
  const fast::Code& code = reading.program.code;
  const auto at = static_cast<std::size_t>(op.arg);
  switch (op.step) {
    case EndStep::these:
      return code.tile_sets[at];
    case EndStep::turn:
      return ask(reading, static_cast<fast::DecisionRef>(op.arg)) ? TileSet::all() : TileSet();
    case EndStep::compared:
      return tiles_compared(reading, code.tile_bounds[at]);
    case EndStep::bears: {
      const Value number = load(reading, code.operands[at]);
      return number < 0 || number > max_highest ? TileSet() : tiles_bearing(number);
    }
    case EndStep::both:
    case EndStep::either:
    case EndStep::marked:
    case EndStep::start:
    case EndStep::owed:
    case EndStep::fresh:
    case EndStep::newest:
    case EndStep::oldest:
    case EndStep::hub:
    case EndStep::on_trains:
    case EndStep::on_starters:
    case EndStep::each:
    case EndStep::fits:
      break;
  }
  return {};
}

TileSet chosen_of(Evaluation& reading, const fast::OfTiles& asked, const TileSet& hand) {
  TileSet chosen = hand & asked.chosen;
  if (asked.ops == 0 || chosen.none()) return chosen;
  const fast::EndOp* op = reading.program.code.end_ops.data() + asked.first_op;
  return run_steps(op, op + asked.ops, asked.needs_pile, chosen,
                   [&](const fast::EndOp& step, const TileSet&) {
                     const TileSet found = leaf(reading, step);
                     return step.negated ? ~found : found;
                   });
}

/// The case that all that is asked of tiles is known by tile, in as many words as the set has.
template <std::size_t Words>
Value of_known_tiles(Op op, const fast::OfTiles& asked, const TileBag& hand, TileId without) {
  Value result = 0;
  for (std::size_t word = 0; word < Words; ++word) {
    std::uint64_t once = hand.once.words[word];
    std::uint64_t twice = hand.twice.words[word];
    if (without / 64U == word) {
      const std::uint64_t bit = std::uint64_t{1} << (without % 64U);
      once &= ~bit | twice;
      twice &= ~bit;
    }
    const std::uint64_t chosen = once & asked.chosen.words[word];
    twice &= chosen;
    switch (op) {
      case Op::any:
        if (chosen != 0) return 1;
        break;
      case Op::all:
        if (chosen != once) return 0;
        break;
      case Op::count:
        result += count_bits(chosen) + count_bits(twice);
        break;
      case Op::sum:
        result += asked.least * (count_bits(chosen) + count_bits(twice));
        for (std::size_t bit = 0; bit < asked.bits.size(); ++bit) {
          const std::uint64_t set = asked.bits[bit].words[word];
          result += (count_bits(chosen & set) + count_bits(twice & set)) << bit;
        }
        break;
      case Op::max:
      case Op::min:
      case Op::sole:
      case Op::best:
        ROUNDHOUSE_UNQUANTIFIED(ROUNDHOUSE_CASE)
        break;  // worked out otherwise
    }
  }
  return op == Op::all ? 1 : result;
}

/// The greatest number among the tiles, of which there is one; or the least.
Value extreme(const fast::TileRanks& ranks, const TileSet& tiles, bool least) {
  // The number of numbers before it: for the greatest those under which not all tiles are, for the least
  // those that no tile has.
  const auto before = std::partition_point(
      ranks.under.begin() + 1, ranks.under.end(),
      [&](const auto& under) { return least ? (tiles & under).none() : (tiles & ~under).any(); });
  return ranks.numbers[static_cast<std::size_t>(before - ranks.under.begin()) - 1];
}

}  // namespace

TileSet tiles_compared(Evaluation& reading, const fast::TileBound& bound) {
  const Value number = load(reading, bound.number);
  if (number == absent) return {};
  const fast::TileRanks& ranks = reading.program.code.tile_ranks[static_cast<std::size_t>(bound.ranks)];
  const auto first = ranks.numbers.begin();
  const auto under = [&](auto place) { return ranks.under[static_cast<std::size_t>(place - first)]; };
  const TileSet less = under(std::lower_bound(first, ranks.numbers.end(), number));
  const TileSet not_greater = under(std::upper_bound(first, ranks.numbers.end(), number));
  TileSet found;
  if (bound.less) found |= less;
  if (bound.equal) found |= not_greater & ~less;
  if (bound.greater) found |= ranks.under.back() & ~not_greater;
  return found;
}

Value of_tiles(Evaluation& reading, Op op, Value tiles, const fast::OfTiles& asked) {
  const bool is_extreme = op == Op::max || op == Op::min;
  if (tiles == absent) return op == Op::all ? 1 : is_extreme ? absent : 0;
  const TileBag& whole = reading.position.hands[static_cast<std::size_t>(tiles & (without_tile - 1))];
  const TileId without = (tiles & without_tile) != 0 ? reading.moment.tile : no_tile;
  if (asked.ops == 0 && !is_extreme) {
    const int kinds = reading.program.tile_kinds;
    if (kinds <= 64) return of_known_tiles<1>(op, asked, whole, without);
    if (kinds <= 128) return of_known_tiles<2>(op, asked, whole, without);
    return of_known_tiles<3>(op, asked, whole, without);
  }
  TileBag hand = whole;
  hand.remove(without);
  const TileSet chosen = chosen_of(reading, asked, hand.once);
  switch (op) {
    case Op::any:
      return truth(chosen.any());
    case Op::all:
      return truth(chosen == hand.once);
    case Op::count:
      return chosen.count() + (chosen & hand.twice).count();
    case Op::max:
    case Op::min:
      if (chosen.none()) return absent;
      return extreme(reading.program.code.tile_ranks[static_cast<std::size_t>(asked.ranks)], chosen,
                     op == Op::min);
    case Op::sum:
      hand.once = chosen;
      return of_known_tiles<3>(op, asked, hand, no_tile);
    case Op::sole:
    case Op::best:
      ROUNDHOUSE_UNQUANTIFIED(ROUNDHOUSE_CASE)
      break;  // no such table is made
  }
  return absent;
}

namespace {

/// The greatest or the least of numbers that stand in the position for each player.
Value extreme_field(const Evaluation& reading, const fast::FieldLocation& field, const fast::OfPlayers& asked,
                    bool least) {
  // So that the greatest is looked for either way.
  const Value sign = least ? -1 : 1;
  Value found = absent;
  for (int seat = 0; seat < reading.program.players; ++seat) {
    const Value number = sign * field_at(reading.position, field, asked.number.arg, static_cast<Seat>(seat));
    const bool counts = !asked.not_me || seat != reading.moment.me;
    found = counts && number > found ? number : found;
  }
  return found == absent ? absent : sign * found;
}

}  // namespace

[[gnu::noinline]] Value of_players(const Evaluation& reading, Op op, const fast::OfPlayers& asked) {
  const fast::FieldLocation& field = fast::row(asked.number.field).place;
  const bool is_extreme = op == Op::max || op == Op::min;
  if (is_extreme && field.mask != 0 && asked.where == fast::always) {
    return extreme_field(reading, field, asked, op == Op::min);
  }
  Moment moment;
  Evaluation of_player(reading.program, reading.position, moment);
  Value result = op == Op::any || op == Op::all || op == Op::count || op == Op::sum ? 0 : absent;
  Extreme found;
  const int first = first_of_players(reading.position);
  int seat = first;
  do {
    moment.me = static_cast<Seat>(seat);
    const bool is_chosen = (!asked.not_me || seat != reading.moment.me) &&
                           (asked.where == fast::always || ask(of_player, asked.where));
    if (op == Op::all) {
      if (!is_chosen) return 0;
    } else if (is_chosen) {
      if (op == Op::any) return 1;
      if (op == Op::count) {
        ++result;
      } else {
        const Value number = field.mask != 0 ? field_at(reading.position, field, asked.number.arg, moment.me)
                                             : load(of_player, asked.number);
        if (op == Op::sum) {
          if (number != absent) result = dsl::sum_of(result, number);
        } else {
          found.add(number, seat, op == Op::min);
        }
      }
    }
    if (++seat == reading.program.players) seat = 0;
  } while (seat != first);
  switch (op) {
    case Op::all:
      return 1;
    case Op::max:
    case Op::min:
      return found.number;
    case Op::sole:
      return found.alone ? found.element : absent;
    case Op::best:
      return found.element;
    case Op::any:
    case Op::count:
    case Op::sum:
      return result;
      ROUNDHOUSE_UNQUANTIFIED(ROUNDHOUSE_CASE)
      break;
  }
  return result;
}

}  // namespace roundhouse::engine
