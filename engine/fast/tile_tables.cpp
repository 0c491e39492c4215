#include "engine/fast/lower.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "dsl/program/nodes.h"
#include "dsl/vocabulary/operator_values.h"
#include "engine/fast/diagram_builder.h"
#include "engine/read_word.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {
namespace {

// Reads conditions and numbers of each tile by itself: the engine is asked, with nothing but the tile.

/// One tile looked at. An answer of nothing: it depends on something else as well.
class TileReader {
 public:
  /// `slot`: the bound variable that stands for the tile; -1: the root `tile`.
  /// Once `work` has run out nothing depends on the tile alone any more.
  TileReader(const Rules& rules, std::int32_t slot, Work& work)
      : nodes_(rules), slot_(slot), work_(work), reading_(rules, position_, moment_) {}
  TileReader(const TileReader&) = delete;
  TileReader& operator=(const TileReader&) = delete;

  void analyze(TileId tile) {
    moment_.tile = tile;
    if (slot_ >= 0) reading_.variables[static_cast<std::size_t>(slot_)] = tile;
  }

  std::optional<Value> read(std::int32_t index) {
    const std::size_t nodes = nodes_of(index);
    if (nodes == 0 || !work_.take(nodes)) return std::nullopt;
    return read_node(reading_, index);
  }

 private:
  /// The number of nodes that are read for it; 0: it does not depend on the tile alone.
  std::size_t nodes_of(std::int32_t index) {
    for (const auto& [known, nodes] : sizes_)
      if (known == index) return nodes;
    sizes_.emplace_back(index, count(index));
    return sizes_.back().second;
  }

  std::size_t count(std::int32_t index) {
    const Node& node = nodes_.node(index);
    const Aspects of_tile = slot_ < 0 ? aspects::tile : aspects::none;
    // There are no trains before there is an engine.
    const bool other = (node.op == Op::variable && node.value != slot_) || node.op == Op::train_of;
    if (other || is_quantifier(node.op) || (node.reads & ~of_tile) != 0 || !work_.take()) return 0;
    std::size_t all = 1;
    for (int i = 0; i < node.arg_count; ++i) {
      const std::size_t part = count(nodes_.arg(node, i));
      if (part == 0) return 0;
      all += part;
    }
    return all;
  }

  NodeView nodes_;
  std::int32_t slot_;
  Work& work_;
  Position position_{};
  Moment moment_;
  Evaluation reading_;
  std::vector<std::pair<std::int32_t, std::size_t>> sizes_;  ///< of the nodes that were asked about
};

/// Calls visit(tile) for each face of the set until it returns false.
template <class Visit>
bool for_faces(const Rules& rules, Visit visit) {
  for (int tile = 0; tile < rules.tile_kinds; ++tile)
    if (!visit(static_cast<TileId>(tile))) return false;
  return true;
}

/// From what a quantifier asks of each tile of a hand to the steps that work it out for the whole hand at
/// once.
class HandSteps : private SetSteps {
 public:
  /// `slot`: the bound variable. Adds to program.code.end_ops and what these lead to.
  HandSteps(Rules& program, DiagramBuilder& diagrams, std::int32_t slot)
      : SetSteps(program, diagrams), slot_(slot) {}

  /// False: it has no such form.
  bool add(std::int32_t condition, OfTiles& made) {
    made.first_op = static_cast<std::int32_t>(program_.code.end_ops.size());
    if (!steps(condition, false, 0)) return false;
    made.ops = static_cast<std::int32_t>(program_.code.end_ops.size()) - made.first_op;
    made.needs_pile = needs_pile(made.first_op);
    return true;
  }

 private:
  bool is_the_tile(std::int32_t index) const {
    return node(index).op == Op::variable && node(index).value == slot_;
  }

  /// True of the variable, or one that takes its place further in.
  bool reads_tile(std::int32_t index) const {
    const Node& looked = node(index);
    if (!diagrams_.work().tile_reads.take()) return true;  // it may, and then there is no such form
    if (is_the_tile(index) || (is_quantifier(looked.op) && looked.value == slot_)) return true;
    for (int i = 0; i < looked.arg_count; ++i) {
      if (reads_tile(arg(looked, i))) return true;
    }
    return false;
  }

  bool is_alike(std::int32_t condition) override { return !reads_tile(condition); }

  bool known(std::int32_t index, bool negated) override {
    Code& code = program_.code;
    const Node condition = node(index);
    if (condition.op == Op::logical_and || condition.op == Op::logical_or) return false;
    if (const auto tiles = tiles_of(program_, diagrams_, index, slot_)) {
      leaf(EndStep::these, negated, static_cast<std::int32_t>(code.tile_sets.size()));
      code.tile_sets.push_back(*tiles);
      return true;
    }
    if (condition.op == Op::has && is_the_tile(arg(condition, 0)) && !reads_tile(arg(condition, 1))) {
      leaf(EndStep::bears, negated, diagrams_.keep(diagrams_.number(arg(condition, 1))));
      return true;
    }
    const auto comparison = comparison_of(program_, diagrams_, index, slot_);
    if (!comparison || reads_tile(comparison->other)) return false;
    leaf(EndStep::compared, negated != comparison->negated, comparison->bound);
    return true;
  }

  std::int32_t slot_;
};

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

void SetSteps::leaf(EndStep step, bool negated, std::int32_t arg) {
  program_.code.end_ops.push_back({step, negated, EndJoin::put, arg});
}

bool SetSteps::needs_pile(std::int32_t first) const {
  return std::any_of(program_.code.end_ops.begin() + first + 1, program_.code.end_ops.end(),
                     [](const EndOp& op) { return op.join == EndJoin::put; });
}

bool SetSteps::steps(std::int32_t index, bool negated, std::size_t pushed) {
  if (is_alike(index)) {
    leaf(EndStep::turn, negated, diagrams_.condition({index}));
    return true;
  }
  const Node condition = node(index);
  if (condition.op == Op::logical_not) return steps(arg(condition, 0), !negated, pushed);
  const bool is_and = condition.op == Op::logical_and;
  if ((!is_and && condition.op != Op::logical_or) || pushed + 2 >= most_end_sets)
    return known(index, negated);
  const bool both = is_and != negated;
  for (int i = 0; i < condition.arg_count; ++i) {
    const auto first_step = program_.code.end_ops.size();
    if (!steps(arg(condition, i), negated, pushed + (i > 0 ? 1 : 0))) return false;
    if (i == 0) continue;
    if (program_.code.end_ops.size() == first_step + 1) {
      program_.code.end_ops.back().join = both ? EndJoin::both : EndJoin::either;
    } else {
      leaf(both ? EndStep::both : EndStep::either, false);
    }
  }
  return true;
}

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
