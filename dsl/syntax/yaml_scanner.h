#pragma once
// The walk over a file behind scan_yaml. Private to dsl/syntax: four sources share it, one for lines
// and indentation, one each for scalars, for brackets and for moving about. Every function leaves the
// place of reading within the last line that it has read, so that `next_line` goes on from there.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/syntax/yaml_scan.h"

namespace roundhouse::dsl {

class YamlScanner {
 public:
  YamlScanner(const SourceMap& sources, FileId file);
  YamlScan run();

 private:
  /// A list or map in block style that is open at the place of reading.
  struct Frame {
    std::size_t indent = 0;
    bool map = false;
    bool awaiting = false;  ///< a key or dash stands there and its value has not begun
    std::size_t keys = 0;
    std::string_view key = {};  ///< of a map: the last key
  };

  /// A bracket that is open.
  struct Bracket {
    char opener = '{';
    std::uint32_t begin = 0;
    std::size_t keys = 0;
    std::string_view key = {};       ///< of the entry that is being read
    bool has_key = false;            ///< this entry has a key
    bool has_value = false;          ///< something stands in this entry, after its key if it has one
    bool plain = false;              ///< the last thing read is a plain scalar, which may go on
    bool question_reported = false;  ///< this entry has a question mark; reported already
    bool call_cut = false;           ///< a comma has cut a call in this bracket; reported already
  };

  /// A line ahead that holds something.
  struct Line {
    std::size_t begin = 0;
    std::size_t content = 0;  ///< the first that is no blank
    std::size_t spaces = 0;   ///< blanks before any tab
    std::size_t indent() const { return content - begin; }
  };

  // Lines and indentation (yaml_scanner.cpp).
  void scan_line();
  bool scan_document_mark();
  void scan_entry();
  bool open_sequence();
  bool open_map(const ScannedScalar& key);
  bool open_value();
  bool may_open(std::size_t column, bool sequence);
  bool is_misplaced(std::string_view plain);
  void scan_node_at_start();
  void scan_key(ScannedScalar key);
  void scan_value(long parent);
  void expect_line_end(std::uint32_t value, bool quoted, long parent);
  void check_text_is_no_comment(long parent);
  void complain_indent(std::uint32_t begin);
  void complain_no_colon(std::uint32_t begin);
  bool opens_block(std::uint32_t begin) const;
  void refuse_reserved(long parent);

  // Scalars (yaml_scanner_scalars.cpp).
  std::size_t plain_line_end();
  void scan_plain(long parent);
  void complain_colon(const ScannedScalar& scalar, std::uint32_t line, long parent);
  void end_at_comment(ScannedScalar scalar, long parent);
  std::optional<ScannedScalar> scan_quoted(long parent);
  bool check_escape();
  bool is_block_header() const;
  void scan_block(long parent);
  void check_empty_lines(std::size_t begin, std::size_t first, std::size_t end, long indent);

  // Brackets (yaml_scanner_flow.cpp).
  bool scan_flow(long parent);
  bool enter_flow_line(long parent);
  void scan_flow_item();
  void scan_flow_plain();
  void scan_flow_colon(const ScannedScalar& scalar);
  void begin_flow_value(std::uint32_t begin);
  void end_flow_entry(bool comma);
  void end_flow_plain(bool comma);
  void close_bracket();
  void refuse_flow(Diagnostic diagnostic);
  void complain_flow_text(std::size_t first_diagnostic, std::size_t first_scalar, Span brackets);
  bool is_flow_colon(std::size_t offset) const;

  // The text. Past its end stand line ends.
  char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\n'; }
  bool is_break(std::size_t offset) const {
    return at(offset) == '\n' || (at(offset) == '\r' && at(offset + 1) == '\n');
  }
  bool is_blank(std::size_t offset) const { return at(offset) == ' ' || at(offset) == '\t'; }
  bool is_blank_or_break(std::size_t offset) const { return is_blank(offset) || is_break(offset); }
  bool is_line_end() const { return is_break(pos_) || at(pos_) == '#'; }
  std::size_t column() const { return pos_ - line_start_; }
  void skip_blanks() {
    while (is_blank(pos_)) ++pos_;
  }
  void skip_to_line_end() {
    while (!is_break(pos_)) ++pos_;
  }
  void skip_comment();
  void next_line();
  std::optional<Line> line_ahead() const;
  void enter(const Line& line);
  /// Passes over the rest of the line and the lines that stand deeper than `parent`, unread.
  void recover(long parent);
  bool is_document_mark(std::size_t offset) const;
  std::uint32_t line_tail_end(std::uint32_t begin) const;
  std::string_view text_of(std::uint32_t begin, std::uint32_t end) const {
    return text_.substr(begin, end - begin);
  }
  std::uint32_t here() const { return static_cast<std::uint32_t>(pos_); }
  Span span(std::uint32_t begin, std::uint32_t end) const { return {file_, begin, end}; }

  std::string_view owner() const;
  bool in_sentence() const;
  void keep(ScannedScalar scalar);
  void count_value(std::uint32_t begin);
  void count_key(std::size_t keys, std::uint32_t begin);
  void check_depth(std::uint32_t begin);
  void complain(Diagnostic diagnostic) { scan_.diagnostics.push_back(std::move(diagnostic)); }
  /// The shape of the file can no longer be trusted.
  void complain_broken(Diagnostic diagnostic);
  void complain_tab(std::size_t where);
  LineExample example(std::uint32_t begin, std::uint32_t end, std::string_view replacement) const;

  const SourceMap& sources_;
  FileId file_;
  std::string_view text_;
  std::size_t pos_ = 0;
  std::size_t line_start_ = 0;
  std::vector<Frame> frames_;
  std::vector<Bracket> brackets_;
  YamlScan scan_;
  std::size_t values_ = 0;
  bool content_ = false;       ///< something other than comments has been seen
  bool marked_ = false;        ///< the `---` has been seen
  bool ended_ = false;         ///< the `...` has been seen
  bool tab_reported_ = false;  ///< lines indented with tabs are reported once
  bool flow_lost_ = false;     ///< the rest of these brackets cannot be read
  Span flow_text_key_;         ///< the first key in these brackets that does not belong in any
  bool stopped_ = false;
};

}  // namespace roundhouse::dsl
