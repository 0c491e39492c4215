#include "dsl/syntax/yaml_prescan.h"

#include "dsl/base/diagnostic.h"
#include "dsl/base/source.h"
#include "dsl/base/utf8.h"
#include "dsl/syntax/yaml_traps.h"
#include "dsl/syntax/yaml_words.h"

#include <fmt/format.h>

namespace roundhouse::dsl {
namespace {

// Checks, before YAML is scanned, that a file is text and small enough.

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

/// Size, UTF-8, control characters, line endings. At most one complaint: what is wrong here is wrong all
/// over.
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

}  // namespace

YamlScan prescan_yaml(const SourceMap& sources, FileId file) {
  if (Diagnostics unreadable = check_bytes(sources, file); !unreadable.empty()) {
    YamlScan scan;
    scan.diagnostics = std::move(unreadable);
    scan.sound = false;
    return scan;
  }
  YamlScan scan = scan_yaml(sources, file);
  check_bare_truth(sources, file, scan);
  check_curly_quotes(sources, file, scan);
  check_lost_tails(sources, file, scan);
  check_merge_keys(sources, file, scan);
  check_spaces_after_colons(sources, file, scan);
  check_odd_spaces(sources, file, scan);
  check_unseen(sources, file, scan);
  return scan;
}

std::vector<Span> find_comments(const SourceMap& sources, FileId file) {
  return prescan_yaml(sources, file).comments;
}

}  // namespace roundhouse::dsl
