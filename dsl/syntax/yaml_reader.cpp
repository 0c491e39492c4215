// The one source that includes yaml-cpp. What the library throws is caught here and goes no further.

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "dsl/base/utf8.h"
#include "dsl/syntax/yaml_scan.h"
#include "dsl/syntax/yaml_tree.h"

namespace roundhouse::dsl {

// The places in the file of the bytes of a decoded scalar. The YAML library decodes and knows where a scalar
// starts; this follows its text through quotes, escapes, folded lines and indentation to find the rest.

struct ScalarOrigin {
  ScalarStyle style = ScalarStyle::plain;
  std::uint32_t begin = 0;  ///< of the node's text: of a block its first line, not the `|`
  std::uint32_t end = 0;
  std::vector<std::uint32_t> origin;  ///< as YamlNode::origin
  bool exact = true;  ///< false: the text does not follow from the file (an error of the library or of ours)
};

/// `text` is the whole file, `start` where the library says that the scalar starts.
ScalarOrigin trace_scalar(std::string_view text, std::uint32_t start, std::string_view decoded);

namespace {

bool is_space(char letter) { return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r'; }

/// Walks the decoded text and the file side by side.
class Tracer {
 public:
  Tracer(std::string_view text, std::uint32_t start, std::string_view decoded)
      : text_(text), decoded_(decoded), raw_(start) {}

  ScalarOrigin trace() {
    found_.begin = static_cast<std::uint32_t>(raw_);
    switch (at(raw_)) {
      case '\'':
        found_.style = ScalarStyle::single_quoted;
        ++raw_;
        while (i_ < decoded_.size() && found_.exact)
          is_space(decoded_[i_]) ? blanks() : single_quoted_letter();
        return finish_quoted('\'');
      case '"':
        found_.style = ScalarStyle::double_quoted;
        ++raw_;
        while (i_ < decoded_.size() && found_.exact) double_quoted_unit();
        return finish_quoted('"');
      case '|':
      case '>':
        found_.style = at(raw_) == '|' ? ScalarStyle::literal : ScalarStyle::folded;
        skip_header();
        break;
      default:
        break;
    }
    while (i_ < decoded_.size() && found_.exact) is_space(decoded_[i_]) ? blanks() : letter();
    return finish();
  }

 private:
  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }

  void map_to(std::size_t offset) {
    found_.origin.push_back(static_cast<std::uint32_t>(offset));
    ++i_;
  }

  void letter() {
    if (at(raw_) != decoded_[i_]) {
      found_.exact = false;
      return;
    }
    map_to(raw_++);
    last_ = raw_;
  }

  void single_quoted_letter() {
    const bool doubled = at(raw_) == '\'' && at(raw_ + 1) == '\'';
    letter();
    if (doubled) ++raw_;
  }

  /// A run of white space in the decoded text against the one in the file. They differ where a line ends:
  /// there the file has the indentation of the next line as well, and folding has made a space or less of it.
  void blanks() {
    const std::size_t begin = raw_;
    while (raw_ < text_.size() && is_space(text_[raw_])) ++raw_;
    std::size_t length = 0;
    while (i_ + length < decoded_.size() && is_space(decoded_[i_ + length])) ++length;
    const std::string_view run = decoded_.substr(i_, length);
    if (raw_ == begin && i_ + length < decoded_.size()) {
      found_.exact = false;
      return;
    }
    const std::size_t last_break = run.rfind('\n');
    std::size_t line = begin;  // where the next line end of the file is looked for
    std::size_t place = begin;
    for (std::size_t k = 0; k < length; ++k) {
      if (run[k] == '\n') {
        const std::size_t found = text_.substr(0, raw_).find('\n', line);
        if (k == 0 && found_.style != ScalarStyle::literal) {
          place = begin;
        } else if (found != std::string_view::npos) {
          place = found > begin && text_[found - 1] == '\r' ? found - 1 : found;
        }
        if (found != std::string_view::npos) line = found + 1;
        map_to(place);
      } else if (last_break != std::string_view::npos && k > last_break) {
        map_to(std::max(place, raw_ - std::min(raw_ - begin, length - k)));
      } else {
        place = std::min(begin + k, std::max(begin + 1, raw_) - 1);
        map_to(place);
      }
    }
  }

  void double_quoted_unit() {
    if (at(raw_) == '\\') return escape();
    if (!is_space(at(raw_))) return letter();
    const std::size_t begin = raw_;
    std::size_t breaks = 0;
    while (is_space(at(raw_))) breaks += at(raw_++) == '\n' ? 1 : 0;
    if (breaks == 0) {
      raw_ = begin;
      return letter();
    }
    folded(begin, breaks == 1 ? 1 : breaks - 1);
  }

  /// Line ends that became `count` decoded characters.
  void folded(std::size_t begin, std::size_t count) {
    for (; count > 0; --count) {
      if (i_ == decoded_.size() || !is_space(decoded_[i_])) {
        found_.exact = false;
        return;
      }
      map_to(begin);
    }
  }

  void escape() {
    const std::size_t begin = raw_;
    const char letter = at(raw_ + 1);
    if (letter == '\n' || letter == '\r') {
      // The line goes on; its end and the blanks after it are nothing, empty lines in between are lines.
      raw_ += letter == '\r' ? 3 : 2;
      std::size_t breaks = 0;
      while (is_space(at(raw_))) breaks += at(raw_++) == '\n' ? 1 : 0;
      return folded(begin, breaks);
    }
    const std::size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
    raw_ += 2 + digits;
    last_ = raw_;
    // All bytes of one character stand where its escape stands.
    map_to(begin);
    while (i_ < decoded_.size() && !begins_character(decoded_[i_])) map_to(begin);
  }

  void skip_header() {
    while (raw_ < text_.size() && text_[raw_] != '\n') ++raw_;
    if (raw_ < text_.size()) ++raw_;
    std::size_t first = raw_;
    while (first < text_.size() && is_space(text_[first])) ++first;
    const bool has_text = decoded_.find_first_not_of(" \t\n") != std::string_view::npos;
    found_.begin = static_cast<std::uint32_t>(has_text ? first : std::min(raw_, text_.size()));
    // The blanks before the first text are indentation unless the decoded text has them, too.
    if (!decoded_.empty() && !is_space(decoded_.front())) raw_ = first;
  }

  ScalarOrigin finish_quoted(char quote) {
    // After a text that could not be followed the end is looked for as well as may be.
    while (raw_ < text_.size() && at(raw_) != quote) ++raw_;
    found_.end = static_cast<std::uint32_t>(std::min(raw_ + 1, text_.size()));
    found_.origin.push_back(static_cast<std::uint32_t>(std::min(raw_, text_.size())));
    return complete();
  }

  ScalarOrigin finish() {
    found_.end = std::max(found_.begin, static_cast<std::uint32_t>(last_));
    found_.origin.push_back(found_.origin.empty() ? found_.begin
                                                  : std::max(found_.end, found_.origin.back()));
    return complete();
  }

  ScalarOrigin complete() {
    if (!found_.exact) {
      found_.origin.assign(decoded_.size() + 1, found_.begin);
      return std::move(found_);
    }
    bool in_step = true;
    for (std::size_t k = 0; k < found_.origin.size() && in_step; ++k) {
      in_step = found_.origin[k] == found_.begin + k;
    }
    if (in_step) found_.origin.clear();
    return std::move(found_);
  }

  std::string_view text_;
  std::string_view decoded_;
  std::size_t raw_ = 0;
  std::size_t i_ = 0;
  std::size_t last_ = 0;  ///< behind the last byte that is no white space
  ScalarOrigin found_;
};

}  // namespace

ScalarOrigin trace_scalar(std::string_view text, std::uint32_t start, std::string_view decoded) {
  return Tracer(text, start, decoded).trace();
}

Span span_in_scalar(const YamlNode& scalar, std::size_t begin, std::size_t end) {
  begin = std::min(begin, scalar.text.size());
  end = std::clamp(end, begin, scalar.text.size());
  const auto place = [&](std::size_t byte) {
    return scalar.origin.empty() ? scalar.where.begin + static_cast<std::uint32_t>(byte)
                                 : scalar.origin[byte];
  };
  return {scalar.where.file, place(begin), std::max(place(begin), place(end))};
}

namespace {

/// For errors that the scan lets through and only yaml-cpp finds. They are rare: a test counts them.
Diagnostic syntax_error(FileId file, std::uint32_t place) {
  return yaml_error(YamlCode::syntax, {file, place, place}, "the file cannot be read on from here",
                    "look for a bracket, a quote or a colon too many or too few, also on the line above");
}

/// True of a plain text of one line that is longer than what may stand for it.
bool is_abridged(const ScannedScalar& scalar, std::string_view text) {
  constexpr std::uint32_t longest_kept = 8;
  return scalar.style == ScalarStyle::plain && scalar.end - scalar.begin > longest_kept &&
         text.substr(scalar.begin, scalar.end - scalar.begin).find_first_of("\r\n") == std::string_view::npos;
}

/// The text as the library gets it. It matches patterns at every letter, so of a long plain text of one line
/// it sees one letter, and of a comment its `#`. Nor does it see tabs on empty lines and before comments,
/// which say nothing and which it refuses in some places.
class LibraryText {
 public:
  LibraryText(std::string_view text, const YamlScan& scan) : whole_(text) {
    blank_tabs(scan);
    std::uint32_t from = 0;
    auto comment = scan.comments.begin();
    const auto cut_comments_before = [&](std::uint32_t place) {
      for (; comment != scan.comments.end() && comment->begin < place; ++comment)
        if (comment->begin >= from) from = cut(from, comment->begin + 1, comment->end);
    };
    for (const ScannedScalar& scalar : scan.scalars) {
      if (!is_abridged(scalar, text)) continue;
      cut_comments_before(scalar.begin);
      from = cut(from, scalar.begin + 1, scalar.end);
      text_.back() = 'x';
    }
    cut_comments_before(static_cast<std::uint32_t>(whole_.size()));
    text_.append(whole_, from);
  }

  const std::string& text() const { return text_; }

  /// Returns the place in the whole text of a place in this one.
  std::size_t place_of(std::size_t place) const {
    const auto behind =
        std::upper_bound(cuts_.begin(), cuts_.end(), place,
                         [](std::size_t wanted, const Cut& made) { return wanted < made.place; });
    return behind == cuts_.begin() ? place : place + std::prev(behind)->left_out;
  }

 private:
  /// From this place on so many bytes have been left out.
  struct Cut {
    std::size_t place = 0;
    std::size_t left_out = 0;
  };

  std::uint32_t cut(std::uint32_t from, std::uint32_t begin, std::uint32_t end) {
    text_.append(whole_, from, begin - from);
    cuts_.push_back({text_.size(), end - text_.size()});
    return end;
  }

  void blank_tabs(const YamlScan& scan) {
    auto scalar = scan.scalars.begin();
    for (std::size_t begin = 0; begin < whole_.size();) {
      const std::size_t content = std::min(whole_.find_first_not_of(" \t", begin), whole_.size());
      while (scalar != scan.scalars.end() && scalar->end <= begin) ++scalar;
      const bool within = scalar != scan.scalars.end() && scalar->begin < begin &&
                          (scalar->style == ScalarStyle::literal || scalar->style == ScalarStyle::folded);
      const bool says_nothing = content == whole_.size() ||
                                std::string_view("#\r\n").find(whole_[content]) != std::string_view::npos;
      if (!within && says_nothing) {
        std::fill(whole_.begin() + static_cast<std::ptrdiff_t>(begin),
                  whole_.begin() + static_cast<std::ptrdiff_t>(content), ' ');
      }
      begin = whole_.find('\n', content);
      begin = begin == std::string::npos ? whole_.size() : begin + 1;
    }
  }

  std::string whole_;
  std::string text_;
  std::vector<Cut> cuts_;
};

/// Builds our tree from the library's events.
class YamlBuilder : public YAML::EventHandler {
 public:
  YamlBuilder(const SourceMap& sources, FileId file, const YamlScan& scan, const LibraryText& read)
      : text_(sources.file(file).text),
        file_(file),
        scan_(scan),
        read_(read),
        shift_(text_.starts_with(byte_order_mark) ? static_cast<std::uint32_t>(byte_order_mark.size()) : 0) {}

  YamlNode take_root() { return std::move(root_); }
  Diagnostics take_diagnostics() { return std::move(diagnostics_); }

  std::uint32_t place_of(const YAML::Mark& mark) const {
    const std::size_t place = mark.pos < 0 ? 0 : read_.place_of(static_cast<std::size_t>(mark.pos) + shift_);
    return static_cast<std::uint32_t>(std::min(place, text_.size()));
  }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  // The pre-scan lets no alias, tag or anchor through.
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { complain(place_of(mark)); }

  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    const std::uint32_t place = place_of(mark);
    YamlNode node;
    if (is_bare_value(place)) {
      node = scalar_at(place, "null");
    } else {
      const std::uint32_t gap = place_of_nothing();
      node.where = {file_, gap, gap};
    }
    read_to_ = node.where.end;
    attach(std::move(node));
  }

  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                const std::string& value) override {
    const std::uint32_t place = place_of(mark);
    const ScannedScalar* scanned = scanned_at(place);
    const bool abridged = scanned != nullptr && is_abridged(*scanned, text_);
    YamlNode node = scalar_at(place, abridged ? text_.substr(place, scanned->end - place) : value);
    read_to_ = node.where.end;
    attach(std::move(node));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    open(YamlKind::sequence, place_of(mark));
  }
  void OnSequenceEnd() override { close(']'); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    open(YamlKind::map, place_of(mark));
  }
  void OnMapEnd() override { close('}'); }

 private:
  /// A list or map whose end has not been seen.
  struct Open {
    YamlNode node;
    std::optional<YamlNode> key;
    bool dropped = false;  ///< the key is a double: its value is read and left out
    std::unordered_map<std::string, std::size_t> entries = {};
  };

  void complain(std::uint32_t place) { diagnostics_.push_back(syntax_error(file_, place)); }

  void open(YamlKind kind, std::uint32_t place) {
    if (!open_.empty() && open_.back().node.is_map() && !open_.back().key) complain(place);
    Open opened;
    opened.node.kind = kind;
    opened.node.where = {file_, place, place};
    open_.push_back(std::move(opened));
    const char first = place < text_.size() ? text_[place] : ' ';
    read_to_ = first == '{' || first == '[' ? place + 1 : place;
  }

  void close(char bracket) {
    Open closed = std::move(open_.back());
    open_.pop_back();
    Span& where = closed.node.where;
    where.end = std::max(where.begin, read_to_);
    const char first = where.begin < text_.size() ? text_[where.begin] : ' ';
    if ((first == '{' && bracket == '}') || (first == '[' && bracket == ']')) {
      const std::uint32_t end = skip_space(read_to_, ',');
      if (end < text_.size() && text_[end] == bracket) where.end = end + 1;
    }
    read_to_ = where.end;
    attach(std::move(closed.node));
  }

  void attach(YamlNode node) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.node.is_sequence()) {
      parent.node.items.push_back(std::move(node));
    } else if (!parent.key) {
      attach_key(parent, std::move(node));
    } else {
      if (!parent.dropped) {
        parent.node.entries.push_back({std::move(*parent.key), std::move(node)});
      } else {
        propose_without(parent, node);
        advise_to_join(parent, node);
      }
      parent.key.reset();
    }
  }

  /// An entry that is given a second time in the same words can go, on its lines.
  void propose_without(const Open& parent, const YamlNode& value) {
    const auto first = parent.entries.find(parent.key->text);
    if (first == parent.entries.end()) return;
    const YamlEntry& kept = parent.node.entries[first->second];
    const auto words = [&](const Span& key, const Span& till) {
      return text_.substr(key.begin, std::max(key.end, till.end) - key.begin);
    };
    if (words(kept.key.where, kept.value.where) != words(parent.key->where, value.where)) return;
    const std::size_t begin = text_.rfind('\n', parent.key->where.begin) + 1;
    const std::size_t end = std::max(parent.key->where.end, value.where.end);
    const std::size_t next = std::min(text_.find('\n', end), text_.size() - 1) + 1;
    const auto is_blank = [&](std::size_t from, std::size_t to) {
      return text_.substr(from, to - from).find_first_not_of(" \t\r\n") == std::string_view::npos;
    };
    if (!is_blank(begin, parent.key->where.begin) || !is_blank(end, next)) return;
    for (Diagnostic& made : diagnostics_)
      if (made.where == parent.key->where)
        suggest_fix(made, {{file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(next)},
                           "",
                           "it says the same: take the second one away"});
  }

  /// Advises to put the entries of two maps with the same key below one, as after two pieces were pasted.
  void advise_to_join(const Open& parent, const YamlNode& value) {
    const auto first = parent.entries.find(parent.key->text);
    if (first == parent.entries.end()) return;
    const YamlNode& kept = parent.node.entries[first->second].value;
    if (kept.kind != value.kind || value.is_scalar() || value.kind == YamlKind::empty) return;
    for (Diagnostic& made : diagnostics_)
      if (made.where == parent.key->where && made.fixes.empty())
        made.help = fmt::format("put what stands below it below the first {}, and take this line away",
                                quote_name(parent.key->text));
  }

  void attach_key(Open& parent, YamlNode key) {
    const auto [known, added] = parent.entries.emplace(key.text, parent.node.entries.size());
    parent.dropped = !added;
    if (!added) {
      Diagnostic diagnostic =
          yaml_error(YamlCode::duplicate_key, key.where,
                     fmt::format("the key {} stands here a second time", quote_name(key.text)),
                     "take one of them away, or give it another name");
      diagnostic.labels.push_back({parent.node.entries[known->second].key.where, "first given here"});
      diagnostics_.push_back(std::move(diagnostic));
    }
    parent.key = std::move(key);
  }

  /// nullptr: no scalar begins there.
  const ScannedScalar* scanned_at(std::uint32_t place) const {
    const auto scalar = std::lower_bound(
        scan_.scalars.begin(), scan_.scalars.end(), place,
        [](const ScannedScalar& candidate, std::uint32_t offset) { return candidate.begin < offset; });
    return scalar == scan_.scalars.end() || scalar->begin != place ? nullptr : &*scalar;
  }

  /// True of a value that is there as a bare `null` or `~`, rather than not there at all.
  bool is_bare_value(std::uint32_t place) const {
    const ScannedScalar* scalar = scanned_at(place);
    if (scalar == nullptr) return false;
    const bool key_wanted = !open_.empty() && open_.back().node.is_map() && !open_.back().key;
    return scalar->key == key_wanted;
  }

  YamlNode scalar_at(std::uint32_t place, std::string_view value) {
    ScalarOrigin origin = trace_scalar(text_, place, value);
    YamlNode node;
    node.kind = YamlKind::scalar;
    node.style = origin.style;
    node.where = {file_, origin.begin, origin.end};
    node.text = std::string(value);
    node.origin = std::move(origin.origin);
    const bool key = !open_.empty() && open_.back().node.is_map() && !open_.back().key;
    // A bare yes has a complaint already; readers of a truth value need not complain again.
    const BareTruth truth = node.style == ScalarStyle::plain && !key ? bare_truth(value) : BareTruth{};
    if (truth.found && !truth.meant.empty()) {
      node.text = std::string(truth.meant);
      node.origin.assign(node.text.size() + 1, node.where.begin);
      node.origin.back() = node.where.end;
    }
    return node;
  }

  /// The place where a value is missing: behind the colon of its key, or behind the dash or bracket of its
  /// item.
  std::uint32_t place_of_nothing() const {
    if (open_.empty()) return read_to_;
    if (open_.back().node.is_map() && open_.back().key) {
      const std::uint32_t colon = skip_space(open_.back().key->where.end, ' ');
      return colon < text_.size() && text_[colon] == ':' ? colon + 1 : open_.back().key->where.end;
    }
    const std::uint32_t mark = skip_space(read_to_, ' ');
    return mark < text_.size() && (text_[mark] == '-' || text_[mark] == ',') ? mark + 1 : read_to_;
  }

  /// Passes over white space, comments and one more kind of character.
  std::uint32_t skip_space(std::uint32_t place, char other) const {
    for (; place < text_.size(); ++place) {
      const char letter = text_[place];
      if (letter == '#') {
        place = static_cast<std::uint32_t>(std::min(text_.find('\n', place), text_.size() - 1));
      } else if (letter != ' ' && letter != '\t' && letter != '\n' && letter != '\r' && letter != other) {
        break;
      }
    }
    return place;
  }

  std::string_view text_;
  FileId file_;
  const YamlScan& scan_;
  const LibraryText& read_;
  std::uint32_t shift_;
  std::uint32_t read_to_ = 0;  ///< the end of what has been given
  std::vector<Open> open_;
  YamlNode root_;
  Diagnostics diagnostics_;
};

/// Empty if yaml-cpp throws.
std::optional<YamlNode> build_tree(const SourceMap& sources, FileId file, const YamlScan& scan,
                                   Diagnostics& diagnostics) {
  const LibraryText read(sources.file(file).text, scan);
  YamlBuilder builder(sources, file, scan, read);
  try {
    std::istringstream stream(read.text());
    YAML::Parser parser(stream);
    parser.HandleNextDocument(builder);
  } catch (const YAML::Exception& exception) {
    diagnostics.push_back(syntax_error(file, builder.place_of(exception.mark)));
    return std::nullopt;
  } catch (const std::exception&) {
    diagnostics.push_back(syntax_error(file, 0));
    return std::nullopt;
  }
  Diagnostics found = builder.take_diagnostics();
  diagnostics.insert(diagnostics.end(), found.begin(), found.end());
  return builder.take_root();
}

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  for (const YamlEntry& entry : entries) {
    if (entry.key.text == key) return &entry.value;
  }
  return nullptr;
}

Checked<YamlNode> read_yaml(const SourceMap& sources, FileId file) {
  Checked<YamlNode> read;
  read.value.where = {file, 0, 0};
  YamlScan scan = prescan_yaml(sources, file);
  read.diagnostics = std::move(scan.diagnostics);
  if (scan.sound) {
    if (std::optional<YamlNode> root = build_tree(sources, file, scan, read.diagnostics))
      read.value = std::move(*root);
    if (read.value.kind == YamlKind::empty) read.value.where = {file, 0, 0};
  }
  sort_diagnostics(read.diagnostics);
  return read;
}

}  // namespace roundhouse::dsl
