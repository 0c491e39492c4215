// roundhouse lint FILE...

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/json_line.h"
#include "cli/load.h"
#include "dsl/lint/lint.h"

namespace roundhouse::cli {
namespace {

struct LintFlags {
  std::vector<std::string> files;
  std::string format = "text";
  bool deny_warnings = false;
};

std::string_view severity_word(dsl::Severity severity) {
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

std::string as_json(const dsl::SourceMap& sources, const dsl::Diagnostic& finding) {
  const dsl::LineColumn at = sources.locate(finding.where.file, finding.where.begin);
  nlohmann::ordered_json object;
  object["schema"] = 1;
  object["file"] = sources.file(finding.where.file).name;
  object["line"] = at.line;
  object["column"] = at.column;
  object["check"] = finding.code;
  object["severity"] = severity_word(finding.severity);
  object["message"] = finding.message;
  object["help"] = finding.help.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(finding.help);
  return json_line(object);
}

Exit lint_file(const LintFlags& flags, const std::string& file) {
  dsl::SourceMap sources;
  const dsl::Checked<dsl::CheckedRules> rules = load_rules(sources, file, {});
  dsl::Diagnostics findings = rules.diagnostics;
  if (rules.ok()) {
    dsl::check_sections(rules.value, bundled_sections(), findings);
    if (!dsl::has_errors(findings)) {
      const dsl::Diagnostics more = dsl::lint(rules.value, dsl::FileId{});  // the first that was read
      findings.insert(findings.end(), more.begin(), more.end());
    }
  }
  dsl::sort_diagnostics(findings);
  if (flags.format == "json") {
    for (const dsl::Diagnostic& finding : findings) print(as_json(sources, finding));
  } else if (!findings.empty()) {
    print(dsl::render_diagnostics(sources, findings, paint_for_output()));
    print("\n");
  } else {
    print(fmt::format("{}: no findings\n", file));
  }
  if (dsl::has_errors(findings)) {
    // A parent that is not there is a finding in the file that names it; the file itself has no text then.
    const bool unreadable = std::any_of(findings.begin(), findings.end(), [&](const dsl::Diagnostic& d) {
      return d.code == "cannot-read" && sources.file(d.where.file).text.empty();
    });
    return unreadable ? Exit::unreadable : Exit::found;
  }
  const bool warned = std::any_of(findings.begin(), findings.end(), [](const dsl::Diagnostic& d) {
    return d.severity == dsl::Severity::warning;
  });
  return warned && flags.deny_warnings ? Exit::found : Exit::fine;
}

}  // namespace

void add_lint(CLI::App& app, Run& run) {
  auto flags = std::make_shared<LintFlags>();
  CLI::App* command = app.add_subcommand("lint", "Look for mistakes in rule files");
  command->add_option("FILE", flags->files, "rule files, bundled names, or - for standard input")->required();
  command->add_option("--format", flags->format, "text or json (one finding a line)")
      ->check(CLI::IsMember({"text", "json"}));
  command->add_flag("--deny-warnings", flags->deny_warnings, "warnings count as findings (exit status 1)");
  command->footer("Examples:\n  roundhouse lint family.yaml\n  roundhouse lint --format json family.yaml");
  command->callback([flags, &run] {
    run = [flags] {
      Exit worst = Exit::fine;
      for (const std::string& file : flags->files) worst = worse(worst, lint_file(*flags, file));
      return worst;
    };
  });
}

}  // namespace roundhouse::cli
