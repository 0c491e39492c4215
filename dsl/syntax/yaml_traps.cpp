#include "dsl/syntax/yaml_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "dsl/base/utf8.h"

namespace roundhouse::dsl {

namespace {

std::string_view text_of(const SourceMap& sources, FileId file, const ScannedScalar& scalar) {
  return sources.text({file, scalar.begin, scalar.end});
}

bool is_enough(const YamlScan& scan) { return scan.diagnostics.size() >= yaml_limits::complaints; }

bool is_bare(const ScannedScalar& scalar) { return scalar.style == ScalarStyle::plain && !scalar.refused; }

Span part_of(FileId file, const ScannedScalar& scalar, std::size_t begin, std::size_t length) {
  const auto from = scalar.begin + static_cast<std::uint32_t>(begin);
  return {file, from, from + static_cast<std::uint32_t>(length)};
}

void complain_broken(YamlScan& scan, Diagnostic diagnostic) {
  scan.sound = false;
  scan.diagnostics.push_back(std::move(diagnostic));
}

/// The colon of a key that lacks its space; npos: there is none.
std::size_t tight_colon(const ScannedScalar& scalar, std::string_view text) {
  if (scalar.key) return text.find(':');
  if (scalar.sentence || (!scalar.flow && !scalar.item)) return std::string_view::npos;
  return colon_without_space(text);
}

}  // namespace

BareTruth bare_truth(std::string_view word) {
  struct Row {
    std::string_view word, meant;
  };
  constexpr std::array<Row, 10> rows = {{{"yes", "true"},
                                         {"on", "true"},
                                         {"y", "true"},
                                         {"true", "true"},
                                         {"no", "false"},
                                         {"off", "false"},
                                         {"n", "false"},
                                         {"false", "false"},
                                         {"null", ""},
                                         {"~", ""}}};
  if (word.size() > 5 || word == "true" || word == "false") return {};
  std::string small(word);
  for (char& letter : small) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  for (const Row& row : rows) {
    if (row.word == small) return {true, row.meant};
  }
  return {};
}

namespace {

// Mistakes within single scalars, which YAML reads without complaint as something else than was meant. Each
// function is one trap: it looks at all scalars and adds its complaints to the scan.

/// The kind of text that is wanted in the place of the scalar; empty: a truth value may be meant there.
std::string_view wanted_text(const ScannedScalar& scalar) {
  if (scalar.owner == "name" || scalar.owner == "id") return "name";
  return scalar.sentence ? "text" : "";
}

/// `yes no on off y n null ~` and the truth values in capitals, as keys or values.
void check_bare_truth(const SourceMap& sources, FileId file, YamlScan& scan) {
  for (const ScannedScalar& scalar : scan.scalars) {
    if (is_enough(scan)) return;
    if (!is_bare(scalar)) continue;
    const std::string_view word = text_of(sources, file, scalar);
    const BareTruth truth = bare_truth(word);
    if (!truth.found) continue;
    const Span where{file, scalar.begin, scalar.end};
    Advice help = scalar.key ? "write another word" : "leave the line out";
    const std::string quoted = in_quotes(word);
    if (!scalar.key && truth.meant.empty()) {
      help.fixes.push_back(
          {where, "none", "leave the line out, or write none where something is to be taken away"});
    } else if (!scalar.key) {
      help.text = "write another word";
      help.fixes.push_back(
          {where, std::string(truth.meant),
           fmt::format("write {}, or {} in quotes where a text is meant", truth.meant, quoted)});
    }
    help.fixes.push_back({where, quoted, "put it in quotes: " + quoted});
    const std::string_view wanted = wanted_text(scalar);
    scan.diagnostics.push_back(yaml_error(
        YamlCode::bare_truth, where,
        scalar.key            ? fmt::format("the key '{}' is no plain word in every YAML program", word)
        : truth.meant.empty() ? fmt::format("'{}' stands for nothing, which is no value here", word)
        : !wanted.empty() ? fmt::format("a {} is wanted here, and '{}' is {} to many YAML programs", wanted,
                                        word, truth.meant)
                          : fmt::format("'{}' is no truth value here: they are true and false", word),
        std::move(help)));
  }
}

/// Typographic quotes around a key or a value. A text for people may begin with one or end with one, but
/// is refused where a pair of them holds all of it.
void check_curly_quotes(const SourceMap& sources, FileId file, YamlScan& scan) {
  for (const ScannedScalar& scalar : scan.scalars) {
    if (is_enough(scan)) return;
    if (!is_bare(scalar)) continue;
    std::string_view text = text_of(sources, file, scalar);
    const std::size_t length = curly_quote_length(text, 0);
    if (length == 0) continue;
    std::size_t quotes = 0;
    std::size_t last = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (curly_quote_length(text, i) == 0) continue;
      ++quotes;
      last = i;
    }
    const bool closed = last > 0 && last + curly_quote_length(text, last) == text.size();
    if (scalar.sentence && (!closed || quotes > 2)) continue;
    const std::string_view inside = text.substr(length, closed ? last - length : std::string_view::npos);
    Diagnostic diagnostic = yaml_error(
        YamlCode::curly_quote, part_of(file, scalar, 0, length),
        fmt::format("'{}' is a typographic quote, which means nothing to YAML", text.substr(0, length)),
        shown("type straight quotes",
              line_with(sources, {file, scalar.begin, scalar.end}, in_quotes(inside))));
    if (scalar.sentence) {
      scan.diagnostics.push_back(std::move(diagnostic));
    } else {
      complain_broken(scan, std::move(diagnostic));
    }
  }
}

/// A text for people of which ` #` takes away the end. A comment behind such a text is taken for one where
/// two blanks stand before the `#`, or where the sentence before it is complete and a blank follows the `#`.
/// In other values every ` #` is a comment: expressions know no such character.
void check_lost_tails(const SourceMap& sources, FileId file, YamlScan& scan) {
  const std::string_view all = sources.file(file).text;
  for (const ScannedScalar& scalar : scan.scalars) {
    if (is_enough(scan)) return;
    if (!is_bare(scalar) || !scalar.sentence || scalar.comment == 0) continue;
    const std::string_view gap = all.substr(scalar.end, scalar.comment - scalar.end);
    if (gap != " ") continue;
    const char after = scalar.comment + 1 < all.size() ? all[scalar.comment + 1] : '\n';
    const bool blank_after = after == ' ' || after == '\t' || after == '\n' || after == '\r';
    const bool complete = std::strchr(".!?", all[scalar.end - 1]) != nullptr;
    if (blank_after && complete) continue;
    std::size_t end = std::min(all.find('\n', scalar.comment), all.size());
    while (end > scalar.comment && std::strchr(" \t\r", all[end - 1]) != nullptr) --end;
    const Span whole{file, scalar.begin, static_cast<std::uint32_t>(end)};
    const LineExample example = line_with(sources, whole, in_quotes(sources.text(whole)));
    scan.diagnostics.push_back(yaml_error(
        YamlCode::lost_tail, {file, scalar.comment, static_cast<std::uint32_t>(end)},
        fmt::format("this end of the text of {} is read as a comment", quote_name(scalar.owner)),
        shown("put the text in quotes", example, "\nor write two spaces before the '#' of a comment")));
  }
}

/// `<<: ...`
void check_merge_keys(const SourceMap& sources, FileId file, YamlScan& scan) {
  for (const ScannedScalar& scalar : scan.scalars) {
    if (is_enough(scan)) return;
    if (!scalar.key || !is_bare(scalar) || text_of(sources, file, scalar) != "<<") continue;
    complain_broken(scan, yaml_error(YamlCode::merge_key, {file, scalar.begin, scalar.end},
                                     "'<<' takes over the keys of another map",
                                     "write the keys out; a file takes over another one with 'extends'"));
  }
}

/// `{2:16}`, `- id:x`, `says:x: y`: a colon that was meant to end a key.
void check_spaces_after_colons(const SourceMap& sources, FileId file, YamlScan& scan) {
  const std::string_view all = sources.file(file).text;
  std::size_t refused_to = 0;
  for (std::size_t i = 0; i < scan.scalars.size(); ++i) {
    if (is_enough(scan)) return;
    const ScannedScalar& scalar = scan.scalars[i];
    if (!is_bare(scalar) || scalar.begin < refused_to) continue;
    const std::size_t colon = tight_colon(scalar, text_of(sources, file, scalar));
    if (colon == std::string_view::npos) continue;
    // One complaint a line, with all of the line mended.
    refused_to = std::min(all.find('\n', scalar.begin), all.size());
    std::string mended;
    std::uint32_t copied = scalar.begin;
    for (std::size_t j = i; j < scan.scalars.size() && scan.scalars[j].end <= refused_to; ++j) {
      const std::size_t tight = tight_colon(scan.scalars[j], text_of(sources, file, scan.scalars[j]));
      if (!is_bare(scan.scalars[j]) || tight == std::string_view::npos) continue;
      const std::size_t behind = scan.scalars[j].begin + tight + 1;
      mended.append(all.substr(copied, behind - copied)).append(" ");
      copied = static_cast<std::uint32_t>(behind);
    }
    complain_broken(scan, yaml_error(YamlCode::no_space, part_of(file, scalar, colon, 1),
                                     fmt::format("the space is missing behind the colon of {}",
                                                 quote_name(text_of(sources, file, scalar).substr(0, colon))),
                                     shown("put a space behind it",
                                           line_with(sources, {file, scalar.begin, copied}, mended))));
  }
}

/// Spaces that are none for YAML, in keys and around values.
void check_odd_spaces(const SourceMap& sources, FileId file, YamlScan& scan) {
  for (const ScannedScalar& scalar : scan.scalars) {
    if (is_enough(scan)) return;
    if (!is_bare(scalar)) continue;
    const std::string_view text = text_of(sources, file, scalar);
    for (std::size_t i = 0; i < text.size(); ++i) {
      const std::size_t length = odd_space_length(text, i);
      if (length == 0 || (!scalar.key && i != 0 && i + length != text.size())) continue;
      const Span where = part_of(file, scalar, i, length);
      complain_broken(scan, yaml_error(YamlCode::odd_space, where,
                                       "an unusual space stands here, which YAML takes for a letter",
                                       shown("type the space anew", line_with(sources, where, " "))));
      break;
    }
  }
}

/// Characters that nobody sees, in keys and in values of one word: no name has one. In a sentence they may be
/// part of how a language is written.
void check_unseen(const SourceMap& sources, FileId file, YamlScan& scan) {
  // Joined letters and emoji are written with some of them.
  const auto is_within_script = [](std::string_view text, std::size_t begin, std::size_t end) {
    const auto is_ascii = [](char byte) { return static_cast<unsigned char>(byte) < 0x80U; };
    return begin > 0 && end < text.size() && !is_ascii(text[begin - 1]) && !is_ascii(text[end]);
  };
  for (const ScannedScalar& scalar : scan.scalars) {
    if (is_enough(scan)) return;
    if (scalar.refused) continue;
    const std::string_view text = text_of(sources, file, scalar);
    if (!scalar.key && text.find_first_of(" \t\n") != std::string_view::npos) continue;
    for (std::size_t i = 0; i < text.size(); ++i) {
      const std::size_t length = unseen_length(text, i);
      if (length == 0) continue;
      const bool at_edge = i == 0 || i + length == text.size();
      // Some of them count as spaces, too.
      if (is_bare(scalar) && (scalar.key || at_edge) && odd_space_length(text, i) != 0) continue;
      if (!scalar.key && is_within_script(text, i, i + length)) continue;
      const Span where = part_of(file, scalar, i, length);
      complain_broken(scan, yaml_error(YamlCode::odd_space, where,
                                       fmt::format("the character U+{:04X} stands here, which cannot be seen",
                                                   static_cast<std::uint32_t>(utf8_character(text, i).point)),
                                       shown("take it out", line_with(sources, where, ""))));
      break;
    }
  }
}

// The bytes of a file, before YAML is scanned: that it is text and small enough.

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
