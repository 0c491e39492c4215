#include "dsl/base/source.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "dsl/base/utf8.h"

namespace roundhouse::dsl {

namespace {

/// A place is counted from the beginning of its block.
constexpr std::size_t block_size = 512;

std::size_t line_ends(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
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
  pieces_.back().push_back({0, 1, {}, {}, 1});
  count_lines(pieces_.back().back(), text);
  files_.back().text = std::move(text);
  return id;
}

void SourceMap::truncate(std::size_t size) {
  files_.resize(std::min(size, files_.size()));
  pieces_.resize(files_.size());
}

void SourceMap::count_lines(Piece& piece, std::string_view text) {
  piece.ends_before.clear();
  std::size_t ends = 0;
  for (std::size_t begin = 0; begin <= text.size(); begin += block_size) {
    piece.ends_before.push_back(static_cast<std::uint32_t>(ends));
    ends += line_ends(text.substr(begin, block_size));
  }
  piece.lines = ends + 1;
}

void SourceMap::keep(FileId id, std::uint32_t offset, std::size_t first_line, std::string text) {
  Piece& piece = pieces_[id.value].emplace_back(Piece{offset, first_line, std::move(text), {}, 1});
  count_lines(piece, piece.text);
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
  offset = std::min(offset - std::min(offset, piece->offset), static_cast<std::uint32_t>(text.size()));
  const std::size_t block = offset / block_size;
  const std::size_t number =
      piece->ends_before[block] + line_ends(text.substr(block * block_size, offset % block_size)) + 1;
  const std::size_t newline = offset == 0 ? std::string_view::npos : text.rfind('\n', offset - 1);
  std::size_t from = newline == std::string_view::npos ? 0 : newline + 1;
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

const SourceMap::Piece* SourceMap::piece_of_line(FileId id, std::size_t number) const {
  const std::vector<Piece>& pieces = pieces_[id.value];
  // Behind the last line end of a piece lies no line of it if another piece begins there.
  const auto found = std::find_if(pieces.rbegin(), pieces.rend(), [&](const Piece& piece) {
    return number >= piece.first_line && number < piece.first_line + piece.lines;
  });
  return found == pieces.rend() ? nullptr : &*found;
}

SourceMap::Stretch SourceMap::find_line(FileId id, const Piece& piece, std::size_t number) const {
  const std::string_view text = text_of(id, piece);
  // The last line end in front of it stands in the last block with fewer in front.
  const std::size_t ends = number - piece.first_line;
  std::size_t begin = 0;
  if (ends > 0) {
    const auto after = std::lower_bound(piece.ends_before.begin(), piece.ends_before.end(), ends);
    const auto block = static_cast<std::size_t>(after - piece.ends_before.begin()) - 1;
    begin = block * block_size;
    for (std::size_t passed = piece.ends_before[block]; passed < ends; ++passed)
      begin = text.find('\n', begin) + 1;
  }
  std::size_t end = std::min(text.find('\n', begin), text.size());
  if (end > begin && text[end - 1] == '\r') --end;
  return {begin, end};
}

std::string_view SourceMap::line(FileId id, std::size_t number) const {
  const Piece* piece = piece_of_line(id, number);
  if (piece == nullptr) return {};
  const Stretch found = find_line(id, *piece, number);
  std::string_view line = text_of(id, *piece).substr(found.begin, found.end - found.begin);
  if (number == 1 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  return line;
}

std::uint32_t SourceMap::offset_of_line(FileId id, std::size_t number) const {
  const Piece* piece = piece_of_line(id, number);
  if (piece == nullptr) return 0;
  const bool marked = number == 1 && text_of(id, *piece).starts_with(byte_order_mark);
  return piece->offset + static_cast<std::uint32_t>(find_line(id, *piece, number).begin) +
         (marked ? static_cast<std::uint32_t>(byte_order_mark.size()) : 0);
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
