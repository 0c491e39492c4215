#include "tools/format/scalar_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/utf8.h"
#include "dsl/check/read_values.h"

namespace roundhouse::dsl {
namespace {

/// Words that YAML, or the checker, takes for more than a text where they stand bare.
constexpr std::array<std::string_view, 14> laden_words{
    "true", "false", "none", "null", "~", "yes", "no", "on", "off", "y", "n", "not played", "", "nobody"};

/// True if the text is read as it stands when bare. Asked of the reader itself, in a small file.
bool can_be_bare(std::string_view text, std::string_view key, ScalarContext place) {
  if (text.empty() || text.front() == ' ' || text.back() == ' ') return false;
  if (any_of(text, [](char c) { return static_cast<unsigned char>(c) < ' '; })) return false;
  const std::string name = key.empty() ? "k" : std::string(key);
  SourceMap sources;
  std::string file;
  switch (place) {
    case ScalarContext::key:
      file = fmt::format("{}: x\n", text);
      break;
    case ScalarContext::block:
      file = fmt::format("{}: {}\n", name, text);
      break;
    case ScalarContext::flow:
      file = fmt::format("a: {{ {}: {} }}\n", name, text);
      break;
  }
  const Checked<YamlNode> read = read_yaml(sources, sources.add("", std::move(file)));
  if (!read.diagnostics.empty() || !read.value.is_map() || read.value.entries.size() != 1) return false;
  const YamlEntry& entry = read.value.entries.front();
  if (place == ScalarContext::key)
    return entry.key.style == ScalarStyle::plain && entry.key.text == text && entry.value.text == "x";
  const YamlNode* value = &entry.value;
  if (place == ScalarContext::flow) {
    if (!value->is_map() || value->entries.size() != 1) return false;
    value = &value->entries.front().value;
  }
  return value->is_scalar() && value->style == ScalarStyle::plain && value->text == text;
}

std::string in_double_quotes(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    switch (c) {
      case '"':
        quoted += "\\\"";
        break;
      case '\\':
        quoted += "\\\\";
        break;
      case '\n':
        quoted += "\\n";
        break;
      case '\t':
        quoted += "\\t";
        break;
      case '\r':
        quoted += "\\r";
        break;
      default:
        if (static_cast<unsigned char>(c) < ' ') {
          quoted += fmt::format("\\x{:02X}", static_cast<unsigned char>(c));
        } else {
          quoted += c;
        }
    }
  }
  return quoted + '"';
}

/// Quotes that need no escapes are easier to read.
std::string in_fitting_quotes(std::string_view text) {
  const bool needs_escapes = any_of(text, [](char c) { return c == '"' || c == '\\'; });
  const bool fits_single =
      none_of(text, [](char c) { return c == '\'' || static_cast<unsigned char>(c) < ' '; });
  return needs_escapes && fits_single ? fmt::format("'{}'", text) : in_double_quotes(text);
}

}  // namespace

std::string one_line_scalar(const YamlNode& scalar, const std::string& text, std::string_view key,
                            ScalarContext place) {
  const bool bare = scalar.style == ScalarStyle::plain && text == scalar.text;
  // A text that was bare and has not changed can stand bare, if it stays outside of brackets or inside.
  if (bare && place != ScalarContext::flow && text.find('\n') == std::string::npos) return text;
  if (!bare && scalar.style != ScalarStyle::plain) {
    const std::string small = lower(text);
    const bool laden = contains(laden_words, small) || is_spelt_as_range(text);
    if (laden) return in_fitting_quotes(text);
  }
  return can_be_bare(text, key, place) ? text : in_fitting_quotes(text);
}

std::vector<std::string> wrap_words(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  std::size_t used = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    begin = end + 1;
    if (word.empty()) continue;
    const std::size_t length = characters_in(word);
    if (lines.empty() || used + 1 + length > width) {
      lines.emplace_back(word);
      used = length;
    } else {
      lines.back() += ' ';
      lines.back() += word;
      used += 1 + length;
    }
  }
  return lines;
}

bool can_be_folded(std::string_view text) {
  if (text.empty() || text.front() == ' ' || text.back() == ' ') return false;
  if (text.find("  ") != std::string_view::npos) return false;
  return none_of(text, [](char c) { return static_cast<unsigned char>(c) < ' '; });
}

}  // namespace roundhouse::dsl
