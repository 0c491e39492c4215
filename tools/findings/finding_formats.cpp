// The log in SARIF 2.1.0: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html

#include "tools/findings/finding_formats.h"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <set>

#include "cli/load.h"
#include "dsl/base/json_line.h"
#include "dsl/base/plain_text.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/source.h"
#include "dsl/base/version.h"
#include "dsl/sources/document.h"
#include "tools/explanations/explanations.h"

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

using Json = nlohmann::ordered_json;

/// A path as a relative reference (RFC 3986), or a URI where it begins at the root.
std::string uri_of(std::string_view path) {
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    if (plain)
      uri += c;
    else
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

Json region_of(const dsl::SourceMap& sources, dsl::Span where) {
  const dsl::LineColumn begin = sources.locate(where.file, where.begin);
  const dsl::LineColumn end = sources.locate(where.file, where.end);
  return {{"startLine", begin.line},
          {"startColumn", begin.column},
          {"endLine", end.line},
          {"endColumn", end.column}};
}

Json location_of(const dsl::SourceMap& sources, dsl::Span where) {
  return {{"physicalLocation",
           {{"artifactLocation", {{"uri", uri_of(sources.file(where.file).name)}}},
            {"region", region_of(sources, where)}}}};
}

std::string_view level_of(dsl::Severity severity) {
  switch (severity) {
    case dsl::Severity::note:
      return "note";
    case dsl::Severity::warning:
      return "warning";
    case dsl::Severity::error:
      return "error";
  }
  return {};
}

Json fix_of(const dsl::SourceMap& sources, const dsl::Diagnostic& finding) {
  const dsl::FixIt& cure = *finding.cure;
  Json replacement{{"deletedRegion", region_of(sources, cure.where)}};
  if (!cure.text.empty()) replacement["insertedContent"] = {{"text", cure.text}};
  return {{"description", {{"text", cure.help}}},
          {"artifactChanges",
           Json::array({{{"artifactLocation", {{"uri", uri_of(sources.file(cure.where.file).name)}}},
                         {"replacements", Json::array({replacement})}}})}};
}

Json result_of(const FindingsOf& file, const dsl::Diagnostic& finding) {
  std::string message = finding.message;
  if (!finding.why.empty()) message += "\n" + finding.why;
  if (!finding.help.empty()) message += "\n" + finding.help;
  Json result{
      {"ruleId", finding.code}, {"level", level_of(finding.severity)}, {"message", {{"text", message}}}};
  if (finding.where.file == dsl::no_file) {
    result["locations"] =
        Json::array({{{"physicalLocation", {{"artifactLocation", {{"uri", uri_of(file.named)}}}}}}});
    return result;
  }
  result["locations"] = Json::array({location_of(file.sources, finding.where)});
  Json related = Json::array();
  for (const dsl::Label& label : finding.labels) {
    if (label.where.file.value >= file.sources.size()) continue;
    Json location = location_of(file.sources, label.where);
    location["id"] = related.size() + 1;
    location["message"] = {{"text", label.message}};
    related.push_back(std::move(location));
  }
  if (!related.empty()) result["relatedLocations"] = std::move(related);
  if (finding.cure) result["fixes"] = Json::array({fix_of(file.sources, finding)});
  return result;
}

/// The codes that were found, each with its sentence and the text that `explain` prints of it.
Json rules_of(const std::set<std::string>& codes) {
  Json rules = Json::array();
  std::map<std::string, Json> by_code;
  for (const ComplaintChapter& chapter : complaint_chapters()) {
    std::vector<Explanation> explanations;
    for (const ComplaintEntry& complaint : chapter.complaints) {
      if (!codes.contains(complaint.code) || by_code.contains(complaint.code)) continue;
      if (explanations.empty()) explanations = read_explanations(chapter.name);
      Json rule{{"id", complaint.code}, {"shortDescription", {{"text", complaint.sentence}}}};
      for (const Explanation& explanation : explanations) {
        if (explanation.code != complaint.code) continue;
        if (explanation.paragraphs.empty()) continue;
        rule["fullDescription"] = {{"text", explanation.paragraphs.front()}};
        rule["help"] = {{"text", dsl::joined(explanation.paragraphs, "\n\n")}};
      }
      by_code[complaint.code] = std::move(rule);
    }
  }
  for (const std::string& code : codes) {
    const auto known = by_code.find(code);
    rules.push_back(known == by_code.end() ? Json{{"id", code}} : known->second);
  }
  return rules;
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

std::vector<std::string> bundled_sections() {
  const auto folder = variant_folder();
  if (!folder) return {};
  dsl::SourceMap sources;
  return dsl::section_ids(dsl::read_documents(sources, *folder / "sources").value);
}

dsl::Analysis look_at_file(dsl::SourceMap& sources, const std::string& file, const dsl::ReadingBounds& bounds,
                           std::vector<std::string>* asked) {
  const dsl::VariantReader files = reader_of_user(file, bounds);
  const dsl::VariantReader reader = [&](const std::string& wanted, const std::string& from) {
    dsl::LoadedText loaded = files(wanted, from);
    if (asked != nullptr) {
      const bool is_found = loaded.trouble.empty();
      const std::filesystem::path folder = std::filesystem::path(from).parent_path();
      asked->push_back(is_found ? loaded.name : (folder / wanted).lexically_normal().string());
    }
    return loaded;
  };
  return dsl::analyze(sources, reader, {.check = {file, {}, {}}, .bundled_sections = bundled_sections()});
}

dsl::Diagnostics lint_findings(const dsl::Checked<dsl::CheckedRules>& rules) {
  return dsl::findings_about(rules, bundled_sections(), dsl::FileId{});  // the first that was read
}

void SarifLog::add(const FindingsOf& file, const dsl::Diagnostics& findings) {
  for (const dsl::Diagnostic& finding : findings) results_.push_back(result_of(file, finding));
}

std::string SarifLog::text(bool complete) const {
  std::set<std::string> codes;
  for (const Json& result : results_) codes.insert(result["ruleId"].get<std::string>());
  Json results = results_;
  for (Json& result : results)
    result["ruleIndex"] = std::distance(codes.begin(), codes.find(result["ruleId"].get<std::string>()));
  const Json driver{
      {"name", "roundhouse"}, {"version", std::string(dsl::program_version())}, {"rules", rules_of(codes)}};
  const Json run{{"tool", {{"driver", driver}}},
                 {"invocations", Json::array({{{"executionSuccessful", complete}}})},
                 {"columnKind", "unicodeCodePoints"},
                 {"results", std::move(results)}};
  const Json log{
      {"$schema",
       "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", Json::array({run})}};
  return dsl::printable_json(log.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

}  // namespace roundhouse::cli
