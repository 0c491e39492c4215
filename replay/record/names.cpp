#include "replay/record/names.h"

#include <array>

#include "dsl/base/search.h"
#include "dsl/base/utf8.h"
#include "replay/record/letters_with_marks.h"

namespace roundhouse::replay {

namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Characters beyond ASCII that are surely no letters. Blocks, not characters: a table of all letters would be
// longer than the rest of the reader and out of date every year.
constexpr std::array<Range, 24> not_letters{{
    {0x80, 0xA9},         // controls, Latin-1 signs
    {0xAB, 0xB4},         // (0xAA and 0xBA are letters, 0xB5 the micro sign)
    {0xB6, 0xB9},         //
    {0xBB, 0xBF},         //
    {0xD7, 0xD7},         // times
    {0xF7, 0xF7},         // divided by
    {0x34F, 0x34F},       // joins, unseen
    {0x37E, 0x37E},       // Greek question mark
    {0x61C, 0x61C},       // turns the writing round
    {0x115F, 0x1160},     // Korean fillers, unseen
    {0x1680, 0x1680},     // Ogham space
    {0x17B4, 0x17B5},     // Khmer vowels, unseen
    {0x180B, 0x180F},     // Mongolian selectors and separator
    {0x2000, 0x2BFF},     // punctuation, spaces, currency, arrows, symbols
    {0x2E00, 0x2E7F},     // more punctuation
    {0x3000, 0x3004},     // ideographic punctuation
    {0x3008, 0x3020},     //
    {0x3164, 0x3164},     // a Korean filler
    {0xD800, 0xF8FF},     // surrogates, private use
    {0xFE00, 0xFE6F},     // variation selectors, small punctuation
    {0xFEFF, 0xFF0F},     // byte order mark, wide punctuation
    {0xFFA0, 0xFFA0},     // a Korean filler
    {0xFFE0, 0xFFFF},     // specials
    {0x1F000, 0x10FFFF},  // pictures, what is not assigned, private use
}};

bool is_ascii_digit(char32_t point) { return point >= '0' && point <= '9'; }

/// One character made small, as far as one character becomes one.
char32_t made_small(char32_t point) {
  if (point >= 'A' && point <= 'Z') return point + 32;
  if (point >= 0xC0 && point <= 0xDE && point != 0xD7) return point + 32;
  if (point >= 0x391 && point <= 0x3A9) return point + 32;  // Greek
  if (point >= 0x410 && point <= 0x42F) return point + 32;  // Cyrillic
  if (point >= 0x400 && point <= 0x40F) return point + 80;  //
  if (point == 0x178) return 0xFF;                          // Y with two dots
  const bool pairs_even = (point >= 0x100 && point <= 0x137 && point != 0x130) ||
                          (point >= 0x14A && point <= 0x177) || (point >= 0x460 && point <= 0x481) ||
                          (point >= 0x48A && point <= 0x4BF) || (point >= 0x1E00 && point <= 0x1E95) ||
                          (point >= 0x1EA0 && point <= 0x1EFF);
  if (pairs_even) return point | 1U;
  const bool pairs_odd = (point >= 0x139 && point <= 0x148) || (point >= 0x179 && point <= 0x17E);
  if (pairs_odd && point % 2 == 1) return point + 1;
  return point;
}

void append(std::string& text, char32_t point) {
  const auto byte = [&](char32_t value) { text += static_cast<char>(static_cast<unsigned char>(value)); };
  if (point < 0x80) {
    byte(point);
  } else if (point < 0x800) {
    byte(0xC0U | (point >> 6U));
    byte(0x80U | (point & 0x3FU));
  } else if (point < 0x10000) {
    byte(0xE0U | (point >> 12U));
    byte(0x80U | ((point >> 6U) & 0x3FU));
    byte(0x80U | (point & 0x3FU));
  } else {
    byte(0xF0U | (point >> 18U));
    byte(0x80U | ((point >> 12U) & 0x3FU));
    byte(0x80U | ((point >> 6U) & 0x3FU));
    byte(0x80U | (point & 0x3FU));
  }
}

/// The letter and the marks behind it, each as a character.
void append_decomposed(std::string& text, char32_t point) {
  const LetterWithMark* row = find_letter_with_mark(point);
  if (row == nullptr) return append(text, point);
  append_decomposed(text, row->letter);
  append(text, row->mark);
}

}  // namespace

bool is_name_character(char32_t point) {
  if (point < 0x80) {
    return is_ascii_digit(point) || point == '_' || (point >= 'a' && point <= 'z') ||
           (point >= 'A' && point <= 'Z');
  }
  return none_of(not_letters,
                 [&](const Range& range) { return point >= range.first && point <= range.last; });
}

std::size_t name_length(std::string_view text, std::size_t offset) {
  std::size_t end = offset;
  while (end < text.size()) {
    const dsl::Utf8Character character = dsl::utf8_character(text, end);
    if (!character.valid || !is_name_character(character.point)) break;
    end += character.length;
  }
  return end - offset;
}

bool is_player_name(std::string_view text) {
  if (text.empty() || name_length(text, 0) != text.size()) return false;
  return any_of(text, [](char byte) { return !is_ascii_digit(static_cast<unsigned char>(byte)); });
}

std::string folded(std::string_view text) {
  std::string small;
  small.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    // Most characters of most texts: a long record asks for this a million times.
    if (const auto byte = static_cast<unsigned char>(text[i]); byte < 0x80) {
      small += static_cast<char>(made_small(byte));
      ++i;
      continue;
    }
    const dsl::Utf8Character character = dsl::utf8_character(text, i);
    if (character.valid) {
      append_decomposed(small, made_small(character.point));
    } else {
      small += text[i];
    }
    i += character.length;
  }
  return small;
}

PlayerMatch match_player(const Header& header, std::string_view text) {
  PlayerMatch match;
  if (text.empty()) return match;
  for (std::size_t i = 0; i < header.players.size(); ++i)
    if (header.players[i].name == text) return {{static_cast<Seat>(i)}, true};
  const std::string wanted = folded(text);
  for (std::size_t i = 0; i < header.players.size(); ++i) {
    const std::string name = folded(header.players[i].name);
    if (name == wanted) return {{static_cast<Seat>(i)}, true};
    if (name.starts_with(wanted)) match.seats.push_back(static_cast<Seat>(i));
  }
  return match;
}

std::vector<std::string> player_names(const Header& header) {
  std::vector<std::string> names;
  for (const PlayerField& player : header.players) names.push_back(player.name);
  return names;
}

std::vector<std::string> player_names(const Header& header, const std::vector<Seat>& seats) {
  std::vector<std::string> names;
  for (const Seat seat : seats) names.push_back(header.players[static_cast<std::size_t>(seat)].name);
  return names;
}

Seat resolve_player(const Header& header, std::string_view text) {
  const PlayerMatch match = match_player(header, text);
  return match.found() ? match.seats.front() : no_seat;
}

}  // namespace roundhouse::replay
