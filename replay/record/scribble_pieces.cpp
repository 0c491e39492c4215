// The pieces of scribbled lines: names, tiles, numbers.

#include <algorithm>
#include <array>

#include "dsl/base/search.h"
#include "dsl/base/whole_number.h"
#include "replay/record/names.h"
#include "replay/record/scribble_reader.h"
#include "replay/record/write_pieces.h"

namespace roundhouse::replay {
namespace {

/// More numbers in a row are nobody's habit.
constexpr std::size_t longest_run = 24;

int number_of(std::string_view digits) { return dsl::whole_number<int>(digits).value_or(0); }

/// True of `x7`, `X7`.
bool is_times(std::string_view text) {
  return text.size() >= 2 && text.size() <= 3 && text[0] == 'x' &&
         text.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

/// Signs of more than one letter, the longer before the shorter.
constexpr auto long_signs =
    std::to_array<std::string_view>({"...", "***", "-->", "==>", "->", "=>", ">>", "--", "::", "**", "~~"});

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
    // `starts w/ 12-10`
    const bool may_be_with = length == 1 && !tokens_.empty() && (text_[at_] == 'w' || text_[at_] == 'W') &&
                             end < text_.size() && (text_[end] == '/' || text_[end] == '.') &&
                             !match_player(header_, std::string_view(text_).substr(at_, 1)).found();
    if (may_be_with) {
      add(ScribbleToken::Kind::word, end + 1);
      tokens_.back().small = "with";
      return;
    }
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

std::string ScribbleReader::Tile::text() const {
  const auto half = [](int pips) { return pips < 0 ? std::string("?") : std::to_string(pips); };
  return a < 0 && b < 0 ? "?" : half(a) + "-" + half(b);
}

int ScribbleReader::highest() const {
  return vocabulary_ == nullptr ? engine::max_highest : vocabulary_->program().highest;
}

const NotationWord* ScribbleReader::word_at(std::size_t index) const {
  const Token& token = at(index);
  return token.is_word() ? find_notation_word(token.small) : nullptr;
}

bool ScribbleReader::is_use(std::size_t index, WordUse use) const {
  const NotationWord* word = word_at(index);
  return word != nullptr && word->use == use;
}

bool ScribbleReader::takes_sign(std::string_view sign) {
  if (!here().is_sign(sign)) return false;
  ++at_;
  return true;
}

/// One of these signs of one letter.
bool ScribbleReader::takes_any_sign(std::string_view signs) {
  const Token& token = here();
  if (token.kind != Token::Kind::sign || token.text.size() != 1 ||
      signs.find(token.text[0]) == std::string_view::npos)
    return false;
  ++at_;
  return true;
}

bool ScribbleReader::takes_use(WordUse use) {
  if (!is_use(at_, use)) return false;
  ++at_;
  return true;
}

void ScribbleReader::skip_joints() {
  while (takes_any_sign(",;.&+/-!") || takes_use(WordUse::joint)) {
  }
}

/// A player: the whole of a short name or of a long one goes before the beginning of a short one.
std::optional<ScribbleReader::Name> ScribbleReader::name_at(std::size_t index) const {
  const Token& first = at(index);
  if (!first.is_word()) return std::nullopt;
  std::optional<Name> longest;
  for (std::size_t seat = 0; seat < header_.players.size(); ++seat) {
    const std::string& full = header_.players[seat].full_name;
    if (full.empty()) continue;
    std::size_t next = index;
    std::size_t offset = 0;
    bool same = true;
    while (same) {
      while (offset < full.size() && name_length(full, offset) == 0) ++offset;
      const std::size_t length = name_length(full, offset);
      if (length == 0) break;
      same = (at(next).is_word() || at(next).is_number()) &&
             folded(at(next).text) == folded(std::string_view(full).substr(offset, length));
      offset += length;
      ++next;
    }
    if (same && next > index && (!longest || next > longest->next))
      longest = Name{static_cast<Seat>(seat), next, true};
  }
  const PlayerMatch match = match_player(header_, first.text);
  if (match.exact && (!longest || longest->next == index + 1))
    return Name{match.seats.front(), index + 1, true};
  if (longest) return longest;
  if (match.found()) return Name{match.seats.front(), index + 1, false};
  // `Bens` for Ben's.
  if (match.seats.empty() && first.text.size() > 1 &&
      (first.text.back() == 's' || first.text.back() == 'S')) {
    const PlayerMatch stem =
        match_player(header_, std::string_view(first.text).substr(0, first.text.size() - 1));
    if (stem.exact) return Name{stem.seats.front(), index + 1, true};
  }
  return std::nullopt;
}

bool ScribbleReader::takes_possessive() {
  if (!here().is_sign("'") || here().spaced) return false;
  ++at_;
  if (here().is("s") && !here().spaced) ++at_;
  return true;
}

/// A number that the variant has given a name to: `wild`.
std::optional<int> ScribbleReader::named_half(std::string_view word) const {
  if (vocabulary_ == nullptr) return std::nullopt;
  for (const auto& pips : vocabulary_->program().pip_names)
    if (folded(pips.name) == folded(word)) return pips.number;
  return std::nullopt;
}

std::optional<int> ScribbleReader::half_at(std::size_t index) const {
  const Token& token = at(index);
  if (token.is_number() && token.text.size() <= 2) return number_of(token.text);
  if (!token.is_word()) return std::nullopt;
  if (const auto named = named_half(token.text)) return named;
  const NotationWord* word = word_at(index);
  if (word != nullptr && word->use == WordUse::number) return word->number;
  return std::nullopt;
}

/// 9-3 with any sign between the halves.
std::optional<ScribbleReader::Tile> ScribbleReader::halves_at(std::size_t index) const {
  const auto half = [&](std::size_t place) -> std::optional<int> {
    return at(place).is_sign("?") ? -1 : half_at(place);
  };
  const auto first = half(index);
  if (!first) return std::nullopt;
  const Token& between = at(index + 1);
  if (!between.spaced && is_times(between.small) && *first >= 0)
    return Tile{*first, number_of(std::string_view(between.small).substr(1)), index + 2};
  if (!between.spaced && between.is("x") && !at(index + 2).spaced)
    if (const auto second = half(index + 2)) return Tile{*first, *second, index + 3};
  if (between.kind != Token::Kind::sign || between.text.size() != 1) return std::nullopt;
  const bool is_close = !between.spaced && !at(index + 2).spaced;
  const bool may_be_apart = std::string_view("-:|").find(between.text[0]) != std::string_view::npos;
  const bool is_separator = std::string_view("-:/|.,*\\+=~").find(between.text[0]) != std::string_view::npos;
  if (!is_separator || (!is_close && !may_be_apart)) return std::nullopt;
  // `took one - 11/4`
  if (!is_close && at(index).is_word() && !at(index + 3).spaced && half(index + 4) && half(index + 2) &&
      at(index + 3).kind == Token::Kind::sign)
    return std::nullopt;
  const auto second = half(index + 2);
  if (!second) return std::nullopt;
  // 9-3-1 is no tile and something more.
  const Token& after = at(index + 3);
  const bool goes_on = after.kind == Token::Kind::sign && !after.spaced && !at(index + 4).spaced &&
                       std::string_view("-:|").find(after.text[0]) != std::string_view::npos &&
                       half(index + 4).has_value();
  if (goes_on) return std::nullopt;
  return Tile{*first, *second, index + 3};
}

std::optional<ScribbleReader::Tile> ScribbleReader::bracketed_at(std::size_t index) const {
  const Token& open = at(index);
  if (open.kind != Token::Kind::sign || open.text.size() != 1) return std::nullopt;
  const std::size_t kind = std::string_view("[({<").find(open.text[0]);
  if (kind == std::string_view::npos) return std::nullopt;
  std::optional<Tile> tile = halves_at(index + 1);
  if (!tile) tile = double_at(index + 1);
  if (!tile) tile = word_tile_at(index + 1);
  if (!tile) {
    const auto first = half_at(index + 1);
    const auto second = half_at(index + 2);
    if (first && second) tile = Tile{*first, *second, index + 3};
  }
  if (!tile || !at(tile->next).is_sign(std::string_view("])}>").substr(kind, 1))) return std::nullopt;
  ++tile->next;
  return tile;
}

/// `double six`, `double-6`.
std::optional<ScribbleReader::Tile> ScribbleReader::double_at(std::size_t index) const {
  if (!is_use(index, WordUse::doubled)) return std::nullopt;
  const std::size_t next = index + (at(index + 1).is_sign("-") ? 2 : 1);
  const auto half = half_at(next);
  if (!half) return std::nullopt;
  return Tile{*half, *half, next + 1};
}

/// `five-four`, `double-six`: one word.
std::optional<ScribbleReader::Tile> ScribbleReader::word_tile_at(std::size_t index) const {
  const Token& token = at(index);
  if (!token.is_word()) return std::nullopt;
  const std::size_t dash = token.small.find('-');
  if (dash == std::string::npos) return std::nullopt;
  const auto half = [&](std::string_view text) -> std::optional<int> {
    if (const auto named = named_half(text)) return named;
    const NotationWord* word = find_notation_word(text);
    return word != nullptr && word->use == WordUse::number ? std::optional(word->number) : std::nullopt;
  };
  const std::string_view before = std::string_view(token.small).substr(0, dash);
  const auto second = half(std::string_view(token.small).substr(dash + 1));
  if (!second) return std::nullopt;
  const NotationWord* word = find_notation_word(before);
  if (word != nullptr && word->use == WordUse::doubled) return Tile{*second, *second, index + 1};
  const auto first = half(before);
  return first ? std::optional(Tile{*first, *second, index + 1}) : std::nullopt;
}

std::optional<ScribbleReader::Tile> ScribbleReader::tile_at(std::size_t index) const {
  if (auto tile = halves_at(index)) return tile;
  if (auto tile = double_at(index)) return tile;
  if (auto tile = word_tile_at(index)) return tile;
  return bracketed_at(index);
}

std::optional<std::vector<ScribbleReader::Tile>> ScribbleReader::run_at(std::size_t index, std::size_t& end) {
  end = index;
  while (end - index < longest_run && (at(end).is_number() || half_at(end).has_value()) && !tile_at(end))
    ++end;
  if (end == index) return std::nullopt;
  const int most = highest();
  // The number of ways to read the numbers from each on, 2 standing for more, and the first step.
  const std::size_t size = end - index;
  std::vector<int> ways(size + 1, 0);
  std::vector<Tile> steps(size);
  ways[size] = 1;
  for (std::size_t i = size; i-- > 0;) {
    std::vector<Tile> found;
    const auto add = [&](int a, int b, std::size_t next) {
      if (a > most || b > most || ways[next - index] == 0) return;
      const Tile tile{std::max(a, b), std::min(a, b), next};
      const auto is_same = [&](const Tile& other) {
        return other.a == tile.a && other.b == tile.b && other.next == tile.next;
      };
      if (none_of(found, is_same)) found.push_back(tile);
    };
    const Token& token = at(index + i);
    if (token.is_number() && token.text.size() >= 2 && token.text.size() <= 4) {
      for (std::size_t cut = 1; cut < token.text.size(); ++cut) {
        const std::string_view first = std::string_view(token.text).substr(0, cut);
        const std::string_view second = std::string_view(token.text).substr(cut);
        const auto is_half = [](std::string_view text) {
          return text.size() == 1 || (text.size() == 2 && text[0] != '0');
        };
        if (is_half(first) && is_half(second)) add(number_of(first), number_of(second), index + i + 1);
      }
    }
    const auto first = half_at(index + i);
    const auto second = i + 1 < size ? half_at(index + i + 1) : std::nullopt;
    if (first && second) add(*first, *second, index + i + 2);
    for (const Tile& step : found) {
      ways[i] = std::min(2, ways[i] + ways[step.next - index]);
      steps[i] = step;
    }
  }
  if (ways[0] == 0) return std::nullopt;
  if (ways[0] > 1) {
    unclear(index, index, "these numbers can be more than one thing", "write each tile with a dash: 12-11");
    return std::nullopt;
  }
  // Half a tile is no tile: nothing is made of `3 12-`, and a `12` by itself may be a half as well as a tile.
  const Token& sign = at(end);
  const bool is_cut_off = sign.kind == Token::Kind::sign && !sign.spaced && sign.text.size() == 1 &&
                          std::string_view("-:/|").find(sign.text[0]) != std::string_view::npos;
  // `12-joker` where no pip has that name: nobody wrote half a tile.
  if (is_cut_off && at(end + 1).is_word() && !at(end + 1).spaced) return std::nullopt;
  const std::string& last = at(end - 1).text;
  if ((size == 1 || is_cut_off) && last[0] != '0' && number_of(last) <= most) {
    unclear(end - 1, end - 1, "'" + last + (is_cut_off ? "' is half a tile" : "' may be half a tile"),
            "write both halves with a dash; " + last + "-? where nobody knows the other one");
    return std::nullopt;
  }
  std::vector<Tile> tiles;
  for (std::size_t i = 0; i < size; i = steps[i].next - index) tiles.push_back(steps[i]);
  return tiles;
}

/// The one tile that stands here, in whatever form.
std::optional<ScribbleReader::Tile> ScribbleReader::any_tile() {
  if (auto tile = tile_at(at_)) return tile;
  if (here().is_sign("?")) return Tile{-1, -1, at_ + 1};
  std::size_t end = 0;
  const auto run = run_at(at_, end);
  if (!run || run->size() != 1) return std::nullopt;
  return run->front();
}

/// Tiles to the end of the line.
bool ScribbleReader::read_tiles() {
  while (true) {
    skip_joints();
    if (at_end() || (here().is_sign("(") && read_remark(false))) return true;
    const std::size_t first = at_;
    if (here().is_sign("?") && !halves_at(at_)) {
      ++at_;
      std::string text = "?";
      if (is_times(here().small) && here().is_word()) {
        text += here().small;
        ++at_;
      } else if (here().is("x") && at(at_ + 1).is_number()) {
        text += "x" + at(at_ + 1).text;
        at_ += 2;
      }
      put(text, first);
      continue;
    }
    if (const auto tile = tile_at(at_)) {
      at_ = tile->next;
      put(tile->text(), first);
      continue;
    }
    std::size_t end = 0;
    const auto run = run_at(at_, end);
    if (!run) return false;
    for (const Tile& tile : *run) {
      const std::size_t begin = at_;
      at_ = tile.next;
      put(tile.text(), begin);
    }
  }
}

void ScribbleReader::put(std::string_view text, std::size_t first) {
  if (!out_.text.empty()) out_.put(" ", plain_.origin_of(at(first).begin, at(first).begin));
  put_close(text, first);
}

void ScribbleReader::put_close(std::string_view text, std::size_t first) {
  const std::size_t last = std::max(first + 1, at_) - 1;
  out_.put(text, plain_.origin_of(at(first).begin, at(last).end));
}

bool ScribbleReader::complain(std::size_t first, std::size_t last, NotationCode code, std::string message,
                              std::string help, std::optional<std::string> replacement) {
  if (complaint_) return false;
  const ByteRange origin = plain_.origin_of(at(first).begin, at(last).end);
  complaint_ = Complaint{code, origin.begin,          origin.end, std::move(message), std::move(help),
                         {},   std::move(replacement)};
  return false;
}

bool ScribbleReader::unclear(std::size_t first, std::size_t last, std::string message, std::string help,
                             std::vector<std::string> ways) {
  if (complaint_) return false;
  complain(first, last, NotationCode::more_than_one_way, std::move(message), std::move(help));
  complaint_->ways = std::move(ways);
  return false;
}

/// All that is left, as a remark.
std::string ScribbleReader::quoted_from_here() const {
  std::string text = plain_.text.substr(here().begin);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.pop_back();
  return quoted_text(text);
}

std::vector<ScribbleToken> scribble_tokens(const PlainLine& line, const Header& header) {
  return Tokens(line, header).read();
}

}  // namespace roundhouse::replay
