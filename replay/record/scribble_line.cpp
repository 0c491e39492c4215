// Scribbled lines of all kinds: what a line is about, and what stands in it.

#include <algorithm>
#include <array>

#include "dsl/base/search.h"
#include "replay/record/header_fields.h"
#include "replay/record/names.h"
#include "replay/record/read_line.h"
#include "replay/record/reference.h"
#include "replay/record/scribble_reader.h"
#include "replay/record/write_pieces.h"

namespace roundhouse::replay {

namespace {

bool consists_of(std::string_view text, std::string_view signs) {
  return text.find_first_not_of(signs) == std::string_view::npos;
}

}  // namespace

Scribble ScribbleReader::read() {
  Scribble result;
  if (read_line() && at_end() && (passed_over_ || !out_.text.empty())) {
    result.passed_over = passed_over_;
    result.corrected = corrected_;
    result.line = std::move(out_);
    result.line->comment = plain_.comment;
    result.line->comment_text = plain_.comment_text;
    result.line->respelled = true;
    return result;
  }
  result.complaint = std::move(complaint_);
  return result;
}

bool ScribbleReader::read_line() {
  if (at_end()) {
    // A comment of programmers is all there is.
    passed_over_ = true;
    return true;
  }
  if (read_rule() || read_gap()) return true;
  // A list: - Joe: 9-3
  if (at(1).kind != Token::Kind::end) takes_any_sign("-*+");
  skip_turn_number();
  const std::size_t begin = at_;
  if (here().is("referee")) {
    ++at_;
    return read_turn_of({no_seat, at_, true}, begin);
  }
  if (read_newcomer()) return true;
  const auto name = name_at(at_);
  const bool colon = at(at_ + 1).is_sign(":");
  if (const auto word = line_word(here().small); word && !(colon && name && name->whole)) {
    ++at_;
    return read_line_word(*word, std::nullopt);
  }
  if (!name) return false;
  return read_turn_of(*name, begin);
}

/// A line drawn across the sheet.
bool ScribbleReader::read_rule() {
  const std::string& text = plain_.text;
  const auto signs = count_if(text, [](char c) { return c != ' ' && c != '\t'; });
  if (signs < 3 || !consists_of(text, "-=_*~+ \t")) return false;
  at_ = tokens_.size() - 1;
  passed_over_ = true;
  return true;
}

/// `???` or `...`: turns that nobody wrote down.
bool ScribbleReader::read_gap() {
  const std::string& text = plain_.text;
  if (text.size() < 2 || (!consists_of(text, "? \t") && !consists_of(text, ". \t"))) return false;
  at_ = tokens_.size() - 1;
  put_close("?", 0);
  return true;
}

bool ScribbleReader::at_subject() const {
  return here().is("referee") || name_at(at_).has_value() || line_word(here().small).has_value();
}

/// `(3)`, `3:`, `3 -`, `no. 3`, `3`: only in front of somebody's turn.
void ScribbleReader::skip_turn_number() {
  const std::size_t begin = at_;
  const bool bracket = takes_sign("(");
  if (takes_use(WordUse::no) || takes_use(WordUse::number_sign)) takes_any_sign(".");
  if (here().is_number()) {
    ++at_;
    if (!bracket || takes_sign(")")) {
      takes_any_sign(".):-");
      if (at_subject()) return;
    }
  }
  at_ = begin;
}

bool ScribbleReader::read_turn_of(const Name& name, std::size_t begin) {
  at_ = name.next;
  takes_possessive();
  if (name.seat != no_seat) {
    if (here().is("left") || here().is("hand")) {
      const std::string word = here().small;
      ++at_;
      return read_line_word(word, name);
    }
  }
  const bool has_sign = takes_any_sign(":-;=,.>") || takes_sign("::") || takes_sign("--") ||
                        takes_sign("->") || takes_sign("=>");
  // The beginning of a name and no sign behind it may be any word, but not in front of a tile.
  if (!name.whole && !has_sign && !tile_at(at_)) return false;
  put_close((name.seat == no_seat ? std::string("referee")
                                  : header_.players[static_cast<std::size_t>(name.seat)].name) +
                ":",
            begin);
  return read_acts();
}

bool ScribbleReader::read_line_word(std::string_view word, std::optional<Name> whose) {
  const std::size_t begin = whose ? whose->next - 1 : at_ - 1;
  const bool is_round = word == "round" || word == "game";
  if (!is_round) takes_any_sign(":,-=");
  takes_sign("::");
  put_close(word, begin);
  if (is_round) return read_numbered(word);
  if (word == "rules") return read_rules();
  if (word == "joins") return read_joins(at_);
  if (word == "seek") return read_seek();
  if (word == "lots") return read_seat_tiles();
  if (word == "hand" || word == "left") return read_player_tiles(whose);
  if (word == "turned") return read_tiles();
  if (word == "engine") return read_engine();
  if (word == "claim") return read_claim(whose);
  if (word == "score") return read_score();
  if (word == "first" && !takes_player()) return false;
  takes_any_sign(".!");
  return at_end();
}

/// `Round: 11`, `round no. 11`, `ROUND #11`, `round eleven`.
bool ScribbleReader::read_numbered(std::string_view) {
  takes_any_sign(":#=");  // a dash may be a minus
  if (takes_use(WordUse::no) || takes_use(WordUse::number_sign)) takes_any_sign(".");
  takes_any_sign("#");
  const std::size_t first = at_;
  if (const NotationWord* word = word_at(at_); word != nullptr && word->use == WordUse::number) {
    ++at_;
    put(std::to_string(word->number), first);
  } else if (here().is_number()) {
    ++at_;
    put(at(first).text, first);
  } else {
    return false;
  }
  takes_any_sign(":.");
  return at_end();
}

/// `Zoe joins`, `Zoe joined us after Ann`: of somebody who is no player yet.
bool ScribbleReader::read_newcomer() {
  constexpr std::array<std::string_view, 4> forms{"joins", "joined", "join", "joining"};
  const std::size_t name = at_;
  if (!at(name).is_word() || match_player(header_, at(name).text).exact) return false;
  const Token& verb = at(name + 1);
  if (none_of(forms, [&](std::string_view form) { return verb.is(form); })) return false;
  put_close("joins", name);
  at_ = name + 2;
  put(at(name).text, name);
  return read_joins(name);
}

/// Behind `joins`, or what is said of it behind the name.
bool ScribbleReader::read_joins(std::size_t name) {
  if (at_ == name) {
    if (!here().is_word()) return false;
    ++at_;
    put(at(name).text, name);
    if (takes_sign("=")) {
      if (here().kind != Token::Kind::quoted) return false;
      ++at_;
      put_close("=" + at(at_ - 1).text, at_ - 1);
    }
  }
  constexpr std::array<std::string_view, 8> fillers{"in", "us", "the", "game", "table", "now", "late", "too"};
  const auto is_filler = [&] {
    return any_of(fillers, [&](std::string_view word) { return here().is(word); });
  };
  while (is_filler() || here().is_sign(",")) ++at_;
  if (here().is("after") || here().is("behind")) {
    ++at_;
    put("after", at_ - 1);
    if (!takes_player()) return false;
  }
  takes_any_sign(",");
  if (here().is("age") || here().is("aged")) {
    ++at_;
    put("age", at_ - 1);
    if (!here().is_number()) return false;
    ++at_;
    put(at(at_ - 1).text, at_ - 1);
  }
  takes_any_sign(".!");
  return at_end();
}

/// `Rules: double_blank = 50, draws = 2`.
bool ScribbleReader::read_rules() {
  while (true) {
    skip_joints();
    if (at_end()) return true;
    const std::size_t first = at_;
    if (!here().is_word()) return false;
    ++at_;
    if (!takes_any_sign("=:")) return false;
    const std::size_t value = at_;
    if (here().is_sign("-") && at(at_ + 1).is_number()) ++at_;
    const Token::Kind kind = here().kind;
    if (kind != Token::Kind::word && kind != Token::Kind::number && kind != Token::Kind::quoted) return false;
    ++at_;
    put(at(first).text + "=" + plain_.text.substr(at(value).begin, at(at_ - 1).end - at(value).begin), first);
  }
}

bool ScribbleReader::read_seek() {
  const std::size_t first = at_;
  if (here().is("x") && at(at_ + 1).is_number()) {
    at_ += 2;
    put("x" + at(first + 1).text, first);
    return at_end();
  }
  if (here().is_number() && (at(at_ + 1).is("x") || at(at_ + 1).is("times"))) {
    at_ += 2;
    put("x" + at(first).text, first);
    return at_end();
  }
  return read_seat_tiles();
}

bool ScribbleReader::takes_player() {
  const std::size_t first = at_;
  const auto name = name_at(first);
  if (!name) return false;
  at_ = name->next;
  put(header_.players[static_cast<std::size_t>(name->seat)].name, first);
  return true;
}

bool ScribbleReader::read_seat_tiles() {
  while (true) {
    skip_joints();
    if (at_end()) return true;
    if (!takes_player()) return false;
    takes_any_sign(":=,-");
    const std::size_t first = at_;
    const auto tile = any_tile();
    if (!tile) return false;
    at_ = tile->next;
    put(tile->text(), first);
  }
}

bool ScribbleReader::read_player_tiles(std::optional<Name> whose) {
  std::size_t first = at_ - 1;
  if (!whose) {
    takes_use(WordUse::article);
    first = at_;
    whose = name_at(at_);
    if (!whose) return false;
    at_ = whose->next;
    takes_possessive();
  }
  put(header_.players[static_cast<std::size_t>(whose->seat)].name + ":", first);
  takes_any_sign(":,=");
  if (takes_use(WordUse::nothing) || (here().is_sign("-") && at(at_ + 1).kind == Token::Kind::end)) {
    takes_any_sign("-.");
    return at_end();
  }
  takes_any_sign("-");
  return read_tiles();
}

bool ScribbleReader::read_engine() {
  const std::size_t first = at_;
  const auto tile = any_tile();
  if (!tile) return false;
  at_ = tile->next;
  put(tile->text(), first);
  skip_joints();
  if (at_end()) return true;
  const bool bracket = takes_sign("(");
  if (!takes_player()) return false;
  return (!bracket || takes_sign(")")) && at_end();
}

/// A remark may lack its quotation marks.
bool ScribbleReader::read_claim(std::optional<Name> whose) {
  if (!whose && !takes_player()) return false;
  takes_any_sign(":,-");
  const std::size_t first = at_;
  if (at_end()) return false;
  // The reference is one piece, whatever it is made of.
  ++at_;
  while (!at_end() && !here().spaced && here().kind != Token::Kind::quoted) ++at_;
  std::size_t last = at_;
  while (last > first + 1 &&
         (at(last - 1).is_sign(":") || at(last - 1).is_sign(",") || at(last - 1).is_sign(";")))
    --last;
  const std::string reference = plain_.text.substr(at(first).begin, at(last - 1).end - at(first).begin);
  if (!parse_reference(reference)) return false;
  put(reference, first);
  takes_any_sign(":,;-");
  if (at_end()) return true;
  if (here().kind == Token::Kind::quoted) {
    ++at_;
    put(at(at_ - 1).text, at_ - 1);
    takes_any_sign(".");
    return at_end();
  }
  const std::size_t begin = at_;
  const std::string remark = quoted_from_here();
  at_ = tokens_.size() - 1;
  put(remark, begin);
  return true;
}

bool ScribbleReader::read_score() {
  while (true) {
    skip_joints();
    if (at_end()) return true;
    if (!takes_player()) return false;
    takes_any_sign(":=,");
    const std::size_t first = at_;
    const bool minus = here().is_sign("-");
    if (minus || here().is_sign("+")) {
      if (at(at_ + 1).spaced || !here().spaced)
        return unclear(at_, "this dash may be a minus",
                       "write the points behind the name: score Ann 48 Bob -5");
      ++at_;
    }
    if (!here().is_number()) return false;
    const std::string number = here().text;
    ++at_;
    put((minus ? "-" : "") + number, first);
    takes_use(WordUse::points);
  }
}

Scribble read_scribble(const PlainLine& plain, const Header& header, const Vocabulary* vocabulary) {
  return ScribbleReader(plain, header, vocabulary).read();
}

std::optional<PlainLine> read_header_scribble(const PlainLine& plain) {
  const std::string& text = plain.text;
  std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return std::nullopt;
  const bool bracket = text[begin] == '[';
  if (bracket) begin = text.find_first_not_of(" \t", begin + 1);
  if (begin == std::string::npos) return std::nullopt;
  const std::size_t length = name_length(text, begin);
  const std::string key = lower(std::string_view(text).substr(begin, length));
  if (!find_header_field(key)) return std::nullopt;
  std::size_t end = text.find_last_not_of(" \t") + 1;
  if (bracket) {
    if (text[end - 1] != ']') return std::nullopt;
    --end;
  }
  PlainLine out;
  const auto origin = [&](std::size_t i) { return plain.origin_of(i, i + 1); };
  out.put("[", origin(begin));
  for (std::size_t i = 0; i < length; ++i) out.put(std::string_view(key).substr(i, 1), origin(begin + i));
  std::size_t at = std::min(text.find_first_not_of(" \t", begin + length), end);
  if (at < end && (text[at] == ':' || text[at] == '=')) ++at;
  at = std::min(text.find_first_not_of(" \t", at), end);
  if (at < end) out.put(" ", origin(begin));
  const auto put_space = [&](std::size_t i) {
    if (out.text.back() != ' ') out.put(" ", origin(i));
  };
  bool quoted = false;
  int braces = 0;
  for (; at < end; ++at) {
    const char letter = text[at];
    if (letter == '"') quoted = !quoted;
    if (quoted && letter == '\\' && at + 1 < end) {
      out.put(std::string_view(text).substr(at, 1), origin(at));
      ++at;
      out.put(std::string_view(text).substr(at, 1), origin(at));
      continue;
    }
    if (!quoted && letter == '{') ++braces;
    if (!quoted && letter == '}') --braces;
    if (!quoted && (letter == '[' || letter == ']')) return std::nullopt;
    const bool is_joint = !quoted && braces == 0 && (letter == ',' || letter == ';' || letter == '&');
    const bool is_and = !quoted && braces == 0 && key == "players" && at > 0 && text[at - 1] == ' ' &&
                        lower(std::string_view(text).substr(at, 4)) == "and ";
    if (is_and) at += 3;
    if (is_and || is_joint || (!quoted && (letter == ' ' || letter == '\t')))
      put_space(at);
    else
      out.put(std::string_view(text).substr(at, 1), origin(at));
  }
  out.put("]", origin(end - 1));
  out.comment = plain.comment;
  out.comment_text = plain.comment_text;
  out.respelled = true;
  return out;
}

}  // namespace roundhouse::replay
