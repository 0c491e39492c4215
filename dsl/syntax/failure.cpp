#include "dsl/syntax/failure.h"

#include <fmt/format.h>

#include "dsl/base/utf8.h"
#include "dsl/syntax/expression.h"

namespace roundhouse::dsl {

std::string_view expectation(ExpectedToken expected) {
  switch (expected) {
#define X(id, text, method) \
  case ExpectedToken::id:   \
    return text;
    ROUNDHOUSE_EXPECTED_TOKENS(X)
#undef X
  }
  return "";
}

ExpressionMistake Failure::explain() const {
  switch (expected_) {
#define X(id, text, method) \
  case ExpectedToken::id:   \
    return method();
    ROUNDHOUSE_EXPECTED_TOKENS(X)
#undef X
  }
  return unexpected();
}

// --- what stands where ---

std::string Failure::text_with_gap() const {
  const std::string rest = found() != nullptr ? text_from_here() : "";
  const bool tight = rest.empty() || rest[0] == ')' || rest[0] == ',' || rest[0] == ';' || rest[0] == '.';
  const std::string start = before() != nullptr ? text_up_to_here() : "";
  const bool opened = start.empty() || start.back() == '(';
  return fmt::format("{}{}...{}{}", start, opened ? "" : " ", tight ? "" : " ", rest);
}

const Token& Failure::first_of_value_before(std::size_t place) const {
  std::size_t first = place - 1;
  while (true) {
    if (tokens_[first].is(")")) {
      for (std::size_t closed = 0; first > 0; --first) {
        if (tokens_[first].is(")")) ++closed;
        if (tokens_[first].is("(") && --closed == 0) break;
      }
      const bool call =
          first > 0 && tokens_[first - 1].kind == TokenKind::word && ends_value(tokens_[first - 1]);
      if (call) --first;
    }
    if (first < 2 || !tokens_[first - 1].is(".")) return tokens_[first];
    first -= 2;
  }
}

std::size_t Failure::last_of_value(std::size_t first) const {
  std::size_t last = first;
  while (true) {
    const bool opens = tokens_[last].is("(");
    if (opens ||
        (last + 1 < tokens_.size() && tokens_[last + 1].is("(") && tokens_[last].kind == TokenKind::word)) {
      std::size_t opened = 0;
      for (last += opens ? 0 : 1; last + 1 < tokens_.size(); ++last) {
        if (tokens_[last].is("(")) ++opened;
        if (tokens_[last].is(")") && --opened == 0) break;
      }
    }
    if (last + 2 >= tokens_.size() || !tokens_[last + 1].is(".") ||
        tokens_[last + 2].kind != TokenKind::word) {
      return last;
    }
    last += 2;
  }
}

std::string Failure::value_from(std::size_t first) const {
  return first < tokens_.size() ? text_between(tokens_[first].begin, tokens_[last_of_value(first)].end, 40)
                                : "...";
}

std::size_t Failure::open_bracket() const {
  std::size_t closed = 0;
  for (std::size_t i = at_; i-- > 0;) {
    if (tokens_[i].is(")")) ++closed;
    if (tokens_[i].is("(") && closed-- == 0) return i;
  }
  return tokens_.size();
}

std::size_t Failure::close_bracket() const {
  std::size_t opened = 0;
  for (std::size_t i = at_; i < tokens_.size(); ++i) {
    if (tokens_[i].is("(")) ++opened;
    if (tokens_[i].is(")") && opened-- == 0) return i;
  }
  return tokens_.size();
}

bool Failure::stands_in_bracket(std::string_view word) const {
  std::size_t closed = 0;
  for (std::size_t i = at_; i-- > 0;) {
    if (tokens_[i].is(")")) ++closed;
    if (tokens_[i].is("(") && closed-- == 0) return false;
    if (closed == 0 && tokens_[i].is(word)) return true;
  }
  return false;
}

const Token* Failure::open_if() const {
  std::size_t closed = 0;
  std::size_t ended = 0;
  const std::string_view partner = expected_ == ExpectedToken::then_word ? "then" : "else";
  for (std::size_t i = at_; i-- > 0;) {
    if (tokens_[i].is(")")) ++closed;
    if (tokens_[i].is("(") && closed-- == 0) return nullptr;
    if (closed > 0) continue;
    if (tokens_[i].is(partner)) ++ended;
    if (tokens_[i].is("if") && ended-- == 0) return &tokens_[i];
  }
  return nullptr;
}

ExpressionMistake Failure::with(ExpressionMistake mistake, std::size_t begin, std::size_t end,
                                const std::string& text, std::string_view before, std::string_view behind) {
  suggest_fix(mistake, {begin, end, text, fmt::format("{}{}{}", before, text, behind)});
  return mistake;
}

ExpressionMistake Failure::unexpected() const {
  const std::string why = fmt::format("here could stand {}", expectation(expected_));
  if (found() == nullptr) {
    return at_found(ExpressionCode::unexpected_text, "the text ends too early", why, "");
  }
  return at_found(ExpressionCode::unexpected_text, fmt::format("{} cannot stand here", shown_found()), why,
                  "");
}

void suggest_fix(ExpressionMistake& mistake, ExpressionMistake::Proposal proposal) {
  if (proposal.text.find("...") == std::string::npos) {
    mistake.proposals.push_back(std::move(proposal));
  } else if (mistake.proposals.empty()) {
    mistake.help = std::move(proposal.help);
  }
}

std::string quotable(std::string_view text, std::size_t limit) {
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Character read = utf8_character(text, at);
    const std::string_view character = text.substr(at, read.length);
    at += read.length;
    const bool blank = !read.valid || read.point <= U' ' || read.point == 0x7F;
    if (blank && (line.empty() || line.back() == ' ')) continue;
    if (line.size() + read.length > limit) return line + "...";
    line += blank ? " " : character;
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

}  // namespace roundhouse::dsl
