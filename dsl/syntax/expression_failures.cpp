// The second and third stage of expression_mistakes.h: brackets, and what the grammar could not go on with.

#include <fmt/format.h>

#include "dsl/base/nearest.h"
#include "dsl/syntax/expression.h"
#include "dsl/syntax/failure.h"
#include "dsl/vocabulary/operators.h"

namespace roundhouse::dsl {

// --- a value is missing ---

ExpressionMistake Failure::explain_value() const {
  if (before_is("(") && found_is(")")) return explain_empty_brackets();
  if (before_is(",") || found_is(",")) return explain_comma();
  if (found_is("not") && before() != nullptr) {
    const std::size_t end = end_of_comparison();
    const bool is_last = text_between(end, text_.size()).empty();
    return with(
        at_found(ExpressionCode::misplaced_not, fmt::format("'not' cannot follow {}", shown(*before())),
                 "'not' turns a whole comparison round, it is no part of one",
                 "put what 'not' turns round in brackets"),
        0, text_.size(),
        fmt::format("{} ({}){}", text_up_to_here(), text_between(found_begin(), end), is_last ? "" : " ..."));
  }
  if (found_is("..")) return explain_misplaced_range();
  if (found_is(";") && (kind_ == ExpressionKind::expression || open_bracket() < tokens_.size()))
    return explain_semicolon();
  const bool begins = before() == nullptr || before_is("(") || before_is(";");
  if (begins && found() != nullptr) {
    if (found_is("then") || found_is("else") || found_is("where") || found_is("of"))
      return explain_misplaced_word();
    if (found_binary()) {
      return at_found(ExpressionCode::missing_operand, fmt::format("nothing stands before {}", shown_found()),
                      "it needs a value on each side", fmt::format("write '{}'", text_with_gap()));
    }
  }
  if (found_is(".")) {
    return at_found(ExpressionCode::missing_operand, "nothing stands before '.'",
                    "a '.' asks for a member of what stands before it",
                    "write a name before it, as in 'end.pip'");
  }
  if (begins) return unexpected();
  if (found_binary()) {
    return at_found(ExpressionCode::missing_operand,
                    fmt::format("nothing stands between {} and {}", shown(*before()), shown_found()),
                    fmt::format("here could stand {}", expectation(ExpectedToken::value)),
                    fmt::format("write '{}', or take one of them away", text_with_gap()));
  }
  const bool closes = found() == nullptr || found_is(")") || found_is("then") || found_is("else") ||
                      found_is("where") || found_is("of") || found_is(";");
  if (closes) {
    return at_before(ExpressionCode::missing_operand,
                     fmt::format("nothing stands after {}", shown(*before())),
                     fmt::format("after it belongs {}", expectation(ExpectedToken::value)),
                     fmt::format("write '{}', or take {} away", text_with_gap(), shown(*before())));
  }
  return unexpected();
}

std::size_t Failure::end_of_comparison() const {
  std::size_t opened = 0;
  std::size_t last = at_;
  for (std::size_t i = at_; i < tokens_.size(); ++i) {
    const Token& token = tokens_[i];
    if (token.is(")") && opened-- == 0) break;
    if (token.is("(")) ++opened;
    const bool ends = token.is("and") || token.is("or") || token.is("then") || token.is("else") ||
                      token.is("where") || token.is("of") || token.is(",") || token.is(";");
    if (ends && opened == 0) break;
    last = i;
  }
  return tokens_[last].end;
}

ExpressionMistake Failure::explain_empty_brackets() const {
  return {ExpressionCode::empty_brackets,
          before()->begin,
          found()->end,
          "nothing stands between these brackets",
          "brackets hold together what belongs together",
          "write a value between them, or take them away"};
}

ExpressionMistake Failure::explain_comma() const {
  const bool open =
      expected_ == ExpectedToken::call_close || (open_bracket() < tokens_.size() && open_bracket() > 0 &&
                                                 tokens_[open_bracket() - 1].kind == TokenKind::word);
  const Token& comma = found_is(",") ? *found() : *before();
  return {ExpressionCode::misplaced_comma,
          comma.begin,
          comma.end,
          "',' does not stand between two values",
          open ? "commas separate the values that a call is given"
               : "commas stand only in calls such as 'deal(2, 4)'",
          "take it away, or write the value that is missing"};
}

// --- a value is whole, and something follows ---

ExpressionMistake Failure::explain_end() const {
  if (const std::optional<ExpressionMistake> common = explain_what_follows()) return *common;
  return unexpected();
}

std::optional<ExpressionMistake> Failure::explain_what_follows() const {
  if (found() == nullptr || before() == nullptr) return std::nullopt;
  if (found_is("..")) return explain_misplaced_range();
  if (found_is(";")) return explain_semicolon();
  if (found_is(",")) return explain_loose_comma();
  if (found_is("then") || found_is("else") || found_is("where") || found_is("of"))
    return explain_misplaced_word();
  if (found_is("not")) {
    const bool joins = at_ + 1 < tokens_.size() && (tokens_[at_ + 1].is("in") || tokens_[at_ + 1].is("has"));
    ExpressionMistake mistake = at_found(
        ExpressionCode::misplaced_not, "'not' stands after a value",
        "'not' stands in front of what it turns round",
        joins ? "write 'not' before the value" : fmt::format("write '{} and not ...'", text_up_to_here()));
    if (!joins) return mistake;
    return with(
        std::move(mistake), first_of_value().begin, text_.size(),
        fmt::format("not {} {}", value_before(), text_between(tokens_[at_ + 1].begin, text_.size(), 60)));
  }
  if (found_value()) return explain_two_values();
  return std::nullopt;
}

ExpressionMistake Failure::explain_two_values() const {
  const Token& first = first_of_value();
  const std::size_t last = last_of_value(at_);
  const std::size_t end = tokens_[last].end;
  ExpressionMistake mistake{
      ExpressionCode::two_values,
      found()->begin,
      end,
      fmt::format("'{}' follows '{}' with nothing between them", value_from(at_), value_before()),
      "two values need an operator between them",
      "write an operator between them"};
  mistake.also.push_back({first.begin, before()->end, "the first value"});
  const bool between =
      at_ + 1 < tokens_.size() && (begins_value(tokens_[at_ + 1]) || tokens_[at_ + 1].is("not"));
  if (between && found()->kind == TokenKind::word && found()->text.size() > 1) {
    const std::vector<std::string_view> signs = operator_words();
    const std::vector<std::string> words(signs.begin(), signs.end());
    if (const std::optional<std::string> meant = nearest_name(found()->text, words)) {
      mistake.end = found()->end;
      return with(std::move(mistake), found()->begin, found()->end, *meant, "did you mean '", "'?");
    }
  }
  if (before()->end == found()->begin && before()->kind == TokenKind::number) {
    mistake.why = "a name begins with a letter";
    return with(std::move(mistake), before()->begin, end,
                fmt::format("{} * {}", brief(*before()), value_from(at_)), "write '",
                "' if a product is meant");
  }
  if (expected_ == ExpectedToken::call_close) {
    return with(std::move(mistake), first.begin, end, fmt::format("{}, {}", value_before(), value_from(at_)),
                "write '", "' for two values, or an operator between them");
  }
  const bool is_split_name = last == at_ && &first == before() && found()->kind == TokenKind::word &&
                             before()->kind == TokenKind::word;
  if (!is_split_name) {
    return with(std::move(mistake), first.begin, end,
                fmt::format("{} == {}", value_before(), value_from(at_)), "write '",
                "', or another operator");
  }
  for (const std::string_view joint : {"-", "_"}) {
    mistake = with(std::move(mistake), first.begin, end,
                   fmt::format("{}{}{}", brief(*before()), joint, brief(*found())),
                   "write an operator between them, or '", "' if that is one name");
  }
  return mistake;
}

ExpressionMistake Failure::explain_loose_comma() const {
  const bool digits = before()->kind == TokenKind::number && at_ + 1 < tokens_.size() &&
                      tokens_[at_ + 1].kind == TokenKind::number && found()->begin == before()->end &&
                      tokens_[at_ + 1].begin == found()->end;
  if (digits) {
    return with(at_found(ExpressionCode::misplaced_comma, "',' stands inside a number",
                         "numbers are written without gaps", "take the ',' away"),
                before()->begin, tokens_[at_ + 1].end,
                fmt::format("{}{}", brief(*before()), brief(tokens_[at_ + 1])));
  }
  return with(
      at_found(ExpressionCode::misplaced_comma, "',' stands outside a call",
               "commas separate the values that a call is given", "write 'and' or 'or' between conditions"),
      0, text_.size(),
      fmt::format("{} and {}", text_up_to_here(),
                  at_ + 1 < tokens_.size() ? text_between(tokens_[at_ + 1].begin, text_.size(), 60) : "..."),
      "write '", "' where both are asked");
}

ExpressionMistake Failure::explain_semicolon() const {
  return at_found(ExpressionCode::misplaced_semicolon, "';' stands inside an expression",
                  kind_ == ExpressionKind::effects ? "';' separates whole effects"
                                                   : "';' separates effects, and effects stand in 'do'",
                  kind_ == ExpressionKind::effects ? "close the brackets before it, or write ','"
                                                   : "write 'and' or 'or' between conditions");
}

ExpressionMistake Failure::explain_misplaced_range() const {
  const std::size_t open = open_bracket();
  return at_found(ExpressionCode::misplaced_range, "a range stands where none is asked for",
                  "a range is no value; it stands only after 'in'",
                  open > 0 && open < tokens_.size() && tokens_[open - 1].is("in")
                      ? "write 'x in 1..3', without brackets round the range"
                      : "write 'x in 1..3'");
}

ExpressionMistake Failure::explain_misplaced_word() const {
  if (found_is("then") || found_is("else")) {
    return at_found(ExpressionCode::misplaced_word, fmt::format("{} has no 'if'", shown_found()),
                    "a choice is written whole: 'if a then b else c'",
                    found_is("else") && stands_in_bracket("else") ? "write 'else if ... then ... else ...'"
                                                                  : "write 'if' before the condition");
  }
  return at_found(ExpressionCode::misplaced_word,
                  fmt::format("{} stands outside a quantifier", shown_found()),
                  "it belongs into the brackets of any, all, count, sum, max, min, sole or best",
                  "write 'any(x in players where ...)' or 'sum(x in players of ...)'");
}

// --- choices ---

ExpressionMistake Failure::explain_choice() const {
  const Token* start = open_if();
  const bool then = expected_ == ExpectedToken::then_word;
  const bool stray = found() != nullptr && (found_is("..") || found_is(",") || found_is("not"));
  if (start == nullptr || stray) return explain_end();
  // Two operands in a row before a `then` that is there: the `then` is not what is missing.
  if (found_value() && stands_later(then ? "then" : "else")) return explain_end();
  ExpressionMistake mistake = at_found(then ? ExpressionCode::missing_then : ExpressionCode::missing_else,
                                       then ? "this 'if' has no 'then'" : "this 'if' has no 'else'",
                                       then ? "a choice is written 'if a then b else c'"
                                            : "a choice always has both: every expression has a value",
                                       "");
  const bool goes_on = found_value();
  mistake.help = then ? "write 'then' before what holds if it does" : "write 'else' before what holds if not";
  mistake = with(std::move(mistake), start->begin, text_.size(),
                 fmt::format("{} {} {}", text_between(start->begin, before()->end), then ? "then" : "else",
                             goes_on                    ? text_from_here()
                             : then && found_is("else") ? "... " + text_from_here()
                             : then                     ? "... else ..."
                                                        : "..."));
  mistake.also.push_back({found_begin(), found_end(), then ? "'then' belongs here" : "'else' belongs here"});
  mistake.begin = start->begin;
  mistake.end = start->end;
  return mistake;
}

bool Failure::stands_later(std::string_view word) const {
  const std::size_t end = close_bracket();
  for (std::size_t i = at_; i < end; ++i) {
    if (tokens_[i].is("if")) return false;
    if (tokens_[i].is(word)) return true;
  }
  return false;
}

// --- brackets ---

bool check_brackets(std::string_view text, std::vector<ExpressionMistake>& mistakes) {
  std::vector<Token> open;
  for (const Token& token : scan_tokens(text)) {
    if (token.is("(")) {
      open.push_back(token);
      if (open.size() > max_expression_depth) {
        mistakes.push_back({ExpressionCode::expression_too_deep, token.begin, token.end,
                            fmt::format("this is nested more than {} levels deep", max_expression_depth), "",
                            "give its inner parts names of their own under 'words'"});
        return false;
      }
    } else if (token.is(")")) {
      if (open.empty()) {
        ExpressionMistake& mistake = mistakes.emplace_back(ExpressionMistake{
            ExpressionCode::unopened_bracket, token.begin, token.end, "this bracket was never opened", "",
            "take it away, or open it where it should begin"});
        const std::string without =
            quotable(std::string(text.substr(0, token.begin)) + std::string(text.substr(token.end)));
        suggest_fix(mistake, {0, text.size(), without,
                              fmt::format("write '{}', or open it where it should begin", without)});
        return false;
      }
      open.pop_back();
    }
  }
  if (open.empty()) return true;
  ExpressionMistake mistake{ExpressionCode::unclosed_bracket,
                            open.back().begin,
                            open.back().end,
                            "this bracket is never closed",
                            "",
                            "close it where what it holds together ends"};
  const std::string closed = quotable(text) + std::string(open.size(), ')');
  suggest_fix(mistake, {0, text.size(), closed, fmt::format("write '{}', or close it earlier", closed)});
  open.pop_back();
  for (const Token& token : open) {
    if (mistake.also.size() < 3) mistake.also.push_back({token.begin, token.end, "nor is this one"});
  }
  mistakes.push_back(std::move(mistake));
  return false;
}

ExpressionMistake explain_failure(std::string_view text, ExpressionKind kind, ExpectedToken expected,
                                  std::size_t offset) {
  return Failure(text, kind, expected, offset).explain();
}

}  // namespace roundhouse::dsl
