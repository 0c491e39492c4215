#include "dsl/syntax/expression.h"

#include <algorithm>
#include <array>

#include "dsl/base/search.h"
#include "dsl/base/utf8.h"
#include "dsl/base/whole_number.h"
#include "dsl/vocabulary/operators.h"

namespace roundhouse::dsl {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_between_tokens(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// Longest first, so that the first that fits is the one.
constexpr std::array<std::string_view, 23> long_signs = {
    "===", "!==", "...", "==", "!=", "<=", ">=", "=<", "=>", "<>", "&&", "||",
    "**",  "..",  "+=",  "-=", "*=", "/=", ":=", "//", "->", "::", "~="};

/// Opening quotes and what closes them.
struct Quotes {
  std::string_view open, close, also;
};
constexpr std::array<Quotes, 6> quotes = {{
    {"\"", "\"", "\""},
    {"'", "'", "'"},
    {"\u201C", "\u201D", "\u201C"},
    {"\u201E", "\u201C", "\u201D"},
    {"\u2018", "\u2019", "\u2018"},
    {"\u00AB", "\u00BB", "\u00BB"},
}};

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  std::vector<Token> scan() {
    while (at_ < text_.size()) {
      if (is_between_tokens(text_[at_])) {
        ++at_;
      } else if (is_letter(text_[at_])) {
        scan_word();
      } else if (is_digit(text_[at_])) {
        const auto end =
            std::find_if_not(text_.begin() + static_cast<std::ptrdiff_t>(at_), text_.end(), is_digit);
        add(TokenKind::number, static_cast<std::size_t>(end - text_.begin()));
      } else if (!scan_text()) {
        scan_sign();
      }
    }
    return std::move(tokens_);
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;

  char peek(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }
  bool stands(std::string_view what, std::size_t at) const { return text_.substr(at).starts_with(what); }

  void add(TokenKind kind, std::size_t end) {
    tokens_.push_back({kind, at_, end, text_.substr(at_, end - at_)});
    at_ = end;
  }

  /// The size of an apostrophe between two letters, or 0.
  std::size_t apostrophe(std::size_t at) const {
    const std::size_t size = peek(at) == '\'' ? 1 : stands("\u2019", at) ? 3 : 0;
    return size > 0 && is_letter(text_[at - 1]) && is_letter(peek(at + size)) ? size : 0;
  }

  void scan_word() {
    TokenKind kind = TokenKind::word;
    std::size_t end = at_ + 1;
    while (end < text_.size()) {
      const char c = text_[end];
      if (is_letter(c) || is_digit(c) || c == '_' ||
          (c == '-' && is_letter(text_[end - 1]) && is_letter(peek(end + 1)))) {
        ++end;
      } else if (const std::size_t size = apostrophe(end); size > 0) {
        kind = TokenKind::foreign;
        end += size;
      } else {
        break;
      }
    }
    add(kind, end);
  }

  bool scan_text() {
    const auto pair = find_if(quotes, [&](const Quotes& q) { return stands(q.open, at_); });
    if (pair == quotes.end()) return false;
    const std::size_t from = at_ + pair->open.size();
    const std::size_t close = std::min(text_.find(pair->close, from), text_.find(pair->also, from));
    add(TokenKind::text, close == std::string_view::npos ? text_.size() : close + pair->close.size());
    return true;
  }

  void scan_sign() {
    const auto c = static_cast<unsigned char>(text_[at_]);
    if (c >= 0x80 || c < 0x20 || c == 0x7F)
      return add(TokenKind::other, at_ + utf8_character(text_, at_).length);
    for (const std::string_view sign : long_signs) {
      if (stands(sign, at_)) return add(TokenKind::sign, at_ + sign.size());
    }
    add(TokenKind::sign, at_ + 1);
  }
};

/// Between two values; of a range the dots stand there, too.
bool is_sign_between(std::string_view text) {
  return text == ".." || any_of(all_operators, [&](const OpRow& row) {
           return row.sign == text && row.form >= Form::infix && row.form <= Form::junction;
         });
}

}  // namespace

std::vector<Token> scan_tokens(std::string_view text) { return Scanner(text).scan(); }

bool begins_value(const Token& token) {
  if (token.kind == TokenKind::number || token.kind == TokenKind::text) return true;
  if (token.kind == TokenKind::word) return !is_operator_word(token.text) || token.text == "if";
  return token.is("(");
}

bool ends_value(const Token& token) {
  if (token.kind == TokenKind::number || token.kind == TokenKind::text) return true;
  if (token.kind == TokenKind::word) return !is_operator_word(token.text);
  return token.is(")");
}

bool is_binary(const Token& token) {
  return (token.kind == TokenKind::word || token.kind == TokenKind::sign) && is_sign_between(token.text);
}

}  // namespace roundhouse::dsl
