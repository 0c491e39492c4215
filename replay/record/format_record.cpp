#include "replay/record/format_record.h"

#include "dsl/base/search.h"
#include "replay/record/read_record.h"
#include "replay/record/round_terms.h"
#include "replay/record/write_pieces.h"
#include "replay/record/write_record.h"

namespace roundhouse::replay {
namespace {

bool blank_line_above(std::string_view text, std::size_t offset) {
  const auto begin_of = [&](std::size_t at) {
    const std::size_t found = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    return found == std::string_view::npos ? 0 : found + 1;
  };
  const std::size_t begin = begin_of(offset);
  if (begin == 0) return false;
  const std::size_t above = begin_of(begin - 1);
  return text.substr(above, begin - above).find_first_not_of(" \t\r\n") == std::string_view::npos;
}

bool begins_a_round(const Line& line) { return is_heading(line) || changes_rules(line); }

class RecordLayout {
 public:
  RecordLayout(std::string_view text, const Record& record, const dsl::Diagnostics& notes)
      : text_(text), record_(record), notes_(notes), header_(record.header) {}

  std::string write() {
    out_ = write_header(record_.header);
    const bool headed = !out_.empty();
    if (headed) last_blank_ = false;
    for (std::size_t i = 0; i < record_.rounds.size(); ++i) write_items(record_.rounds[i]);
    return std::move(out_);
  }

 private:
  std::string_view text_;
  const Record& record_;
  const dsl::Diagnostics& notes_;
  Header header_;
  bool changed_ = false;
  bool last_blank_ = true;
  std::string out_;

  /// True if read as it is meant, and not as notation.
  bool is_noted(const Item& item) const {
    const dsl::Span line = item.at.span;
    return any_of(notes_, [&](const dsl::Diagnostic& note) {
      return note.code != corrected_code && note.where.begin >= line.begin && note.where.begin <= line.end;
    });
  }

  std::string written(const Item& item) const {
    const dsl::Span line = item.at.span;
    if (!is_noted(item)) return write_line(header_, item.line);
    std::string_view as_it_is = text_.substr(line.begin, line.end - line.begin);
    while (as_it_is.ends_with(' ') || as_it_is.ends_with('\t') || as_it_is.ends_with('\r'))
      as_it_is.remove_suffix(1);
    return std::string(as_it_is);
  }

  void write_items(const RecordRound& round) {
    bool first = true;
    bool set_off = false;  // an empty line stands above the comments over what begins a round
    bool begun = false;
    for (const Item& item : round.items) {
      const auto* comment = std::get_if<CommentLine>(&item.line);
      bool blank = blank_line_above(text_, item.at.span.begin);
      if (comment != nullptr) blank = comment->after_blank;
      if (comment == nullptr && begins_a_round(item.line) && !begun) {
        blank = blank || !set_off;
        begun = true;
      } else if (first && comment == nullptr) {
        blank = true;
      }
      set_off = comment != nullptr && (set_off || blank);
      first = false;
      if (blank && !out_.empty() && !last_blank_) out_ += '\n';
      last_blank_ = false;
      std::string line = written(item);
      follow_line(item.line);
      if (comment == nullptr) add_comment(line, item.comment);
      while (line.ends_with(' ') || line.ends_with('\t') || line.ends_with('\r')) line.pop_back();
      out_ += line;
      out_ += '\n';
    }
  }

  void follow_line(const Line& line) {
    if (!changes_rules(line)) return;
    if (!changed_) header_ = lasting_header(header_);
    changed_ = true;
    follow(header_, line);
  }
};

}  // namespace

FormattedRecord format_record(dsl::FileId file, std::string_view text) {
  FormattedRecord formatted;
  dsl::Checked<Record> before = read_record(file, text);
  if (dsl::has_errors(before.diagnostics)) {
    formatted.diagnostics = std::move(before.diagnostics);
    return formatted;
  }
  std::string laid = RecordLayout(text, before.value, before.diagnostics).write();
  const dsl::Checked<Record> after = read_record(file, laid);
  formatted.kept = dsl::has_errors(after.diagnostics) || !(after.value == before.value);
  formatted.text = formatted.kept ? std::string(text) : std::move(laid);
  return formatted;
}

}  // namespace roundhouse::replay
