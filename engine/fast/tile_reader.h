#pragma once
// What conditions and numbers say of each tile by itself. Used by what tabulates that.

#include <cstdint>
#include <optional>

#include "dsl/base/arithmetic.h"
#include "dsl/program/nodes.h"
#include "engine/fast/work.h"
#include "engine/rules.h"

namespace roundhouse::engine::fast {

/// One tile looked at. An answer of nothing: it hangs on something else as well.
class TileReader : private NodeView {
 public:
  using Answer = std::optional<std::int32_t>;
  static constexpr std::int32_t absent = INT32_MIN;

  /// `slot`: the bound variable that stands for the tile; -1: the root `tile`.
  /// Where `work` has run out nothing hangs on the tile alone any more.
  TileReader(const Rules& program, std::int32_t slot, Work& work)
      : NodeView(program), slot_(slot), work_(work) {}

  void look_at(int high, int low) {
    high_ = high;
    low_ = low;
  }

  Answer read(std::int32_t index) const {
    if (!work_.take()) return std::nullopt;
    const Node& node = this->node(index);
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
  bool is_the_tile(std::int32_t index) const {
    const Node& node = this->node(index);
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
    const Node& right = this->node(arg(node, 1));
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

  std::int32_t slot_;
  Work& work_;
  int high_ = 0;
  int low_ = 0;
};

/// Calls visit(id, high, low) for each face of the set until it returns false.
template <class Visit>
bool for_faces(const Rules& program, Visit visit) {
  std::size_t id = 0;
  for (int high = 0; high <= program.highest; ++high) {
    for (int low = 0; low <= high; ++low) {
      if (!visit(id++, high, low)) return false;
    }
  }
  return true;
}

}  // namespace roundhouse::engine::fast
