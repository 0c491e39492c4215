#include "dsl/syntax/allow_comments.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "dsl/base/plain_text.h"
#include "dsl/syntax/yaml_tree.h"

namespace roundhouse::dsl {
namespace {

constexpr std::string_view blanks = " \t\r";

/// Takes the word from the front of `text` with the blanks behind it, in any case. False: another stands
/// there.
bool take_word(std::string_view& text, std::string_view word) {
  if (text.size() < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = text[i] >= 'A' && text[i] <= 'Z' ? static_cast<char>(text[i] - 'A' + 'a') : text[i];
    if (c != word[i]) return false;
  }
  const std::string_view behind = text.substr(word.size());
  if (!behind.empty() && blanks.find(behind.front()) == std::string_view::npos && word != ":") return false;
  text = trimmed(behind);
  return true;
}

/// A line that holds something other than a comment.
struct ContentLine {
  std::size_t begin = 0;   ///< of its first character that is no blank
  std::size_t indent = 0;  ///< characters in front of that
  std::size_t next = 0;    ///< the begin of the line behind it
};

std::optional<ContentLine> line_from(std::string_view text, std::size_t from) {
  while (from < text.size()) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    const std::size_t begin =
        from + std::min(text.substr(from, end - from).find_first_not_of(blanks), end - from);
    if (begin < end && text[begin] != '#')
      return ContentLine{begin, begin - from, std::min(end + 1, text.size())};
    from = end + 1;
  }
  return std::nullopt;
}

/// The entry that begins on the first line behind `from` that holds something.
Span entry_behind(std::string_view text, FileId file, std::size_t from) {
  const auto point = static_cast<std::uint32_t>(from);
  const std::optional<ContentLine> first = line_from(text, from);
  if (!first) return {file, point, point};
  std::size_t end = first->next;
  for (auto next = line_from(text, end); next && next->indent > first->indent; next = line_from(text, end))
    end = next->next;
  return {file, static_cast<std::uint32_t>(first->begin), static_cast<std::uint32_t>(end)};
}

/// True if nothing but comments and the mark of a document stands before it.
bool is_at_head(std::string_view text, std::size_t before) {
  std::size_t from = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  for (auto line = line_from(text, from); line && line->begin < before; line = line_from(text, from)) {
    if (!text.substr(line->begin).starts_with("---")) return false;
    from = line->next;
  }
  return true;
}

/// Absent: an ordinary comment.
std::optional<AllowComment> read_comment(std::string_view text, Span where) {
  std::string_view said = text.substr(where.begin, where.end - where.begin);
  said.remove_prefix(std::min(said.find_first_not_of('#'), said.size()));
  said = trimmed(said);
  if (!take_word(said, "roundhouse:") && !(take_word(said, "roundhouse") && (take_word(said, ":") || true)))
    return std::nullopt;
  if (!take_word(said, "allow")) return std::nullopt;
  AllowComment comment;
  comment.where = where;
  comment.check_where = {where.file, where.end, where.end};
  const std::string_view word = said.substr(0, said.find_first_of(blanks));
  if (word.empty()) {
    comment.fault = AllowFault::form;
    return comment;
  }
  const auto begin = static_cast<std::uint32_t>(word.data() - text.data());
  comment.check = word;
  comment.check_where = {where.file, begin, begin + static_cast<std::uint32_t>(word.size())};
  said = trimmed(said.substr(word.size()));
  if (said.empty()) {
    comment.fault = AllowFault::reason;
  } else if (!take_word(said, "because")) {
    comment.fault = AllowFault::form;
  } else if (said.empty()) {
    comment.fault = AllowFault::reason;
  }
  comment.reason = said;
  return comment;
}

}  // namespace

std::vector<AllowComment> read_allow_comments(const SourceMap& sources, FileId file) {
  std::vector<AllowComment> found;
  const std::string_view text = sources.file(file).text;
  constexpr std::string_view word = "allow";
  const auto is_same = [](char in_text, char small) {
    return in_text == small || in_text == small - 'a' + 'A';
  };
  if (std::search(text.begin(), text.end(), word.begin(), word.end(), is_same) == text.end()) return found;
  for (Span where : find_comments(sources, file)) {
    while (where.end > where.begin && text[where.end - 1] == '\r') --where.end;
    std::optional<AllowComment> comment = read_comment(text, where);
    if (!comment) continue;
    const std::size_t line = text.rfind('\n', where.begin == 0 ? 0 : where.begin - 1);
    std::size_t begin = line == std::string_view::npos || where.begin == 0 ? 0 : line + 1;
    if (begin == 0 && text.starts_with("\xEF\xBB\xBF")) begin = 3;
    if (!trimmed(text.substr(begin, where.begin - begin)).empty()) comment->fault = AllowFault::trailing;
    const std::size_t behind = std::min(text.find('\n', where.begin), text.size() - 1) + 1;
    comment->line = {file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(behind)};
    comment->covers = is_at_head(text, where.begin) ? Span{file, 0, static_cast<std::uint32_t>(text.size())}
                                                    : entry_behind(text, file, behind);
    found.push_back(std::move(*comment));
  }
  return found;
}

}  // namespace roundhouse::dsl
