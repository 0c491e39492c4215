// The operators of the language, one case each.

#include <algorithm>
#include <cstdint>

#include "tests/slow/slow_game.h"

namespace roundhouse::slow {

using dsl::Op;
using dsl::Type;
using dsl::TypedExpr;

namespace {

constexpr std::int64_t most = 1'000'000'000;

int clamped(std::int64_t n) { return static_cast<int>(std::clamp(n, -most, most)); }

/// The elements of a set, in the order in which quantifiers meet them.
std::vector<Value> elements(const Value& set) {
  std::vector<Value> list;
  const auto all_of = [&](const auto& things) { list.assign(things.begin(), things.end()); };
  if (const auto* tiles = std::get_if<Tiles>(&set)) all_of(*tiles);
  if (const auto* players = std::get_if<Players>(&set)) all_of(*players);
  if (const auto* ends = std::get_if<Ends>(&set)) all_of(*ends);
  if (const auto* debts = std::get_if<Debts>(&set)) all_of(*debts);
  return list;
}

}  // namespace

Value SlowGame::read(const TypedExpr& expr, const Moment& moment) const {
  Binders binders;
  return read(expr, moment, binders);
}

bool SlowGame::holds(const std::optional<TypedExpr>& when, const Moment& moment) const {
  return !when || std::get<bool>(read(*when, moment));
}

Value SlowGame::read(const TypedExpr& expr, const Moment& moment, Binders& binders) const {
  const auto arg = [&](std::size_t i) { return read(expr.args[i], moment, binders); };
  const auto truth = [&](std::size_t i) { return std::get<bool>(arg(i)); };
  switch (expr.op) {
    case Op::number:
      return expr.number;
    case Op::truth:
      return expr.number != 0;
    case Op::name:
      return Name{expr.index};
    case Op::absent:
      return Absent{};
    case Op::root:
    case Op::member:
    case Op::can:
    case Op::option:
    case Op::table:
    case Op::fact:
    case Op::train_of:
    case Op::word:
      return look_up(expr, moment, binders);
    case Op::variable:
      return binders[binders.size() - 1 - static_cast<std::size_t>(expr.index)];
    case Op::negate:
      ROUNDHOUSE_ARITHMETIC(ROUNDHOUSE_CASE)
      return read_number(expr, moment, binders);
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::between:
      return read_comparison(expr, moment, binders);
    case Op::has: {
      const Value what = arg(0);
      const auto number = as<int>(arg(1));
      if (is_absent(what) || !number) return false;
      if (const auto* one = std::get_if<Tile>(&what)) return bears(*one, *number);
      const Tiles& many = std::get<Tiles>(what);
      return std::any_of(many.begin(), many.end(), [&](Tile t) { return bears(t, *number); });
    }
    case Op::logical_not:
      return !truth(0);
    case Op::logical_and:
      for (std::size_t i = 0; i < expr.args.size(); ++i) {
        if (!truth(i)) return false;
      }
      return true;
    case Op::logical_or:
      for (std::size_t i = 0; i < expr.args.size(); ++i) {
        if (truth(i)) return true;
      }
      return false;
    case Op::choose:
      return truth(0) ? arg(1) : arg(2);
    case Op::any:
    case Op::all:
    case Op::count:
    case Op::sum:
    case Op::max:
    case Op::min:
    case Op::sole:
    case Op::best:
      return read_quantifier(expr, moment, binders);
  }
  return Absent{};
}

Value SlowGame::look_up(const TypedExpr& expr, const Moment& moment, Binders& binders) const {
  const auto arg = [&](std::size_t i) { return read(expr.args[i], moment, binders); };
  const auto index = static_cast<std::size_t>(expr.index);
  switch (expr.op) {
    case Op::root:
      return read_root(static_cast<dsl::Root>(expr.index), moment);
    case Op::member:
      return read_member(static_cast<dsl::Member>(expr.index), arg(0),
                         expr.args.size() > 1 ? arg(1) : Value(Absent{}), moment);
    case Op::can:
      return can(dsl::ActId{static_cast<std::uint16_t>(expr.index)}, moment.me);
    case Op::option: {
      const dsl::Option& option = rules.options[index];
      if (option.type == Type::truth) return option.value != 0;
      if (option.type == Type::name) return Name{option.value};
      return option.value;
    }
    case Op::table: {
      std::vector<int> keys;
      for (std::size_t i = 0; i < expr.args.size(); ++i) {
        const auto key = as<int>(arg(i));
        if (!key) return Absent{};
        keys.push_back(*key);
      }
      for (const dsl::TableEntry& entry : rules.options[index].table) {
        bool inside = true;
        for (std::size_t i = 0; i < keys.size(); ++i) {
          inside = inside && entry.ranges[i].first <= keys[i] && keys[i] <= entry.ranges[i].second;
        }
        if (inside) return entry.value;
      }
      return Absent{};
    }
    case Op::fact:
      return read_fact(index, arg(0));
    case Op::train_of:
      return train_of(index, arg(0));
    case Op::word: {
      Binders it;
      if (!expr.args.empty()) it.push_back(arg(0));
      return read(rules.words[index].is, moment, it);
    }
    default:
      return Absent{};
  }
}

Value SlowGame::read_number(const TypedExpr& expr, const Moment& moment, Binders& binders) const {
  const auto first = as<int>(read(expr.args[0], moment, binders));
  if (!first) return Absent{};
  const std::int64_t a = *first;
  if (expr.op == Op::negate) return clamped(-a);
  const auto second = as<int>(read(expr.args[1], moment, binders));
  if (!second) return Absent{};
  const std::int64_t b = *second;
  switch (expr.op) {
    case Op::add:
      return clamped(a + b);
    case Op::subtract:
      return clamped(a - b);
    case Op::multiply:
      return clamped(a * b);
    case Op::divide:
      return b == 0 ? 0 : clamped(a / b);
    case Op::modulo:
      return b == 0 ? 0 : clamped(a - b * (a / b));
    default:
      return Absent{};
  }
}

bool SlowGame::read_comparison(const TypedExpr& expr, const Moment& moment, Binders& binders) const {
  const Value a = read(expr.args[0], moment, binders);
  const Value b = read(expr.args[1], moment, binders);
  if (expr.op == Op::equal || expr.op == Op::not_equal) {
    bool equal = false;
    if (expr.args[1].type == Type::absent) {
      equal = is_absent(a);
    } else if (expr.args[0].type == Type::absent) {
      equal = is_absent(b);
    } else {
      equal = !is_absent(a) && !is_absent(b) && a == b;
    }
    return equal == (expr.op == Op::equal);
  }
  const auto x = as<int>(a);
  const auto y = as<int>(b);
  if (!x || !y) return false;
  switch (expr.op) {
    case Op::less:
      return *x < *y;
    case Op::less_equal:
      return *x <= *y;
    case Op::greater:
      return *x > *y;
    case Op::greater_equal:
      return *x >= *y;
    case Op::between: {
      const auto z = as<int>(read(expr.args[2], moment, binders));
      return z && *y <= *x && *x <= *z;
    }
    default:
      return false;
  }
}

std::vector<Value> SlowGame::chosen(const TypedExpr& quantifier, const Moment& moment,
                                    Binders& binders) const {
  std::vector<Value> list;
  for (const Value& element : elements(read(quantifier.args[0], moment, binders))) {
    binders.push_back(element);
    if (!quantifier.has_where || std::get<bool>(read(quantifier.args[1], moment, binders)))
      list.push_back(element);
    binders.pop_back();
  }
  return list;
}

Value SlowGame::read_quantifier(const TypedExpr& expr, const Moment& moment, Binders& binders) const {
  const TypedExpr* where = expr.has_where ? &expr.args[1] : nullptr;
  const TypedExpr* of = expr.has_of ? &expr.args[expr.has_where ? 2 : 1] : nullptr;
  // The elements that the condition holds of, each with its number (absent where there is none).
  struct Met {
    Value element;
    std::optional<int> number;
  };
  std::size_t elements_in_all = 0;
  std::vector<Met> met;
  for (const Value& element : elements(read(expr.args[0], moment, binders))) {
    ++elements_in_all;
    binders.push_back(element);
    if (where == nullptr || std::get<bool>(read(*where, moment, binders))) {
      met.push_back({element, of == nullptr ? std::nullopt : as<int>(read(*of, moment, binders))});
    }
    binders.pop_back();
  }
  if (expr.op == Op::any) return !met.empty();
  if (expr.op == Op::all) return met.size() == elements_in_all;
  if (expr.op == Op::count) return static_cast<int>(met.size());

  std::erase_if(met, [](const Met& m) { return !m.number; });
  const auto less = [](const Met& a, const Met& b) { return *a.number < *b.number; };
  if (expr.op == Op::sum) {
    std::int64_t sum = 0;
    for (const Met& m : met) sum = clamped(sum + *m.number);
    return static_cast<int>(sum);
  }
  if (met.empty()) return Absent{};
  const Met greatest = *std::max_element(met.begin(), met.end(), less);  // the first of equal ones
  switch (expr.op) {
    case Op::max:
      return *greatest.number;
    case Op::min:
      return *std::min_element(met.begin(), met.end(), less)->number;
    case Op::best:
      return greatest.element;
    case Op::sole: {
      const auto as_great =
          std::count_if(met.begin(), met.end(), [&](const Met& m) { return *m.number == *greatest.number; });
      return as_great == 1 ? greatest.element : Value(Absent{});
    }
    default:
      return Absent{};
  }
}

}  // namespace roundhouse::slow
