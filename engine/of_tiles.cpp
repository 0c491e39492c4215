#include "engine/of_tiles.h"

#include <algorithm>

#include "engine/ask.h"
#include "engine/bits.h"

namespace roundhouse::engine {
namespace {

Tiles leaf(Reading& reading, const dsl::EndOp& op) {
  using dsl::EndStep;
  const dsl::Code& code = reading.program.code;
  const auto at = static_cast<std::size_t>(op.arg);
  switch (op.step) {
    case EndStep::these:
      return {code.tile_sets[at]};
    case EndStep::turn:
      return ask(reading, static_cast<dsl::TestRef>(op.arg)) ? Tiles{all_tiles} : Tiles{};
    case EndStep::compared:
      return tiles_compared(reading, code.tile_bounds[at]);
    case EndStep::bears: {
      const Value number = see(reading, code.numbers[at]);
      return number < 0 || number > max_highest ? Tiles{} : Tiles{tiles_bearing(number)};
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

Tiles chosen_of(Reading& reading, const dsl::OfTiles& asked, const Tiles& hand) {
  Tiles chosen = hand & Tiles{asked.chosen};
  if (asked.ops == 0 || chosen.empty()) return chosen;
  const dsl::EndOp* op = reading.program.code.end_ops.data() + asked.first_op;
  return run_steps(op, op + asked.ops, asked.needs_pile, chosen, [&](const dsl::EndOp& step, const Tiles&) {
    const Tiles found = leaf(reading, step);
    return step.negated ? ~found : found;
  });
}

Value sum(const dsl::OfTiles& asked, const Tiles& once, const Tiles& twice, std::size_t words) {
  Value total = 0;
  for (std::size_t word = 0; word < words; ++word) {
    const std::uint64_t first = once.words[word];
    const std::uint64_t second = twice.words[word];
    total += asked.least * (count_bits(first) + count_bits(second));
    for (std::size_t bit = 0; bit < asked.bits.size(); ++bit) {
      const std::uint64_t set = asked.bits[bit][word];
      total += (count_bits(first & set) + count_bits(second & set)) << bit;
    }
  }
  return total;
}

/// The greatest number among the tiles, of which there is one; or the least.
Value extreme(const dsl::TileRanks& ranks, const Tiles& tiles, bool least) {
  // How many numbers come before it: for the greatest those under which not all tiles are, for the least
  // those that no tile has.
  const auto before =
      std::partition_point(ranks.under.begin() + 1, ranks.under.end(), [&](const auto& under) {
        return least ? (tiles & Tiles{under}).empty() : !(tiles & ~Tiles{under}).empty();
      });
  return ranks.numbers[static_cast<std::size_t>(before - ranks.under.begin()) - 1];
}

}  // namespace

Tiles tiles_compared(Reading& reading, const dsl::TileBound& bound) {
  const Value number = see(reading, bound.number);
  if (number == absent) return {};
  const dsl::TileRanks& ranks = reading.program.code.tile_ranks[static_cast<std::size_t>(bound.ranks)];
  const auto first = ranks.numbers.begin();
  const auto under = [&](auto place) { return Tiles{ranks.under[static_cast<std::size_t>(place - first)]}; };
  const Tiles less = under(std::lower_bound(first, ranks.numbers.end(), number));
  const Tiles not_greater = under(std::upper_bound(first, ranks.numbers.end(), number));
  switch (bound.than) {
    case dsl::TileBound::Than::less:
      return less;
    case dsl::TileBound::Than::less_equal:
      return not_greater;
    case dsl::TileBound::Than::equal:
      return not_greater & ~less;
    case dsl::TileBound::Than::greater_equal:
      return Tiles{ranks.under.back()} & ~less;
    case dsl::TileBound::Than::greater:
      return Tiles{ranks.under.back()} & ~not_greater;
  }
  return {};
}

Value of_tiles(Reading& reading, dsl::Op op, Value tiles, const dsl::OfTiles& asked) {
  const bool is_extreme = op == dsl::Op::max || op == dsl::Op::min;
  if (tiles == absent) return op == dsl::Op::all ? 1 : is_extreme ? absent : 0;
  const TileBag& whole = reading.position.hands[static_cast<std::size_t>(tiles & (without_tile - 1))];
  Tiles once{whole.once};
  Tiles twice{whole.twice};
  if ((tiles & without_tile) != 0) {
    TileBag rest = whole;
    rest.remove(reading.moment.tile);
    once = {rest.once};
    twice = {rest.twice};
  }
  const Tiles chosen = chosen_of(reading, asked, once);
  switch (op) {
    case dsl::Op::any:
      return truth(!chosen.empty());
    case dsl::Op::all:
      return truth(chosen == once);
    case dsl::Op::count:
      return chosen.count() + (chosen & twice).count();
    case dsl::Op::max:
    case dsl::Op::min:
      if (chosen.empty()) return absent;
      return extreme(reading.program.code.tile_ranks[static_cast<std::size_t>(asked.ranks)], chosen,
                     op == dsl::Op::min);
    default:
      return sum(asked, chosen, chosen & twice,
                 static_cast<std::size_t>(reading.program.tile_kinds + 63) / 64);
  }
}

}  // namespace roundhouse::engine
