#include "dsl/compile/rule_text.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "dsl/base/number_words.h"
#include "dsl/base/search.h"
#include "dsl/base/whole_number.h"

namespace roundhouse::dsl {
namespace {

class Printer {
 public:
  explicit Printer(const CheckedRules& rules) : rules_(rules) {}

  std::string print(const TypedExpr& e) {
    const auto at = static_cast<std::size_t>(e.index);
    switch (e.op) {
      case Op::number:
        return std::to_string(e.number);
      case Op::truth:
        return e.number != 0 ? "true" : "false";
      case Op::name:
        return rules_.names[at];
      case Op::absent:
        return "nobody";
      case Op::root:
        return std::string(row(static_cast<Root>(e.index)).name);
      case Op::member: {
        const MemberRow& word = row(static_cast<Member>(e.index));
        std::string text = fmt::format("{}.{}", inside(e.args[0], Precedence::atom), word.name);
        if (e.args.size() > 1) text += fmt::format("({})", print(e.args[1]));
        return text;
      }
      case Op::can:
        return fmt::format("can.{}", rules_.act_name({static_cast<std::uint16_t>(e.index)}));
      case Op::option:
        return rules_.options[at].name;
      case Op::table:
        return table(e);
      case Op::fact:
        return fmt::format("{}.{}", inside(e.args[0], Precedence::atom), rules_.facts[at].name);
      case Op::train_of:
        return fmt::format("{}.{}", inside(e.args[0], Precedence::atom), rules_.trains[at].name);
      case Op::word:
        if (e.args.empty()) return rules_.words[at].name;
        return fmt::format("{}.{}", inside(e.args[0], Precedence::atom), rules_.words[at].name);
      case Op::variable:
        return variable(at);
        ROUNDHOUSE_SIGNED(ROUNDHOUSE_CASE)
        ROUNDHOUSE_QUANTIFIERS(ROUNDHOUSE_CASE)
        return with_sign(e);
    }
    return {};
  }

 private:
  /// As the list of operators says that it is written.
  std::string with_sign(const TypedExpr& e) {
    const OpRow& op = row(e.op);
    switch (op.form) {
      case Form::prefix: {
        const bool is_word = is_operator_word(op.sign);
        return fmt::format("{}{}{}", op.sign, is_word ? " " : "", inside(e.args[0], op.precedence));
      }
      case Form::infix:
        return fmt::format("{} {} {}", inside(e.args[0], of_left_part(op)), op.sign,
                           inside(e.args[1], of_right_part(op)));
      case Form::comparison:
      case Form::property:
        return fmt::format("{} {} {}", inside(e.args[0], Precedence::sum), op.sign,
                           inside(e.args[1], Precedence::sum));
      case Form::range:
        return fmt::format("{} in {}..{}", inside(e.args[0], Precedence::sum),
                           inside(e.args[1], Precedence::sum), inside(e.args[2], Precedence::sum));
      case Form::junction:
        return junction(e);
      case Form::choice:
        return fmt::format("if {} then {} else {}", print(e.args[0]), print(e.args[1]), print(e.args[2]));
      case Form::asking:
      case Form::counting:
      case Form::measuring:
        return quantifier(e);
      case Form::plain:
        break;
    }
    return {};
  }

  std::string inside(const TypedExpr& e, Precedence least) {
    return row(e.op).precedence < least ? fmt::format("({})", print(e)) : print(e);
  }

  std::string junction(const TypedExpr& e) {
    std::string text;
    for (const TypedExpr& arg : e.args) {
      if (!text.empty()) text += fmt::format(" {} ", row(e.op).sign);
      text += inside(arg, Precedence::negation);
    }
    return text;
  }

  std::string table(const TypedExpr& e) {
    std::string text = rules_.options[static_cast<std::size_t>(e.index)].name + "(";
    for (std::size_t i = 0; i < e.args.size(); ++i) text += (i > 0 ? ", " : "") + print(e.args[i]);
    return text + ")";
  }

  std::string quantifier(const TypedExpr& e) {
    const std::string set = print(e.args[0]);
    bound_.push_back(name_for(e.args[0].type));
    std::string text = fmt::format("{}({} in {}", row(e.op).sign, bound_.back(), set);
    std::size_t next = 1;
    if (e.has_where) text += " where " + print(e.args[next++]);
    if (e.has_of) text += " of " + print(e.args[next]);
    bound_.pop_back();
    return text + ")";
  }

  /// `it` stands outside of all quantifiers, as a word's own variable.
  std::string variable(std::size_t outward) const {
    return outward < bound_.size() ? bound_[bound_.size() - 1 - outward] : "it";
  }

  std::string name_for(Type set) const {
    const SetRow* row = find_set(set);
    const char first = row == nullptr ? 't' : row->letter;
    std::string name(1, first);
    for (int number = 2; contains(bound_, name); ++number) {
      name = first + std::to_string(number);
    }
    return name;
  }

  const CheckedRules& rules_;
  std::vector<std::string> bound_;
};

}  // namespace

std::string print_typed(const CheckedRules& rules, const TypedExpr& expression) {
  return Printer(rules).print(expression);
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
  const Rule& rule = row_that_says(rules, row);
  return !rule.says_pieces.empty() || !rule.says.empty();
}

std::string rule_text(const CheckedRules& rules, const Rule& row, int players, int highest) {
  const Rule& rule = row_that_says(rules, row);
  if (rule.says_pieces.empty() && !rule.says.empty()) return rule.says;
  if (rule.says_pieces.empty()) return rule.when ? print_typed(rules, *rule.when) : "always";
  std::string text;
  std::vector<TemplatePiece> pieces = rule.says_pieces;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (!pieces[i].option) {
      text += pieces[i].text;
      continue;
    }
    std::string value = option_text(rules, *pieces[i].option, players, highest);
    const auto number = whole_number<std::int32_t>(value);
    if (number && i + 1 < pieces.size()) value = number_in_front_of(*number, pieces[i + 1].text);
    if (text.empty() && value.front() >= 'a' && value.front() <= 'z')
      value.front() = static_cast<char>(value.front() - 'a' + 'A');
    text += value;
  }
  return text;
}

}  // namespace roundhouse::dsl
