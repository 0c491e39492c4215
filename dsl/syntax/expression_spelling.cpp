// The first of the three stages of expression_mistakes.h: spellings that people bring from elsewhere.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/utf8.h"
#include "dsl/syntax/expression.h"
#include "dsl/syntax/expression_mistakes.h"
#include "dsl/vocabulary/operators.h"

namespace roundhouse::dsl {

// Spellings of people who come from other languages, from plain English or from a word processor, and how
// each is spelled here.

struct Spelling {
  std::string_view foreign, ours;
};

/// The entry for this text; the end of the list where it has none.
template <class List>
constexpr auto find_spelling(const List& list, std::string_view foreign) {
  return std::find_if(list.begin(), list.end(), [&](const Spelling& row) { return row.foreign == foreign; });
}

constexpr std::array<Spelling, 18> foreign_signs = {{
    {"===", "=="},
    {"!==", "!="},
    {"=<", "<="},
    {"=>", ">="},
    {"<>", "!="},
    {"~=", "!="},
    {":=", "=="},
    {"&&", "and"},
    {"&", "and"},
    {"||", "or"},
    {"|", "or"},
    {"!", "not"},
    {"%", "mod"},
    {"//", "/"},
    {"...", ".."},
    {"->", "."},
    {"::", "."},
    {"=", "=="},
}};

/// Longer phrases before their beginnings. An empty spelling: cannot be replaced word by word.
constexpr std::array<Spelling, 63> english = {{
    {"is greater than or equal to", ">="},
    {"is less than or equal to", "<="},
    {"greater than or equal to", ">="},
    {"less than or equal to", "<="},
    {"is not equal to", "!="},
    {"does not equal", "!="},
    {"does not have", ""},
    {"is greater than", ">"},
    {"is bigger than", ">"},
    {"is larger than", ">"},
    {"is higher than", ">"},
    {"is more than", ">"},
    {"is less than", "<"},
    {"is fewer than", "<"},
    {"is smaller than", "<"},
    {"is lower than", "<"},
    {"is at least", ">="},
    {"is at most", "<="},
    {"is equal to", "=="},
    {"is one of", ""},
    {"is between", ""},
    {"is not in", ""},
    {"is in", "in"},
    {"is not", "!="},
    {"are not", "!="},
    {"isn't in", ""},
    {"isn't", "!="},
    {"aren't", "!="},
    {"doesn't equal", "!="},
    {"doesn't have", ""},
    {"not equal to", "!="},
    {"not equals", "!="},
    {"not equal", "!="},
    {"greater than", ">"},
    {"bigger than", ">"},
    {"larger than", ">"},
    {"higher than", ">"},
    {"more than", ">"},
    {"less than", "<"},
    {"fewer than", "<"},
    {"smaller than", "<"},
    {"lower than", "<"},
    {"at least", ">="},
    {"at most", "<="},
    {"equal to", "=="},
    {"equals", "=="},
    {"equal", "=="},
    {"is", "=="},
    {"are", "=="},
    {"was", "=="},
    {"divided by", "/"},
    {"plus", "+"},
    {"minus", "-"},
    {"times", "*"},
    {"modulo", "mod"},
    {"contains", "has"},
    {"includes", "has"},
    {"xor", "!="},
    {"elseif", "else if"},
    {"elif", "else if"},
    {"between", ""},
    {"unless", ""},
    {"otherwise", "else"},
}};

/// Characters that word processors and telephones put in the place of plain ones.
constexpr std::array<Spelling, 32> special_characters = {{
    {"\u2264", "<="}, {"\u2265", ">="},  {"\u2A7D", "<="}, {"\u2A7E", ">="},  {"\u2260", "!="},
    {"\u00D7", "*"},  {"\u00B7", "*"},   {"\u22C5", "*"},  {"\u2217", "*"},   {"\u00F7", "/"},
    {"\u2044", "/"},  {"\u2212", "-"},   {"\u2013", "-"},  {"\u2014", "-"},   {"\u2011", "-"},
    {"\u2026", ".."}, {"\u2227", "and"}, {"\u2228", "or"}, {"\u00AC", "not"}, {"\u00A0", " "},
    {"\u202F", " "},  {"\u2009", " "},   {"\u3000", " "},  {"\uFEFF", " "},   {"\u200B", " "},
    {"\uFF1D", "=="}, {"\uFF08", "("},   {"\uFF09", ")"},  {"\uFF0C", ","},   {"\uFF1B", ";"},
    {"\uFF1C", "<"},  {"\uFF1E", ">"},
}};

namespace {

/// Enough to see a pattern; a text with more is of another language.
constexpr std::size_t most_mistakes = 10;

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// A character as it can be shown: itself where that can be seen, else its number.
std::string shown_character(std::string_view character) {
  const Utf8Character read = utf8_character(character, 0);
  const char32_t point = read.point;
  if (!read.valid) return fmt::format("the byte 0x{:02X}", static_cast<unsigned char>(character[0]));
  const bool invisible = point < 0xA1 || (point >= 0x2000 && point <= 0x200F) ||
                         (point >= 0x2028 && point <= 0x202F) || (point >= 0x2060 && point <= 0x206F) ||
                         point == 0x3000 || point == 0xFEFF || (point >= 0xE000 && point <= 0xF8FF) ||
                         point >= 0xE0000;
  return invisible ? fmt::format("the character U+{:04X}", static_cast<std::uint32_t>(point))
                   : fmt::format("the character '{}'", character);
}

class Mender {
 public:
  Mender(std::string_view text, ExpressionKind kind, std::vector<ExpressionMistake>& mistakes)
      : text_(text), kind_(kind), mistakes_(mistakes), tokens_(scan_tokens(text)) {}

  MendedText mend() {
    while (next_ < tokens_.size()) {
      const Token& token = tokens_[next_];
      analyze(token);
      ++next_;
    }
    MendedText mended = build();
    mended.readable = readable_;
    give_help(mended.text);
    return mended;
  }

 private:
  struct Edit {
    std::size_t begin, end;
    std::string ours;
    std::size_t mistake;  ///< the one whose help shows the text as it should be; or none
  };
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  std::string_view text_;
  ExpressionKind kind_;
  std::vector<ExpressionMistake>& mistakes_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  std::size_t depth_ = 0;  ///< of brackets
  std::vector<Edit> edits_;
  bool readable_ = true;
  bool said_ = false;  ///< the last report was taken

  const Token* before(std::size_t steps = 1) const {
    return next_ >= steps ? &tokens_[next_ - steps] : nullptr;
  }
  const Token* after(std::size_t steps = 1) const {
    return next_ + steps < tokens_.size() ? &tokens_[next_ + steps] : nullptr;
  }
  bool after_value() const { return before() != nullptr && ends_value(*before()); }

  void report(ExpressionCode code, std::size_t begin, std::size_t end, std::string message, std::string why,
              std::string help) {
    const bool again =
        code == ExpressionCode::unknown_character &&
        any_of(mistakes_, [&](const ExpressionMistake& made) { return made.message == message; });
    said_ = !again && mistakes_.size() < most_mistakes;
    if (!said_) return;
    mistakes_.push_back({code, begin, end, std::move(message), std::move(why), std::move(help)});
  }

  /// Reports it, and reads on as if `ours` stood there.
  void mend(ExpressionCode code, std::size_t begin, std::size_t end, std::string_view ours,
            std::string message, std::string why) {
    const bool said = mistakes_.size() < most_mistakes;
    if (said) mistakes_.push_back({code, begin, end, std::move(message), std::move(why), {}});
    edits_.push_back({begin, end, std::string(ours), said ? mistakes_.size() - 1 : none});
  }

  /// The mistake that was just reported is mended by this text there.
  void propose_here(std::size_t begin, std::size_t end, const std::string& text) {
    if (!mistakes_.empty() && said_)
      suggest_fix(mistakes_.back(), {begin, end, text, "write '" + text + "'"});
  }

  /// Reports it; nothing can stand for it, so the rest is not judged.
  void refuse(ExpressionCode code, std::size_t begin, std::size_t end, std::string message, std::string why,
              std::string help) {
    report(code, begin, end, std::move(message), std::move(why), std::move(help));
    readable_ = false;
  }

  void analyze(const Token& token) {
    switch (token.kind) {
      case TokenKind::word:
        return look_at_word(token);
      case TokenKind::foreign:
        return look_at_foreign(token);
      case TokenKind::number:
        return look_at_number(token);
      case TokenKind::sign:
        return look_at_sign(token);
      case TokenKind::text:
        return look_at_text(token);
      case TokenKind::other:
        return look_at_other(token);
    }
  }

  void look_at_word(const Token& token) {
    const std::string plain = lower(token.text);
    if (kind_ == ExpressionKind::effects && depth_ == 0 && before() != nullptr && before()->is(")") &&
        (plain == "and" || plain == "then" || plain == "or")) {
      mend(ExpressionCode::effect_comma, token.begin, token.end, ";",
           fmt::format("'{}' stands between two effects", token.text), "effects are separated by ';'");
      return;
    }
    const bool known = is_operator_word(plain) ||
                       (find_quantifier(plain) != nullptr && after() != nullptr && after()->is("("));
    if (plain != token.text && known) {
      mend(ExpressionCode::wrong_case, token.begin, token.end, plain,
           fmt::format("'{}' is written with capitals", token.text),
           "the words of the language are lower case");
      return;
    }
    look_for_english();
  }

  /// A word with an apostrophe: isn't, player's.
  void look_at_foreign(const Token& token) {
    if (look_for_english()) return;
    const std::string why = "what belongs to something is written with a '.'";
    const bool owns = token.text.ends_with("'s") || token.text.ends_with("\u2019s");
    if (owns && after() != nullptr && after()->kind == TokenKind::word) {
      const std::size_t size = token.text.ends_with("'s") ? 2 : 4;
      mend(ExpressionCode::english_operator, token.begin, token.end, ".",
           fmt::format("'{}' is not known here", quotable(token.text, 40)), why);
      edits_.back().begin = token.end - size;
      edits_.back().end = after()->begin;
      return;
    }
    refuse(ExpressionCode::unknown_character, token.begin, token.end,
           fmt::format("'{}' has an apostrophe", quotable(token.text, 40)),
           "names are letters, digits, '_' and inner '-'",
           owns ? "write what belongs to something as in 'end.train.owner'" : "spell the name without it");
  }

  /// Only between two values, where a name cannot stand: words such as `is` may be names elsewhere.
  bool look_for_english() {
    if (!after_value() || (depth_ == 0 && kind_ == ExpressionKind::effects)) return false;
    for (const Spelling& phrase : english) {
      const std::optional<std::size_t> words = match_phrase(phrase.foreign);
      if (!words || (phrase.ours.starts_with("else") && !stands_before("if"))) continue;
      const std::size_t begin = tokens_[next_].begin;
      const std::size_t end = tokens_[next_ + *words - 1].end;
      const Token* value = after(*words);
      const bool goes_on = value != nullptr && (begins_value(*value) || value->is("-") || value->is("not"));
      const std::string message = fmt::format("'{}' is not known here", phrase.foreign);
      if (phrase.foreign.ends_with("between") && goes_on && after(*words + 1) != nullptr &&
          after(*words + 1)->is("and") && after(*words + 2) != nullptr && begins_value(*after(*words + 2))) {
        const Token& joint = *after(*words + 1);
        mend(ExpressionCode::english_operator, begin, end, "in", message, "a range is written 'in a..b'");
        edits_.push_back({joint.begin, joint.end, "..", none});
        next_ += 2;
      } else if (phrase.ours.empty() || !goes_on) {
        if (value != nullptr && !goes_on && !value->is(")")) return false;
        refuse(
            ExpressionCode::english_operator, begin, end, message, "comparisons are written with signs",
            phrase.ours.empty() ? english_help(phrase.foreign) : fmt::format("write '{} ...'", phrase.ours));
      } else {
        mend(ExpressionCode::english_operator, begin, end, phrase.ours, message,
             fmt::format("it is written '{}'", phrase.ours));
      }
      next_ += *words - 1;
      return true;
    }
    return false;
  }

  static std::string english_help(std::string_view phrase) {
    if (phrase == "unless") return "write 'a and not b' for 'a unless b'";
    if (phrase.ends_with("have")) return "write 'not tile has 3', with 'not' in front";
    if (phrase.ends_with("one of")) return "write 'x == a or x == b', or 'x in 1..3' for numbers";
    if (phrase.ends_with("not in") || phrase.ends_with("n't in"))
      return "write 'not x in 1..3', with 'not' in front";
    return "write 'x in 1..3'";
  }

  bool stands_before(std::string_view word) const {
    return std::any_of(tokens_.begin(), tokens_.begin() + static_cast<std::ptrdiff_t>(next_),
                       [&](const Token& token) { return token.is(word); });
  }

  /// The number of tokens from here on that spell the phrase.
  std::optional<std::size_t> match_phrase(std::string_view phrase) const {
    std::size_t words = 0;
    while (!phrase.empty()) {
      const std::size_t space = std::min(phrase.find(' '), phrase.size());
      const std::string_view word = phrase.substr(0, space);
      phrase.remove_prefix(std::min(space + 1, phrase.size()));
      if (next_ + words >= tokens_.size()) return std::nullopt;
      std::string written(tokens_[next_ + words].text);
      if (const std::size_t curly = written.find("\u2019"); curly != std::string::npos)
        written.replace(curly, 3, "'");
      if (written != word) return std::nullopt;
      ++words;
    }
    return words;
  }

  void look_at_number(const Token& token) {
    const Token* dot = after();
    if (dot == nullptr || !dot->is(".") || dot->begin != token.end) return;
    const Token* fraction = after(2);
    const bool has_digits =
        fraction != nullptr && fraction->begin == dot->end && fraction->kind == TokenKind::number;
    const std::size_t end = has_digits ? fraction->end : dot->end;
    refuse(
        ExpressionCode::decimal_number, token.begin, end,
        fmt::format("'{}' is not a whole number", quotable(text_.substr(token.begin, end - token.begin), 40)),
        "all numbers are whole", "write a whole number");
    propose_here(token.begin, end, quotable(token.text, 40));
    next_ += has_digits ? 2 : 1;
  }

  void look_at_sign(const Token& token) {
    if (token.is("(")) ++depth_;
    if (token.is(")") && depth_ > 0) --depth_;
    if (kind_ == ExpressionKind::effects && depth_ == 0 && look_at_effect_sign(token)) return;
    if (token.is("[") || token.is("{") || token.is("]") || token.is("}")) {
      const bool range = token.is("[") && before() != nullptr && before()->is("in");
      if (readable_) {
        refuse(ExpressionCode::wrong_bracket, token.begin, token.end,
               fmt::format("'{}' is no bracket of this language", token.text),
               "only round brackets are known",
               range ? "write a range as 'x in 1..3', a list as 'x == a or x == b'" : "write '(' and ')'");
      }
      return;
    }
    if (token.is("#")) {
      refuse(ExpressionCode::unknown_character, token.begin, token.end,
             "there are no comments inside an expression", "", "put the comment on a line of its own above");
      next_ = tokens_.size();
      return;
    }
    if (token.is("?")) {
      refuse(ExpressionCode::foreign_operator, token.begin, token.end, "'?' is not known here",
             "a choice is spelled out", "write 'if a then b else c'");
      next_ = tokens_.size();
      return;
    }
    if (token.is(".") && after() != nullptr && after()->kind == TokenKind::number &&
        after()->begin == token.end) {
      refuse(ExpressionCode::decimal_number, token.begin, after()->end,
             fmt::format("'.{}' is not a whole number", quotable(after()->text, 40)), "all numbers are whole",
             "write a whole number");
      ++next_;
      return;
    }
    if (look_for_gap(token)) return;
    const auto spelling = find_spelling(foreign_signs, token.text);
    if (spelling != foreign_signs.end()) return mend_sign(token, spelling->ours);
    constexpr std::array<std::string_view, 17> known = {"==", "!=", "<", "<=", ">", ">=", "+",  "-", "*",
                                                        "/",  "(",  ")", ",",  ";", ".",  "..", ""};
    if (contains(known, token.text)) return;
    if (token.text.size() == 2 && token.text[1] == '=') {  // += -= *= /=
      refuse(ExpressionCode::assignment, token.begin, token.end,
             "nothing can be changed inside an expression", "a condition only asks",
             "change facts in a 'do', with 'set(fact, value)' or 'add(fact, number)'");
      return;
    }
    if (token.is("**") || token.is("^")) {
      refuse(ExpressionCode::foreign_operator, token.begin, token.end,
             fmt::format("'{}' is not known here", token.text), "there are no powers", "write 'n * n'");
      return;
    }
    refuse(ExpressionCode::unknown_character, token.begin, token.end,
           fmt::format("'{}' has no meaning here", token.text), "",
           token.is("_") ? "begin the name with a letter" : "take it away");
  }

  /// Mends `< =`, which is one slip, not two.
  bool look_for_gap(const Token& token) {
    const Token* next = after();
    if (next == nullptr || token.end == next->begin) return false;
    const bool equal = next->is("=") && (token.is("!") || token.is("=") || token.is("<") || token.is(">"));
    const bool doubled = token.text == next->text && (token.is("&") || token.is("|"));
    if (!equal && !doubled) return false;
    const std::string ours = token.is("&") ? "and" : token.is("|") ? "or" : std::string(token.text) + "=";
    mend(ExpressionCode::foreign_operator, token.begin, next->end, ours,
         fmt::format("'{} {}' is not known here", token.text, next->text),
         fmt::format("it is written '{}'", ours));
    ++next_;
    return true;
  }

  void mend_sign(const Token& token, std::string_view ours) {
    if (token.is("!") && after_value()) {
      refuse(ExpressionCode::foreign_operator, token.begin, token.end, "'!' has no meaning after a value",
             "'not' stands in front of what it turns round", "take it away, or write 'not' in front");
      return;
    }
    if (token.is("=") && kind_ == ExpressionKind::effects && depth_ == 1 && in_first_argument()) {
      mend(ExpressionCode::assignment, token.begin, token.end, ",", "'=' changes nothing here",
           "an effect takes its values one after the other");
      return;
    }
    if (token.is("=")) {
      mend(ExpressionCode::single_equals, token.begin, token.end, ours, "'=' is no comparison",
           "'==' asks whether two values are equal");
      return;
    }
    mend(ExpressionCode::foreign_operator, token.begin, token.end, ours,
         fmt::format("'{}' is not known here", token.text), fmt::format("it is written '{}'", ours));
  }

  /// The text between the last separator and here.
  std::string_view value_before() const {
    const std::size_t begin = begin_of_value_before();
    if (begin == tokens_[next_].begin) return "...";
    return text_.substr(begin, before()->end - begin);
  }
  std::size_t begin_of_value_before() const {
    std::size_t first = next_;
    while (first > 0 && !tokens_[first - 1].is(";") && !tokens_[first - 1].is(",")) --first;
    return tokens_[first].begin;
  }

  /// True if no comma stands between the bracket and here.
  bool in_first_argument() const {
    for (std::size_t i = next_; i-- > 0;) {
      if (tokens_[i].is(",")) return false;
      if (tokens_[i].is("(")) return true;
    }
    return false;
  }

  /// Signs between effects, outside all brackets.
  bool look_at_effect_sign(const Token& token) {
    if (token.is(",") && before() != nullptr && before()->is(")")) {
      mend(ExpressionCode::effect_comma, token.begin, token.end, ";", "',' stands between two effects",
           "effects are separated by ';'");
      return true;
    }
    if (token.is("&&") || token.is("&")) {
      mend(ExpressionCode::effect_comma, token.begin, token.end, ";",
           fmt::format("'{}' stands between two effects", token.text), "effects are separated by ';'");
      return true;
    }
    const Token* next = after();
    const bool steps = (token.is("+") || token.is("-")) && after_value() && next != nullptr &&
                       next->is(token.text) && next->begin == token.end;
    if (steps) {
      refuse(ExpressionCode::assignment, token.begin, next->end,
             fmt::format("'{}{}' changes nothing here", token.text, token.text), "effects are calls",
             "write 'add(FACT, NUMBER)'");
      propose_here(begin_of_value_before(), next->end,
                   fmt::format("add({}, {}1)", quotable(value_before(), 60), token.is("-") ? "-" : ""));
      ++next_;
      return true;
    }
    const bool sets = token.is("=") || token.is(":=");
    const bool adds = token.is("+=");
    const bool takes = token.is("-=");
    if (!sets && !adds && !takes) return false;

    std::size_t last = next_;
    while (last + 1 < tokens_.size() && !tokens_[last + 1].is(";") && !tokens_[last + 1].is(",")) ++last;
    const std::string value =
        last == next_ ? "..." : std::string(text_.substr(after()->begin, tokens_[last].end - after()->begin));
    refuse(ExpressionCode::assignment, token.begin, token.end,
           fmt::format("'{}' changes nothing here", token.text), "effects are calls",
           sets ? "write 'set(FACT, VALUE)'" : "write 'add(FACT, NUMBER)'");
    propose_here(begin_of_value_before(), tokens_[last].end,
                 fmt::format("{}({}, {}{})", sets ? "set" : "add", quotable(value_before(), 60),
                             takes ? "-" : "", quotable(value, 60)));
    next_ = last;
    return true;
  }

  void look_at_text(const Token& token) {
    const bool curly = static_cast<unsigned char>(token.text[0]) >= 0x80;
    const std::size_t open = curly ? utf8_character(token.text, 0).length : 1;
    std::size_t close = 1;
    if (token.text.size() > open && static_cast<unsigned char>(token.text.back()) >= 0x80) {
      while (close < token.text.size() - open &&
             (static_cast<unsigned char>(token.text[token.text.size() - close]) & 0xC0) == 0x80) {
        ++close;
      }
    }
    const std::string_view inside =
        token.text.size() >= open + close ? token.text.substr(open, token.text.size() - open - close) : "";
    const std::vector<Token> parts = scan_tokens(inside);
    const std::string why = curly ? "quotes, curly ones too, are not part of a name"
                                  : "values are names and numbers, without quotes";
    const bool whole = parts.size() == 1 && parts[0].text == inside;
    const bool value = whole && (parts[0].kind == TokenKind::word || parts[0].kind == TokenKind::number);
    // A whole text in one more pair of quotes than YAML takes away is better read than refused.
    if ((value && !after_value()) || (tokens_.size() == 1 && parts.size() > 1)) {
      mend(ExpressionCode::text_in_expression, token.begin, token.end, inside,
           "there are no texts in conditions", why);
      return;
    }
    refuse(ExpressionCode::text_in_expression, token.begin, token.end, "there are no texts in conditions",
           why, "compare with a name, such as 'end.train.kind == mexican'");
  }

  void look_at_other(const Token& token) {
    const auto spelling = find_spelling(special_characters, token.text);
    if (spelling != special_characters.end()) {
      const bool space = spelling->ours == " ";
      mend(ExpressionCode::special_character, token.begin, token.end, spelling->ours,
           fmt::format("{} is not known here", shown_character(token.text)),
           space ? "a plain space belongs here" : fmt::format("it is written '{}'", spelling->ours));
      return;
    }
    // A word of another script is one mistake, not one a letter.
    std::size_t end = token.end;
    while (after() != nullptr && after()->begin == end &&
           (after()->kind == TokenKind::other || after()->kind == TokenKind::word) &&
           find_spelling(special_characters, after()->text) == special_characters.end()) {
      end = after()->end;
      ++next_;
    }
    const bool letter = token.text.size() > 1 && before() != nullptr;
    refuse(ExpressionCode::unknown_character, token.begin, end,
           fmt::format("{} is not known here", shown_character(token.text)),
           letter ? "names are ASCII letters, digits, '_' and inner '-'" : "",
           "take it away or spell it with plain letters");
  }

  MendedText build() const {
    MendedText mended;
    const auto put = [&](char c, std::size_t begin, std::size_t end) {
      mended.text += c;
      mended.begins.push_back(static_cast<std::uint32_t>(begin));
      mended.ends.push_back(static_cast<std::uint32_t>(end));
    };
    std::size_t at = 0;
    for (const Edit& edit : edits_) {
      for (; at < edit.begin; ++at) put(text_[at], at, at + 1);
      const bool word = is_word_character(edit.ours.front());
      const bool tight = edit.ours == ";" || edit.ours == "," || edit.ours == "..";
      while (tight && !mended.text.empty() && mended.text.back() == ' ') {
        mended.text.pop_back();
        mended.begins.pop_back();
        mended.ends.pop_back();
      }
      if (word && !mended.text.empty() && is_word_character(mended.text.back()))
        put(' ', edit.begin, edit.begin);
      for (const char c : edit.ours) put(c, edit.begin, edit.end);
      at = edit.end;
      while (edit.ours == ".." && at < text_.size() && text_[at] == ' ') ++at;
      // `!x` becomes `not x`; `not-x` would be a name.
      if (word && at < text_.size() &&
          (is_word_character(text_[at]) || text_[at] == '-' ||
           (text_[at] == '(' && is_operator_word(edit.ours))))
        put(' ', at, at);
    }
    for (; at < text_.size(); ++at) put(text_[at], at, at + 1);
    mended.begins.push_back(static_cast<std::uint32_t>(text_.size()));
    return mended;
  }

  /// The whole text as it should be, if that can be read and is not too long; else the one slip.
  void give_help(const std::string& mended) {
    constexpr std::size_t longest = 160;
    for (const Edit& edit : edits_) {
      if (edit.mistake == none) continue;
      ExpressionMistake& mistake = mistakes_[edit.mistake];
      if (edit.ours == " ") {
        mistake.help = "write a plain space there";
      } else {
        mistake.help = fmt::format("it is written '{}'", edit.ours);
        if (mistake.help == mistake.why) mistake.help.clear();
      }
      if (readable_ && mended.size() <= longest && !quotable(mended).empty()) {
        const std::string whole = quotable(mended, longest);
        suggest_fix(mistake, {0, text_.size(), whole, "write '" + whole + "'"});
      }
      suggest_fix(mistake, {edit.begin, edit.end, edit.ours,
                            edit.ours == " " ? std::string("write a plain space there")
                                             : fmt::format("write '{}' there", edit.ours)});
    }
  }
};

}  // namespace

MendedText mend_spelling(std::string_view text, ExpressionKind kind,
                         std::vector<ExpressionMistake>& mistakes) {
  return Mender(text, kind, mistakes).mend();
}

}  // namespace roundhouse::dsl
