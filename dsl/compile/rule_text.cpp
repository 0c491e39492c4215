#include "dsl/compile/rule_text.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "dsl/base/search.h"
#include "dsl/check/simplify.h"
#include "dsl/rulebook/rows_in_force.h"
#include "dsl/syntax/expression.h"

namespace roundhouse::dsl {
namespace {

/// Turns a checked expression back into one that is written; bound variables get names by their type.
class Writer {
 public:
  explicit Writer(const CheckedRules& rules) : rules_(rules) {}

  SyntaxNode of(const TypedExpr& e) {
    const auto at = static_cast<std::size_t>(e.index);
    switch (e.op) {
      case Op::number: {
        SyntaxNode made;
        made.number = e.number;
        return made;
      }
      case Op::truth:
        return name(e.number != 0 ? "true" : "false");
      case Op::name:
        return name(rules_.names[at]);
      case Op::absent:
        return name("nobody");
      case Op::root:
        return name(row(static_cast<Root>(e.index)).name);
      case Op::member:
        return asked(e, row(static_cast<Member>(e.index)).name);
      case Op::can:
        return name(fmt::format("can.{}", rules_.act_name({static_cast<std::uint16_t>(e.index)})));
      case Op::option:
        return name(rules_.options[at].name);
      case Op::table:
        return with_args(e, SyntaxKind::call, rules_.options[at].name);
      case Op::fact:
        return asked(e, rules_.facts[at].name);
      case Op::train_of:
        return asked(e, rules_.trains[at].name);
      case Op::word:
        return e.args.empty() ? name(rules_.words[at].name) : asked(e, rules_.words[at].name);
      case Op::variable:
        return name(variable(at));
        ROUNDHOUSE_SIGNED(ROUNDHOUSE_CASE)
        return with_args(e, SyntaxKind::operation, {});
        ROUNDHOUSE_QUANTIFIERS(ROUNDHOUSE_CASE)
        return quantifier(e);
    }
    return {};
  }

 private:
  static SyntaxNode made(SyntaxKind kind, std::string_view text) {
    SyntaxNode made;
    made.kind = kind;
    made.text = text;
    return made;
  }
  static SyntaxNode name(std::string_view text) { return made(SyntaxKind::name, text); }

  SyntaxNode with_args(const TypedExpr& e, SyntaxKind kind, std::string_view text) {
    SyntaxNode node = made(kind, text);
    node.op = e.op;
    for (const TypedExpr& arg : e.args) node.args.push_back(of(arg));
    return node;
  }

  /// A member of the first argument.
  SyntaxNode asked(const TypedExpr& e, std::string_view text) {
    SyntaxNode node = with_args(e, e.args.size() > 1 ? SyntaxKind::call : SyntaxKind::member, text);
    node.receiver = true;
    return node;
  }

  SyntaxNode quantifier(const TypedExpr& e) {
    SyntaxNode node = made(SyntaxKind::quantifier, row(e.op).sign);
    node.op = e.op;
    node.has_where = e.has_where;
    node.has_of = e.has_of;
    node.args.push_back(of(e.args[0]));
    node.variable = name_for(e.args[0].type);
    bound_.push_back(node.variable);
    for (std::size_t i = 1; i < e.args.size(); ++i) node.args.push_back(of(e.args[i]));
    bound_.pop_back();
    return node;
  }

  /// `it` stands outside of all quantifiers, as a word's own variable.
  std::string variable(std::size_t outward) const {
    return outward < bound_.size() ? bound_[bound_.size() - 1 - outward] : "it";
  }

  std::string name_for(Type set) const {
    const SetRow* row = find_set(set);
    const char first = row == nullptr ? 't' : row->letter;
    std::string name(1, first);
    for (int number = 2; contains(bound_, name); ++number) name = first + std::to_string(number);
    return name;
  }

  const CheckedRules& rules_;
  std::vector<std::string> bound_;
};

}  // namespace

std::string print_typed(const CheckedRules& rules, const TypedExpr& expression) {
  return print_expression(Writer(rules).of(expression));
}

std::string option_text(const CheckedRules& rules, OptionId id, int players, int highest) {
  const Option& option = rules.options[id.value];
  const auto value_text = [&](std::int32_t value) -> std::string {
    if (option.type == Type::truth) return value != 0 ? "true" : "false";
    if (option.type == Type::name) return rules.names[static_cast<std::size_t>(value)];
    return std::to_string(value);
  };
  if (option.by.empty()) return value_text(option.value);
  for (const TableEntry& entry : option.table) {
    bool inside = true;
    for (std::size_t key = 0; key < option.by.size(); ++key) {
      if (option.by[key] == TableKey::round) return "by the table";
      const int at = option.by[key] == TableKey::players ? players : highest;
      inside = inside && entry.ranges[key].first <= at && at <= entry.ranges[key].second;
    }
    if (inside) return value_text(entry.value);
  }
  return "by the table";
}

namespace {

/// A declared act says once what it is: what follows of it has the sentence of its permit.
const Rule& row_that_says(const CheckedRules& rules, const Rule& rule) {
  if (rule.origin != Origin::act || !rule.says.empty()) return rule;
  for (const Rule& other : rules.rules)
    if (other.origin == Origin::act && other.id == rule.id && !other.says.empty()) return other;
  return rule;
}

}  // namespace

bool has_sentence(const CheckedRules& rules, const Rule& row) {
  return !row_that_says(rules, row).says.empty();
}

std::string rule_text(const CheckedRules& rules, const Rule& row, int players) {
  KnownFacts known;
  known.players = players;
  return row_text(rules, row_that_says(rules, row), known).text;
}

}  // namespace roundhouse::dsl
