// What a line that is no notation probably should be. Each habit of writers is one small change; a change
// counts only when the line can be read after it, so a wrong guess is never shown.

#include <array>
#include <optional>
#include <utility>

#include "replay/names.h"
#include "replay/read_line.h"
#include "replay/write_record.h"

namespace roundhouse::replay {

namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t i = text.find(from); i != std::string::npos; i = text.find(from, i + to.size())) {
    text.replace(i, from.size(), to);
  }
  return text;
}

/// Commas and semicolons between acts.
std::string without_commas(const Header&, std::string text) {
  for (char& letter : text) {
    if (letter == ',' || letter == ';') letter = ' ';
  }
  return text;
}

/// Arrows of all kinds for `>`.
std::string with_plain_arrows(const Header&, std::string text) {
  for (const std::string_view arrow : {"->", "=>", ">>", "\xE2\x86\x92", "\xC2\xBB", "@"}) {
    text = replaced(std::move(text), arrow, ">");
  }
  return text;
}

/// `9 - 3`, and `9 3` or `93` are left alone: they may mean something else.
std::string with_closed_tiles(const Header&, std::string text) {
  for (std::size_t i = text.find(" - "); i != std::string::npos; i = text.find(" - ", i + 1)) {
    if (i > 0 && i + 3 < text.size() && is_digit(text[i - 1]) && is_digit(text[i + 3]))
      text.replace(i, 3, "-");
  }
  return text;
}

/// A full stop at the end, as behind a sentence.
std::string without_full_stop(const Header&, std::string text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '!')) text.pop_back();
  if (text.ends_with('.') && !text.ends_with("...")) text.pop_back();
  return text;
}

/// `3 Joe: ...`: a number without its full stop; `- Joe: ...`: a list.
std::string without_number(const Header&, std::string text) {
  std::size_t begin = 0;
  while (begin < text.size() && (text[begin] == ' ' || text[begin] == '-' || text[begin] == '*')) ++begin;
  std::size_t end = begin;
  while (end < text.size() && is_digit(text[end])) ++end;
  if (end > begin && (end >= text.size() || text[end] != ' ')) return text;
  return text.substr(end);
}

using Change = std::string (*)(const Header&, std::string);

/// Reads the line, putting in what its complaints propose, a few times at most.
std::optional<std::string> read_with_proposals(const Header& header, std::string text) {
  for (int attempt = 0; attempt < 4; ++attempt) {
    LineCursor cursor({}, 0, text);
    Line line;
    if (read_line(cursor, header, line)) {
      // A line that has become a comment or a gap lost what it said.
      std::string mended = write_line(header, line);
      if (mended == "?") return std::nullopt;
      return mended;
    }
    if (!cursor.complaint || !cursor.complaint->replacement) return std::nullopt;
    const Complaint complaint = *cursor.complaint;
    text.replace(complaint.begin, complaint.end - complaint.begin, *complaint.replacement);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> mended_line(const Header& header, std::string_view text) {
  constexpr std::size_t longest = 400;
  if (text.size() > longest) return std::nullopt;
  constexpr std::array<Change, 5> changes{without_commas, with_plain_arrows, with_closed_tiles,
                                          without_full_stop, without_number};
  std::string changed(text);
  if (auto mended = read_with_proposals(header, changed)) return mended;
  for (const Change& change : changes) {
    std::string next = change(header, changed);
    if (next == changed) continue;
    changed = std::move(next);
    if (auto mended = read_with_proposals(header, changed)) return mended;
  }
  return std::nullopt;
}

}  // namespace roundhouse::replay
