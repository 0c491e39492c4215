#include "tests/fuzz/text_pieces.h"

#include <algorithm>
#include <utility>

namespace roundhouse::tests {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         (static_cast<unsigned char>(c) & 128U);
}

template <class Kind>
std::vector<std::string> cut(std::string_view text, const Kind& kind) {
  std::vector<std::string> pieces;
  int before = -1;
  for (const char c : text) {
    const int now = kind(c);
    if (pieces.empty() || now != before || now == 0) pieces.emplace_back();
    pieces.back() += c;
    before = now;
  }
  return pieces;
}

}  // namespace

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

std::vector<std::string> tokens_of(std::string_view line) {
  return cut(line, [](char c) { return is_blank(c) ? 1 : 2; });
}

std::vector<std::string> parts_of(std::string_view text) {
  return cut(text, [](char c) { return is_blank(c) ? 1 : is_digit(c) ? 2 : is_letter(c) ? 3 : 0; });
}

std::string together(const std::vector<std::string>& pieces) {
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  return text;
}

std::size_t any_piece(const std::vector<std::string>& pieces, Chance& chance) {
  std::vector<std::size_t> filled;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (!pieces[i].empty() && !is_blank(pieces[i].front())) filled.push_back(i);
  return filled.empty() ? std::string::npos : chance.of(filled);
}

void alter_lines(std::vector<std::string>& lines, Chance& chance) {
  if (lines.empty()) return;
  const auto any = [&] { return static_cast<std::size_t>(chance.below(static_cast<int>(lines.size()))); };
  const auto at = [&](std::size_t i) { return lines.begin() + static_cast<std::ptrdiff_t>(i); };
  const std::size_t from = any();
  switch (chance.below(6)) {
    case 0:
      lines.erase(at(from));
      break;
    case 1:
      lines.insert(at(from), std::string(lines[from]));
      break;
    case 2:
      std::swap(lines[from], lines[any()]);
      break;
    case 3:
      lines.insert(at(any()), std::string(lines[from]));
      break;
    case 4:
      lines.insert(at(from), static_cast<std::size_t>(2 + chance.below(12)), std::string(lines[from]));
      break;
    default: {
      const std::size_t other = any();
      std::rotate(at(std::min(from, other)), at(std::max(from, other)), lines.end());
    }
  }
}

void alter_bytes(std::string& text, Chance& chance) {
  static constexpr std::string_view pieces =
      "\n\n  \t##\"\"'[](){}:>.?-+x*&^,;/|=<%!~`0123456789abcdefNaN\\\x1b\x7f\xC3\xA4\xE2\x80\x93\xFF";
  for (int times = 1 + chance.below(4); times > 0; --times) {
    const auto at = static_cast<std::size_t>(chance.below(static_cast<int>(text.size()) + 1));
    switch (chance.below(4)) {
      case 0:
        text.erase(at, static_cast<std::size_t>(1 + chance.below(6)));
        break;
      case 1:
        text.insert(at, 1, chance.of(pieces));
        break;
      case 2:
        if (at < text.size()) text[at] = chance.of(pieces);
        break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(chance.below(256));
    }
  }
}

}  // namespace roundhouse::tests
