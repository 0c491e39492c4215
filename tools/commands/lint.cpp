// roundhouse lint FILE...

#include <sys/stat.h>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "cli/long_work.h"
#include "cli/write_file.h"
#include "dsl/base/diagnostic.h"
#include "dsl/base/search.h"
#include "dsl/base/text_file.h"
#include "dsl/check/variant_files.h"
#include "tools/commands/commands.h"
#include "tools/commands/prove.h"
#include "tools/commands/unified_diff.h"
#include "tools/findings/finding_formats.h"
#include "tools/lint/analyze.h"

namespace roundhouse::cli {
namespace {

// `lint --watch`: looks again whenever a file or one of its parents has changed.

// Often enough for somebody who saves and looks; rare enough that nobody hears the fan.
constexpr std::chrono::milliseconds between_looks{100};
// Editors write a file in several steps; it is read when nothing has moved for so long.
constexpr std::chrono::milliseconds until_quiet{50};

/// The state of files seen from outside: time, size and number, compared as a whole.
class WatchedFiles {
 public:
  /// Bundled names and what is not there are watched as well: they may become files.
  explicit WatchedFiles(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) seen_.emplace_back(path, seen_of(path));
  }

  bool have_changed() const {
    return any_of(seen_, [](const auto& file) { return seen_of(file.first) != file.second; });
  }

  /// Waits until one of them has changed. False: `stop` was set before.
  bool wait_for_change(const std::atomic<bool>& stop) const {
    for (; !stop; std::this_thread::sleep_for(between_looks)) {
      if (!have_changed()) continue;
      std::this_thread::sleep_for(until_quiet);
      return !stop;
    }
    return false;
  }

 private:
  static std::string seen_of(const std::filesystem::path& path) {
    struct stat now {};
    if (stat(path.c_str(), &now) != 0) return {};
    return fmt::format("{}.{} {} {}", now.st_mtim.tv_sec, now.st_mtim.tv_nsec, now.st_size, now.st_ino);
  }

  std::vector<std::pair<std::filesystem::path, std::string>> seen_;
};

// The changes of `lint --fix` to a file of the user's. The command writes it, or shows what it would do.

/// A rule file of the user's, mended as far as that is safe; nothing is written yet.
struct MendedFile {
  std::string trouble;  ///< not empty: there is no such file to be mended, and why
  std::string before;   ///< the text of the file
  dsl::Fixed fixed;
  bool changed() const { return trouble.empty() && fixed.text != before; }
};

MendedFile mend_file(const std::string& file, const dsl::ReadingBounds& bounds) {
  MendedFile mended;
  std::error_code error;
  if (file == "-" || !std::filesystem::is_regular_file(file, error)) {
    mended.trouble =
        file == "-" ? "what comes from standard input stands in no file" : "it is no file of yours";
    return mended;
  }
  const dsl::LoadedText loaded = reader_of_user(file, bounds)(file, {});
  // A bundled variant goes before a file of the same name.
  if (loaded.trouble.empty() && loaded.name != file) {
    mended.trouble = "it is a bundled variant";
    return mended;
  }
  mended.before = loaded.text;
  if (!loaded.trouble.empty()) mended.trouble = loaded.trouble;
  if (!mended.trouble.empty()) return mended;
  const dsl::VariantReader reader = reader_of_user(file, bounds);
  const dsl::AnalysisInput input{.check = {.variant = file, .settings = {}, .tries = dsl::Tries::all},
                                 .bundled_sections = bundled_sections()};
  mended.fixed = dsl::fix_text(mended.before, dsl::FileId{}, [&](const std::string& text) {
    dsl::SourceMap sources;
    return dsl::analyze(sources, dsl::with_first_text(reader, text), input).findings;
  });
  return mended;
}

/// One line: which slip was mended.
std::string mended_line(const std::string& file, const dsl::Diagnostic& cured) {
  return dsl::printable_line(fmt::format("mended in {}: {}[{}]: {}", file, dsl::severity_name(cured.severity),
                                         cured.code, cured.message)) +
         "\n";
}

struct LintFlags {
  std::vector<std::string> files;
  std::string format = "text";
  std::string colour = "auto";
  std::uint64_t width = 0;  ///< 0: the terminal's
  bool deny_warnings = false;
  bool leftovers = false;
  bool fix = false;
  bool diff = false;
  bool dry_run = false;
  bool watch = false;
  bool coverage = false;
  ProveFlags prove;
  dsl::ReadingBounds bounds;
};

/// Prints the findings of one file in the format asked for. A log of SARIF is printed when all are done.
void show(const LintFlags& flags, const FindingsOf& file, const dsl::Diagnostics& findings, SarifLog& log) {
  if (flags.format == "sarif") return log.add(file, findings);
  if (flags.format == "text") {
    const std::string named = dsl::printable_line(file.named);
    if (findings.empty()) return print(fmt::format("{}: no findings\n", named));
    print_painted(dsl::render_diagnostics(
                      file.sources, findings,
                      dsl::PageLayout{paint_for_output(), flags.width > 0 ? flags.width : sentence_width()}) +
                  "\n");
    return print(fmt::format("{} in {}\n\n", dsl::count_findings(findings), named));
  }
  for (const dsl::Diagnostic& finding : findings) {
    if (flags.format == "json") {
      print(finding_as_json(file, finding));
    } else if (flags.format == "github") {
      print(finding_as_workflow_command(file, finding));
    } else {
      print(finding_as_line(file, finding));
    }
  }
}

Exit status_of(const LintFlags& flags, const dsl::Diagnostics& findings) {
  if (dsl::has_errors(findings)) {
    // A parent that is not there is a finding in the file that names it; the file itself has no text then.
    const bool unreadable =
        any_of(findings, [](const dsl::Diagnostic& d) { return d.where.file == dsl::no_file; });
    return unreadable ? Exit::unreadable : Exit::found;
  }
  const bool warned =
      any_of(findings, [](const dsl::Diagnostic& d) { return d.severity == dsl::Severity::warning; });
  return warned && flags.deny_warnings ? Exit::found : Exit::fine;
}

/// `read`: gets the names of all texts that were read.
Exit lint_file(const LintFlags& flags, const std::string& file, SarifLog& log,
               std::vector<std::string>& read) {
  dsl::SourceMap sources;
  const dsl::Analysis looked = look_at_file(sources, file, flags.bounds, &read);
  const dsl::Checked<dsl::CheckedRules>& rules = looked.rules;
  dsl::Diagnostics findings = looked.findings;
  if (flags.leftovers && !dsl::has_errors(findings)) {
    const dsl::Diagnostics left = dsl::leftovers(rules.value, dsl::FileId{});
    findings.insert(findings.end(), left.begin(), left.end());
  }
  if (!dsl::has_errors(findings)) {
    const dsl::Diagnostics failing = example_findings(file, rules.value, flags.bounds);
    findings.insert(findings.end(), failing.begin(), failing.end());
  }
  dsl::sort_diagnostics(findings);
  show(flags, {sources, file}, findings, log);
  Exit exit = status_of(flags, findings);
  if (dsl::has_errors(findings)) return exit;
  const ProveForm form{flags.format == "json", flags.deny_warnings, flags.bounds};
  if (flags.coverage) exit = worse(exit, show_coverage(file, sources, rules.value, flags.prove, form));
  if (flags.prove.wanted) exit = worse(exit, prove_rules(file, rules.value, flags.prove, form));
  return exit;
}

/// Before the lint: mends the file, or shows the result. Prints what stands in the way.
Exit fix_file(const LintFlags& flags, const std::string& file) {
  const MendedFile mended = mend_file(file, flags.bounds);
  if (!mended.trouble.empty())
    return refuse(Exit::unreadable,
                  fmt::format("'{}' is not mended: {}", dsl::printable_line(file), mended.trouble));
  if (!mended.changed()) return Exit::fine;
  if (flags.diff) {
    print_with_tabs(unified_diff(file, mended.before, mended.fixed.text));
    return Exit::fine;
  }
  const std::string trouble = replace_file(file, mended.before, mended.fixed.text);
  if (!trouble.empty())
    return refuse(Exit::unreadable,
                  fmt::format("'{}' cannot be written: {}", dsl::printable_line(file), trouble));
  // In the forms for programs standard output belongs to what is left.
  const bool for_people = flags.format == "text" || flags.format == "short";
  for (const dsl::Diagnostic& cured : mended.fixed.cured) {
    if (for_people)
      print(mended_line(file, cured));
    else
      print_error(mended_line(file, cured));
  }
  return Exit::fine;
}

Exit lint_all(const LintFlags& flags, std::vector<std::string>& read) {
  Exit worst = Exit::fine;
  SarifLog log;
  for (const std::string& file : flags.files) {
    if (flags.fix || flags.diff) {
      const Exit fixed = fix_file(flags, file);
      worst = worse(worst, fixed);
      if (flags.diff) {
        dsl::SourceMap sources;
        if (fixed == Exit::fine)
          worst = worse(worst, status_of(flags, look_at_file(sources, file, flags.bounds).findings));
        continue;
      }
    }
    worst = worse(worst, lint_file(flags, file, log, read));
  }
  if (flags.format == "sarif" && !flags.diff) print(log.text(worst != Exit::unreadable));
  return worst;
}

Exit watch(const LintFlags& flags) {
  std::atomic<bool> stop{false};
  const Interrupt interrupt(stop);
  // The files are looked at before they are read, so that nothing is missed that changes meanwhile. Which
  // parents there are is known from the time before; at first the files are read once for that alone.
  std::vector<std::string> known = flags.files;
  for (const std::string& file : flags.files) {
    dsl::SourceMap sources;
    look_at_file(sources, file, flags.bounds, &known);
  }
  while (!stop) {
    std::vector<std::string> read = flags.files;
    const WatchedFiles before(known);
    lint_all(flags, read);
    flush();
    const bool were_known = all_of(read, [&](const std::string& name) { return contains(known, name); });
    known = read;
    // Looked at before it is asked what has changed until now, so that no change falls between the two.
    const WatchedFiles after(read);
    if (!before.have_changed() && !(were_known ? before : after).wait_for_change(stop)) break;
    print("-- changed, looked at again:\n");
  }
  return refuse(Exit::interrupted, "interrupted");
}

Exit run_lint(LintFlags flags) {
  flags.diff = flags.diff || (flags.fix && flags.dry_run);
  if (flags.dry_run && !flags.fix) return refuse(Exit::usage, "--dry-run goes with --fix");
  if (flags.watch && (flags.fix || flags.diff))
    return refuse(Exit::usage, "--watch mends nothing: leave --fix or --diff out");
  if (flags.coverage && flags.format != "text" && flags.format != "json")
    return refuse(Exit::usage, "--coverage is shown as text or json");
  if (flags.watch && flags.format == "sarif")
    return refuse(Exit::usage, "--watch writes no SARIF: a log has an end");
  if (flags.watch && contains(flags.files, "-"))
    return refuse(Exit::usage, "--watch needs files: standard input is read once");
  wish_for_colour(flags.colour == "always"  ? ColourWish::always
                  : flags.colour == "never" ? ColourWish::never
                                            : ColourWish::by_terminal);
  if (flags.watch) return watch(flags);
  std::vector<std::string> read;
  return lint_all(flags, read);
}

}  // namespace

void add_lint(CLI::App& app, Run& run) {
  auto flags = std::make_shared<LintFlags>();
  Command command(app, "lint", "Look for mistakes in rule files");
  command.words("FILE", flags->files, "rule files, bundled names, or - for standard input");
  command.one_of("--format", flags->format, {"text", "short", "json", "sarif", "github"},
                 "text, short (one finding a line, for editors), json, sarif, or github");
  command.sign("--deny-warnings", flags->deny_warnings, "warnings count as findings (exit status 1)");
  command.sign("--leftovers", flags->leftovers,
               "also name what is inherited and has no effect under the options as they are");
  command.sign("--fix", flags->fix, "mend in the file what has one safe cure, then lint it");
  command.sign("--diff", flags->diff, "show what --fix would change, and change nothing");
  command.sign("--dry-run", flags->dry_run, "with --fix: the same as --diff");
  command.sign("--watch", flags->watch, "look again whenever a file or a parent of it changes");
  command.one_of("--color", flags->colour, {"auto", "always", "never"}, "auto: on a terminal");
  command.number("--width", flags->width, least_width, most_width,
                 "columns to which sentences keep; without it those of the terminal");
  command.sign("--coverage", flags->coverage,
               "also say what no example of the file shows of its rows, and give examples that do");
  add_prove_flags(command, flags->prove);
  command.confine(flags->bounds);
  command.examples(
      "Examples:\n  roundhouse lint family.yaml\n  roundhouse lint --fix family.yaml\n"
      "  roundhouse lint --format json family.yaml");
  command.does(run, [flags] { return run_lint(*flags); });
}

}  // namespace roundhouse::cli
