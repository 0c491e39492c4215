#include "tools/lint/analyze.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "dsl/base/diagnostic.h"
#include "dsl/base/edits.h"
#include "dsl/base/search.h"
#include "dsl/base/source.h"
#include "dsl/base/utf8.h"
#include "dsl/check/check_codes.h"
#include "tools/lint/lint.h"

namespace roundhouse::dsl {
namespace {

/// Readings of a file as it would be without its errors; each takes out what the one before could not read.
constexpr int most_readings = 4;
/// Nobody fixes more than this at once, and every reading is a whole check.
constexpr std::size_t most_errors = 50;

bool is_letter_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/// The text with its cures put in and entries that cannot be read blanked.
class AsIf {
 public:
  AsIf(std::string_view text, Edits cures)
      : cures_(std::move(cures)), text_(cures_.put_into(text).value_or(std::string(text))) {}

  const std::string& text() const { return text_; }
  const Edits& cures() const { return cures_; }

  /// True if a cure stands in the line of this place: what is said of the line rests on a guess.
  bool has_guessed_in_line(Span place) const {
    const std::size_t begin = line_begin(std::min<std::size_t>(place.begin, text_.size()));
    return cures_.is_put_anew(
        {place.file, static_cast<std::uint32_t>(begin),
         static_cast<std::uint32_t>(next_line(std::max<std::size_t>(place.end, begin)))});
  }

  /// Puts spaces in the place of the entry in which this stands, below its block or the block itself. The
  /// lines keep their places. False: there is none that could be missing.
  bool take_out(std::uint32_t place) {
    std::size_t begin = line_begin(std::min<std::size_t>(place, text_.size()));
    while (begin > 0 && (is_empty(begin) || indent_of(begin) > 0)) {
      const std::size_t above = line_begin(begin - 1);
      if (!is_empty(begin) && indent_of(begin) > 0 && is_block_line_above(begin)) break;
      begin = above;
    }
    const std::string_view line = line_at(begin);
    if (line.starts_with("roundhouse") || line.starts_with("extends") || line.starts_with("name"))
      return false;
    const std::size_t indent = is_empty(begin) ? 0 : indent_of(begin);
    std::size_t end = next_line(begin);
    while (end < text_.size() &&
           (is_empty(end) || indent_of(end) > indent || (indent == 0 && text_.compare(end, 2, "- ") == 0)))
      end = next_line(end);
    taken_ += text_.substr(begin, end - begin) + "\n";
    blank(begin, end);
    if (indent > 0) blank_empty_block(begin);
    return true;
  }

  /// True if the name stands in what was taken out: what is said of it may be the fault of that.
  bool has_taken(std::string_view name) const {
    for (std::size_t at = taken_.find(name); at != std::string::npos; at = taken_.find(name, at + 1)) {
      const bool begins = at == 0 || !is_letter_of_name(taken_[at - 1]);
      const bool ends = at + name.size() >= taken_.size() || !is_letter_of_name(taken_[at + name.size()]);
      if (begins && ends) return true;
    }
    return false;
  }
  bool has_taken_anything() const { return !taken_.empty(); }
  /// True if something of the table or of the options is gone: the lint would look at another game.
  bool has_taken_game() const { return taken_game_; }

 private:
  std::size_t line_begin(std::size_t at) const {
    const std::size_t before = at == 0 ? std::string::npos : text_.rfind('\n', at - 1);
    return before == std::string::npos ? 0 : before + 1;
  }
  std::size_t next_line(std::size_t begin) const {
    const std::size_t end = text_.find('\n', begin);
    return end == std::string::npos ? text_.size() : end + 1;
  }
  std::string_view line_at(std::size_t begin) const {
    return std::string_view(text_).substr(begin, next_line(begin) - begin);
  }
  std::size_t indent_of(std::size_t begin) const {
    return std::min(line_at(begin).find_first_not_of(" \t"), line_at(begin).size());
  }
  /// True of nothing but blanks, or a comment.
  bool is_empty(std::size_t begin) const {
    const std::string_view line = line_at(begin);
    const std::size_t first = line.find_first_not_of(" \t\r\n");
    return first == std::string_view::npos || line[first] == '#';
  }
  /// True if the nearest line above that stands less deep is a key of the file.
  bool is_block_line_above(std::size_t begin) {
    const std::size_t indent = indent_of(begin);
    for (std::size_t at = begin; at > 0;) {
      at = line_begin(at - 1);
      if (is_empty(at) || indent_of(at) >= indent) continue;
      if (indent_of(at) != 0) return false;
      const std::string_view line = line_at(at);
      for (const std::string_view rows : {"rules:", "words:", "facts:", "acts:"})
        if (line.starts_with(rows)) return true;
      taken_game_ = true;
      return true;
    }
    return false;
  }
  void blank(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (text_[i] != '\n' && text_[i] != '\r') text_[i] = ' ';
  }
  /// A key with nothing left below it says nothing, either.
  void blank_empty_block(std::size_t from) {
    std::size_t above = from;
    do {
      if (above == 0) return;
      above = line_begin(above - 1);
    } while (is_empty(above));
    std::size_t below = from;
    while (below < text_.size() && is_empty(below)) below = next_line(below);
    const bool has_more =
        below < text_.size() && (indent_of(below) > 0 || text_.compare(below, 2, "- ") == 0);
    if (has_more || indent_of(above) != 0) return;
    const std::string_view line = line_at(above);
    const std::size_t last = line.find_last_not_of(" \t\r\n");
    if (last != std::string_view::npos && line[last] == ':') blank(above, next_line(above));
  }

  Edits cures_;
  std::string text_;
  std::string taken_;
  bool taken_game_ = false;
};

/// Cures that were tried, of errors in this file, that lie apart.
Edits cures_in(const Diagnostics& findings, FileId file) {
  std::vector<FixIt> cures;
  for (const Diagnostic& finding : findings)
    if (finding.severity == Severity::error && finding.cure) cures.push_back(*finding.cure);
  stable_sort(cures, [](const FixIt& a, const FixIt& b) { return a.where.begin < b.where.begin; });
  return {file, cures};
}

/// True if a message quotes a name that stands in what was taken out.
bool quotes_taken(const AsIf& as_if, const Diagnostic& finding) {
  const std::string& message = finding.message;
  for (std::size_t at = message.find('\''); at != std::string::npos;) {
    const std::size_t end = message.find('\'', at + 1);
    if (end == std::string::npos) return false;
    std::string_view name = std::string_view(message).substr(at + 1, end - at - 1);
    if (const std::size_t dot = name.rfind('.'); dot != std::string_view::npos) name.remove_prefix(dot + 1);
    if (!name.empty() && as_if.has_taken(name)) return true;
    at = message.find('\'', end + 1);
  }
  return false;
}

class HiddenFindings {
 public:
  HiddenFindings(const VariantReader& reader, const AnalysisInput& input, FileId file,
                 const Diagnostics& known)
      : reader_(reader), input_(input), file_(file), known_(known) {}

  /// The findings in the text besides the known ones; `found` gets all of them with places of the file as it
  /// is.
  Diagnostics read(const AsIf& as_if) {
    SourceMap sources;
    while (sources.size() < file_.value) sources.add({}, {});
    const Checked<CheckedRules> rules =
        check_variant(sources, with_first_text(reader_, as_if.text()), input_.check);
    Diagnostics all = findings_about(rules, input_.bundled_sections, file_);
    for (const Diagnostic& finding : all) take(as_if, finding);
    return rules.diagnostics;
  }

  Diagnostics take_found() { return std::move(found_); }

 private:
  const VariantReader& reader_;
  const AnalysisInput& input_;
  FileId file_;
  const Diagnostics& known_;
  Diagnostics found_;

  void take(const AsIf& as_if, Diagnostic finding) {
    if (finding.where.file != file_ || finding.code == too_many_findings_code) return;
    if (finding.code == needless_allow_code) return;
    if (finding.severity != Severity::error && as_if.has_taken_game()) return;
    if (finding.severity != Severity::error && as_if.has_guessed_in_line(finding.where)) return;
    // A key is one or none, whatever was taken out.
    const bool of_key = finding.code == row(CheckCode::unknown_key).code;
    if (!of_key && as_if.has_taken_anything() && quotes_taken(as_if, finding)) return;
    const auto where = as_if.cures().back(finding.where);
    if (!where) return;
    finding.where = *where;
    std::erase_if(finding.labels, [&](Label& label) {
      if (label.where.file != file_) return true;
      const auto there = as_if.cures().back(label.where);
      if (there) label.where = *there;
      return !there;
    });
    // Its proposals were tried in another text.
    finding.fixes.clear();
    finding.cure.reset();
    const auto same = [&](const Diagnostic& other) {
      return other.code == finding.code && other.where.file == finding.where.file &&
             (other.where.begin == finding.where.begin || other.message == finding.message);
    };
    // At the same place it is the same slip, read otherwise.
    const auto there = [&](const Diagnostic& other) {
      return same(other) || (other.where == finding.where && other.severity == Severity::error);
    };
    if (any_of(known_, there) || any_of(found_, same)) return;
    found_.push_back(std::move(finding));
  }
};

}  // namespace

Diagnostics found_behind_errors(const SourceMap& sources, const VariantReader& reader,
                                const AnalysisInput& input, FileId file, const Diagnostics& known) {
  const auto errors = count_if(known, [](const Diagnostic& d) { return d.severity == Severity::error; });
  const bool unreadable = any_of(known, [](const Diagnostic& d) { return d.where.file == no_file; });
  // A text past a limit is not read again in the hope of less, and of one in another encoding no line can be
  // read.
  const bool is_too_much =
      any_of(known, [](const Diagnostic& d) { return d.code.find("too-") != std::string::npos; });
  if (unreadable || is_too_much || static_cast<std::size_t>(errors) > most_errors ||
      file.value >= sources.size() || is_utf16(sources.file(file).text))
    return {};
  AsIf as_if(sources.file(file).text, cures_in(known, file));
  HiddenFindings hidden(reader, input, file, known);
  Diagnostics left = known;
  for (int reading = 0; reading < most_readings; ++reading) {
    left = hidden.read(as_if);
    if (!has_errors(left)) break;
    std::set<std::uint32_t, std::greater<>> places;
    for (const Diagnostic& finding : left)
      if (finding.severity == Severity::error && finding.where.file == file)
        places.insert(finding.where.begin);
    bool taken = false;
    for (const std::uint32_t place : places) taken = as_if.take_out(place) || taken;
    if (!taken) break;
  }
  return hidden.take_found();
}

Diagnostics findings_about(const Checked<CheckedRules>& rules,
                           const std::vector<std::string>& bundled_sections, FileId file) {
  Diagnostics findings = rules.diagnostics;
  if (!rules.ok()) return findings;
  check_sections(rules.value, bundled_sections, findings);
  if (has_errors(findings)) return findings;
  const Diagnostics more = lint(rules.value, file);
  findings.insert(findings.end(), more.begin(), more.end());
  return findings;
}

Analysis analyze(SourceMap& sources, const VariantReader& reader, const AnalysisInput& input) {
  const FileId file{static_cast<std::uint32_t>(sources.size())};
  Analysis looked;
  looked.rules = check_variant(sources, reader, input.check);
  looked.findings = findings_about(looked.rules, input.bundled_sections, file);
  if (!looked.rules.ok()) {
    const Diagnostics hidden = found_behind_errors(sources, reader, input, file, looked.findings);
    looked.findings.insert(looked.findings.end(), hidden.begin(), hidden.end());
  }
  sort_diagnostics(looked.findings);
  return looked;
}

}  // namespace roundhouse::dsl
