#pragma once
// The messages for texts that are no expressions. Three stages, each on plain bytes without the grammar:
// spellings that people bring from elsewhere are found (and mended, so that reading can go on), brackets
// are paired, and where the grammar gave up, the tokens around that place say what was probably meant.
// Called only by expression_parser.cpp. All offsets are into the text that was handed in.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/syntax/expression_codes.h"

namespace roundhouse::dsl {

enum class ExpressionKind : std::uint8_t { expression, effects };

/// A diagnostic before its place in the file is known.
struct ExpressionMistake {
  ExpressionCode code = ExpressionCode::unexpected_text;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string message;
  std::string why;
  std::string help;
  struct Also {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string message;
  };
  std::vector<Also> also = {};
  /// A text that `help` shows, and what it is put in for.
  struct Proposal {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string text;
    std::string help;
  };
  std::vector<Proposal> proposals = {};  ///< the likeliest first; `help` is said if none holds
};

/// Adds a proposal. A text with dots in it is a form and nothing that could be put in: then it is the help.
void suggest_fix(ExpressionMistake& mistake, ExpressionMistake::Proposal proposal);

/// The text with its foreign spellings replaced, and where each byte of it came from.
struct MendedText {
  std::string text;
  std::vector<std::uint32_t> begins;  ///< of each byte the first byte it stands for; one more for the end
  std::vector<std::uint32_t> ends;    ///< of each byte the end of what it stands for
  bool readable = true;               ///< false: something could not be mended, reading it makes no sense
};

// X(enumerator, what could stand there, by which of Failure's methods it is explained)
#define ROUNDHOUSE_EXPECTED_TOKENS(X)                                                                \
  X(value, "a value: a number, a name, something in brackets or an 'if'", explain_value)             \
  X(then_word, "an operator, or 'then'", explain_choice)                                             \
  X(else_word, "an operator, or 'else'", explain_choice)                                             \
  X(group_close, "an operator, or ')'", explain_end)                                                 \
  X(call_close, "an operator, ',' or ')'", explain_end)                                              \
  X(range, "'..' and the end of the range", explain_range)                                           \
  X(member_name, "the name of a member", explain_member)                                             \
  X(quantifier_open, "'(' with 'x in SET'", explain_quantifier)                                      \
  X(quantifier_variable, "a name of your choice and 'in', as in 'x in players'", explain_quantifier) \
  X(quantifier_in, "'in' and a set, as in 'x in players'", explain_quantifier)                       \
  X(quantifier_close, "'where', 'of' or ')'", explain_quantifier)                                    \
  X(each_do, "'where', or 'do' and effects", explain_each)                                           \
  X(each_close, "';' and another effect, or ')'", explain_effect)                                    \
  X(effect, "an effect such as 'mark(end)'", explain_effect)                                         \
  X(effect_open, "'(' with what the effect is about", explain_effect)                                \
  X(end_of_expression, "an operator such as 'and', or the end", explain_end)                         \
  X(end_of_effects, "';' and another effect, or the end", explain_effect)

/// The thing that the grammar wanted where it gave up.
enum class ExpectedToken : std::uint8_t {
#define X(id, ...) id,
  ROUNDHOUSE_EXPECTED_TOKENS(X)
#undef X
};

/// Appends what is wrong; at most a few, one for each cause.
MendedText mend_spelling(std::string_view text, ExpressionKind kind,
                         std::vector<ExpressionMistake>& mistakes);

/// Appends a mistake for a bracket without its other half, or brackets nested too deep. False: do not read
/// on.
bool check_brackets(std::string_view text, std::vector<ExpressionMistake>& mistakes);

/// Exactly one mistake for the place at or before `offset` where `expected` did not stand.
ExpressionMistake explain_failure(std::string_view text, ExpressionKind kind, ExpectedToken expected,
                                  std::size_t offset);

/// The text on one line and not too long, to be quoted in a message.
std::string quotable(std::string_view text, std::size_t limit = 200);

}  // namespace roundhouse::dsl
