#pragma once
// The words and signs of an expression, right or wrong, for messages only: the grammar reads bytes and
// never sees these. Every byte that is not blank belongs to exactly one token, and no input is refused.

#include <cstdint>
#include <string_view>
#include <vector>

namespace roundhouse::dsl {

enum class TokenKind : std::uint8_t {
  word,     ///< cut as the grammar cuts names
  foreign,  ///< a word with an apostrophe inside: isn't
  number,
  sign,   ///< operators, brackets and other ASCII characters, also such as only other languages have
  text,   ///< from a quote to its partner, plain or curly, or to the end
  other,  ///< one character that is not ASCII, or a control character
};

struct Token {
  TokenKind kind = TokenKind::other;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string_view text;

  bool is(std::string_view spelling) const { return text == spelling && kind != TokenKind::text; }
};

std::vector<Token> scan_tokens(std::string_view text);

/// True if a value can begin with this token: a number, a name, `(`, `if`, any, all, ...
bool begins_value(const Token& token);
/// True if a value can end with this token: a number, a name, `)`.
bool ends_value(const Token& token);
/// True if this stands between two values: `and`, `==`, `+` ...
bool is_binary(const Token& token);

}  // namespace roundhouse::dsl
