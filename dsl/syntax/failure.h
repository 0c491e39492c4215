#pragma once
// One place where the grammar gave up, with the words and signs round it, and what a reader of rules would
// say about it. Used only by explain_failure; its methods stand in expression_failures.cpp (values,
// operators, choices), set_and_effect_failures.cpp (ranges, members, quantifiers, effects) and failure.cpp
// (the rest).

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/syntax/expression.h"
#include "dsl/syntax/expression_mistakes.h"

namespace roundhouse::dsl {

class Failure {
 public:
  Failure(std::string_view text, ExpressionKind kind, ExpectedToken expected, std::size_t offset)
      : text_(text), kind_(kind), expected_(expected), tokens_(scan_tokens(text)) {
    while (at_ < tokens_.size() && tokens_[at_].end <= offset) ++at_;
    // The grammar takes a word up to its apostrophe, which is there if the whole text was in quotes.
    if (found() != nullptr && found()->begin < offset && (found()->kind == TokenKind::foreign || at_ == 0))
      split(offset);
  }

  ExpressionMistake explain() const;

 private:
  std::string_view text_;
  ExpressionKind kind_;
  ExpectedToken expected_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;  ///< the token that did not fit; their number: the end

  /// The part of a token that the grammar took comes before the place where it gave up.
  void split(std::size_t offset) {
    Token& rest = tokens_[at_];
    const std::size_t length = offset - rest.begin;
    const Token taken{rest.kind == TokenKind::foreign ? TokenKind::word : rest.kind, rest.begin, offset,
                      rest.text.substr(0, length)};
    rest = {TokenKind::other, offset, rest.end, rest.text.substr(length)};
    tokens_.insert(tokens_.begin() + static_cast<std::ptrdiff_t>(at_++), taken);
  }

  // --- what stands where ---

  const Token* found() const { return at_ < tokens_.size() ? &tokens_[at_] : nullptr; }
  const Token* before() const { return at_ > 0 ? &tokens_[at_ - 1] : nullptr; }
  bool found_is(std::string_view spelling) const { return found() != nullptr && found()->is(spelling); }
  bool before_is(std::string_view spelling) const { return before() != nullptr && before()->is(spelling); }
  bool found_value() const { return found() != nullptr && begins_value(*found()); }
  bool found_binary() const { return found() != nullptr && is_binary(*found()); }

  std::size_t found_begin() const { return found() != nullptr ? found()->begin : tokens_.back().end; }
  std::size_t found_end() const { return found() != nullptr ? found()->end : tokens_.back().end; }
  static std::string brief(const Token& token) { return quotable(token.text, 40); }
  std::string shown(const Token& token) const { return "'" + brief(token) + "'"; }
  std::string shown_found() const { return found() != nullptr ? shown(*found()) : "the end"; }
  std::string text_between(std::size_t begin, std::size_t end, std::size_t limit = 120) const {
    return quotable(text_.substr(begin, end - begin), limit);
  }
  std::string text_up_to_here() const { return text_between(0, before() != nullptr ? before()->end : 0); }
  std::string text_from_here() const { return text_between(found_begin(), text_.size()); }

  /// The whole text with dots where something is missing.
  std::string text_with_gap() const;

  /// The first token of the value that ends before this place: `match.used(n)`, `(a + b)`, `3`.
  const Token& first_of_value() const { return first_of_value_before(at_); }
  /// Likewise of the value that ends before token `place`.
  const Token& first_of_value_before(std::size_t place) const;
  /// The last token of the value that begins with token `first`.
  std::size_t last_of_value(std::size_t first) const;
  std::string value_before() const { return text_between(first_of_value().begin, before()->end, 40); }
  std::string value_from(std::size_t first) const;

  /// The bracket round this place, or the number of tokens.
  std::size_t open_bracket() const;
  /// The bracket that ends what is round this place, or the number of tokens.
  std::size_t close_bracket() const;
  /// True if `word` stands between the bracket round this place and here, outside inner brackets.
  bool stands_in_bracket(std::string_view word) const;
  /// The `if` to which a `then` or `else` here would belong, or nullptr.
  const Token* open_if() const;

  ExpressionMistake at_found(ExpressionCode code, std::string message, std::string why,
                             std::string help) const {
    return {code, found_begin(), found_end(), std::move(message), std::move(why), std::move(help)};
  }
  ExpressionMistake at_before(ExpressionCode code, std::string message, std::string why,
                              std::string help) const {
    return {code, before()->begin, before()->end, std::move(message), std::move(why), std::move(help)};
  }

  /// The mistake with a help that shows `text` with words before and behind it; it is put in from `begin` to
  /// `end`.
  static ExpressionMistake with(ExpressionMistake mistake, std::size_t begin, std::size_t end,
                                const std::string& text, std::string_view before = "write '",
                                std::string_view behind = "'");

  ExpressionMistake unexpected() const;

  // --- a value is missing ---

  ExpressionMistake explain_value() const;

  /// The end of the comparison that begins here.
  std::size_t end_of_comparison() const;

  ExpressionMistake explain_empty_brackets() const;
  ExpressionMistake explain_comma() const;

  // --- a value is whole, and something follows ---

  ExpressionMistake explain_end() const;
  std::optional<ExpressionMistake> explain_what_follows() const;
  ExpressionMistake explain_two_values() const;
  ExpressionMistake explain_loose_comma() const;
  ExpressionMistake explain_semicolon() const;
  ExpressionMistake explain_misplaced_range() const;
  ExpressionMistake explain_misplaced_word() const;

  // --- choices ---

  ExpressionMistake explain_choice() const;
  bool stands_later(std::string_view word) const;

  // --- in, members ---

  ExpressionMistake explain_range() const;
  ExpressionMistake explain_member() const;

  // --- quantifiers ---

  ExpressionMistake explain_quantifier() const;
  bool stands_before_close(std::string_view sign) const;
  ExpressionMistake explain_bare_quantifier() const;
  ExpressionMistake explain_quantifier_end(const std::string& word) const;

  // --- effects ---

  ExpressionMistake explain_effect() const;
  ExpressionMistake explain_no_effect() const;
  ExpressionMistake explain_each() const;

  /// `me 2` as it stands in brackets: `me, 2`.
  std::string values_to_semicolon() const;
  struct EffectWords {
    std::string name;
    std::size_t end;
  };
  std::optional<EffectWords> effect_in_words() const;

  ExpressionMistake explain_effect_brackets() const;
};

/// The thing wanted there, in plain words: "an operator, or 'then'".
std::string_view expectation(ExpectedToken expected);

}  // namespace roundhouse::dsl
