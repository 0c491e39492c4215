#include "dsl/base/source.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "dsl/base/utf8.h"

namespace roundhouse::dsl {

namespace {

std::vector<std::uint32_t> starts_of_lines(std::string_view text) {
  std::vector<std::uint32_t> starts{0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') starts.push_back(static_cast<std::uint32_t>(i + 1));
  }
  return starts;
}

}  // namespace

FileId SourceMap::add_large(std::string name) {
  const FileId id{static_cast<std::uint32_t>(files_.size())};
  files_.push_back({std::move(name), {}});
  pieces_.emplace_back();
  return id;
}

FileId SourceMap::add(std::string name, std::string text) {
  const FileId id = add_large(std::move(name));
  // The text of an ordinary file stands in `files_`, for all to see; its one piece only knows the lines.
  pieces_.back().push_back({0, 1, {}, starts_of_lines(text)});
  files_.back().text = std::move(text);
  return id;
}

void SourceMap::keep(FileId id, std::uint32_t offset, std::size_t first_line, std::string text) {
  std::vector<std::uint32_t> starts = starts_of_lines(text);
  pieces_[id.value].push_back({offset, first_line, std::move(text), std::move(starts)});
}

void SourceMap::forget(FileId id) { pieces_[id.value].clear(); }

const SourceMap::Piece* SourceMap::piece_at(FileId id, std::uint32_t offset) const {
  const Piece* found = nullptr;
  for (const Piece& piece : pieces_[id.value])
    if (found == nullptr || piece.offset <= offset) found = &piece;
  return found;
}

std::string_view SourceMap::text_of(FileId id, const Piece& piece) const {
  return piece.text.empty() ? std::string_view(files_[id.value].text) : std::string_view(piece.text);
}

const SourceFile& SourceMap::file(FileId id) const {
  assert(id.value < files_.size());
  return files_[id.value];
}

LineColumn SourceMap::locate(FileId id, std::uint32_t offset) const {
  const Piece* piece = piece_at(id, offset);
  if (piece == nullptr) return {};
  const std::string_view text = text_of(id, *piece);
  const auto& starts = piece->line_starts;
  offset = std::min(offset - std::min(offset, piece->offset), static_cast<std::uint32_t>(text.size()));
  const auto after = std::upper_bound(starts.begin(), starts.end(), offset);
  const auto number = static_cast<std::size_t>(after - starts.begin());
  std::size_t from = starts[number - 1];
  // The mark that some editors put before the first character is none that a person sees.
  if (from == 0 && piece->offset == 0 && text.starts_with(byte_order_mark))
    from = std::min<std::size_t>(byte_order_mark.size(), offset);
  std::size_t column = 1;
  for (std::size_t i = from; i < offset; ++i) {
    // A place within a character counts as that character.
    if (i + 1 >= text.size() || begins_character(text[i + 1])) ++column;
  }
  return {piece->first_line + number - 1, column};
}

std::string_view SourceMap::line(FileId id, std::size_t number) const {
  for (const Piece& piece : pieces_[id.value]) {
    const auto& starts = piece.line_starts;
    if (number < piece.first_line || number >= piece.first_line + starts.size()) continue;
    const std::size_t index = number - piece.first_line;
    const std::string_view text = text_of(id, piece);
    const std::size_t begin = starts[index];
    std::size_t end = index + 1 < starts.size() ? starts[index + 1] - 1 : text.size();
    if (end > begin && text[end - 1] == '\r') --end;
    std::string_view line = text.substr(begin, end - begin);
    if (number == 1 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
    return line;
  }
  return {};
}

std::uint32_t SourceMap::offset_of_line(FileId id, std::size_t number) const {
  for (const Piece& piece : pieces_[id.value]) {
    if (number < piece.first_line || number >= piece.first_line + piece.line_starts.size()) continue;
    const bool marked = number == 1 && text_of(id, piece).starts_with(byte_order_mark);
    return piece.offset + piece.line_starts[number - piece.first_line] +
           (marked ? static_cast<std::uint32_t>(byte_order_mark.size()) : 0);
  }
  return 0;
}

std::string_view SourceMap::text(Span span) const {
  const Piece* piece = piece_at(span.file, span.begin);
  if (piece == nullptr) return {};
  const std::string_view text = text_of(span.file, *piece);
  const std::size_t begin =
      std::min<std::size_t>(span.begin - std::min(span.begin, piece->offset), text.size());
  const std::size_t end =
      std::clamp<std::size_t>(span.end - std::min(span.end, piece->offset), begin, text.size());
  return text.substr(begin, end - begin);
}

}  // namespace roundhouse::dsl
