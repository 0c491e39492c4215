#include "dsl/base/source.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "dsl/base/utf8.h"

namespace roundhouse::dsl {

FileId SourceMap::add(std::string name, std::string text) {
  std::vector<std::uint32_t> starts{0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') starts.push_back(static_cast<std::uint32_t>(i + 1));
  }
  assert(files_.size() < 0xFFFF);
  const FileId id{static_cast<std::uint16_t>(files_.size())};
  files_.push_back({std::move(name), std::move(text)});
  line_starts_.push_back(std::move(starts));
  return id;
}

const SourceFile& SourceMap::file(FileId id) const {
  assert(id.value < files_.size());
  return files_[id.value];
}

LineColumn SourceMap::locate(FileId id, std::uint32_t offset) const {
  const std::string& text = file(id).text;
  const auto& starts = line_starts_[id.value];
  offset = std::min(offset, static_cast<std::uint32_t>(text.size()));
  const auto after = std::upper_bound(starts.begin(), starts.end(), offset);
  const auto number = static_cast<std::size_t>(after - starts.begin());
  std::size_t from = starts[number - 1];
  // The mark that some editors put before the first character is none that a person sees.
  if (from == 0 && text.starts_with(byte_order_mark))
    from = std::min<std::size_t>(byte_order_mark.size(), offset);
  std::size_t column = 1;
  for (std::size_t i = from; i < offset; ++i) {
    // A place within a character counts as that character.
    if (i + 1 >= text.size() || begins_character(text[i + 1])) ++column;
  }
  return {number, column};
}

std::string_view SourceMap::line(FileId id, std::size_t number) const {
  const auto& starts = line_starts_[id.value];
  if (number == 0 || number > starts.size()) return {};
  const std::string_view text = files_[id.value].text;
  const std::size_t begin = starts[number - 1];
  std::size_t end = number < starts.size() ? starts[number] - 1 : text.size();
  if (end > begin && text[end - 1] == '\r') --end;
  std::string_view line = text.substr(begin, end - begin);
  if (number == 1 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
  return line;
}

std::string_view SourceMap::text(Span span) const {
  const std::string_view text = file(span.file).text;
  const std::size_t begin = std::min<std::size_t>(span.begin, text.size());
  const std::size_t end = std::clamp<std::size_t>(span.end, begin, text.size());
  return text.substr(begin, end - begin);
}

}  // namespace roundhouse::dsl
