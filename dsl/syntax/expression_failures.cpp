// The second and third stage of expression_mistakes.h: brackets, and what the grammar could not go on with.

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "dsl/syntax/expression_mistakes.h"
#include "dsl/syntax/expression_tokens.h"
#include "dsl/syntax/expression_words.h"

namespace roundhouse::dsl {

namespace {

std::string_view expectation(Expected expected) {
  switch (expected) {
    case Expected::value:
      return "a value: a number, a name, something in brackets or an 'if'";
    case Expected::then_word:
      return "an operator, or 'then'";
    case Expected::else_word:
      return "an operator, or 'else'";
    case Expected::group_close:
      return "an operator, or ')'";
    case Expected::call_close:
      return "an operator, ',' or ')'";
    case Expected::range:
      return "'..' and the end of the range";
    case Expected::member_name:
      return "the name of a member";
    case Expected::quantifier_open:
      return "'(' with 'x in SET'";
    case Expected::quantifier_variable:
      return "a name of your choice and 'in', as in 'x in players'";
    case Expected::quantifier_in:
      return "'in' and a set, as in 'x in players'";
    case Expected::quantifier_close:
      return "'where', 'of' or ')'";
    case Expected::effect:
      return "an effect such as 'mark(end)'";
    case Expected::effect_open:
      return "'(' with what the effect is about";
    case Expected::end_of_expression:
      return "an operator such as 'and', or the end";
    case Expected::end_of_effects:
      return "';' and another effect, or the end";
  }
  return "";
}

/// The place where reading stopped, with the tokens round it.
class Failure {
 public:
  Failure(std::string_view text, TextKind kind, Expected expected, std::size_t offset)
      : text_(text), kind_(kind), expected_(expected), tokens_(scan_tokens(text)) {
    while (at_ < tokens_.size() && tokens_[at_].end <= offset) ++at_;
  }

  Mistake explain() const {
    switch (expected_) {
      case Expected::value:
        return explain_value();
      case Expected::then_word:
      case Expected::else_word:
        return explain_choice();
      case Expected::range:
        return explain_range();
      case Expected::member_name:
        return explain_member();
      case Expected::quantifier_open:
      case Expected::quantifier_variable:
      case Expected::quantifier_in:
      case Expected::quantifier_close:
        return explain_quantifier();
      case Expected::effect:
      case Expected::effect_open:
      case Expected::end_of_effects:
        return explain_effect();
      case Expected::group_close:
      case Expected::call_close:
      case Expected::end_of_expression:
        return explain_end();
    }
    return unexpected();
  }

 private:
  std::string_view text_;
  TextKind kind_;
  Expected expected_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;  ///< the token that did not fit; their number: the end

  // --- what stands where ---

  const Token* found() const { return at_ < tokens_.size() ? &tokens_[at_] : nullptr; }
  const Token* before() const { return at_ > 0 ? &tokens_[at_ - 1] : nullptr; }
  bool found_is(std::string_view spelling) const { return found() != nullptr && found()->is(spelling); }
  bool before_is(std::string_view spelling) const { return before() != nullptr && before()->is(spelling); }
  bool found_value() const { return found() != nullptr && begins_value(*found()); }
  bool found_binary() const { return found() != nullptr && is_binary(*found()); }

  std::size_t found_begin() const { return found() != nullptr ? found()->begin : tokens_.back().end; }
  std::size_t found_end() const { return found() != nullptr ? found()->end : tokens_.back().end; }
  std::string shown(const Token& token) const { return fmt::format("'{}'", quotable(token.text, 40)); }
  std::string shown_found() const { return found() != nullptr ? shown(*found()) : "the end"; }
  std::string text_between(std::size_t begin, std::size_t end, std::size_t limit = 120) const {
    return quotable(text_.substr(begin, end - begin), limit);
  }
  std::string text_up_to_here() const { return text_between(0, before() != nullptr ? before()->end : 0); }
  std::string text_from_here() const { return text_between(found_begin(), text_.size()); }

  /// The bracket round this place, or the number of tokens.
  std::size_t open_bracket() const {
    std::size_t closed = 0;
    for (std::size_t i = at_; i-- > 0;) {
      if (tokens_[i].is(")")) ++closed;
      if (tokens_[i].is("(") && closed-- == 0) return i;
    }
    return tokens_.size();
  }
  /// The bracket that ends what is round this place, or the number of tokens.
  std::size_t close_bracket() const {
    std::size_t opened = 0;
    for (std::size_t i = at_; i < tokens_.size(); ++i) {
      if (tokens_[i].is("(")) ++opened;
      if (tokens_[i].is(")") && opened-- == 0) return i;
    }
    return tokens_.size();
  }
  /// Whether `word` stands between the bracket round this place and here, outside inner brackets.
  bool stands_in_bracket(std::string_view word) const {
    std::size_t closed = 0;
    for (std::size_t i = at_; i-- > 0;) {
      if (tokens_[i].is(")")) ++closed;
      if (tokens_[i].is("(") && closed-- == 0) return false;
      if (closed == 0 && tokens_[i].is(word)) return true;
    }
    return false;
  }
  /// The `if` to which a `then` or `else` here would belong, or nullptr.
  const Token* open_if() const {
    std::size_t closed = 0;
    std::size_t ended = 0;
    const std::string_view partner = expected_ == Expected::then_word ? "then" : "else";
    for (std::size_t i = at_; i-- > 0;) {
      if (tokens_[i].is(")")) ++closed;
      if (tokens_[i].is("(") && closed-- == 0) return nullptr;
      if (closed > 0) continue;
      if (tokens_[i].is(partner)) ++ended;
      if (tokens_[i].is("if") && ended-- == 0) return &tokens_[i];
    }
    return nullptr;
  }

  Mistake at_found(ExpressionCode code, std::string message, std::string why, std::string help) const {
    return {code, found_begin(), found_end(), std::move(message), std::move(why), std::move(help)};
  }
  Mistake at_before(ExpressionCode code, std::string message, std::string why, std::string help) const {
    return {code, before()->begin, before()->end, std::move(message), std::move(why), std::move(help)};
  }

  Mistake unexpected() const {
    const std::string why = fmt::format("here could stand {}", expectation(expected_));
    if (found() == nullptr) {
      return at_found(ExpressionCode::unexpected_text, "the text ends too early", why, "");
    }
    return at_found(ExpressionCode::unexpected_text, fmt::format("{} cannot stand here", shown_found()), why,
                    "");
  }

  // --- a value is missing ---

  Mistake explain_value() const {
    if (before_is("(") && found_is(")")) return explain_empty_brackets();
    if (before_is(",") || found_is(",")) return explain_comma();
    if (found_is("not") && before() != nullptr) {
      return at_found(
          ExpressionCode::misplaced_not, fmt::format("'not' cannot follow {}", shown(*before())),
          "'not' turns a whole comparison round, it is no part of one",
          fmt::format("put it in front of the comparison, or write {} (not ...)", before()->text));
    }
    if (found_is("..")) return explain_misplaced_range();
    if (found_is(";") && kind_ == TextKind::expression) return explain_semicolon();
    const bool begins = before() == nullptr || before_is("(") || before_is(";");
    if (begins && found() != nullptr) {
      if (found_is("then") || found_is("else") || found_is("where") || found_is("of"))
        return explain_misplaced_word();
      if (found_binary()) {
        return at_found(ExpressionCode::missing_operand,
                        fmt::format("nothing stands before {}", shown_found()),
                        "it needs a value on each side", fmt::format("write '... {}'", text_from_here()));
      }
      return unexpected();
    }
    if (before() == nullptr) return unexpected();
    if (found_binary()) {
      return at_found(ExpressionCode::missing_operand,
                      fmt::format("nothing stands between {} and {}", shown(*before()), shown_found()),
                      fmt::format("here could stand {}", expectation(Expected::value)),
                      fmt::format("write what is meant between them, or take one of them away"));
    }
    const bool closes = found() == nullptr || found_is(")") || found_is("then") || found_is("else") ||
                        found_is("where") || found_is("of") || found_is(";");
    if (closes) {
      return at_before(ExpressionCode::missing_operand,
                       fmt::format("nothing stands after {}", shown(*before())),
                       fmt::format("after it belongs {}", expectation(Expected::value)),
                       fmt::format("write '{} ...', or take {} away", text_up_to_here(), shown(*before())));
    }
    return unexpected();
  }

  Mistake explain_empty_brackets() const {
    return {ExpressionCode::empty_brackets,
            before()->begin,
            found()->end,
            "nothing stands between these brackets",
            "brackets hold together what belongs together",
            "write a value between them, or take them away"};
  }

  Mistake explain_comma() const {
    const bool open =
        expected_ == Expected::call_close || (open_bracket() < tokens_.size() && open_bracket() > 0 &&
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

  Mistake explain_end() const {
    if (const std::optional<Mistake> common = explain_what_follows()) return *common;
    return unexpected();
  }

  std::optional<Mistake> explain_what_follows() const {
    if (found() == nullptr || before() == nullptr) return std::nullopt;
    if (found_is("..")) return explain_misplaced_range();
    if (found_is(";")) return explain_semicolon();
    if (found_is(",")) return explain_loose_comma();
    if (found_is("then") || found_is("else") || found_is("where") || found_is("of"))
      return explain_misplaced_word();
    if (found_is("not")) {
      const bool joins =
          at_ + 1 < tokens_.size() && (tokens_[at_ + 1].is("in") || tokens_[at_ + 1].is("has"));
      return at_found(ExpressionCode::misplaced_not, "'not' stands after a value",
                      "'not' stands in front of what it turns round",
                      joins ? fmt::format("write 'not {} {}'", before()->text,
                                          text_between(tokens_[at_ + 1].begin, text_.size(), 60))
                            : fmt::format("write '{} and not ...'", text_up_to_here()));
    }
    if (found_value()) return explain_two_values();
    return std::nullopt;
  }

  Mistake explain_two_values() const {
    Mistake mistake =
        at_found(ExpressionCode::two_values,
                 fmt::format("{} follows {} with nothing between them", shown_found(), shown(*before())),
                 "two values need an operator between them",
                 fmt::format("write '{} == {}', or another operator", text_up_to_here(), text_from_here()));
    if (before()->end == found()->begin && before()->kind == TokenKind::number) {
      mistake.why = "a name begins with a letter";
      mistake.help = fmt::format("write '{} * {}' if a product is meant", before()->text, found()->text);
    } else if (found()->kind == TokenKind::word && before()->kind == TokenKind::word) {
      mistake.help = fmt::format("write an operator between them, or '{}-{}' or '{}_{}' if that is one name",
                                 before()->text, found()->text, before()->text, found()->text);
    }
    mistake.also.push_back({before()->begin, before()->end, "the first value"});
    return mistake;
  }

  Mistake explain_loose_comma() const {
    const bool digits = before()->kind == TokenKind::number && at_ + 1 < tokens_.size() &&
                        tokens_[at_ + 1].kind == TokenKind::number && found()->begin == before()->end &&
                        tokens_[at_ + 1].begin == found()->end;
    if (digits) {
      return at_found(ExpressionCode::misplaced_comma, "',' stands inside a number",
                      "numbers are written without gaps",
                      fmt::format("write '{}{}'", before()->text, tokens_[at_ + 1].text));
    }
    return at_found(
        ExpressionCode::misplaced_comma, "',' stands outside a call",
        "commas separate the values that a call is given",
        fmt::format(
            "write '{} and {}' where both are asked", text_up_to_here(),
            at_ + 1 < tokens_.size() ? text_between(tokens_[at_ + 1].begin, text_.size(), 60) : "..."));
  }

  Mistake explain_semicolon() const {
    return at_found(ExpressionCode::misplaced_semicolon, "';' stands inside an expression",
                    "';' separates effects, and effects stand in 'do'",
                    "write 'and' or 'or' between conditions");
  }

  Mistake explain_misplaced_range() const {
    return at_found(ExpressionCode::misplaced_range, "a range stands where none is asked for",
                    "a range is no value; it stands only after 'in'", "write 'x in 1..3'");
  }

  Mistake explain_misplaced_word() const {
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

  Mistake explain_choice() const {
    const Token* start = open_if();
    const bool then = expected_ == Expected::then_word;
    const bool stray = found() != nullptr && (found_is("..") || found_is(",") || found_is("not"));
    if (start == nullptr || stray) return explain_end();
    // Two operands in a row before a `then` that is there: the `then` is not what is missing.
    if (found_value() && stands_later(then ? "then" : "else")) return explain_end();
    Mistake mistake = at_found(then ? ExpressionCode::missing_then : ExpressionCode::missing_else,
                               then ? "this 'if' has no 'then'" : "this 'if' has no 'else'",
                               then ? "a choice is written 'if a then b else c'"
                                    : "a choice always has both: every expression has a value",
                               "");
    const bool goes_on = found_value();
    mistake.help =
        fmt::format("write '{} {} {}'", text_between(start->begin, before()->end), then ? "then" : "else",
                    goes_on                     ? text_from_here()
                    : then && !found_is("else") ? "... else ..."
                                                : "...");
    mistake.also.push_back(
        {found_begin(), found_end(), then ? "'then' belongs here" : "'else' belongs here"});
    mistake.begin = start->begin;
    mistake.end = start->end;
    return mistake;
  }

  bool stands_later(std::string_view word) const {
    const std::size_t end = close_bracket();
    for (std::size_t i = at_; i < end; ++i) {
      if (tokens_[i].is("if")) return false;
      if (tokens_[i].is(word)) return true;
    }
    return false;
  }

  // --- in, members ---

  Mistake explain_range() const {
    std::size_t first = at_;
    while (first > 0 && !tokens_[first - 1].is("in")) --first;
    const std::size_t begin = first < at_ ? tokens_[first].begin : found_begin();
    const std::size_t end = before() != nullptr && begin < before()->end ? before()->end : found_end();
    std::string help = "write 'x in 1..3'";
    if (found_is(",")) {
      help = "write 'x == a or x == b'";
    } else if (found_value() && (found_is("to") || found()->kind == TokenKind::number)) {
      help =
          fmt::format("write '{}..{}'", text_between(begin, end, 60), found_is("to") ? "..." : found()->text);
    } else if (before() != nullptr && before()->kind == TokenKind::word) {
      help = "write 'x in 1..3'; whether something is in a set is asked with 'any(x in SET where ...)'";
    }
    return {ExpressionCode::missing_range,
            begin,
            end,
            "after 'in' stands no range",
            "'in' asks whether a number lies in a range a..b",
            help};
  }

  Mistake explain_member() const {
    if (found() != nullptr && found()->kind == TokenKind::word) {
      return at_found(ExpressionCode::reserved_word,
                      fmt::format("{} cannot be the name of a member", shown_found()),
                      "it is a word of the language", "write the member's name after the '.'");
    }
    return at_before(ExpressionCode::missing_member, "no name stands after '.'",
                     "a '.' asks for a member of what stands before it",
                     "write a name, as in 'end.pip', or take the '.' away");
  }

  // --- quantifiers ---

  Mistake explain_quantifier() const {
    if (expected_ == Expected::quantifier_open) return explain_bare_quantifier();
    const std::size_t open = open_bracket();
    const std::string word = open > 0 && open < tokens_.size() ? std::string(tokens_[open - 1].text) : "any";
    if (expected_ == Expected::quantifier_close) return explain_quantifier_end(word);

    const std::string why =
        fmt::format("'{}' looks through a set, with a name for each of its members", word);
    const std::string tail = word == "any" || word == "all" || word == "count" ? "where ..." : "of ...";
    const std::string form = fmt::format("write '{}(x in players {})'", word, tail);
    const Token* each =
        expected_ == Expected::quantifier_in && open + 1 < tokens_.size() ? &tokens_[open + 1] : nullptr;
    if (each != nullptr && (each->is("for") || each->is("each") || each->is("every")) && found_value()) {
      std::size_t from = at_;
      while (from < tokens_.size() && (tokens_[from].is("each") || tokens_[from].is("every"))) ++from;
      return {ExpressionCode::quantifier_form,
              each->begin,
              each->end,
              fmt::format("'{}' is not said here", each->text),
              why,
              fmt::format(
                  "write '{}({}'", word,
                  text_between(from < tokens_.size() ? tokens_[from].begin : text_.size(), text_.size()))};
    }
    if ((word == "max" || word == "min") && stands_before_close(",")) {
      return at_found(
          ExpressionCode::quantifier_form, fmt::format("'{}' does not compare two values", word), why,
          fmt::format("write 'if a {} b then a else b' for two values", word == "max" ? ">" : "<"));
    }
    if (expected_ == Expected::quantifier_in && each != nullptr &&
        (found_is("of") || found_is("from") || found_is(":") || found_is("=="))) {
      return at_found(
          ExpressionCode::quantifier_form, fmt::format("{} stands where 'in' belongs", shown_found()), why,
          fmt::format("write '{}({} in {}'", word, each->text,
                      at_ + 1 < tokens_.size() ? text_between(tokens_[at_ + 1].begin, text_.size()) : "..."));
    }
    if (expected_ == Expected::quantifier_variable && found() != nullptr &&
        found()->kind == TokenKind::word && !found_is("in")) {
      return at_found(ExpressionCode::reserved_word, fmt::format("{} cannot be a name", shown_found()),
                      "it is a word of the language", form);
    }
    return at_found(ExpressionCode::quantifier_form, fmt::format("'{}' does not begin with 'x in SET'", word),
                    why, form);
  }

  bool stands_before_close(std::string_view sign) const {
    std::size_t opened = 0;
    const std::size_t end = close_bracket();
    for (std::size_t i = at_; i < end; ++i) {
      if (tokens_[i].is("(")) ++opened;
      if (tokens_[i].is(")") && opened > 0) --opened;
      if (opened == 0 && tokens_[i].is(sign)) return true;
    }
    return false;
  }

  Mistake explain_bare_quantifier() const {
    const Token& word = *before();
    const bool form = found() != nullptr && found()->kind == TokenKind::word && at_ + 1 < tokens_.size() &&
                      tokens_[at_ + 1].is("in");
    return at_before(
        ExpressionCode::quantifier_brackets, fmt::format("'{}' has no brackets", word.text),
        fmt::format("'{}' looks through a set and is no name by itself", word.text),
        form ? fmt::format("write '{}({})'", word.text, text_from_here())
             : fmt::format("write '{}(x in players {})'", word.text,
                           word.is("any") || word.is("all") || word.is("count") ? "where ..." : "of ..."));
  }

  Mistake explain_quantifier_end(const std::string& word) const {
    const bool of = stands_in_bracket("of");
    const bool where = stands_in_bracket("where");
    if (found_is("where") && of) {
      return at_found(ExpressionCode::quantifier_order, "'where' stands after 'of'",
                      "first is said which ones, then of what",
                      fmt::format("write '{}(x in SET where ... of ...)'", word));
    }
    if (found_is("where") || found_is("of")) {
      return at_found(ExpressionCode::quantifier_form, fmt::format("a second {} stands here", shown_found()),
                      "a quantifier has one of each", "join conditions with 'and'");
    }
    if (!of && !where && found() != nullptr &&
        (found_value() || found_is(",") || found_is(";") || found_is("not"))) {
      const bool filler = found_is(",") || found_is(";") || found_is("when") || found_is("if") ||
                          found_is("with") || found_is("that") || found_is("having") || found_is("for");
      const std::size_t rest = filler ? at_ + 1 : at_;
      const bool sums = word != "any" && word != "all" && word != "count";
      const std::string condition =
          rest < tokens_.size() ? text_between(tokens_[rest].begin, text_.size(), 80) : "...";
      return at_found(
          ExpressionCode::quantifier_where,
          fmt::format("'{}' stands before {}", sums ? "neither 'where' nor 'of" : "no 'where", shown_found()),
          "the condition of a quantifier stands after 'where'" +
              std::string(sums ? ", its number after 'of'" : ""),
          fmt::format("write '{} {} {}'", text_up_to_here(), sums ? "of" : "where", condition));
    }
    return explain_end();
  }

  // --- effects ---

  Mistake explain_effect() const {
    if (expected_ == Expected::effect) return explain_no_effect();
    if (expected_ == Expected::effect_open) return explain_effect_brackets();
    if (found() != nullptr && found()->kind == TokenKind::word) {
      return at_found(ExpressionCode::missing_semicolon,
                      fmt::format("no ';' stands before {}", shown_found()), "effects are separated by ';'",
                      fmt::format("write '{}; {}'", text_up_to_here(), text_from_here()));
    }
    return at_found(ExpressionCode::not_an_effect, fmt::format("{} cannot follow an effect", shown_found()),
                    "effects are calls separated by ';'",
                    "write what is asked in 'when', and only effects in 'do'");
  }

  Mistake explain_no_effect() const {
    if (found() == nullptr || found_is(";")) {
      return at_found(ExpressionCode::empty_effects, "no effect stands here",
                      "effects are separated by one ';'", "take one ';' away");
    }
    if (found_is("if")) {
      return at_found(ExpressionCode::not_an_effect, "an effect cannot be an 'if'",
                      "a row does all its effects or none",
                      "put the condition in 'when'; write a second row for the other case");
    }
    return at_found(ExpressionCode::not_an_effect, fmt::format("{} is no effect", shown_found()),
                    "effects are calls", "write an effect such as 'mark(end)'");
  }

  Mistake explain_effect_brackets() const {
    const Token& name = *before();
    if (found() == nullptr || found_is(";") || found_is(",") || found_is("and") || found_is(")")) {
      return at_before(
          ExpressionCode::effect_brackets, fmt::format("'{}' has no brackets", name.text),
          "effects are calls",
          fmt::format("write '{}(...)', or '{}()' if it is about nothing", name.text, name.text));
    }
    if (found_value()) {
      std::size_t last = at_;
      while (last + 1 < tokens_.size() && !tokens_[last + 1].is(";")) ++last;
      return at_before(
          ExpressionCode::effect_brackets, fmt::format("'{}' has no brackets", name.text),
          "effects are calls",
          fmt::format("write '{}({})'", name.text, text_between(found_begin(), tokens_[last].end)));
    }
    return at_found(ExpressionCode::not_an_effect, fmt::format("{} makes this no effect", shown_found()),
                    "effects are calls", "write an effect such as 'mark(end)', and what is asked in 'when'");
  }
};

}  // namespace

bool check_brackets(std::string_view text, std::vector<Mistake>& mistakes) {
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
        mistakes.push_back({ExpressionCode::unopened_bracket, token.begin, token.end,
                            "this bracket was never opened", "",
                            "take it away, or open it where it should begin"});
        return false;
      }
      open.pop_back();
    }
  }
  if (open.empty()) return true;
  Mistake mistake{ExpressionCode::unclosed_bracket,
                  open.back().begin,
                  open.back().end,
                  "this bracket is never closed",
                  "",
                  "write ')' where it should end"};
  open.pop_back();
  for (const Token& token : open) {
    if (mistake.also.size() < 3) mistake.also.push_back({token.begin, token.end, "nor is this one"});
  }
  mistakes.push_back(std::move(mistake));
  return false;
}

Mistake explain_failure(std::string_view text, TextKind kind, Expected expected, std::size_t offset) {
  return Failure(text, kind, expected, offset).explain();
}

}  // namespace roundhouse::dsl
