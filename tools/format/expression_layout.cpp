#include "tools/format/expression_layout.h"

#include <algorithm>
#include <array>
#include <vector>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/syntax/expression.h"

namespace roundhouse::dsl {
namespace {

/// Words behind which an opening bracket is no call.
constexpr std::array<std::string_view, 13> joining_words{"and", "or", "not", "if", "then",  "else", "in",
                                                         "has", "of", "mod", "do", "where", "is"};

bool is_joining_word(const Token& token) {
  return token.kind == TokenKind::word && contains(joining_words, token.text);
}

/// True of a minus in front of which no value stands: a sign and no difference.
bool is_sign_of_number(const Token* before, const Token& minus) {
  if (!minus.is("-")) return false;
  return before == nullptr || !ends_value(*before) || is_joining_word(*before);
}

bool stands_apart(const Token* earlier, const Token& left, const Token& right) {
  if (left.is("(") || right.is(")") || right.is(",") || right.is(";")) return false;
  if (left.is(".") || right.is(".") || left.is("..") || right.is("..")) return false;
  if (right.is("(")) return left.kind != TokenKind::word || is_joining_word(left);
  return !is_sign_of_number(earlier, left);
}

}  // namespace

bool same_tokens(std::string_view one, std::string_view other) {
  const std::vector<Token> left = scan_tokens(one);
  const std::vector<Token> right = scan_tokens(other);
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const Token& a, const Token& b) { return a.kind == b.kind && a.text == b.text; });
}

std::string lay_out_expression(std::string_view line, std::string_view before) {
  const std::vector<Token> above = scan_tokens(before);
  const std::vector<Token> tokens = scan_tokens(line);
  const auto is_plain = [](const Token& token) {
    return token.kind == TokenKind::word || token.kind == TokenKind::number || token.kind == TokenKind::sign;
  };
  std::string laid(trimmed(line));
  if (!all_of(tokens, is_plain)) return laid;
  std::string text;
  const Token* earlier = nullptr;
  const Token* left = above.empty() ? nullptr : &above.back();
  for (const Token& token : tokens) {
    if (!text.empty() && left != nullptr && stands_apart(earlier, *left, token)) text += ' ';
    text += token.text;
    earlier = left;
    left = &token;
  }
  return same_tokens(text, laid) ? text : laid;
}

}  // namespace roundhouse::dsl
