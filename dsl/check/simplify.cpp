#include "dsl/check/simplify.h"

#include <algorithm>
#include <utility>

#include "dsl/base/arithmetic.h"
#include "dsl/vocabulary/operator_values.h"

namespace roundhouse::dsl {
namespace {

TypedExpr constant(Op op, Type type, std::int64_t value, Span where) {
  TypedExpr made;
  made.op = op;
  made.type = type;
  made.where = where;
  const std::int32_t kept = stopped(value);
  (op == Op::name ? made.index : made.number) = kept;
  return made;
}

TypedExpr number(std::int64_t value, Span where) { return constant(Op::number, Type::number, value, where); }
TypedExpr truth(bool value, Span where) { return constant(Op::truth, Type::truth, value ? 1 : 0, where); }
TypedExpr absent(const TypedExpr& node) { return constant(Op::absent, node.type, 0, node.where); }

bool is_absent(const TypedExpr& node) { return node.op == Op::absent; }
bool is_number(const TypedExpr& node) { return node.op == Op::number; }
/// The value of what is settled, where two of a type can be compared.
std::int32_t value_of(const TypedExpr& node) { return node.op == Op::name ? node.index : node.number; }

TypedExpr without_args(const TypedExpr& node) {
  TypedExpr made;
  made.op = node.op;
  made.type = node.type;
  made.where = node.where;
  made.index = node.index;
  made.number = node.number;
  made.has_where = node.has_where;
  made.has_of = node.has_of;
  return made;
}

class Simplifier {
 public:
  Simplifier(const CheckedRules& rules, const Known& known) : rules_(rules), known_(known) {}

  TypedExpr of(const TypedExpr& node) {
    TypedExpr made = without_args(node);
    made.args.reserve(node.args.size());
    for (const TypedExpr& arg : node.args) made.args.push_back(of(arg));
    switch (made.op) {
      case Op::option:
        return option(made);
      case Op::table:
        return table(std::move(made));
      case Op::member:
        return member(std::move(made));
      case Op::word:
        return word(std::move(made));
      case Op::train_of:
        if (is_without_trains(rules_.trains[static_cast<std::size_t>(made.index)], rules_, known_))
          return absent(made);
        if (!made.args.empty() && is_absent(made.args[0])) return absent(made);
        return made;
      case Op::fact:
        if (is_absent(made.args[0])) return absent(made);
        return made;
      case Op::negate:
        if (is_absent(made.args[0])) return absent(made);
        if (is_number(made.args[0])) return number(-std::int64_t{made.args[0].number}, made.where);
        return made;
        ROUNDHOUSE_ARITHMETIC(ROUNDHOUSE_CASE)
        if (is_number(made.args[0]) && is_number(made.args[1]))
          return number(calculated(made.op, made.args[0].number, made.args[1].number), made.where);
        if (is_absent(made.args[0]) || is_absent(made.args[1])) return absent(made);
        return made;
        ROUNDHOUSE_COMPARISONS(ROUNDHOUSE_CASE)
        return comparison(std::move(made));
      case Op::between:
        if (std::all_of(made.args.begin(), made.args.end(), is_number))
          return truth(
              made.args[0].number >= made.args[1].number && made.args[0].number <= made.args[2].number,
              made.where);
        if (std::any_of(made.args.begin(), made.args.end(), is_absent)) return truth(false, made.where);
        return made;
      case Op::has:
        if (is_absent(made.args[0]) || is_absent(made.args[1])) return truth(false, made.where);
        return made;
      case Op::logical_not:
        if (is_constant(made.args[0])) return truth(!is_true(made.args[0]), made.where);
        return made;
      case Op::logical_and:
        return junction(std::move(made), false);
      case Op::logical_or:
        return junction(std::move(made), true);
      case Op::choose:
        if (is_constant(made.args[0])) return std::move(made.args[is_true(made.args[0]) ? 1 : 2]);
        if (same_simple(made.args[1], made.args[2])) return std::move(made.args[1]);
        return made;
      case Op::any:
        if (is_over_nothing(made)) return truth(false, made.where);
        if (made.has_where && is_false(made.args[1])) return truth(false, made.where);
        return made;
      case Op::all:
        if (is_over_nothing(made)) return truth(true, made.where);
        if (made.has_where && is_true(made.args[1])) return truth(true, made.where);
        return made;
      case Op::number:
      case Op::truth:
      case Op::name:
      case Op::absent:
      case Op::root:
      case Op::can:
      case Op::variable:
        return made;
      case Op::count:
      case Op::sum:
        return is_over_nothing(made) ? number(0, made.where) : std::move(made);
      case Op::max:
      case Op::min:
      case Op::sole:
      case Op::best:
        return is_over_nothing(made) ? absent(made) : std::move(made);
    }
    return made;
  }

 private:
  bool declared() const { return known_.values == Known::Values::declared; }

  TypedExpr option(const TypedExpr& node) {
    const Option& option = rules_.options[static_cast<std::size_t>(node.index)];
    const std::int32_t value = declared() ? option.default_value : option.value;
    if (option.type == Type::truth) return truth(value != 0, node.where);
    if (option.type == Type::name) return constant(Op::name, Type::name, value, node.where);
    return number(value, node.where);
  }

  TypedExpr table(TypedExpr node) {
    const Option& option = rules_.options[static_cast<std::size_t>(node.index)];
    const auto& entries = declared() ? option.default_table : option.table;
    if (!entries.empty() && entries.front().ranges.size() == node.args.size()) {
      const bool alike = std::all_of(entries.begin(), entries.end(), [&](const TableEntry& entry) {
        return entry.value == entries.front().value;
      });
      if (!std::all_of(node.args.begin(), node.args.end(), is_number)) {
        if (alike) return number(entries.front().value, node.where);
        return node;
      }
      for (const TableEntry& entry : entries) {
        bool inside = true;
        for (std::size_t i = 0; i < node.args.size(); ++i) {
          inside = inside && node.args[i].number >= entry.ranges[i].first &&
                   node.args[i].number <= entry.ranges[i].second;
        }
        if (inside) return number(entry.value, node.where);
      }
      return absent(node);
    }
    // Declared with other keys than it has now: that shape is not this one's.
    return node;
  }

  TypedExpr member(TypedExpr node) {
    if (is_absent(node.args[0])) return absent(node);
    const auto id = static_cast<Member>(node.index);
    if (known_.no_debts) {
      if (auto told = of_no_debts(node)) return std::move(*told);
    }
    if (known_.no_engine_debt && id == Member::debt_hub) return truth(false, node.where);
    if (id == Member::match_players && known_.players) return number(*known_.players, node.where);
    if (id == Member::round_number && known_.round) return number(*known_.round, node.where);
    if (id == Member::set_highest) return if_number(of(rules_.setup.highest), std::move(node));
    if (id == Member::set_copies) return if_number(of(rules_.setup.copies), std::move(node));
    if (id == Member::set_each) {
      const TypedExpr highest = of(rules_.setup.highest);
      const TypedExpr copies = of(rules_.setup.copies);
      if (is_number(highest) && is_number(copies))
        return number((highest.number + 1) * copies.number, node.where);
    }
    return node;
  }

  /// What is asked of the doubles that wait, where none ever does.
  std::optional<TypedExpr> of_no_debts(const TypedExpr& node) const {
    switch (static_cast<Member>(node.index)) {
      case Member::debts_any:
      case Member::end_owed:
        return truth(false, node.where);
      case Member::debts_count:
      case Member::debts_fresh:
        return number(0, node.where);
      case Member::debts_newest:
      case Member::debts_oldest:
      case Member::end_debt:
        return absent(node);
      default:
        return std::nullopt;
    }
  }

  bool is_over_nothing(const TypedExpr& quantifier) const {
    const TypedExpr& set = quantifier.args[0];
    return known_.no_debts && set.op == Op::root && static_cast<Root>(set.index) == Root::debts;
  }

  static TypedExpr if_number(TypedExpr value, TypedExpr node) {
    return is_number(value) ? std::move(value) : std::move(node);
  }

  TypedExpr word(TypedExpr node) {
    TypedExpr body = of(rules_.words[static_cast<std::size_t>(node.index)].is);
    return is_constant(body) ? std::move(body) : std::move(node);
  }

  /// `train.kind` against a name that no train can have.
  bool asks_for_no_train(const TypedExpr& kind, const TypedExpr& name) const {
    if (kind.op != Op::member || static_cast<Member>(kind.index) != Member::train_kind) return false;
    if (name.op != Op::name) return false;
    return std::none_of(rules_.trains.begin(), rules_.trains.end(), [&](const TrainKind& train) {
      return train.name_id.value == name.index && !is_without_trains(train, rules_, known_);
    });
  }

  TypedExpr comparison(TypedExpr node) {
    const TypedExpr& a = node.args[0];
    const TypedExpr& b = node.args[1];
    const bool differs = node.op == Op::not_equal;
    if (asks_for_no_train(a, b) || asks_for_no_train(b, a)) return truth(differs, node.where);
    if (is_absent(a) || is_absent(b)) {
      // Only the words nobody and nothing ask for absence; `!=` is the opposite of `==`.
      const bool asked = a.type == Type::absent || b.type == Type::absent;
      if (is_absent(a) && is_absent(b)) return truth(asked != differs, node.where);
      const TypedExpr& other = is_absent(a) ? b : a;
      if (asked && !is_constant(other)) return node;
      return truth(differs, node.where);
    }
    if (is_constant(a) && is_constant(b))
      return truth(compares(node.op, value_of(a), value_of(b)), node.where);
    return node;
  }

  TypedExpr junction(TypedExpr node, bool deciding) {
    std::vector<TypedExpr> kept;
    for (TypedExpr& arg : node.args) {
      if (!is_constant(arg)) {
        kept.push_back(std::move(arg));
      } else if (is_true(arg) == deciding) {
        return truth(deciding, node.where);
      }
    }
    if (kept.empty()) return truth(!deciding, node.where);
    if (kept.size() == 1) return std::move(kept.front());
    node.args = std::move(kept);
    return node;
  }

  const CheckedRules& rules_;
  const Known& known_;
};

bool equal_but_places(const TypedExpr& a, const TypedExpr& b, bool numbers_too) {
  if (a.op != b.op || a.type != b.type || a.index != b.index || a.args.size() != b.args.size()) return false;
  if (a.has_where != b.has_where || a.has_of != b.has_of) return false;
  if ((numbers_too || a.op == Op::truth) && a.number != b.number) return false;
  for (std::size_t i = 0; i < a.args.size(); ++i) {
    if (!equal_but_places(a.args[i], b.args[i], numbers_too)) return false;
  }
  return true;
}

}  // namespace

TypedExpr simplify(const TypedExpr& expression, const CheckedRules& rules, const Known& known) {
  return Simplifier(rules, known).of(expression);
}

bool is_constant(const TypedExpr& e) {
  return e.op == Op::number || e.op == Op::truth || e.op == Op::name || e.op == Op::absent;
}
bool is_true(const TypedExpr& e) { return e.op == Op::truth && e.number != 0; }
bool is_false(const TypedExpr& e) { return (e.op == Op::truth && e.number == 0) || e.op == Op::absent; }

bool is_without_trains(const TrainKind& kind, const CheckedRules& rules, const Known& known) {
  if (kind.gone) return true;
  if (!kind.count) return false;
  const TypedExpr count = simplify(*kind.count, rules, known);
  return is_absent(count) || (is_number(count) && count.number <= 0);
}

ConstantValue constant_value(const TypedExpr& expression, const CheckedRules& rules, std::int32_t players) {
  Known known;
  known.players = players;
  const TypedExpr simple = simplify(expression, rules, known);
  if (is_absent(simple)) return {ConstantValue::State::absent, 0};
  if (!is_constant(simple)) return {};
  return {ConstantValue::State::known, value_of(simple)};
}

bool same_shape(const TypedExpr& a, const TypedExpr& b) { return equal_but_places(a, b, false); }
bool same_simple(const TypedExpr& a, const TypedExpr& b) { return equal_but_places(a, b, true); }

}  // namespace roundhouse::dsl
