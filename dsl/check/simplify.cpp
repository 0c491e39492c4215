#include "dsl/check/simplify.h"

#include <utility>

#include "dsl/base/search.h"
#include "dsl/check/folding.h"

namespace roundhouse::dsl {
namespace {

TypedExpr constant(const Constant& value, Span where) {
  TypedExpr made;
  made.op = value.op;
  made.type = value.type;
  made.where = where;
  (value.op == Op::name ? made.index : made.number) = value.value;
  return made;
}

TypedExpr number(std::int32_t value, Span where) {
  return constant({Op::number, Type::number, value}, where);
}
TypedExpr truth(bool value, Span where) { return constant({Op::truth, Type::truth, value ? 1 : 0}, where); }
TypedExpr absent(const TypedExpr& node) { return constant({Op::absent, node.type, 0}, node.where); }

bool is_absent(const TypedExpr& node) { return node.op == Op::absent; }
bool is_number(const TypedExpr& node) { return node.op == Op::number; }
std::optional<Constant> known_value(const TypedExpr& node) {
  if (!is_constant(node)) return std::nullopt;
  return Constant{node.op, node.type, node.op == Op::name ? node.index : node.number};
}
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
  Simplifier(const CheckedRules& rules, const KnownFacts& known) : rules_(rules), known_(known) {}

  TypedExpr of(const TypedExpr& node) {
    TypedExpr made = without_args(node);
    made.args.reserve(node.args.size());
    for (const TypedExpr& arg : node.args) made.args.push_back(of(arg));
    if (made.op == Op::option) return option(made);
    if (made.op == Op::word) return word(std::move(made));
    if (made.op == Op::train_of &&
        is_without_trains(rules_.trains[static_cast<std::size_t>(made.index)], rules_, known_))
      return absent(made);
    if ((made.op == Op::equal || made.op == Op::not_equal) &&
        (asks_for_no_train(made.args[0], made.args[1]) || asks_for_no_train(made.args[1], made.args[0])))
      return truth(made.op == Op::not_equal, made.where);
    if (is_never(made)) return beginning_of(made);
    made = folded(std::move(made));
    if (made.op == Op::table) return table(std::move(made));
    return made.op == Op::member ? member(std::move(made)) : made;
  }

 private:
  TypedExpr folded(TypedExpr node) const {
    std::vector<std::optional<Constant>> operands;
    operands.reserve(node.args.size());
    for (const TypedExpr& arg : node.args) operands.push_back(known_value(arg));
    if (is_over_nothing(node)) operands[0] = Constant{Op::absent, node.args[0].type, 0};
    const Folded found = fold(node.op, node.type, operands, node.has_where, node.has_of);
    switch (found.is) {
      case Folded::Is::constant:
        return constant(found.constant, node.where);
      case Folded::Is::operand:
        return std::move(node.args[found.operand]);
      case Folded::Is::itself:
        break;
    }
    if (row(node.op).form == Form::junction)
      std::erase_if(node.args, [](const TypedExpr& arg) { return is_constant(arg.op); });
    const bool alike = node.op == Op::choose && same_simple(node.args[1], node.args[2]);
    return alike ? std::move(node.args[1]) : std::move(node);
  }

  bool declared() const { return known_.values == KnownFacts::Values::declared; }

  std::int32_t value_of(const Option& option) const {
    switch (known_.values) {
      case KnownFacts::Values::in_force:
        return option.value;
      case KnownFacts::Values::inherited:
        return option.inherited_value;
      case KnownFacts::Values::declared:
        return option.default_value;
    }
    return option.value;
  }

  TypedExpr option(const TypedExpr& node) {
    const Option& option = rules_.options[static_cast<std::size_t>(node.index)];
    const std::int32_t value = value_of(option);
    if (option.type == Type::truth) return truth(value != 0, node.where);
    if (option.type == Type::name) return constant({Op::name, Type::name, value}, node.where);
    return number(value, node.where);
  }

  TypedExpr table(TypedExpr node) {
    const Option& option = rules_.options[static_cast<std::size_t>(node.index)];
    const auto& entries = declared() ? option.default_table : option.table;
    if (!entries.empty() && entries.front().ranges.size() == node.args.size()) {
      const bool alike =
          all_of(entries, [&](const TableEntry& entry) { return entry.value == entries.front().value; });
      if (!all_of(node.args, is_number)) {
        if (alike) return number(entries.front().value, node.where);
        return node;
      }
      std::vector<std::optional<Constant>> keys;
      for (const TypedExpr& arg : node.args) keys.push_back(known_value(arg));
      const std::optional<std::int32_t> value = look_up(entries, keys);
      return value ? number(*value, node.where) : absent(node);
    }
    // Declared with other keys than it has now: that shape is not this one's.
    return node;
  }

  TypedExpr member(TypedExpr node) {
    const auto id = static_cast<Member>(node.index);
    if (known_.no_debts) {
      if (auto folded = of_no_debts(node)) return std::move(*folded);
    }
    if (known_.no_engine_debt && id == Member::debt_hub) return truth(false, node.where);
    if (known_.no_markers && row(id).reads == aspects::markers) return truth(false, node.where);
    if (known_.no_draws && (id == Member::turn_drawn || id == Member::turn_drew)) return beginning_of(node);
    if (id == Member::match_players && known_.players) return number(*known_.players, node.where);
    if (id == Member::round_number && known_.round) return number(*known_.round, node.where);
    if (id == Member::set_highest) return if_number(of(rules_.setup.highest), std::move(node));
    if (id == Member::set_copies) return if_number(of(rules_.setup.copies), std::move(node));
    if (id == Member::set_each) {
      const TypedExpr highest = of(rules_.setup.highest);
      const TypedExpr copies = of(rules_.setup.copies);
      if (is_number(highest) && is_number(copies))
        return number(tiles_with_a_number(highest.number, copies.number), node.where);
    }
    return node;
  }

  static std::optional<TypedExpr> of_no_debts(const TypedExpr& node) {
    if (!is_of_debts_alone(row(static_cast<Member>(node.index)))) return std::nullopt;
    return beginning_of(node);
  }

  /// False, 0 or absent, as its type is.
  static TypedExpr beginning_of(const TypedExpr& node) {
    if (node.type == Type::truth) return truth(false, node.where);
    return node.type == Type::number ? number(0, node.where) : absent(node);
  }

  /// True of a fact that nothing sets, and of asking for an act that nobody may do.
  bool is_never(const TypedExpr& node) const {
    const auto index = static_cast<std::size_t>(node.index);
    if (node.op == Op::can) return known_.no_draws && index == act_id(BuiltInAct::draw).value;
    return node.op == Op::fact && index < known_.never_set.size() && known_.never_set[index];
  }

  bool is_over_nothing(const TypedExpr& node) const {
    if (!is_quantifier(node.op)) return false;
    return known_.no_debts && is_root(node.args[0], Root::debts);
  }

  static TypedExpr if_number(TypedExpr value, TypedExpr node) {
    return is_number(value) ? std::move(value) : std::move(node);
  }

  TypedExpr word(TypedExpr node) {
    TypedExpr body = of(rules_.words[static_cast<std::size_t>(node.index)].is);
    return is_constant(body) ? std::move(body) : std::move(node);
  }

  /// True if `train.kind` is compared with a name that no train can have.
  bool asks_for_no_train(const TypedExpr& kind, const TypedExpr& name) const {
    if (!is_member(kind, Member::train_kind) || name.op != Op::name) return false;
    return none_of(rules_.trains, [&](const TrainKind& train) {
      return train.name_id.value == name.index && !is_without_trains(train, rules_, known_);
    });
  }

  const CheckedRules& rules_;
  const KnownFacts& known_;
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

TypedExpr simplify(const TypedExpr& expression, const CheckedRules& rules, const KnownFacts& known) {
  return Simplifier(rules, known).of(expression);
}

bool is_constant(const TypedExpr& e) { return is_constant(e.op); }
bool is_true(const TypedExpr& e) { return e.op == Op::truth && e.number != 0; }
bool is_false(const TypedExpr& e) { return (e.op == Op::truth && e.number == 0) || e.op == Op::absent; }

bool is_without_trains(const TrainKind& kind, const CheckedRules& rules, const KnownFacts& known) {
  if (kind.gone) return true;
  if (!kind.count) return false;
  const TypedExpr count = simplify(*kind.count, rules, known);
  return is_absent(count) || (is_number(count) && count.number <= 0);
}

ConstantValue constant_value(const TypedExpr& expression, const CheckedRules& rules, std::int32_t players) {
  KnownFacts known;
  known.players = players;
  const TypedExpr simple = simplify(expression, rules, known);
  if (is_absent(simple)) return {ConstantValue::State::absent, 0};
  if (!is_constant(simple)) return {};
  return {ConstantValue::State::known, known_value(simple)->value};
}

bool same_shape(const TypedExpr& a, const TypedExpr& b) { return equal_but_places(a, b, false); }
bool same_simple(const TypedExpr& a, const TypedExpr& b) { return equal_but_places(a, b, true); }

}  // namespace roundhouse::dsl
