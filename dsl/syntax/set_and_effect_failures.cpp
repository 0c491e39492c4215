// Mistakes in quantifiers, ranges and members, and in lists of effects.

#include <fmt/format.h>

#include "dsl/syntax/expression.h"
#include "dsl/syntax/failure.h"
#include "dsl/vocabulary/vocabulary.h"

namespace roundhouse::dsl {

// --- in, members ---

ExpressionMistake Failure::explain_range() const {
  std::size_t first = at_;
  while (first > 0 && !tokens_[first - 1].is("in")) --first;
  const std::size_t begin = first < at_ ? tokens_[first].begin : found_begin();
  const std::size_t end = before() != nullptr && begin < before()->end ? before()->end : found_end();
  ExpressionMistake mistake{ExpressionCode::missing_range,
                            begin,
                            end,
                            "after 'in' stands no range",
                            "'in' asks whether a number lies in a range a..b",
                            "write 'x in 1..3'"};
  const std::size_t next = at_ + 1;
  if (found_is(",") && next < tokens_.size()) {
    if (first < 2 || first >= at_) return mistake;
    const Token& asked = first_of_value_before(first - 1);
    const std::string subject = text_between(asked.begin, tokens_[first - 2].end, 40);
    return with(std::move(mistake), asked.begin, tokens_[last_of_value(next)].end,
                fmt::format("{} == {} or {} == {}", subject, text_between(begin, end, 40), subject,
                            value_from(next)));
  }
  const bool joins = found_is("to") || found_is("until") ||
                     (found_is("and") && before()->kind == TokenKind::number && next < tokens_.size() &&
                      tokens_[next].kind == TokenKind::number);
  if (joins) {
    return with(std::move(mistake), begin,
                next < tokens_.size() ? tokens_[last_of_value(next)].end : text_.size(),
                fmt::format("{}..{}", text_between(begin, end, 60), value_from(next)));
  }
  if (found_value() && found()->kind == TokenKind::number) {
    return with(std::move(mistake), begin, found()->end,
                fmt::format("{}..{}", text_between(begin, end, 60), brief(*found())));
  }
  if (before() != nullptr && before()->kind == TokenKind::word)
    mistake.help = "write 'x in 1..3'; whether something is in a set is asked with 'any(x in SET where ...)'";
  return mistake;
}

ExpressionMistake Failure::explain_member() const {
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

namespace {

/// The text behind the set.
std::string_view tail_of(std::string_view word) {
  if (word == "each") return "do ...";
  return word == "any" || word == "all" || word == "count" ? "where ..." : "of ...";
}

}  // namespace

ExpressionMistake Failure::explain_quantifier() const {
  if (expected_ == ExpectedToken::quantifier_open) return explain_bare_quantifier();
  const std::size_t open = open_bracket();
  const std::string word = open > 0 && open < tokens_.size() ? brief(tokens_[open - 1]) : "any";
  if (expected_ == ExpectedToken::quantifier_close) return explain_quantifier_end(word);

  const std::string why = fmt::format("'{}' looks through a set, with a name for each of its members", word);
  const std::string_view tail = tail_of(word);
  const std::string form = fmt::format("write '{}(x in players {})'", word, tail);
  const Token* each =
      expected_ == ExpectedToken::quantifier_in && open + 1 < tokens_.size() ? &tokens_[open + 1] : nullptr;
  if (each != nullptr && (each->is("for") || each->is("each") || each->is("every")) && found_value()) {
    std::size_t from = at_;
    while (from < tokens_.size() && (tokens_[from].is("each") || tokens_[from].is("every"))) ++from;
    return with(
        {ExpressionCode::quantifier_form, each->begin, each->end,
         fmt::format("'{}' is not said here", brief(*each)), why, form},
        open > 0 ? tokens_[open - 1].begin : 0, text_.size(),
        fmt::format("{}({}", word,
                    text_between(from < tokens_.size() ? tokens_[from].begin : text_.size(), text_.size())));
  }
  if ((word == "max" || word == "min") && stands_before_close(",")) {
    return at_found(ExpressionCode::quantifier_form, fmt::format("'{}' does not compare two values", word),
                    why,
                    fmt::format("write 'if a {} b then a else b' for two values", word == "max" ? ">" : "<"));
  }
  if (expected_ == ExpectedToken::quantifier_in && each != nullptr &&
      (found_is("of") || found_is("from") || found_is(":") || found_is("=="))) {
    return with(
        at_found(ExpressionCode::quantifier_form, fmt::format("{} stands where 'in' belongs", shown_found()),
                 why, form),
        open > 0 ? tokens_[open - 1].begin : 0, text_.size(),
        fmt::format("{}({} in {}", word, brief(*each),
                    at_ + 1 < tokens_.size() ? text_between(tokens_[at_ + 1].begin, text_.size()) : "..."));
  }
  if (expected_ == ExpectedToken::quantifier_variable && found() != nullptr &&
      found()->kind == TokenKind::word && !found_is("in")) {
    return at_found(ExpressionCode::reserved_word, fmt::format("{} cannot be a name", shown_found()),
                    "it is a word of the language", form);
  }
  return at_found(ExpressionCode::quantifier_form, fmt::format("'{}' does not begin with 'x in SET'", word),
                  why, form);
}

bool Failure::stands_before_close(std::string_view sign) const {
  std::size_t opened = 0;
  const std::size_t end = close_bracket();
  for (std::size_t i = at_; i < end; ++i) {
    if (tokens_[i].is("(")) ++opened;
    if (tokens_[i].is(")") && opened > 0) --opened;
    if (opened == 0 && tokens_[i].is(sign)) return true;
  }
  return false;
}

ExpressionMistake Failure::explain_bare_quantifier() const {
  const Token& word = *before();
  const bool form = found() != nullptr && found()->kind == TokenKind::word && at_ + 1 < tokens_.size() &&
                    tokens_[at_ + 1].is("in");
  ExpressionMistake mistake =
      at_before(ExpressionCode::quantifier_brackets, fmt::format("'{}' has no brackets", word.text),
                fmt::format("'{}' looks through a set and is no name by itself", word.text),
                fmt::format("write '{}(x in players {})'", word.text, tail_of(word.text)));
  if (!form) return mistake;
  return with(std::move(mistake), word.begin, text_.size(),
              fmt::format("{}({})", word.text, text_from_here()));
}

ExpressionMistake Failure::explain_quantifier_end(const std::string& word) const {
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
      (found_value() || found_binary() || found_is(",") || found_is(";") || found_is("not"))) {
    const bool filler = found_is(",") || found_is(";") || found_is("when") || found_is("if") ||
                        found_is("with") || found_is("that") || found_is("having") || found_is("and") ||
                        found_is("or") || found_is("for");
    const std::size_t rest = filler ? at_ + 1 : at_;
    if (filler && rest < tokens_.size() && (tokens_[rest].is("where") || tokens_[rest].is("of"))) {
      return with(
          at_found(ExpressionCode::misplaced_comma,
                   fmt::format("{} stands before '{}'", shown_found(), brief(tokens_[rest])),
                   "the parts of a quantifier stand side by side", "take it away"),
          0, text_.size(),
          fmt::format("{} {}", text_up_to_here(), text_between(tokens_[rest].begin, text_.size(), 80)));
    }
    const bool sums = word != "any" && word != "all" && word != "count";
    const std::string condition =
        rest < tokens_.size() ? text_between(tokens_[rest].begin, text_.size(), 80) : "...";
    return with(at_found(ExpressionCode::quantifier_where,
                         fmt::format("{} stands before {}", sums ? "neither 'where' nor 'of'" : "no 'where'",
                                     shown_found()),
                         "the condition of a quantifier stands after 'where'" +
                             std::string(sums ? ", its number after 'of'" : ""),
                         sums ? "write 'of' before its number" : "write 'where' before its condition"),
                0, text_.size(),
                fmt::format("{} {} {}", text_up_to_here(), sums ? "of" : "where", condition));
  }
  return explain_end();
}

// --- effects ---

ExpressionMistake Failure::explain_effect() const {
  if (expected_ == ExpectedToken::effect) return explain_no_effect();
  if (expected_ == ExpectedToken::effect_open) return explain_effect_brackets();
  if (found_is("if") || found_is("when") || found_is("unless") || found_is("where")) {
    return at_found(ExpressionCode::not_an_effect, fmt::format("{} cannot follow an effect", shown_found()),
                    "a row does all its effects or none", "put the condition in 'when'");
  }
  if (found() != nullptr && found()->kind == TokenKind::word) {
    return with(
        at_found(ExpressionCode::missing_semicolon, fmt::format("no ';' stands before {}", shown_found()),
                 "effects are separated by ';'", "write ';' between effects"),
        0, text_.size(), fmt::format("{}; {}", text_up_to_here(), text_from_here()));
  }
  return at_found(ExpressionCode::not_an_effect, fmt::format("{} cannot follow an effect", shown_found()),
                  "effects are calls separated by ';'",
                  "write what is asked in 'when', and only effects in 'do'");
}

ExpressionMistake Failure::explain_no_effect() const {
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

/// The set and the condition of an `each` stand, and no `do` behind them.
ExpressionMistake Failure::explain_each() const {
  constexpr const char* form = "write 'each(x in SET where ... do ...)'";
  constexpr const char* why = "'each' does effects for each of a set, and they stand after 'do'";
  if (found() == nullptr || found_is(")"))
    return at_found(ExpressionCode::each_do, "no 'do' stands in this 'each'", why, form);
  if (found_is("of")) return at_found(ExpressionCode::each_do, "'each' has no 'of'", why, form);
  const bool filler = found_is(",") || found_is(";") || found_is(":") || found_is("then");
  const std::size_t rest = filler ? at_ + 1 : at_;
  ExpressionMistake mistake =
      at_found(ExpressionCode::each_do, fmt::format("no 'do' stands before {}", shown_found()), why, form);
  if (!filler && !found_value()) return mistake;
  return with(std::move(mistake), 0, text_.size(),
              fmt::format("{} do {}", text_up_to_here(),
                          rest < tokens_.size() ? text_between(tokens_[rest].begin, text_.size()) : "..."));
}

std::string Failure::values_to_semicolon() const {
  std::string list;
  std::size_t from = at_;
  while (from < tokens_.size() && !tokens_[from].is(";")) {
    const auto joins = [&](std::size_t i) {
      return !begins_value(tokens_[i]) || !ends_value(tokens_[i - 1]);
    };
    std::size_t last = last_of_value(from);
    while (last + 1 < tokens_.size() && !tokens_[last + 1].is(";") && joins(last + 1)) ++last;
    if (!list.empty() && list.back() != ',') list += ",";
    if (!list.empty()) list += " ";
    list += text_between(tokens_[from].begin, tokens_[last].end);
    from = last + 1;
  }
  return quotable(list);
}

/// The words from here up to the next effect, as the name of one: `end round`. Absent: they are none.
std::optional<Failure::EffectWords> Failure::effect_in_words() const {
  EffectWords meant{std::string(before()->text), before()->end};
  for (std::size_t i = at_; i < tokens_.size() && !tokens_[i].is(";"); ++i) {
    if (tokens_[i].kind != TokenKind::word) return std::nullopt;
    meant.name.append("_").append(tokens_[i].text);
    meant.end = tokens_[i].end;
  }
  if (meant.name == before()->text || find_effect(meant.name) == nullptr) return std::nullopt;
  return meant;
}

ExpressionMistake Failure::explain_effect_brackets() const {
  const Token& name = *before();
  ExpressionMistake mistake =
      at_before(ExpressionCode::effect_brackets, fmt::format("'{}' has no brackets", brief(name)),
                "effects are calls", "write an effect such as 'mark(end)'");
  const auto called = [](std::string_view effect) {
    const EffectRow* row = find_effect(effect);
    return fmt::format("{}({})", effect, row != nullptr && row->arguments.empty() ? "" : "...");
  };
  if (const auto meant = effect_in_words())
    return with(std::move(mistake), name.begin, meant->end, called(meant->name));
  if (found() == nullptr || found_is(";") || found_is(",") || found_is("and") || found_is(")"))
    return with(std::move(mistake), name.begin, name.end, called(brief(name)));
  if (found_value()) {
    std::size_t end = at_;
    while (end + 1 < tokens_.size() && !tokens_[end + 1].is(";")) ++end;
    return with(std::move(mistake), name.begin, tokens_[end].end,
                fmt::format("{}({})", brief(name), values_to_semicolon()));
  }
  return at_found(ExpressionCode::not_an_effect, fmt::format("{} makes this no effect", shown_found()),
                  "effects are calls", "write an effect such as 'mark(end)', and what is asked in 'when'");
}
}  // namespace roundhouse::dsl
