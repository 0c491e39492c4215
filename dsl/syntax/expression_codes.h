#pragma once
// Everything that can be wrong with the spelling of a condition or an effect: one list of codes, each
// with the sentence that the reference page prints. Nothing is reported here that is not in it.

#include <cstdint>
#include <string_view>

namespace roundhouse::dsl {

// X(enumerator, code, sentence)
#define ROUNDHOUSE_EXPRESSION_CODES(X)                                                                    \
  X(empty_expression, "empty-expression", "a condition or value is empty")                                \
  X(empty_effects, "empty-effects", "a 'do' is empty, or nothing stands between two ';'")                 \
  X(expression_too_long, "expression-too-long", "an expression has more than 4,096 characters")           \
  X(expression_too_deep, "expression-too-deep", "an expression is nested more than 32 levels deep")       \
  X(expression_too_big, "expression-too-big", "an expression has more than 512 parts")                    \
  X(number_too_large, "number-too-large", "a number is greater than 1,000,000,000")                       \
  X(decimal_number, "decimal-number", "a number has a decimal point; all numbers are whole")              \
  X(single_equals, "single-equals", "'=' stands where '==' is meant")                                     \
  X(foreign_operator, "foreign-operator", "an operator is spelled as in another language, such as '&&'")  \
  X(english_operator, "english-operator", "a comparison is written in words, such as 'is' or 'at least'") \
  X(special_character, "special-character", "a character that no keyboard has stands for a plain one")    \
  X(unknown_character, "unknown-character", "a character has no meaning in expressions")                  \
  X(wrong_case, "wrong-case", "a word of the language is written with capitals")                          \
  X(text_in_expression, "text-in-expression", "a text in quotes; conditions compare names and numbers")   \
  X(wrong_bracket, "wrong-bracket", "square or curly brackets stand where only round ones are known")     \
  X(unclosed_bracket, "unclosed-bracket", "a bracket is opened and never closed")                         \
  X(unopened_bracket, "unopened-bracket", "a bracket is closed that was never opened")                    \
  X(empty_brackets, "empty-brackets", "nothing stands between two brackets")                              \
  X(missing_operand, "missing-operand", "an operator has nothing on one of its sides")                    \
  X(two_values, "two-values", "two values stand next to each other with nothing between them")            \
  X(misplaced_not, "misplaced-not", "'not' stands between a value and what it is compared with")          \
  X(misplaced_word, "misplaced-word", "'then', 'else', 'where' or 'of' stands where nothing awaits it")   \
  X(missing_then, "missing-then", "an 'if' has no 'then'")                                                \
  X(missing_else, "missing-else", "an 'if' has no 'else'")                                                \
  X(mixed_and_or, "mixed-and-or", "'and' and 'or' are mixed without brackets")                            \
  X(chained_comparison, "chained-comparison", "comparisons are chained as in 'a < b < c'")                \
  X(missing_range, "missing-range", "after 'in' stands something that is not a range a..b")               \
  X(misplaced_range, "misplaced-range", "a range a..b stands somewhere else than after 'in'")             \
  X(missing_member, "missing-member", "after a '.' no name stands")                                       \
  X(reserved_word, "reserved-word", "a word of the language stands where a name is wanted")               \
  X(quantifier_brackets, "quantifier-brackets",                                                           \
    "any, all, count, sum, max, min, sole or best lacks brackets")                                        \
  X(quantifier_form, "quantifier-form", "a quantifier does not begin with 'x in SET'")                    \
  X(quantifier_where, "quantifier-where", "a quantifier lacks the 'where' that it needs")                 \
  X(quantifier_of, "quantifier-of", "a quantifier lacks its 'of', or has one that it cannot use")         \
  X(quantifier_order, "quantifier-order", "a quantifier has its 'of' before its 'where'")                 \
  X(misplaced_comma, "misplaced-comma", "a comma stands where it separates no arguments")                 \
  X(effect_comma, "effect-comma", "effects are separated by something else than ';'")                     \
  X(effect_brackets, "effect-brackets", "an effect lacks its brackets")                                   \
  X(each_do, "each-do", "an 'each' lacks its 'do'")                                                       \
  X(missing_semicolon, "missing-semicolon", "two effects stand next to each other without ';'")           \
  X(assignment, "assignment", "an effect is written as 'x = 3' or 'x += 1'")                              \
  X(not_an_effect, "not-an-effect", "a 'do' holds something that is no effect, such as an 'if'")          \
  X(misplaced_semicolon, "misplaced-semicolon", "a ';' stands in a condition; it separates effects")      \
  X(unexpected_text, "unexpected-text", "something stands where it cannot; the message says what could")

enum class ExpressionCode : std::uint8_t {
#define X(id, code, sentence) id,
  ROUNDHOUSE_EXPRESSION_CODES(X)
#undef X
};

constexpr std::string_view code_text(ExpressionCode code) {
  switch (code) {
#define X(id, text, sentence) \
  case ExpressionCode::id:    \
    return text;
    ROUNDHOUSE_EXPRESSION_CODES(X)
#undef X
  }
  return "";
}

}  // namespace roundhouse::dsl
