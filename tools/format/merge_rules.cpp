#include "tools/format/merge_rules.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/check/read_values.h"
#include "dsl/syntax/yaml_tree.h"
#include "tools/format/format_rules.h"

namespace roundhouse::dsl {
namespace {

bool same(const YamlNode& one, const YamlNode& other) {
  const auto same_entry = [](const YamlEntry& a, const YamlEntry& b) {
    return a.key.text == b.key.text && same(a.value, b.value);
  };
  return one.kind == other.kind && one.text == other.text &&
         std::equal(one.items.begin(), one.items.end(), other.items.begin(), other.items.end(), same) &&
         std::equal(one.entries.begin(), one.entries.end(), other.entries.begin(), other.entries.end(),
                    same_entry);
}

const YamlEntry* find_entry(const YamlNode& map, const std::string& key) {
  const auto found = find_if(map.entries, [&](const YamlEntry& entry) { return entry.key.text == key; });
  return found == map.entries.end() ? nullptr : &*found;
}

/// A map of which a part may be put in: no table by numbers.
bool has_parts(const YamlNode& node) {
  return node.is_map() &&
         none_of(node.entries, [](const YamlEntry& entry) { return is_spelt_as_range(entry.key.text); });
}

/// The lines with `by` more spaces in front, or fewer.
std::string indented(std::string_view lines, std::ptrdiff_t by) {
  std::string out;
  for (std::string_view line : lines_of(lines)) {
    const std::size_t spaces = std::min(line.find_first_not_of(' '), line.size());
    if (spaces < line.size()) {
      const auto left = static_cast<std::ptrdiff_t>(spaces) + by;
      out += std::string(static_cast<std::size_t>(std::max<std::ptrdiff_t>(left, 0)), ' ');
      out += line.substr(spaces);
    }
    out += '\n';
  }
  return out;
}

/// A text with its tree, and where the parts of it stand.
class Written {
 public:
  explicit Written(std::string text) : text_(std::move(text)) {
    if (!text_.empty() && !text_.ends_with('\n')) text_ += '\n';
    const FileId file = sources_.add("", text_);
    Checked<YamlNode> read = read_yaml(sources_, file);
    sound_ = !has_errors(read.diagnostics) && (read.value.is_map() || read.value.kind == YamlKind::empty);
    tree_ = std::move(read.value);
    comments_ = find_comments(sources_, file);
  }

  bool sound() const { return sound_; }
  const std::string& text() const { return text_; }
  const YamlNode& tree() const { return tree_; }

  std::string slice(std::size_t begin, std::size_t end) const { return text_.substr(begin, end - begin); }
  std::string slice(const YamlNode& node) const { return slice(node.where.begin, node.where.end); }
  bool is_flow(const YamlNode& node) const {
    return node.where.begin < text_.size() &&
           (text_[node.where.begin] == '{' || text_[node.where.begin] == '[');
  }
  std::size_t line_begin(std::size_t at) const {
    const std::size_t found = at == 0 ? std::string::npos : text_.rfind('\n', at - 1);
    return found == std::string::npos ? 0 : found + 1;
  }
  std::size_t column(std::size_t at) const { return at - line_begin(at); }
  std::size_t dash(const YamlNode& item) const { return text_.rfind('-', item.where.begin - 1); }

  std::size_t end_of(const YamlEntry& entry) const {
    return entry.value.kind == YamlKind::empty ? entry.key.where.end : end_of(entry.value);
  }
  std::size_t end_of(const YamlNode& node) const {
    if (is_flow(node)) return node.where.end;
    if (!node.entries.empty()) return end_of(node.entries.back());
    return node.items.empty() ? node.where.end : end_of(node.items.back());
  }
  /// Behind the line on which a part ends, with the comment beside it.
  std::size_t lines_end(std::size_t end) const {
    const std::size_t last = end == 0 ? 0 : end - 1;
    return std::min(text_.find('\n', last), text_.size() - 1) + 1;
  }

  /// The lines of a part that begins here and stands by itself on them, with the comments above it.
  std::string lines(std::size_t begin, std::size_t end, std::size_t indent) const {
    std::size_t first = line_begin(begin);
    while (first > 0 && trimmed(slice(line_begin(first - 1), first)).starts_with('#'))
      first = line_begin(first - 1);
    const auto by = static_cast<std::ptrdiff_t>(indent) - static_cast<std::ptrdiff_t>(column(begin));
    return indented(slice(first, lines_end(end)), by);
  }

  std::string comments_within(std::size_t begin, std::size_t end, std::size_t indent) const {
    std::string lines;
    for (const Span& comment : comments_)
      if (comment.begin >= begin && comment.end <= end)
        lines += std::string(indent, ' ') + slice(comment.begin, comment.end) + "\n";
    return lines;
  }

 private:
  SourceMap sources_;
  std::string text_;
  YamlNode tree_;
  std::vector<Span> comments_;
  bool sound_ = false;
};

class Merging {
 public:
  Merging(const Written& into, const Written& from, BothSay both_say)
      : into_(into), from_(from), both_say_(both_say) {}

  std::string merge() {
    put_entries(into_.tree(), from_.tree(), {});
    std::stable_sort(edits_.begin(), edits_.end(),
                     [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
    std::string text = into_.text();
    for (auto edit = edits_.rbegin(); edit != edits_.rend(); ++edit)
      text.replace(edit->begin, edit->end - edit->begin, edit->text);
    return text;
  }

  std::vector<std::string> take_clashes() { return std::move(clashes_); }

 private:
  struct Edit {
    std::size_t begin;
    std::size_t end;
    std::string text;
  };

  static std::string path_of(const std::string& path, const std::string& key) {
    return path.empty() ? key : path + ": " + key;
  }

  /// An entry of what is put in, on lines of its own.
  std::string entry_lines(const YamlNode& map, const YamlEntry& entry, std::size_t indent) const {
    if (!from_.is_flow(map)) return from_.lines(entry.key.where.begin, from_.end_of(entry), indent);
    return std::string(indent, ' ') + from_.slice(entry.key.where.begin, from_.end_of(entry)) + "\n";
  }
  std::string item_lines(const YamlNode& list, const YamlNode& item, std::size_t indent) const {
    if (list.is_sequence() && !from_.is_flow(list))
      return from_.lines(from_.dash(item), from_.end_of(item), indent);
    return std::string(indent, ' ') + "- " + from_.slice(item) + "\n";
  }

  /// Of maps that stand on lines.
  void put_entries(const YamlNode& into, const YamlNode& from, const std::string& path) {
    const std::size_t indent = into.entries.empty() ? 0 : into_.column(into.entries.front().key.where.begin);
    std::string added;
    for (const YamlEntry& entry : from.entries) {
      if (const YamlEntry* there = find_entry(into, entry.key.text))
        put_value(*there, from, entry, path);
      else
        added += (path.empty() && !into_.text().empty() ? "\n" : "") + entry_lines(from, entry, indent);
    }
    if (added.empty()) return;
    // Below what stands there as a comment to be taken off; an entry of a map before it.
    const std::size_t at = path.empty() ? into_.text().size() : into_.lines_end(into_.end_of(into));
    edits_.push_back({at, at, std::move(added)});
  }

  void put_value(const YamlEntry& there, const YamlNode& map, const YamlEntry& entry,
                 const std::string& path) {
    if (same(there.value, entry.value)) return;
    const std::string here = path_of(path, entry.key.text);
    const bool one_is_list = there.value.is_sequence() || entry.value.is_sequence();
    if (has_parts(there.value) && has_parts(entry.value)) {
      if (into_.is_flow(there.value)) return put_into_flow(there, entry, here);
      return put_entries(there.value, entry.value, here);
    }
    if (path.empty() && one_is_list && !there.value.is_map() && !entry.value.is_map())
      return put_items(there, map, entry, here);
    if (both_say_ == BothSay::replace || there.value.kind == YamlKind::empty)
      return replace(there, map, entry);
    clashes_.push_back(here);
  }

  void replace(const YamlEntry& there, const YamlNode& map, const YamlEntry& entry) {
    const std::size_t begin = there.value.where.begin;
    const std::size_t end = into_.end_of(there);
    const std::string value = from_.slice(entry.value);
    const bool in_line = there.value.kind != YamlKind::empty && value.find('\n') == std::string::npos &&
                         into_.line_begin(begin) == into_.line_begin(there.key.where.begin) &&
                         into_.slice(begin, end).find('\n') == std::string::npos;
    if (in_line) return edits_.push_back({begin, end, value});
    const std::size_t line = into_.line_begin(there.key.where.begin);
    edits_.push_back(
        {line, into_.lines_end(end), entry_lines(map, entry, into_.column(there.key.where.begin))});
  }

  /// A map in braces becomes one on lines.
  void put_into_flow(const YamlEntry& there, const YamlEntry& entry, const std::string& path) {
    const std::size_t begin = there.key.where.begin;
    const std::size_t indent = into_.column(begin) + 2;
    bool changed = false;
    std::string lines = into_.comments_within(begin, there.value.where.end, indent);
    for (const YamlEntry& old : there.value.entries) {
      const YamlEntry* other = find_entry(entry.value, old.key.text);
      const bool differs = other != nullptr && !same(old.value, other->value);
      if (differs && both_say_ == BothSay::clash) clashes_.push_back(path_of(path, old.key.text));
      lines += differs
                   ? entry_lines(entry.value, *other, indent)
                   : std::string(indent, ' ') + into_.slice(old.key.where.begin, into_.end_of(old)) + "\n";
      changed = changed || differs;
    }
    for (const YamlEntry& more : entry.value.entries) {
      if (find_entry(there.value, more.key.text) != nullptr) continue;
      lines += entry_lines(entry.value, more, indent);
      changed = true;
    }
    if (!changed) return;
    const std::size_t end = there.value.where.end;
    const std::string behind = into_.slice(end, into_.lines_end(end));
    edits_.push_back({begin, into_.lines_end(end), into_.slice(there.key) + ":" + behind + lines});
  }

  /// Rows, or names.
  void put_items(const YamlEntry& there, const YamlNode& map, const YamlEntry& entry,
                 const std::string& path) {
    if (there.value.kind == YamlKind::empty || (there.value.is_sequence() && there.value.items.empty()))
      return replace(there, map, entry);
    const std::vector<YamlNode> old = items_of(there.value);
    std::vector<YamlNode> added;
    for (const YamlNode& item : items_of(entry.value)) {
      if (any_of(old, [&](const YamlNode& other) { return same(other, item); })) continue;
      const YamlNode* id = item.find("id");
      const bool is_there = id != nullptr && any_of(old, [&](const YamlNode& other) {
                              const YamlNode* known = other.find("id");
                              return known != nullptr && known->text == id->text;
                            });
      if (is_there)
        clashes_.push_back(path_of(path, "id: " + id->text));
      else
        added.push_back(item);
    }
    if (added.empty()) return;
    std::string text;
    if (there.value.is_sequence() && !into_.is_flow(there.value)) {
      const std::size_t indent = into_.column(into_.dash(there.value.items.front()));
      for (const YamlNode& item : added) text += item_lines(entry.value, item, indent);
      const std::size_t at = into_.lines_end(into_.end_of(there.value));
      edits_.push_back({at, at, std::move(text)});
      return;
    }
    for (const YamlNode& item : old) text += (text.empty() ? "" : ", ") + into_.slice(item);
    for (const YamlNode& item : added) text += ", " + from_.slice(item);
    edits_.push_back({there.value.where.begin, there.value.where.end, "[" + text + "]"});
  }

  static std::vector<YamlNode> items_of(const YamlNode& node) {
    return node.is_sequence() ? node.items : std::vector{node};
  }

  const Written& into_;
  const Written& from_;
  BothSay both_say_;
  std::vector<Edit> edits_;
  std::vector<std::string> clashes_;
};

/// Laid out in the usual way; empty: it cannot be read.
std::string laid_out(const std::string& text) {
  SourceMap sources;
  return format_rules(sources, sources.add("", text)).text;
}

}  // namespace

MergedRules merge_rules(std::string_view text, std::string_view more, BothSay both_say) {
  MergedRules merged;
  const bool with_returns = text.find("\r\n") != std::string_view::npos;
  std::string plain(text);
  if (with_returns) std::erase(plain, '\r');
  const Written into(std::move(plain));
  const Written from{std::string(more)};
  if (!into.sound() || !from.sound()) {
    merged.trouble = "it cannot be read as lines of a rule file";
    return merged;
  }
  Merging merging(into, from, both_say);
  merged.text = merging.merge();
  merged.clashes = merging.take_clashes();
  if (!Written(merged.text).sound()) {
    merged.trouble = "what is to be put in does not go with how it is written";
    return merged;
  }
  if (laid_out(into.text()) == into.text())
    if (std::string laid = laid_out(merged.text); !laid.empty()) merged.text = std::move(laid);
  if (!with_returns) return merged;
  for (std::size_t at = merged.text.find('\n'); at != std::string::npos; at = merged.text.find('\n', at + 2))
    merged.text.insert(at, "\r");
  return merged;
}

}  // namespace roundhouse::dsl
