#include "dsl/compile/tile_tables.h"

#include <optional>

#include "dsl/base/arithmetic.h"

namespace roundhouse::dsl {
namespace {

constexpr std::int32_t absent = INT32_MIN;

/// One tile looked at. An answer of nothing: it hangs on something else as well.
class TileReader {
 public:
  using Answer = std::optional<std::int32_t>;

  /// `slot`: the bound variable that stands for the tile; -1: the root `tile`.
  TileReader(const Program& program, std::int32_t slot) : program_(program), slot_(slot) {}

  void look_at(int high, int low) {
    high_ = high;
    low_ = low;
  }

  Answer read(std::int32_t index) const {
    const Node& node = program_.nodes[static_cast<std::size_t>(index)];
    switch (node.op) {
      case Op::number:
      case Op::truth:
      case Op::name:
        return node.value;
      case Op::absent:
        return node.type == Type::truth ? 0 : absent;
      case Op::member:
        return member(node);
      case Op::negate:
        return with_one(node, [](std::int32_t a) { return difference_of(0, a); });
      case Op::add:
        return with_both(node, absent, sum_of);
      case Op::subtract:
        return with_both(node, absent, difference_of);
      case Op::multiply:
        return with_both(node, absent, product_of);
      case Op::divide:
        return with_both(node, absent, quotient_of);
      case Op::modulo:
        return with_both(node, absent, remainder_of);
      case Op::equal:
        return equality(node, 1);
      case Op::not_equal:
        return equality(node, 0);
      case Op::less:
        return with_both(node, 0, [](std::int32_t a, std::int32_t b) { return a < b ? 1 : 0; });
      case Op::less_equal:
        return with_both(node, 0, [](std::int32_t a, std::int32_t b) { return a <= b ? 1 : 0; });
      case Op::greater:
        return with_both(node, 0, [](std::int32_t a, std::int32_t b) { return a > b ? 1 : 0; });
      case Op::greater_equal:
        return with_both(node, 0, [](std::int32_t a, std::int32_t b) { return a >= b ? 1 : 0; });
      case Op::has: {
        if (!is_the_tile(arg(node, 0))) return std::nullopt;
        const Answer number = read(arg(node, 1));
        return number ? Answer(*number == high_ || *number == low_ ? 1 : 0) : std::nullopt;
      }
      case Op::logical_not: {
        const Answer a = read(arg(node, 0));
        return a ? Answer(*a == 0 ? 1 : 0) : std::nullopt;
      }
      case Op::logical_and:
      case Op::logical_or:
        return junction(node);
      case Op::choose: {
        const Answer condition = read(arg(node, 0));
        return condition ? read(arg(node, *condition == 1 ? 1 : 2)) : std::nullopt;
      }
      default:
        return std::nullopt;
    }
  }

 private:
  std::int32_t arg(const Node& node, int which) const {
    return program_.args[static_cast<std::size_t>(node.first_arg + which)];
  }

  bool is_the_tile(std::int32_t index) const {
    const Node& node = program_.nodes[static_cast<std::size_t>(index)];
    return slot_ < 0 ? node.op == Op::root && node.value == static_cast<std::int32_t>(Root::tile)
                     : node.op == Op::variable && node.value == slot_ && node.type == Type::tile;
  }

  Answer member(const Node& node) const {
    if (node.arg_count != 1 || !is_the_tile(arg(node, 0))) return std::nullopt;
    switch (static_cast<Member>(node.value)) {
      case Member::tile_double:
        return high_ == low_ ? 1 : 0;
      case Member::tile_high:
        return high_;
      case Member::tile_low:
        return low_;
      case Member::tile_pips:
        return high_ + low_;
      default:
        return std::nullopt;
    }
  }

  template <class Calculate>
  Answer with_one(const Node& node, Calculate result) const {
    const Answer a = read(arg(node, 0));
    if (!a) return std::nullopt;
    return *a == absent ? absent : result(*a);
  }

  template <class Calculate>
  Answer with_both(const Node& node, std::int32_t if_absent, Calculate result) const {
    const Answer a = read(arg(node, 0));
    const Answer b = read(arg(node, 1));
    if (!a || !b) return std::nullopt;
    return *a == absent || *b == absent ? if_absent : result(*a, *b);
  }

  Answer equality(const Node& node, std::int32_t if_equal) const {
    const Node& right = program_.nodes[static_cast<std::size_t>(arg(node, 1))];
    if (right.type == Type::absent) return std::nullopt;
    const Answer equal = with_both(node, 0, [](std::int32_t a, std::int32_t b) { return a == b ? 1 : 0; });
    return equal ? Answer(*equal == 1 ? if_equal : 1 - if_equal) : std::nullopt;
  }

  Answer junction(const Node& node) const {
    const std::int32_t decides = node.op == Op::logical_or ? 1 : 0;
    std::int32_t result = 1 - decides;
    for (int i = 0; i < node.arg_count; ++i) {
      const Answer part = read(arg(node, i));
      if (!part) return std::nullopt;
      if (*part == decides) result = decides;
    }
    return result;
  }

  const Program& program_;
  std::int32_t slot_;
  int high_ = 0;
  int low_ = 0;
};

/// Calls visit(id, high, low) for each face of the set until it returns false.
template <class Visit>
bool for_faces(const Program& program, Visit visit) {
  std::size_t id = 0;
  for (int high = 0; high <= program.highest; ++high) {
    for (int low = 0; low <= high; ++low) {
      if (!visit(id++, high, low)) return false;
    }
  }
  return true;
}

void put(TileSet& set, std::size_t id) { set[id / 64] |= std::uint64_t{1} << (id % 64); }

std::optional<Code::OfTiles> tabulate(const Program& program, const Node& quantifier) {
  const auto arg = [&](int which) {
    return program.args[static_cast<std::size_t>(quantifier.first_arg + which)];
  };
  TileReader reader(program, quantifier.value);
  Code::OfTiles made;
  const bool all = for_faces(program, [&](std::size_t id, int high, int low) {
    reader.look_at(high, low);
    const auto chosen = quantifier.has_where ? reader.read(arg(1)) : 1;
    const auto number = quantifier.has_of ? reader.read(arg(quantifier.has_where ? 2 : 1)) : 0;
    if (!chosen || !number) return false;
    // A number that is absent is passed over.
    if (*chosen == 1 && *number != absent) put(made.chosen, id);
    made.number[id] = *number;
    return true;
  });
  return all ? std::optional(made) : std::nullopt;
}

/// The tiles of which no part of the condition is plainly false.
TileSet possible_engines(const Program& program, NodeRef wanted) {
  std::vector<std::int32_t> parts{wanted.value};
  const Node& root = program.nodes[static_cast<std::size_t>(wanted.value)];
  if (root.op == Op::logical_and) {
    parts.assign(program.args.begin() + root.first_arg,
                 program.args.begin() + root.first_arg + root.arg_count);
  }
  TileReader reader(program, -1);
  TileSet possible{};
  for_faces(program, [&](std::size_t id, int high, int low) {
    reader.look_at(high, low);
    for (const std::int32_t part : parts) {
      if (reader.read(part) == 0) return true;
    }
    put(possible, id);
    return true;
  });
  return possible;
}

/// Every lot is worth nothing, whatever the tile.
bool has_no_lots(const Program& program) {
  if (!program.setup.lots.given()) return true;
  TileReader reader(program, -1);
  return for_faces(program, [&](std::size_t, int high, int low) {
    reader.look_at(high, low);
    return reader.read(program.setup.lots.value) == absent;
  });
}

bool is_tabulated(Op op) { return op == Op::any || op == Op::all || op == Op::count || op == Op::sum; }

}  // namespace

std::optional<TileSet> tiles_of(const Program& program, std::int32_t condition) {
  TileReader reader(program, -1);
  TileSet tiles{};
  const bool all = for_faces(program, [&](std::size_t id, int high, int low) {
    reader.look_at(high, low);
    const auto holds = reader.read(condition);
    if (holds == 1) put(tiles, id);
    return holds.has_value();
  });
  return all ? std::optional(tiles) : std::nullopt;
}

void tabulate_tiles(Program& program) {
  Code& code = program.code;
  code.tiles_alone.assign(program.nodes.size(), -1);
  for (std::size_t index = 0; index < program.nodes.size(); ++index) {
    const Node& node = program.nodes[index];
    if (!is_tabulated(node.op)) continue;
    const std::int32_t set = program.args[static_cast<std::size_t>(node.first_arg)];
    if (program.nodes[static_cast<std::size_t>(set)].type != Type::tiles) continue;
    if (code.of_tiles.size() == INT16_MAX) break;
    if (const auto table = tabulate(program, node)) {
      code.tiles_alone[index] = static_cast<std::int16_t>(code.of_tiles.size());
      code.of_tiles.push_back(*table);
    }
  }
  code.no_lots = has_no_lots(program);
  code.wanted = possible_engines(program, program.setup.wanted);
}

}  // namespace roundhouse::dsl
