#include "engine/fast/tile_tables.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "dsl/vocabulary/operator_values.h"
#include "engine/fast/hand_steps.h"
#include "engine/fast/tile_reader.h"

namespace roundhouse::engine::fast {
namespace {

/// Greater ones are not added up by their bits: sums of them could reach their limit.
constexpr std::int32_t greatest_bits = 1 << 20;
constexpr std::size_t lone_reads = 5'000'000;

using Numbers = std::vector<std::pair<Value, TileId>>;

TileRanks ranked(Numbers numbers) {
  std::stable_sort(numbers.begin(), numbers.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  TileRanks ranks;
  TileSet under;
  for (const auto& [number, id] : numbers) {
    if (ranks.numbers.empty() || ranks.numbers.back() != number) {
      ranks.numbers.push_back(number);
      ranks.under.push_back(under);
    }
    under.add(id);
  }
  ranks.under.push_back(under);
  return ranks;
}

std::int32_t keep(Rules& program, TileRanks ranks) {
  program.code.tile_ranks.push_back(std::move(ranks));
  return static_cast<std::int32_t>(program.code.tile_ranks.size()) - 1;
}

/// Adds the bits of a sum; false if it could reach its limit.
bool add_bits(const Numbers& numbers, OfTiles& made) {
  if (numbers.empty()) return true;
  const auto [least, greatest] = std::minmax_element(numbers.begin(), numbers.end());
  if (least->first < -greatest_bits || greatest->first > greatest_bits) return false;
  made.least = least->first;
  const int more = greatest->first - made.least;
  for (int bit = 0; more >> bit != 0; ++bit) {
    TileSet& set = made.bits.emplace_back();
    for (const auto& [number, id] : numbers) {
      if (((number - made.least) >> bit & 1) != 0) set.add(id);
    }
  }
  return true;
}

OfTiles::Hand hand_of(const Rules& program, std::int32_t set) {
  const NodeView nodes(program);
  if (nodes.is_root(set, Root::rest)) return OfTiles::Hand::rest;
  return nodes.is_my_hand(set) ? OfTiles::Hand::mine : OfTiles::Hand::other;
}

std::optional<OfTiles> tabulate(Rules& program, DiagramBuilder& diagrams, const Node& quantifier) {
  const auto arg = [&](int which) {
    return program.args[static_cast<std::size_t>(quantifier.first_arg + which)];
  };
  TileReader reader(program, quantifier.value, diagrams.work().tile_reads);
  OfTiles made;
  made.hand = hand_of(program, arg(0));
  Numbers numbers;
  bool by_steps = false;
  const bool all = for_faces(program, [&](TileId tile) {
    reader.analyze(tile);
    const auto chosen = quantifier.has_where && !by_steps ? reader.read(arg(1)) : 1;
    const auto number = quantifier.has_of ? reader.read(arg(quantifier.has_where ? 2 : 1)) : 0;
    if (!number) return false;
    if (!chosen) by_steps = true;
    // A number that is absent is passed over.
    if (chosen.value_or(1) == 0 || *number == absent) return true;
    made.chosen.add(tile);
    if (quantifier.has_of) numbers.emplace_back(*number, tile);
    return true;
  });
  if (!all || (by_steps && !HandSteps(program, diagrams, quantifier.value).add(arg(1), made)))
    return std::nullopt;
  if (!diagrams.work().tile_ranks.take(1 + numbers.size())) return std::nullopt;
  if (quantifier.op == Op::sum && !add_bits(numbers, made)) return std::nullopt;
  if (quantifier.op == Op::max || quantifier.op == Op::min) made.ranks = keep(program, ranked(numbers));
  return made;
}

/// The tiles of which no part of the condition is plainly false.
TileSet possible_engines(const Rules& program, NodeRef wanted, Work& work) {
  const std::vector<std::int32_t> parts = NodeView(program).parts_of(wanted.value, Op::logical_and);
  TileReader reader(program, -1, work);
  TileSet possible;
  for_faces(program, [&](TileId tile) {
    reader.analyze(tile);
    for (const std::int32_t part : parts) {
      if (reader.read(part) == 0) return true;
    }
    possible.add(tile);
    return true;
  });
  return possible;
}

/// True if every lot is worth nothing, whatever the tile.
bool has_no_lots(const Rules& program, Work& work) {
  if (!program.setup.lots.given()) return true;
  TileReader reader(program, -1, work);
  return for_faces(program, [&](TileId tile) {
    reader.analyze(tile);
    return reader.read(program.setup.lots.value) == absent;
  });
}

bool is_tabulated(Op op) {
  return op == Op::any || op == Op::all || op == Op::count || op == Op::sum || op == Op::max || op == Op::min;
}

}  // namespace

std::optional<TileSet> tiles_of(const Rules& program, const DiagramBuilder& diagrams, std::int32_t condition,
                                std::int32_t slot) {
  TileReader reader(program, slot, diagrams.work().tile_reads);
  TileSet tiles;
  const bool all = for_faces(program, [&](TileId tile) {
    reader.analyze(tile);
    const auto holds = reader.read(condition);
    if (holds == 1) tiles.add(tile);
    return holds.has_value();
  });
  return all ? std::optional(tiles) : std::nullopt;
}

std::optional<Comparison> comparison_of(Rules& program, const DiagramBuilder& diagrams,
                                        std::int32_t condition, std::int32_t slot) {
  const Node node = program.nodes[static_cast<std::size_t>(condition)];
  if (!is_comparison(node.op)) return std::nullopt;
  for (const int side : {0, 1}) {
    const auto arg = [&](int which) {
      return program.args[static_cast<std::size_t>(node.first_arg + which)];
    };
    const std::int32_t other = arg(1 - side);
    const Type type = program.nodes[static_cast<std::size_t>(arg(side))].type;
    if (type != Type::number || program.nodes[static_cast<std::size_t>(other)].type != Type::number) continue;
    TileReader reader(program, slot, diagrams.work().tile_reads);
    Numbers numbers;
    const bool all = for_faces(program, [&](TileId tile) {
      reader.analyze(tile);
      const auto number = reader.read(arg(side));
      if (number && *number != absent) numbers.emplace_back(*number, tile);
      return number.has_value();
    });
    if (!all || !diagrams.work().tile_ranks.take(numbers.size())) continue;
    const Op of_side = side == 0 ? node.op : mirrored(node.op);
    const Op than = of_side == Op::not_equal ? Op::equal : of_side;
    program.code.tile_bounds.push_back({compares(than, -1, 0), compares(than, 0, 0), compares(than, 1, 0),
                                        keep(program, ranked(std::move(numbers))), diagrams.number(other)});
    return Comparison{static_cast<std::int32_t>(program.code.tile_bounds.size()) - 1, other,
                      node.op == Op::not_equal};
  }
  return std::nullopt;
}

void tabulate_tiles(Rules& program, DiagramBuilder& diagrams) {
  Code& code = program.code;
  code.tiles_alone.assign(program.nodes.size(), -1);
  for (std::size_t index = 0; index < program.nodes.size(); ++index) {
    const Node node = program.nodes[index];
    if (!is_tabulated(node.op)) continue;
    const std::int32_t set = program.args[static_cast<std::size_t>(node.first_arg)];
    if (program.nodes[static_cast<std::size_t>(set)].type != Type::tiles) continue;
    if (const auto table = tabulate(program, diagrams, node)) {
      code.tiles_alone[index] = static_cast<std::int32_t>(code.of_tiles.size());
      code.of_tiles.push_back(*table);
    }
  }
  // These two come once, so nothing that other rows took is missing.
  Work work(lone_reads);
  code.no_lots = has_no_lots(program, work);
  code.wanted = possible_engines(program, program.setup.wanted, work);
}

}  // namespace roundhouse::engine::fast
