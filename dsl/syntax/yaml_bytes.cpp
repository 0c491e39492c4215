#include "dsl/syntax/yaml_bytes.h"

#include <fmt/format.h>

#include "dsl/base/utf8.h"
#include "dsl/syntax/yaml_words.h"

namespace roundhouse::dsl {

namespace {

bool is_control(char32_t point) {
  if (point == '\t' || point == '\n' || point == '\r') return false;
  return point < 0x20 || (point >= 0x7F && point < 0xA0);
}

Diagnostic not_utf8(std::string_view text, Span where) {
  const auto byte = static_cast<unsigned char>(text[where.begin]);
  return yaml_error(YamlCode::not_utf8, where,
                    is_utf16(text) ? std::string("the file is UTF-16, not UTF-8")
                                   : fmt::format("the byte {:02X} (hexadecimal) here is not UTF-8", byte),
                    "save the file again with the encoding UTF-8");
}

}  // namespace

Diagnostics check_bytes(const SourceMap& sources, FileId file) {
  const std::string_view text = sources.file(file).text;
  if (text.size() > yaml_limits::file_bytes) {
    return {yaml_error(YamlCode::too_large, {file, 0, 0}, fmt::format("the file has {} bytes", text.size()),
                       fmt::format("a file holds at most {} bytes (1 MiB)", yaml_limits::file_bytes))};
  }
  for (std::size_t i = 0; i < text.size();) {
    const Utf8Character character = utf8_character(text, i);
    const auto begin = static_cast<std::uint32_t>(i);
    const Span where{file, begin, begin + static_cast<std::uint32_t>(character.length)};
    if (!character.valid) return {not_utf8(text, where)};
    if (is_control(character.point)) {
      return {yaml_error(YamlCode::binary, where,
                         fmt::format("the control character {:02X} (hexadecimal) is not part of any text",
                                     static_cast<std::uint32_t>(character.point)),
                         "a variant file is plain text: take the character out, or look whether this is the "
                         "right file")};
    }
    if (character.point == '\r' && (i + 1 >= text.size() || text[i + 1] != '\n')) {
      return {yaml_error(YamlCode::line_ending, where, "a carriage return stands without a line feed",
                         "save the file with line endings LF or CRLF")};
    }
    i += character.length;
  }
  return {};
}

}  // namespace roundhouse::dsl
