#include "replay/record/scribble_tokens.h"

#include <algorithm>
#include <array>

#include "dsl/base/whole_number.h"
#include "replay/record/names.h"

namespace roundhouse::replay {

namespace {

/// Signs of more than one letter, the longer before the shorter.
constexpr std::array<std::string_view, 8> long_signs{"...", "-->", "==>", "->", "=>", ">>", "--", "::"};

bool is_space(char letter) { return letter == ' ' || letter == '\t'; }

class Tokens {
 public:
  Tokens(const PlainLine& line, const Header& header) : text_(line.text), header_(header) {}

  std::vector<ScribbleToken> read() {
    while (true) {
      while (at_ < text_.size() && is_space(text_[at_])) ++at_;
      if (at_ == text_.size()) break;
      take();
    }
    add(ScribbleToken::Kind::end, at_);
    return std::move(tokens_);
  }

 private:
  void add(ScribbleToken::Kind kind, std::size_t end) {
    ScribbleToken token{kind, text_.substr(at_, end - at_),        {}, at_,
                        end,  at_ == 0 || is_space(text_[at_ - 1])};
    if (kind == ScribbleToken::Kind::word) token.small = folded(token.text);
    tokens_.push_back(std::move(token));
    at_ = end;
  }

  void take() {
    if (text_[at_] == '"') return take_quoted();
    const std::size_t length = name_length(text_, at_);
    if (length == 0) return take_sign();
    // `2nd` may be called so; else digits are a number whatever follows.
    if (dsl::is_digit(text_[at_]) &&
        !match_player(header_, std::string_view(text_).substr(at_, length)).exact) {
      std::size_t end = at_;
      while (end < text_.size() && dsl::is_digit(text_[end])) ++end;
      return add(ScribbleToken::Kind::number, end);
    }
    std::size_t end = at_ + length;
    // A dash between letters belongs to the word: five-four, sing-out.
    while (end + 1 < text_.size() && text_[end] == '-' && !dsl::is_digit(text_[end + 1])) {
      const std::size_t more = name_length(text_, end + 1);
      if (more == 0) break;
      end += 1 + more;
    }
    add(ScribbleToken::Kind::word, end);
  }

  void take_quoted() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
    if (end >= text_.size()) return take_sign();
    add(ScribbleToken::Kind::quoted, end + 1);
  }

  void take_sign() {
    for (const std::string_view sign : long_signs)
      if (text_.compare(at_, sign.size(), sign) == 0)
        return add(ScribbleToken::Kind::sign, at_ + sign.size());
    std::size_t end = at_ + 1;
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0U) == 0x80U) ++end;
    add(ScribbleToken::Kind::sign, end);
  }

  const std::string& text_;
  const Header& header_;
  std::size_t at_ = 0;
  std::vector<ScribbleToken> tokens_;
};

}  // namespace

std::vector<ScribbleToken> scribble_tokens(const PlainLine& line, const Header& header) {
  return Tokens(line, header).read();
}

}  // namespace roundhouse::replay
