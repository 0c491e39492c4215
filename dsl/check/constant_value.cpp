#include "dsl/check/constant_value.h"

#include "dsl/base/arithmetic.h"

namespace roundhouse::dsl {
namespace {

using State = ConstantValue::State;

ConstantValue known(std::int64_t value) { return {State::known, stopped(value)}; }
ConstantValue truth(bool value) { return {State::known, value ? 1 : 0}; }

struct Evaluator {
  const CheckedRules& rules;
  std::int32_t players;

  ConstantValue member(const TypedExpr& node) {
    const auto id = static_cast<Member>(node.index);
    if (id == Member::match_players) return known(players);
    if (id == Member::set_highest) return of(rules.setup.highest);
    if (id == Member::set_copies) return of(rules.setup.copies);
    if (id == Member::set_each) {
      // Every number stands on a tile with each number, itself once, in every set that is mixed.
      const ConstantValue highest = of(rules.setup.highest);
      const ConstantValue copies = of(rules.setup.copies);
      if (!highest.is_known()) return highest;
      return copies.is_known() ? known((highest.value + 1) * copies.value) : copies;
    }
    return {};
  }

  ConstantValue table(const TypedExpr& node) {
    std::vector<std::int64_t> keys;
    for (const TypedExpr& arg : node.args) {
      const ConstantValue key = of(arg);
      if (!key.is_known()) return key;
      keys.push_back(key.value);
    }
    for (const TableEntry& entry : rules.options[static_cast<std::size_t>(node.index)].table) {
      bool inside = true;
      for (std::size_t i = 0; i < keys.size(); ++i) {
        inside = inside && keys[i] >= entry.ranges[i].first && keys[i] <= entry.ranges[i].second;
      }
      if (inside) return known(entry.value);
    }
    return {State::absent, 0};
  }

  static ConstantValue arithmetic(Op op, std::int64_t a, std::int64_t b) {
    if (op == Op::add) return known(a + b);
    if (op == Op::subtract) return known(a - b);
    if (op == Op::multiply) return known(a * b);
    if (b == 0) return known(0);
    return known(op == Op::divide ? a / b : a % b);
  }

  static bool compare(Op op, std::int64_t a, std::int64_t b) {
    if (op == Op::equal) return a == b;
    if (op == Op::not_equal) return a != b;
    if (op == Op::less) return a < b;
    if (op == Op::less_equal) return a <= b;
    if (op == Op::greater) return a > b;
    return a >= b;
  }

  ConstantValue two_sided(const TypedExpr& node) {
    const ConstantValue a = of(node.args[0]);
    const ConstantValue b = of(node.args[1]);
    if (a.state == State::changing || b.state == State::changing) return {};
    const bool comparison = is_comparison(node.op);
    if (a.is_known() && b.is_known()) {
      return comparison ? truth(compare(node.op, a.value, b.value)) : arithmetic(node.op, a.value, b.value);
    }
    if (!comparison) return {State::absent, 0};
    // Only the words nobody and nothing ask for absence; `!=` is the opposite of `==`.
    const bool asked = node.args[0].op == Op::absent || node.args[1].op == Op::absent;
    const bool equal = asked && a.state == b.state;
    return truth(node.op == Op::equal ? equal : node.op == Op::not_equal && !equal);
  }

  /// `and` (deciding: false), `or` (deciding: true): one deciding side is enough.
  ConstantValue logical(const TypedExpr& node, bool deciding) {
    bool open = false;
    for (const TypedExpr& arg : node.args) {
      const ConstantValue side = of(arg);
      if (side.state == State::changing) {
        open = true;
      } else if ((side.is_known() && side.value != 0) == deciding) {
        return truth(deciding);
      }
    }
    return open ? ConstantValue{} : truth(!deciding);
  }

  ConstantValue of(const TypedExpr& node) {
    switch (node.op) {
      case Op::number:
      case Op::truth:
        return known(node.number);
      case Op::name:
        return known(node.index);
      case Op::absent:
        return {State::absent, 0};
      case Op::option:
        return known(rules.options[static_cast<std::size_t>(node.index)].value);
      case Op::table:
        return table(node);
      case Op::member:
        return member(node);
      case Op::word:
        return node.args.empty() ? of(rules.words[static_cast<std::size_t>(node.index)].is) : ConstantValue{};
      case Op::negate: {
        const ConstantValue inner = of(node.args[0]);
        return inner.is_known() ? known(-inner.value) : inner;
      }
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::divide:
      case Op::modulo:
      case Op::equal:
      case Op::not_equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
        return two_sided(node);
      case Op::between: {
        const ConstantValue value = of(node.args[0]), low = of(node.args[1]), high = of(node.args[2]);
        if (value.state == State::changing || low.state == State::changing || high.state == State::changing)
          return {};
        return truth(value.is_known() && low.is_known() && high.is_known() && value.value >= low.value &&
                     value.value <= high.value);
      }
      case Op::logical_not: {
        const ConstantValue inner = of(node.args[0]);
        if (inner.state == State::changing) return {};
        return truth(!(inner.is_known() && inner.value != 0));
      }
      case Op::logical_and:
        return logical(node, false);
      case Op::logical_or:
        return logical(node, true);
      case Op::choose: {
        const ConstantValue condition = of(node.args[0]);
        if (condition.state == State::changing) return {};
        return of(node.args[condition.is_known() && condition.value != 0 ? 1 : 2]);
      }
      case Op::root:
      case Op::can:
      case Op::fact:
      case Op::train_of:
      case Op::variable:
      case Op::has:
      case Op::any:
      case Op::all:
      case Op::count:
      case Op::sum:
      case Op::max:
      case Op::min:
      case Op::sole:
      case Op::best:
        return {};
    }
    return {};
  }
};

}  // namespace

ConstantValue constant_value(const TypedExpr& expression, const CheckedRules& rules, std::int32_t players) {
  return Evaluator{rules, players}.of(expression);
}

}  // namespace roundhouse::dsl
