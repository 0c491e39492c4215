#include "tools/findings/finding_formats.h"

#include <fmt/format.h>

#include "dsl/base/json_line.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/source.h"

namespace roundhouse::cli {
namespace {

bool has_place(const dsl::Diagnostic& finding) { return finding.where.file != dsl::no_file; }

std::string name_of(const FindingsOf& file, const dsl::Diagnostic& finding) {
  return has_place(finding) ? file.sources.file(finding.where.file).name : file.named;
}

/// Escapes the characters that a workflow command may not hold; in its properties those that separate them,
/// too.
std::string escaped(std::string_view text, bool property) {
  std::string made;
  for (const char c : text) {
    if (c == '%') {
      made += "%25";
    } else if (c == '\r') {
      made += "%0D";
    } else if (c == '\n') {
      made += "%0A";
    } else if (property && c == ':') {
      made += "%3A";
    } else if (property && c == ',') {
      made += "%2C";
    } else {
      made += c;
    }
  }
  return made;
}

}  // namespace

std::string finding_as_json(const FindingsOf& file, const dsl::Diagnostic& finding) {
  const dsl::LineColumn at =
      has_place(finding) ? file.sources.locate(finding.where.file, finding.where.begin) : dsl::LineColumn{};
  const auto number = [&](std::size_t value) {
    return has_place(finding) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
  };
  nlohmann::ordered_json object;
  object["schema"] = 1;
  object["file"] = name_of(file, finding);
  object["line"] = number(at.line);
  object["column"] = number(at.column);
  object["check"] = finding.code;
  object["severity"] = dsl::severity_name(finding.severity);
  object["message"] = finding.message;
  object["help"] = finding.help.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(finding.help);
  return dsl::json_line(object) + "\n";
}

std::string finding_as_line(const FindingsOf& file, const dsl::Diagnostic& finding) {
  std::string line = dsl::printable_line(name_of(file, finding));
  if (has_place(finding)) {
    const dsl::LineColumn at = file.sources.locate(finding.where.file, finding.where.begin);
    line += fmt::format(":{}:{}", at.line, at.column);
  }
  line += fmt::format(": {}[{}]: {}", dsl::severity_name(finding.severity), finding.code, finding.message);
  const bool is_short = !finding.help.empty() && finding.help.find('\n') == std::string::npos;
  if (is_short) line += fmt::format(" ({})", finding.help);
  return dsl::printable_line(line) + "\n";
}

std::string finding_as_workflow_command(const FindingsOf& file, const dsl::Diagnostic& finding) {
  const std::string_view command = finding.severity == dsl::Severity::error     ? "error"
                                   : finding.severity == dsl::Severity::warning ? "warning"
                                                                                : "notice";
  std::string properties = "file=" + escaped(dsl::printable_line(name_of(file, finding)), true);
  if (has_place(finding)) {
    const dsl::LineColumn begin = file.sources.locate(finding.where.file, finding.where.begin);
    const dsl::LineColumn end = file.sources.locate(finding.where.file, finding.where.end);
    properties += fmt::format(",line={},endLine={},col={}", begin.line, end.line, begin.column);
    // Columns of an end are for what lies on one line.
    if (begin.line == end.line) properties += fmt::format(",endColumn={}", end.column);
  }
  properties += ",title=" + escaped(finding.code, true);
  std::string message = finding.message;
  if (!finding.why.empty()) message += "\n" + finding.why;
  if (!finding.help.empty()) message += "\nhelp: " + finding.help;
  return fmt::format("::{} {}::{}\n", command, properties, escaped(dsl::printable(message), false));
}

}  // namespace roundhouse::cli
