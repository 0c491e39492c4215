// roundhouse lint FILE...

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/flags.h"
#include "cli/load.h"
#include "cli/prove.h"
#include "dsl/base/json_line.h"
#include "dsl/base/no_file.h"
#include "dsl/base/shown_text.h"
#include "dsl/rulebook/leftovers.h"

namespace roundhouse::cli {
namespace {

struct LintFlags {
  std::vector<std::string> files;
  std::string format = "text";
  bool deny_warnings = false;
  bool leftovers = false;
  ProveFlags prove;
  dsl::ReadingBounds bounds;
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

std::string as_json(const dsl::SourceMap& sources, const std::string& named, const dsl::Diagnostic& finding) {
  const bool has_place = finding.where.file != dsl::no_file;
  const dsl::LineColumn at =
      has_place ? sources.locate(finding.where.file, finding.where.begin) : dsl::LineColumn{};
  const auto number = [&](std::size_t value) {
    return has_place ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
  };
  nlohmann::ordered_json object;
  object["schema"] = 1;
  object["file"] = has_place ? sources.file(finding.where.file).name : named;
  object["line"] = number(at.line);
  object["column"] = number(at.column);
  object["check"] = finding.code;
  object["severity"] = severity_word(finding.severity);
  object["message"] = finding.message;
  object["help"] = finding.help.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(finding.help);
  return dsl::json_line(object) + "\n";
}

Exit lint_file(const LintFlags& flags, const std::string& file) {
  dsl::SourceMap sources;
  const dsl::Checked<dsl::CheckedRules> rules =
      load_rules(sources, {.variant = file, .bounds = flags.bounds});
  dsl::Diagnostics findings = lint_findings(rules);
  if (flags.leftovers && !dsl::has_errors(findings)) {
    const dsl::Diagnostics left = dsl::leftovers(rules.value, dsl::FileId{});
    findings.insert(findings.end(), left.begin(), left.end());
  }
  if (!dsl::has_errors(findings)) {
    const dsl::Diagnostics failing = example_findings(file, rules.value, flags.bounds);
    findings.insert(findings.end(), failing.begin(), failing.end());
  }
  dsl::sort_diagnostics(findings);
  if (flags.format == "json") {
    for (const dsl::Diagnostic& finding : findings) print(as_json(sources, file, finding));
  } else if (!findings.empty()) {
    print_painted(dsl::render_diagnostics(sources, findings, paint_for_output()) + "\n");
  } else {
    print(fmt::format("{}: no findings\n", dsl::printable_line(file)));
  }
  if (dsl::has_errors(findings)) {
    // A parent that is not there is a finding in the file that names it; the file itself has no text then.
    const bool unreadable = std::any_of(findings.begin(), findings.end(), [](const dsl::Diagnostic& d) {
      return d.where.file == dsl::no_file;
    });
    return unreadable ? Exit::unreadable : Exit::found;
  }
  const bool warned = std::any_of(findings.begin(), findings.end(), [](const dsl::Diagnostic& d) {
    return d.severity == dsl::Severity::warning;
  });
  const Exit linted = warned && flags.deny_warnings ? Exit::found : Exit::fine;
  if (!flags.prove.wanted) return linted;
  return worse(linted, prove_rules(file, rules.value, flags.prove,
                                   {flags.format == "json", flags.deny_warnings, flags.bounds}));
}

}  // namespace

void add_lint(CLI::App& app, Run& run) {
  auto flags = std::make_shared<LintFlags>();
  Command command(app, "lint", "Look for mistakes in rule files");
  command.words("FILE", flags->files, "rule files, bundled names, or - for standard input");
  command.one_of("--format", flags->format, {"text", "json"}, "text or json (one finding a line)");
  command.sign("--deny-warnings", flags->deny_warnings, "warnings count as findings (exit status 1)");
  command.sign("--leftovers", flags->leftovers,
               "also name what is inherited and has no effect under the options as they are");
  add_prove_flags(command, flags->prove);
  command.confine(flags->bounds);
  command.examples("Examples:\n  roundhouse lint family.yaml\n  roundhouse lint --format json family.yaml");
  command.does(run, [flags] {
    Exit worst = Exit::fine;
    for (const std::string& file : flags->files) worst = worse(worst, lint_file(*flags, file));
    return worst;
  });
}

}  // namespace roundhouse::cli
