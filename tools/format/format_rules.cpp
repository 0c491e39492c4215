#include "tools/format/format_rules.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/utf8.h"
#include "dsl/check/read_values.h"
#include "dsl/syntax/yaml_tree.h"
#include "dsl/vocabulary/keys.h"
#include "tools/format/scalar_layout.h"

namespace roundhouse::dsl {
namespace {

constexpr std::size_t no_limit = static_cast<std::size_t>(-1);

struct OutLine {
  std::string text;
  std::string comment{};
};

class Writer {
 public:
  Writer(const SourceMap& sources, FileId file, std::vector<Span> comments)
      : text_(sources.file(file).text), comments_(std::move(comments)) {}

  std::string write(const YamlNode& root) {
    std::size_t begin = root.entries.empty() ? text_.size() : root.entries.front().key.where.begin;
    flush(begin, 0, true);
    write_map(root, whole_file(), 0, {}, 0, no_limit);
    flush(no_limit, 0, false);
    return finished();
  }

 private:
  // The text as it is.

  std::size_t line_of(std::size_t offset) {
    for (; counted_ < std::min(offset, text_.size()); ++counted_)
      if (text_[counted_] == '\n') line_starts_.push_back(counted_ + 1);
    const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
    return static_cast<std::size_t>(after - line_starts_.begin());
  }
  std::size_t line_begin(std::size_t offset) const {
    const std::size_t found = offset == 0 ? std::string::npos : text_.rfind('\n', offset - 1);
    return found == std::string::npos ? 0 : found + 1;
  }
  std::size_t column_of(std::size_t offset) const { return offset - line_begin(offset); }
  /// Of the first character on its line.
  std::size_t indent_at(std::size_t offset) const {
    const std::size_t begin = line_begin(offset);
    std::size_t end = begin;
    while (end < text_.size() && text_[end] == ' ') ++end;
    return end - begin;
  }
  bool blank_above(std::size_t offset) const {
    const std::size_t begin = line_begin(offset);
    if (begin == 0) return false;
    const std::size_t above = line_begin(begin - 1);
    return text_.substr(above, begin - above).find_first_not_of(" \t\r\n") == std::string_view::npos;
  }

  // The lines that are made.

  void add_line(std::string line, bool blank_before) {
    if (blank_before && !lines_.empty() && !fresh_) lines_.push_back({});
    lines_.push_back({std::move(line)});
    fresh_ = false;
  }

  /// Writes the comments in front of `limit`: beside the last line, or on lines of their own. `deeper`: only
  /// those that stand further right than this, or all.
  void flush(std::size_t limit, std::size_t indent, bool all, std::size_t deeper = 0) {
    while (next_comment_ < comments_.size() && comments_[next_comment_].begin < limit) {
      const Span& span = comments_[next_comment_];
      std::string_view said = text_.substr(span.begin, span.end - span.begin);
      while (!said.empty() && (said.back() == ' ' || said.back() == '\t' || said.back() == '\r'))
        said.remove_suffix(1);
      const std::size_t first = text_.find_first_not_of(" \t", line_begin(span.begin));
      const bool beside = first < span.begin && !lines_.empty() && line_of(span.begin) == last_line_ &&
                          lines_.back().comment.empty() && !lines_.back().text.empty();
      if (beside) {
        lines_.back().comment = said;
      } else {
        if (!all && column_of(span.begin) <= deeper) return;
        add_line(std::string(indent, ' ') + std::string(said), blank_above(span.begin));
      }
      ++next_comment_;
    }
  }

  void passed(std::size_t offset) { last_line_ = line_of(offset); }

  bool has_comment_within(std::size_t begin, std::size_t end) const {
    for (std::size_t i = next_comment_; i < comments_.size() && comments_[i].begin < end; ++i)
      if (comments_[i].begin >= begin) return true;
    return false;
  }

  // Values on one line.

  std::string scalar_text(const YamlNode& node, const Standing& standing) const {
    return is_expression(standing) ? lay_out_expression(node.text) : node.text;
  }

  std::string inline_value(const YamlNode& node, const Standing& standing, std::string_view key, bool flow) {
    switch (node.kind) {
      case YamlKind::empty:
        return {};
      case YamlKind::scalar: {
        const std::string text = scalar_text(node, standing);
        YamlNode as_bare;
        const bool changed_bare = node.style == ScalarStyle::plain && text != node.text;
        return one_line_scalar(changed_bare ? as_bare : node, text, key,
                               flow ? ScalarContext::flow : ScalarContext::block);
      }
      case YamlKind::sequence: {
        std::string text = "[";
        for (const YamlNode& item : node.items) {
          if (text.size() > 1) text += ", ";
          text += inline_value(item, item_of(standing), {}, true);
        }
        return text + "]";
      }
      case YamlKind::map: {
        if (node.entries.empty()) return "{}";
        std::string text = "{ ";
        for (const YamlEntry& entry : node.entries) {
          if (text.size() > 2) text += ", ";
          const std::string value =
              inline_value(entry.value, under_key(standing, entry.key.text), entry.key.text, true);
          text += key_text(entry.key) + (value.empty() ? ":" : ": " + value);
        }
        return text + " }";
      }
    }
    return {};
  }

  static std::string key_text(const YamlNode& key) {
    return one_line_scalar(key, key.text, {}, ScalarContext::key);
  }

  bool is_flow(const YamlNode& node) const {
    const char first = node.where.begin < text_.size() ? text_[node.where.begin] : ' ';
    return first == '{' || first == '[';
  }

  // Values that begin behind a key or dash. `lead` is all of the line so far.

  void write_value(const YamlNode& node, const Standing& standing, std::string lead, std::string_view key,
                   std::size_t indent, std::size_t search, std::size_t limit, bool blank,
                   std::size_t column) {
    const bool is_item = lead.ends_with("- ");
    switch (node.kind) {
      case YamlKind::empty:
        while (lead.ends_with(' ')) lead.pop_back();
        return add_line(std::move(lead), blank);
      case YamlKind::scalar:
        return write_scalar(node, standing, std::move(lead), key, indent, search, blank);
      case YamlKind::sequence:
      case YamlKind::map:
        break;
    }
    const bool is_empty = node.items.empty() && node.entries.empty();
    if (is_flow(node) || is_empty) {
      std::string text = inline_value(node, standing, key, false);
      const bool fits =
          characters_in(lead) + characters_in(text) <= format_width && text.find('\n') == std::string::npos;
      if (is_empty || (fits && !has_comment_within(search, node.where.end))) {
        if (has_comment_within(search, node.where.end)) flush(node.where.end, indent, true);
        add_line(lead + text, blank);
        return passed(node.where.end == 0 ? 0 : node.where.end - 1);
      }
    }
    if (is_item) {
      // The first entry stands beside the dash.
      first_blank_ = blank;
      if (node.is_map()) return write_map(node, standing, indent, std::move(lead), column, limit);
      return write_list(node, standing, indent, std::move(lead), column, limit);
    }
    while (lead.ends_with(' ')) lead.pop_back();
    add_line(std::move(lead), blank);
    fresh_ = true;
    if (node.is_map()) return write_map(node, standing, indent, {}, column, limit);
    write_list(node, standing, indent, {}, column, limit);
  }

  /// The `>` or `|` of a block scalar, behind its key or dash.
  std::string block_header(std::size_t search) const {
    const std::size_t at = text_.find_first_of(">|", search);
    std::string header;
    for (std::size_t i = at; i < text_.size() && !std::isspace(static_cast<unsigned char>(text_[i])); ++i)
      header += text_[i];
    return header;
  }

  /// The lines of a block scalar without their indentation.
  std::vector<std::string> block_lines(const YamlNode& node) const {
    std::vector<std::string> lines;
    std::size_t least = no_limit;
    for (std::size_t at = line_begin(node.where.begin); at < node.where.end;) {
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      std::string line(text_.substr(at, end - at));
      while (!line.empty() && line.back() == '\r') line.pop_back();
      const std::size_t content = line.find_first_not_of(' ');
      if (content != std::string::npos) least = std::min(least, content);
      lines.push_back(std::move(line));
      at = end + 1;
    }
    for (std::string& line : lines) {
      line.erase(0, std::min(least, line.size()));
      if (line.find_first_not_of(" \t") == std::string::npos) line.clear();
    }
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    return lines;
  }

  void write_scalar(const YamlNode& node, const Standing& standing, std::string lead, std::string_view key,
                    std::size_t indent, std::size_t search, bool blank) {
    const bool in_block = node.style == ScalarStyle::literal || node.style == ScalarStyle::folded;
    if (in_block && write_block(node, standing, lead, indent, search, blank)) return;
    std::string text = inline_value(node, standing, key, false);
    std::string words = scalar_text(node, standing);
    if (characters_in(lead) + characters_in(text) > format_width && can_be_folded(words) &&
        words.find(' ') != std::string::npos) {
      // Bare or in quotes it says the same. A comment beside it would belong to the text further down.
      add_line(lead + ">-", blank);
      passed(node.where.end == 0 ? 0 : node.where.end - 1);
      flush(std::min(text_.find('\n', node.where.end), text_.size()), indent, true);
      for (std::string& line : wrap_words(words, format_width - indent))
        add_line(std::string(indent, ' ') + line, false);
      last_line_ = no_limit;
      return;
    }
    add_line(lead + text, blank);
    passed(node.where.end == 0 ? 0 : node.where.end - 1);
  }

  bool write_block(const YamlNode& node, const Standing& standing, const std::string& lead,
                   std::size_t indent, std::size_t search, bool blank) {
    const std::string header = block_header(search);
    std::vector<std::string> lines = block_lines(node);
    if (lines.empty() || header.ends_with('+') || header.empty()) return false;
    if (lines.front().starts_with(' ') || lines.front().empty()) return false;
    // Empty lines in front of the first belong to the text.
    for (std::size_t i = 0; i < node.text.size() && node.text[i] == '\n'; ++i) lines.emplace(lines.begin());
    const bool one_paragraph =
        node.style == ScalarStyle::folded && none_of(lines, [](const std::string& line) {
          return line.empty() || line.front() == ' ' || line.front() == '\t' ||
                 line.find("  ") != std::string::npos;
        });
    if (node.style == ScalarStyle::folded && one_paragraph) {
      if (is_expression(standing)) {
        std::string before;
        for (std::string& line : lines) {
          std::string laid = lay_out_expression(line, before);
          before += line + "\n";
          line = std::move(laid);
        }
      }
      for (std::string& line : lines)
        while (line.ends_with(' ')) line.pop_back();
      const bool wide =
          any_of(lines, [&](const std::string& line) { return indent + characters_in(line) > format_width; });
      if (wide) lines = wrap_words(joined(lines, " "), format_width - indent);
    }
    add_line(lead + header, blank);
    // A comment may stand behind the header.
    const std::size_t at = text_.find_first_of(">|", search);
    passed(at);
    flush(line_begin(node.where.begin), indent, true);
    for (const std::string& line : lines)
      add_line(line.empty() ? std::string() : std::string(indent, ' ') + line, false);
    // Nothing stands beside the last line of a block.
    last_line_ = no_limit;
    return true;
  }

  // Maps and lists, an entry a line.

  /// `lead`: a dash beside which the first entry stands. `outer`: the column of what this stands in.
  void write_map(const YamlNode& node, const Standing& standing, std::size_t indent, std::string lead,
                 std::size_t outer, std::size_t limit) {
    const bool is_table = standing.map != KeyMap::file && all_of(node.entries, [](const YamlEntry& entry) {
                            return is_spelt_as_range(entry.key.text) && entry.value.kind != YamlKind::empty;
                          });
    std::size_t widest = 0;
    if (is_table)
      for (const YamlEntry& entry : node.entries)
        widest = std::max(widest, characters_in(key_text(entry.key)));
    for (std::size_t i = 0; i < node.entries.size(); ++i) {
      const YamlEntry& entry = node.entries[i];
      const std::size_t next = i + 1 < node.entries.size() ? node.entries[i + 1].key.where.begin : limit;
      const bool beside_dash = i == 0 && !lead.empty();
      if (!beside_dash) flush(entry.key.where.begin, indent, true);
      const bool blank = beside_dash ? first_blank_ : blank_above(entry.key.where.begin);
      passed(entry.key.where.begin);
      std::string line = beside_dash ? std::move(lead) : std::string(indent, ' ');
      const std::string key = key_text(entry.key);
      line += key + ":" + std::string(is_table ? widest - characters_in(key) + 1 : 1, ' ');
      write_value(entry.value, under_key(standing, entry.key.text), std::move(line), entry.key.text,
                  indent + 2, entry.key.where.end, next, blank, indent_of_key(entry));
      lead.clear();
    }
    // Behind the last entry, what is indented with these entries belongs to them.
    flush(limit, indent, indent == 0 && limit == no_limit, outer);
  }

  /// The column at which a key's block begins to be deeper.
  std::size_t indent_of_key(const YamlEntry& entry) const { return column_of(entry.key.where.begin); }

  void write_list(const YamlNode& node, const Standing& standing, std::size_t indent, std::string lead,
                  std::size_t outer, std::size_t limit) {
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const YamlNode& item = node.items[i];
      const std::size_t next = i + 1 < node.items.size() ? node.items[i + 1].where.begin : limit;
      const bool beside_dash = i == 0 && !lead.empty();
      if (!beside_dash) flush(item.where.begin, indent, true);
      const bool blank = beside_dash ? first_blank_ : blank_above(item.where.begin);
      passed(item.where.begin);
      std::string line = (beside_dash ? std::move(lead) : std::string(indent, ' ')) + "- ";
      const std::size_t dash = dash_behind(i == 0 ? node.where.begin : node.items[i - 1].where.end);
      write_value(item, item_of(standing), std::move(line), {}, indent + 2, dash, next, blank,
                  indent_at(dash));
      lead.clear();
    }
    flush(limit, indent, false, outer);
  }

  /// The next dash, behind blanks and comments.
  std::size_t dash_behind(std::size_t offset) const {
    while (offset < text_.size() && text_[offset] != '-')
      offset = text_[offset] == '#' ? std::min(text_.find('\n', offset), text_.size()) : offset + 1;
    return offset;
  }

  /// Comments beside lines that follow each other stand in one column.
  std::string finished() {
    std::string text;
    for (std::size_t begin = 0; begin < lines_.size();) {
      std::size_t end = begin;
      std::size_t widest = 0;
      for (; end < lines_.size() && !lines_[end].comment.empty(); ++end)
        widest = std::max(widest, characters_in(lines_[end].text));
      end = std::max(end, begin + 1);
      for (; begin < end; ++begin) {
        const OutLine& line = lines_[begin];
        text += line.text;
        if (!line.comment.empty())
          text += std::string(widest - characters_in(line.text) + 2, ' ') + line.comment;
        text += '\n';
      }
    }
    return text;
  }

  std::string_view text_;
  std::vector<Span> comments_;
  std::size_t next_comment_ = 0;
  std::vector<OutLine> lines_;
  bool fresh_ = false;                ///< the last line opened a block: no empty line follows
  bool first_blank_ = false;          ///< an empty line stood above the dash whose first entry is next
  std::size_t last_line_ = no_limit;  ///< of the text: where what was written last stands
  std::vector<std::size_t> line_starts_{0};
  std::size_t counted_ = 0;
};

bool same_scalar(const YamlNode& one, const YamlNode& other, bool expression) {
  if (one.text == other.text) return true;
  return expression && same_tokens(one.text, other.text);
}

/// True if the trees are equal but for blanks within expressions. Quotes that the checker does not heed count
/// as equal, too.
bool same_tree(const YamlNode& one, const YamlNode& other, const Standing& standing) {
  if (one.kind != other.kind || one.items.size() != other.items.size() ||
      one.entries.size() != other.entries.size())
    return false;
  if (one.is_scalar() && !same_scalar(one, other, is_expression(standing))) return false;
  for (std::size_t i = 0; i < one.items.size(); ++i)
    if (!same_tree(one.items[i], other.items[i], item_of(standing))) return false;
  for (std::size_t i = 0; i < one.entries.size(); ++i) {
    if (one.entries[i].key.text != other.entries[i].key.text) return false;
    const Standing below = under_key(standing, one.entries[i].key.text);
    if (!same_tree(one.entries[i].value, other.entries[i].value, below)) return false;
  }
  return true;
}

std::vector<std::string> comment_texts(const SourceMap& sources, FileId file) {
  std::vector<std::string> texts;
  for (const Span& span : find_comments(sources, file)) {
    std::string text(sources.text(span));
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r'))
      text.pop_back();
    texts.push_back(std::move(text));
  }
  return texts;
}

Checked<YamlNode> read_form(const SourceMap& sources, FileId file) {
  Checked<YamlNode> read = read_yaml(sources, file);
  if (has_errors(read.diagnostics)) return read;
  Findings findings;
  read_draft(read.value, sources.file(file).text, findings);
  for (Diagnostic& found : findings.take()) read.diagnostics.push_back(std::move(found));
  sort_diagnostics(read.diagnostics);
  return read;
}

}  // namespace

Formatted format_rules(const SourceMap& sources, FileId file) {
  Formatted formatted;
  Checked<YamlNode> before = read_form(sources, file);
  formatted.diagnostics = std::move(before.diagnostics);
  if (has_errors(formatted.diagnostics)) return formatted;
  std::string text = Writer(sources, file, find_comments(sources, file)).write(before.value);
  // The printed text is a promise: it is read again and says the same.
  SourceMap again;
  const FileId laid = again.add("", text);
  const Checked<YamlNode> after = read_form(again, laid);
  const Standing whole = whole_file();
  formatted.kept = has_errors(after.diagnostics) || !same_tree(before.value, after.value, whole) ||
                   comment_texts(sources, file) != comment_texts(again, laid);
  if (formatted.kept) text = sources.file(file).text;
  formatted.text = std::move(text);
  return formatted;
}

}  // namespace roundhouse::dsl
