#include "tools/format/scalar_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/utf8.h"
#include "dsl/check/read_values.h"
#include "dsl/syntax/expression.h"

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

/// Words behind which an opening bracket is no call.
constexpr std::array<std::string_view, 13> joining_words{"and", "or", "not", "if", "then",  "else", "in",
                                                         "has", "of", "mod", "do", "where", "is"};

bool is_joining_word(const Token& token) {
  return token.kind == TokenKind::word && contains(joining_words, token.text);
}

/// True of a minus in front of which no value stands: a sign and no difference.
bool is_sign_of_number(const Token* before, const Token& minus) {
  if (!minus.is("-")) return false;
  return before == nullptr || !ends_value(*before) || is_joining_word(*before);
}

bool stands_apart(const Token* earlier, const Token& left, const Token& right) {
  if (left.is("(") || right.is(")") || right.is(",") || right.is(";")) return false;
  if (left.is(".") || right.is(".") || left.is("..") || right.is("..")) return false;
  if (right.is("(")) return left.kind != TokenKind::word || is_joining_word(left);
  return !is_sign_of_number(earlier, left);
}

/// Maps and lists that are longer stand on several lines.
constexpr std::size_t line_width = 100;

std::string key_text(std::string_view key) {
  // Numbers and ranges are meant as such.
  YamlNode node = is_spelt_as_range(key) ? bare_node(std::string(key)) : text_node(std::string(key));
  return one_line_scalar(node, node.text, {}, ScalarContext::key);
}

/// A line end only at the end, or several lines: such texts are blocks.
bool is_block_text(const YamlNode& node) {
  const std::string& text = node.text;
  const bool fits = !text.empty() && text.front() != ' ' && text.front() != '\n' && text.front() != '\t';
  return fits && text.find('\n') != std::string::npos && !text.ends_with("\n\n") &&
         none_of(text, [](char c) { return c != '\n' && c != '\t' && static_cast<unsigned char>(c) < ' '; });
}

std::string block_text(const YamlNode& node, std::size_t indent) {
  std::string lines = node.text.ends_with('\n') ? "|\n" : "|-\n";
  for (std::size_t at = 0; at < node.text.size();) {
    const std::size_t end = std::min(node.text.find('\n', at), node.text.size());
    if (end > at) lines += std::string(indent, ' ') + node.text.substr(at, end - at);
    lines += '\n';
    at = end + 1;
  }
  return lines;
}

/// On one line; empty: it cannot stand there.
std::string in_line(const YamlNode& node, std::string_view key) {
  switch (node.kind) {
    case YamlKind::empty:
      return {};
    case YamlKind::scalar:
      return one_line_scalar(node, node.text, key, ScalarContext::flow);
    case YamlKind::sequence: {
      std::string text = "[";
      for (const YamlNode& item : node.items) {
        if (!item.is_scalar()) return {};
        text += (text.size() > 1 ? ", " : "") + in_line(item, {});
      }
      return text + "]";
    }
    case YamlKind::map: {
      std::string text = "{ ";
      for (const YamlEntry& entry : node.entries) {
        const std::string value = in_line(entry.value, entry.key.text);
        if (value.empty()) return {};
        text += (text.size() > 2 ? ", " : "") + key_text(entry.key.text) + ": " + value;
      }
      return text + " }";
    }
  }
  return {};
}

bool is_table(const YamlNode& map) {
  return all_of(map.entries, [](const YamlEntry& entry) { return is_spelt_as_range(entry.key.text); });
}

/// Lists of names, tables and small maps without sentences.
bool stands_in_line(const YamlNode& node, std::size_t before) {
  if (node.is_sequence() && any_of(node.items, [](const YamlNode& item) { return !item.is_scalar(); }))
    return false;
  const auto is_word = [](const YamlEntry& entry) {
    const bool is_sentence = entry.key.text == "says" || entry.key.text == "ask";
    return !is_sentence && entry.value.is_scalar() && entry.value.text.find('\n') == std::string::npos;
  };
  if (node.is_map() && !is_table(node) && !all_of(node.entries, is_word)) return false;
  const std::string text = in_line(node, {});
  return !text.empty() && (is_table(node) || before + characters_in(text) <= line_width);
}

std::string write_map(const YamlNode& map, std::size_t indent) {
  std::string text;
  for (const YamlEntry& entry : map.entries) text += write_entry(entry.key.text, entry.value, indent);
  return text;
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

bool same_tokens(std::string_view one, std::string_view other) {
  const std::vector<Token> left = scan_tokens(one);
  const std::vector<Token> right = scan_tokens(other);
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](const Token& a, const Token& b) { return a.kind == b.kind && a.text == b.text; });
}

std::string lay_out_expression(std::string_view line, std::string_view before) {
  const std::vector<Token> above = scan_tokens(before);
  const std::vector<Token> tokens = scan_tokens(line);
  const auto is_plain = [](const Token& token) {
    return token.kind == TokenKind::word || token.kind == TokenKind::number || token.kind == TokenKind::sign;
  };
  std::string laid(trimmed(line));
  if (!all_of(tokens, is_plain)) return laid;
  std::string text;
  const Token* earlier = nullptr;
  const Token* left = above.empty() ? nullptr : &above.back();
  for (const Token& token : tokens) {
    if (!text.empty() && left != nullptr && stands_apart(earlier, *left, token)) text += ' ';
    text += token.text;
    earlier = left;
    left = &token;
  }
  return same_tokens(text, laid) ? text : laid;
}

YamlNode bare_node(std::string text) {
  YamlNode node;
  node.kind = YamlKind::scalar;
  node.text = std::move(text);
  return node;
}

YamlNode text_node(std::string text) {
  YamlNode node = bare_node(std::move(text));
  node.style = ScalarStyle::double_quoted;
  return node;
}

YamlNode list_node(const std::vector<std::string>& names) {
  if (names.size() == 1) return bare_node(names.front());
  YamlNode node;
  node.kind = YamlKind::sequence;
  for (const std::string& name : names) node.items.push_back(bare_node(name));
  return node;
}

YamlNode map_node() {
  YamlNode node;
  node.kind = YamlKind::map;
  return node;
}

void put_under(YamlNode& map, std::string_view key, YamlNode value) {
  map.entries.push_back({bare_node(std::string(key)), std::move(value)});
}

std::string write_entry(std::string_view key, const YamlNode& value, std::size_t indent) {
  const std::string lead = std::string(indent, ' ') + key_text(key) + ":";
  switch (value.kind) {
    case YamlKind::empty:
      return lead + "\n";
    case YamlKind::scalar:
      if (is_block_text(value)) return lead + " " + block_text(value, indent + 2);
      return lead + " " + one_line_scalar(value, value.text, key, ScalarContext::block) + "\n";
    case YamlKind::sequence:
    case YamlKind::map:
      break;
  }
  if (stands_in_line(value, lead.size())) return lead + " " + in_line(value, key) + "\n";
  if (value.is_map()) return lead + "\n" + write_map(value, indent + 2);
  std::string text = lead + "\n";
  for (const YamlNode& item : value.items) text += write_item(item, indent + 2);
  return text;
}

std::string write_item(const YamlNode& value, std::size_t indent) {
  const std::string dash = std::string(indent, ' ') + "- ";
  if (value.is_map()) return dash + write_map(value, indent + 2).substr(indent + 2);
  if (is_block_text(value)) return dash + block_text(value, indent + 2);
  return dash + one_line_scalar(value, value.text, {}, ScalarContext::block) + "\n";
}

}  // namespace roundhouse::dsl
