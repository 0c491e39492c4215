#include "dsl/base/diagnostic.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <tuple>

#include "dsl/base/search.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/source.h"
#include "dsl/base/utf8.h"
#include "dsl/base/whole_number.h"

namespace roundhouse::dsl {
namespace {

// A line of a file as it can be shown to a person: nothing in it may move the cursor or reverse the
// writing, and a long line is cut to the part that matters. Used by render_diagnostic only.

/// A line with one stretch of it to be underlined. Columns and lengths count characters from 0.
struct Excerpt {
  std::string text;
  std::size_t mark_column = 0;
  std::size_t mark_length = 1;  ///< at least 1, also for a point between characters
  bool goes_on = false;         ///< the stretch continues on the next line
  bool cut = false;             ///< only a part of the line is shown
};

constexpr std::string_view ellipsis = "...";

/// The part of a line that is shown, in characters.
struct Room {
  std::size_t longest_line = 200;  ///< longer ones are cut
  std::size_t shown_before = 60;   ///< kept before the mark of a cut line
  std::size_t shown_in_all = 160;
};

Room room_in(std::size_t columns) {
  constexpr std::size_t least = 30;
  Room room;
  if (columns == 0 || columns >= room.longest_line) return room;
  room.longest_line = std::max(columns, least);
  room.shown_in_all = std::min(room.shown_in_all, room.longest_line - 2 * ellipsis.size());
  room.shown_before = std::min(room.shown_before, room.shown_in_all / 2);
  return room;
}

/// Characters in `text`, broken bytes counted one each, as append_shown shows them.
std::size_t length_in_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size(); i += utf8_character(text, i).length) ++count;
  return count;
}

/// The line on which `mark` begins. `also`: another span that begins on that line; where both fit they are
/// both in the part of a long line that is shown. `columns`: no more are shown; 0: as many as a reader takes
/// in.
Excerpt excerpt_of(const SourceMap& sources, Span mark, Span also, std::size_t columns) {
  const Room room = room_in(columns);
  const std::size_t number = sources.locate(mark.file, mark.begin).line;
  const std::string_view line = sources.line(mark.file, number);
  const std::size_t line_begin = sources.offset_of_line(mark.file, number);
  const auto column_of = [&](std::size_t offset) {
    const std::size_t within = std::clamp(offset, line_begin, line_begin + line.size()) - line_begin;
    return length_in_characters(line.substr(0, within));
  };

  Excerpt excerpt;
  const std::size_t length = length_in_characters(line);
  std::size_t begin = column_of(mark.begin);
  std::size_t end = std::max(column_of(mark.end), begin + 1);
  // The part past the line ending counts only if there is something to see there.
  const std::size_t line_end = line_begin + line.size();
  if (mark.end > line_end) {
    const std::string_view rest = sources.text({mark.file, static_cast<std::uint32_t>(line_end), mark.end});
    excerpt.goes_on = rest.find_first_not_of(" \t\r\n") != std::string_view::npos;
  }

  std::size_t from = 0;
  std::size_t to = length;
  if (length > room.longest_line) {
    excerpt.cut = true;
    const std::size_t other = column_of(also.begin);
    const std::size_t least =
        std::max(begin, other) - std::min(begin, other) <= room.shown_in_all - room.shown_before
            ? std::min(begin, other)
            : begin;
    from = least > room.shown_before ? least - room.shown_before : 0;
    to = std::min(length, from + room.shown_in_all);
    if (to == length) from = length - room.shown_in_all;
    end = std::clamp(end, begin + 1, std::max(to, begin + 1));
  }
  std::size_t column = 0;
  if (from > 0) excerpt.text += ellipsis;
  for (std::size_t i = 0; i < line.size(); ++column) {
    if (column >= from && column < to) {
      i += append_shown(excerpt.text, line, i);
    } else {
      i += utf8_character(line, i).length;
    }
  }
  if (to < length) excerpt.text += ellipsis;
  excerpt.mark_column = begin - from + (from > 0 ? ellipsis.size() : 0);
  excerpt.mark_length = end - begin;
  return excerpt;
}

}  // namespace

Diagnostic::Diagnostic() = default;
Diagnostic::~Diagnostic() = default;
Diagnostic::Diagnostic(const Diagnostic&) = default;
Diagnostic::Diagnostic(Diagnostic&&) noexcept = default;
Diagnostic& Diagnostic::operator=(const Diagnostic&) = default;
Diagnostic& Diagnostic::operator=(Diagnostic&&) noexcept = default;

namespace {

std::string_view severity_colour(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "\x1b[1;36m";
    case Severity::warning:
      return "\x1b[1;33m";
    case Severity::error:
      return "\x1b[1;31m";
  }
  return {};
}

constexpr std::string_view margin_colour = "\x1b[1;34m";
constexpr std::string_view strong = "\x1b[1m";
constexpr std::string_view no_colour = "\x1b[0m";

/// A sentence of several lines (a rule's `says`, say) runs on.
std::string on_one_line(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return printable_line(text);
}

/// One marked stretch of one line.
struct Mark {
  Span where;
  std::size_t line = 1;
  bool primary = false;
  std::string message;
};

/// Text under construction. Knows the width of the margin and whether to paint.
class Page {
 public:
  Page(const SourceMap& sources, const Diagnostic& diagnostic, const PageLayout& layout)
      : sources_(sources), diagnostic_(diagnostic), paint_(layout.paint), columns_(layout.width) {}

  std::string render() {
    const std::string_view colour = severity_colour(diagnostic_.severity);
    put(colour, std::string(severity_name(diagnostic_.severity)) + "[" + diagnostic_.code + "]");
    const std::size_t begun = severity_name(diagnostic_.severity).size() + diagnostic_.code.size() + 2;
    put(strong, broken(": " + on_one_line(diagnostic_.message), begun, 4));
    text_ += '\n';
    place_marks();
    for (const Group& group : groups_) render_group(group);
    render_remark("why", diagnostic_.why);
    render_remark("help", diagnostic_.help);
    return std::move(text_);
  }

 private:
  /// The marks of one file, by line.
  struct Group {
    std::string heading;
    std::vector<Mark> marks;
  };

  void put(std::string_view colour, std::string_view text) {
    if (paint_ == Paint::colour && !colour.empty()) {
      text_.append(colour).append(text).append(no_colour);
    } else {
      text_.append(text);
    }
  }

  /// A label at the very place of the complaint speaks beside its carets; every other has a row of its own.
  void place_marks() {
    if (!has_place(diagnostic_.where)) return;
    Mark first = mark_of(diagnostic_.where, true, {});
    std::vector<Mark> others;
    for (const Label& label : diagnostic_.labels) {
      if (!has_place(label.where)) continue;
      if (label.where == diagnostic_.where && first.message.empty()) {
        first.message = label.message;
      } else {
        others.push_back(mark_of(label.where, false, label.message));
      }
    }
    // A heading names the place of a group's first mark, so it is made before the marks are sorted.
    const FileId file = first.where.file;
    groups_.push_back({"--> " + heading(first.where), {}});
    groups_.back().marks.push_back(std::move(first));
    std::vector<FileId> files{file};
    for (Mark& mark : others) {
      const auto known = std::find(files.begin(), files.end(), mark.where.file);
      const auto index = static_cast<std::size_t>(known - files.begin());
      if (known == files.end()) {
        files.push_back(mark.where.file);
        groups_.push_back({"::: " + heading(mark.where), {}});
      }
      groups_[index].marks.push_back(std::move(mark));
    }
    std::size_t last_line = 1;
    for (Group& group : groups_) {
      stable_sort(group.marks, [](const Mark& a, const Mark& b) { return a.line < b.line; });
      last_line = std::max(last_line, group.marks.back().line);
    }
    width_ = std::to_string(last_line).size();
  }

  bool has_place(Span where) const { return where.file.value < sources_.size(); }

  Mark mark_of(Span where, bool primary, std::string message) const {
    return {where, sources_.locate(where.file, where.begin).line, primary, std::move(message)};
  }

  std::string heading(Span where) const {
    const LineColumn place = sources_.locate(where.file, where.begin);
    return printable_line(sources_.file(where.file).name) + ":" + std::to_string(place.line) + ":" +
           std::to_string(place.column);
  }

  void margin(std::string_view number, std::string_view bar) {
    std::string text(width_ - std::min(width_, number.size()), ' ');
    text.insert(0, number);
    put(margin_colour, text.append(bar));
  }

  void render_group(const Group& group) {
    margin("", group.heading);
    text_ += '\n';
    margin("", " |");
    text_ += '\n';
    const std::vector<Mark>& marks = group.marks;
    std::size_t shown = 0;
    for (std::size_t i = 0; i < marks.size(); ++i) {
      const Mark& mark = marks[i];
      const bool same_line = mark.line == shown;
      if (shown != 0 && mark.line > shown + 1) text_ += "...\n";
      shown = mark.line;
      const Excerpt excerpt =
          excerpt_of(sources_, mark.where, last_on_line(marks, i).where, source_columns());
      // A long line is cut around one mark, so it is shown again for the next where that one fell off.
      if (!same_line || excerpt.cut) {
        margin(std::to_string(mark.line), " |");
        if (!excerpt.text.empty()) text_.append(" ").append(excerpt.text);
        text_ += '\n';
      }
      margin("", " | ");
      text_.append(excerpt.mark_column, ' ');
      std::string underline(excerpt.mark_length, mark.primary ? '^' : '-');
      if (excerpt.goes_on) underline += "...";
      if (!mark.message.empty()) underline += " " + on_one_line(mark.message);
      put(mark.primary ? severity_colour(diagnostic_.severity) : margin_colour, underline);
      text_ += '\n';
    }
  }

  /// Behind the margin; 0: the page is of any width.
  std::size_t source_columns() const {
    const std::size_t margin = width_ + 3;
    return columns_ > margin ? columns_ - margin : columns_;
  }

  static const Mark& last_on_line(const std::vector<Mark>& marks, std::size_t from) {
    std::size_t last = from;
    while (last + 1 < marks.size() && marks[last + 1].line == marks[from].line) ++last;
    return marks[last];
  }

  /// Further lines of a remark (a line of a file as it should be) stand below its first.
  void render_remark(std::string_view name, const std::string& remark) {
    if (remark.empty()) return;
    margin("", " = ");
    put(strong, name);
    text_ += ": ";
    const std::size_t indent = width_ + 5 + name.size();
    const std::string shown = printable(remark);
    for (std::size_t begin = 0; begin <= shown.size();) {
      const std::size_t end = std::min(shown.find('\n', begin), shown.size());
      const std::string line = shown.substr(begin, end - begin);
      if (begin > 0) text_.append("\n").append(indent, ' ');
      // A line of the file as it should be stays one.
      text_ += line.starts_with(' ') ? line : broken(line, indent, indent);
      begin = end + 1;
    }
    text_ += '\n';
  }

  /// A sentence that begins in this column, broken at its blanks where it would pass the width.
  std::string broken(const std::string& sentence, std::size_t column, std::size_t indent) const {
    if (columns_ == 0) return sentence;
    std::string made;
    std::size_t at = column;
    for (std::size_t begin = 0; begin < sentence.size();) {
      const std::size_t blank = sentence.find(' ', begin + 1);
      const std::string word = sentence.substr(begin, blank - begin);
      const auto length = characters_in(word);
      if (word.starts_with(' ') && at + length > columns_ && at > indent) {
        made.append("\n").append(indent, ' ').append(word.substr(1));
        at = indent + length - 1;
      } else {
        made += word;
        at += length;
      }
      begin = std::min(blank, sentence.size());
    }
    return made;
  }

  const SourceMap& sources_;
  const Diagnostic& diagnostic_;
  Paint paint_;
  std::size_t columns_ = 0;
  std::string text_;
  std::vector<Group> groups_;
  std::size_t width_ = 1;
};

}  // namespace

std::string_view severity_name(Severity severity) {
  switch (severity) {
    case Severity::note:
      return "note";
    case Severity::warning:
      return "warning";
    case Severity::error:
      return "error";
  }
  return {};
}

void suggest_fix(Diagnostic& diagnostic, FixIt mend) {
  if (diagnostic.fixes.empty()) {
    diagnostic.otherwise = std::move(diagnostic.help);
    diagnostic.help = mend.help;
  }
  diagnostic.fixes.push_back(std::move(mend));
}

bool has_errors(const Diagnostics& diagnostics) {
  return any_of(diagnostics,
                [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; });
}

void sort_diagnostics(Diagnostics& diagnostics, std::size_t limit) {
  const auto order = [](const Diagnostic& diagnostic) {
    const Span& where = diagnostic.where;
    return std::tie(where.file.value, where.begin, where.end, diagnostic.code, diagnostic.message);
  };
  stable_sort(diagnostics, [&](const Diagnostic& a, const Diagnostic& b) { return order(a) < order(b); });
  diagnostics.erase(std::unique(diagnostics.begin(), diagnostics.end()), diagnostics.end());
  if (diagnostics.size() <= limit || limit == 0) return;

  const std::size_t left_out = diagnostics.size() - limit;
  const auto cut = diagnostics.begin() + static_cast<std::ptrdiff_t>(limit);
  const auto is_error = [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; };
  // A file with errors must not look sound because its warnings came first.
  if (std::none_of(diagnostics.begin(), cut, is_error)) {
    const auto error = std::find_if(cut, diagnostics.end(), is_error);
    if (error != diagnostics.end()) std::iter_swap(std::prev(cut), error);
  }
  diagnostics.erase(cut, diagnostics.end());
  Diagnostic note;
  note.code = too_many_findings_code;
  note.severity = Severity::note;
  note.where = diagnostics.back().where;
  note.message = std::to_string(left_out) + " more findings are not shown";
  note.help = "mend the first ones and look again";
  diagnostics.push_back(std::move(note));
}

std::string count_findings(const Diagnostics& diagnostics) {
  const auto number = [&](Severity severity) {
    return count_if(diagnostics, [&](const Diagnostic& one) { return one.severity == severity; });
  };
  std::string text;
  const auto add = [&](Severity severity) {
    const auto many = number(severity);
    if (many == 0) return;
    if (!text.empty()) text += " and ";
    text += counted(static_cast<std::size_t>(many), severity_name(severity));
  };
  add(Severity::error);
  add(Severity::warning);
  if (text.empty()) add(Severity::note);
  return text;
}

std::string render_diagnostic(const SourceMap& sources, const Diagnostic& diagnostic,
                              const PageLayout& layout) {
  return Page(sources, diagnostic, layout).render();
}

std::string render_diagnostics(const SourceMap& sources, const Diagnostics& diagnostics,
                               const PageLayout& layout) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!text.empty()) text += '\n';
    text += render_diagnostic(sources, diagnostic, layout);
  }
  return text;
}

std::string render_diagnostic(const SourceMap& sources, const Diagnostic& diagnostic, Paint paint) {
  return render_diagnostic(sources, diagnostic, PageLayout{paint, 0});
}

std::string render_diagnostics(const SourceMap& sources, const Diagnostics& diagnostics, Paint paint) {
  return render_diagnostics(sources, diagnostics, PageLayout{paint, 0});
}

}  // namespace roundhouse::dsl
