#include "tools/format/yaml_writer.h"

#include <algorithm>
#include <utility>

#include "dsl/base/search.h"
#include "dsl/base/utf8.h"
#include "dsl/check/read_values.h"
#include "tools/format/scalar_layout.h"

namespace roundhouse::dsl {
namespace {

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
