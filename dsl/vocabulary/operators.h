#pragma once
// The operators of conditions, one row each. The parser, the printers, the checker, the canonical text behind
// a rules hash and the reserved words are read off this list.

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "dsl/vocabulary/types.h"

namespace roundhouse::dsl {

/// Precedence: how tightly an expression holds together, the loosest first. A looser part of a tighter whole
/// needs brackets.
enum class Precedence : std::uint8_t { choice, junction, negation, comparison, sum, product, sign, atom };

/// The way in which an operator is written.
enum class Form : std::uint8_t {
  plain,       ///< not as an operator: a number, a name, a member
  prefix,      ///< - a
  infix,       ///< a - b; a chain leans to the left
  comparison,  ///< a < b
  property,    ///< a has b
  range,       ///< a in b..c
  junction,    ///< a and b and c
  choice,      ///< if a then b else c
  asking,      ///< any(x in SET where C)
  counting,    ///< count(x in SET), with or without where
  measuring,   ///< sum(x in SET of N), with or without where
};

/// X(enumerator, name, sign, form, precedence, type of the operands, type of the result). The name stands in
/// the canonical text of rules, the sign in a condition. Type::none: it depends on the operands. What all
/// operators of a list have in common is said once for the list: ROUNDHOUSE_ARITHMETIC(ROUNDHOUSE_CASE) in a
/// switch are its cases.
#define ROUNDHOUSE_ARITHMETIC(X)                        \
  X(add, "+", "+", infix, sum, number, number)          \
  X(subtract, "-", "-", infix, sum, number, number)     \
  X(multiply, "*", "*", infix, product, number, number) \
  X(divide, "/", "/", infix, product, number, number)   \
  X(modulo, "mod", "mod", infix, product, number, number)

#define ROUNDHOUSE_COMPARISONS(X)                                  \
  X(equal, "==", "==", comparison, comparison, none, truth)        \
  X(not_equal, "!=", "!=", comparison, comparison, none, truth)    \
  X(less, "<", "<", comparison, comparison, number, truth)         \
  X(less_equal, "<=", "<=", comparison, comparison, number, truth) \
  X(greater, ">", ">", comparison, comparison, number, truth)      \
  X(greater_equal, ">=", ">=", comparison, comparison, number, truth)

#define ROUNDHOUSE_QUANTIFIERS(X)                          \
  X(any, "any", "any", asking, atom, none, truth)          \
  X(all, "all", "all", asking, atom, none, truth)          \
  X(count, "count", "count", counting, atom, none, number) \
  X(sum, "sum", "sum", measuring, atom, none, number)      \
  X(max, "max", "max", measuring, atom, none, number)      \
  X(min, "min", "min", measuring, atom, none, number)      \
  X(sole, "sole", "sole", measuring, atom, none, none)     \
  X(best, "best", "best", measuring, atom, none, none)

/// Other conditions about values.
#define ROUNDHOUSE_PROPERTIES(X)                           \
  X(between, "in", "in", range, comparison, number, truth) \
  X(has, "has", "has", property, comparison, none, truth)

/// Operators that are written out by their sign and their operands alone.
#define ROUNDHOUSE_SIGNED(X)                                     \
  X(negate, "negate", "-", prefix, sign, number, number)         \
  ROUNDHOUSE_ARITHMETIC(X)                                       \
  ROUNDHOUSE_COMPARISONS(X)                                      \
  ROUNDHOUSE_PROPERTIES(X)                                       \
  X(logical_not, "not", "not", prefix, negation, truth, truth)   \
  X(logical_and, "and", "and", junction, junction, truth, truth) \
  X(logical_or, "or", "or", junction, junction, truth, truth)    \
  X(choose, "if", "if", choice, choice, none, none)

/// Those that have no sign.
#define ROUNDHOUSE_LEAVES(X)                         \
  X(number, "number", "", plain, atom, none, number) \
  X(truth, "truth", "", plain, atom, none, truth)    \
  X(name, "name", "", plain, atom, none, name)       \
  X(absent, "absent", "", plain, atom, none, absent) \
  X(root, "root", "", plain, atom, none, none)       \
  X(member, "member", "", plain, atom, none, none)   \
  X(can, "can", "", plain, atom, none, truth)        \
  X(option, "option", "", plain, atom, none, none)   \
  X(table, "table", "", plain, atom, number, none)   \
  X(fact, "fact", "", plain, atom, none, none)       \
  X(train_of, "train", "", plain, atom, none, train) \
  X(word, "word", "", plain, atom, none, none)       \
  X(variable, "variable", "", plain, atom, none, none)

#define ROUNDHOUSE_UNQUANTIFIED(X) \
  ROUNDHOUSE_LEAVES(X)             \
  ROUNDHOUSE_SIGNED(X)

#define ROUNDHOUSE_OPERATORS(X) \
  ROUNDHOUSE_UNQUANTIFIED(X)    \
  ROUNDHOUSE_QUANTIFIERS(X)

#define ROUNDHOUSE_CASE(op, ...) case Op::op:

enum class Op : std::uint8_t {
#define ROUNDHOUSE_OPERATOR(op, name, sign, form, precedence, operands, result) op,
  ROUNDHOUSE_OPERATORS(ROUNDHOUSE_OPERATOR)
#undef ROUNDHOUSE_OPERATOR
};

struct OpRow {
  Op op;
  std::string_view name;
  std::string_view sign;  ///< empty where there is none
  Form form;
  Precedence precedence;
  Type operands;
  Type result;
};

constexpr auto all_operators = std::to_array<OpRow>({
#define ROUNDHOUSE_OPERATOR(op, name, sign, form, precedence, operands, result) \
  {Op::op, name, sign, Form::form, Precedence::precedence, Type::operands, Type::result},
    ROUNDHOUSE_OPERATORS(ROUNDHOUSE_OPERATOR)
#undef ROUNDHOUSE_OPERATOR
});

constexpr const OpRow& row(Op op) { return all_operators[static_cast<std::size_t>(op)]; }

constexpr bool is_quantifier(Op op) { return row(op).form >= Form::asking; }
/// It is made of conditions: `and`, `or`, `not`, `if`.
constexpr bool is_of_conditions(Op op) { return row(op).precedence <= Precedence::negation; }
constexpr bool is_comparison(Op op) { return row(op).form == Form::comparison; }

/// How tightly the parts of an infix operator have to hold together to stand without brackets. A chain leans
/// to the left, so to the right it takes more: a - (b - c). Comparisons are not chained.
constexpr Precedence tighter(Precedence than) { return static_cast<Precedence>(static_cast<int>(than) + 1); }
constexpr Precedence of_left_part(const OpRow& op) {
  return op.precedence == Precedence::comparison ? tighter(op.precedence) : op.precedence;
}
constexpr Precedence of_right_part(const OpRow& op) { return tighter(op.precedence); }

/// Words that are signs, and those that stand between the parts of an operator: never names, not even of
/// members. By the alphabet.
std::vector<std::string_view> operator_words();
bool is_operator_word(std::string_view word);
/// Before brackets these look through a set; after a `.` they may be names of members (`debts.count`).
constexpr const OpRow* find_quantifier(std::string_view word) {
  const auto found = std::find_if(all_operators.begin(), all_operators.end(), [&](const OpRow& row) {
    return is_quantifier(row.op) && row.sign == word;
  });
  return found == all_operators.end() ? nullptr : &*found;
}

}  // namespace roundhouse::dsl
