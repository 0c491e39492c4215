// roundhouse fmt FILE...

#include <fmt/format.h>

#include <memory>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/flags.h"
#include "cli/load.h"
#include "cli/load_record.h"
#include "cli/unified_diff.h"
#include "cli/write_file.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/text_kind.h"
#include "dsl/check/variant_files.h"
#include "dsl/format/format_rules.h"
#include "replay/record/format_record.h"

namespace roundhouse::cli {
namespace {

struct FmtFlags {
  std::vector<std::string> files;
  bool check = false;
  bool diff = false;
  dsl::ReadingBounds bounds;
};

struct LaidOut {
  std::string text;
  dsl::Diagnostics complaints;
  bool kept = false;
};

LaidOut lay_out(dsl::SourceMap& sources, const std::string& name, const std::string& text) {
  const dsl::FileId file = sources.add(name, text);
  if (dsl::kind_of_text(text) == dsl::TextKind::record) {
    replay::FormattedRecord formatted = replay::format_record(file, text);
    return {std::move(formatted.text), std::move(formatted.diagnostics), formatted.kept};
  }
  dsl::Formatted formatted = dsl::format_rules(sources, file);
  return {std::move(formatted.text), std::move(formatted.diagnostics), formatted.kept};
}

Exit refuse_file(const std::string& name, const std::string& trouble) {
  print_error(fmt::format("{}: {}\n", dsl::printable_line(name), trouble));
  return Exit::unreadable;
}

Exit format_file(const FmtFlags& flags, const std::string& name) {
  const Text read = read_whole(name, largest_record_file, flags.bounds);
  if (!read.trouble.empty()) return refuse_file(name, read.trouble);
  if (dsl::kind_of_text(read.text) != dsl::TextKind::record) {
    const dsl::LoadedText kind = dsl::check_kind({name, read.text, {}, {}});
    if (!kind.trouble.empty()) return refuse_file(name, kind.trouble);
    if (read.text.size() > dsl::largest_variant_file) return refuse_file(name, "it is too large");
  }
  dsl::SourceMap sources;
  const LaidOut laid = lay_out(sources, name, read.text);
  if (dsl::has_errors(laid.complaints)) {
    print_complaints(sources, laid.complaints);
    return Exit::unreadable;
  }
  if (laid.kept)
    print_error(fmt::format("{}: left as it is, because another layout would change what it says\n",
                            dsl::printable_line(name)));
  const bool same = laid.text == read.text;
  if (flags.diff) print(unified_diff(dsl::printable_line(name), read.text, laid.text));
  if (flags.check) {
    if (!same) print(dsl::printable_line(name) + "\n");
    return same ? Exit::fine : Exit::found;
  }
  if (flags.diff) return Exit::fine;
  if (name == "-") {
    print(laid.text);
    return Exit::fine;
  }
  if (same) return Exit::fine;
  const std::string trouble = replace_file(name, read.text, laid.text);
  return trouble.empty() ? Exit::fine : refuse_file(name, "cannot be written: " + trouble);
}

}  // namespace

void add_fmt(CLI::App& app, Run& run) {
  auto flags = std::make_shared<FmtFlags>();
  Command command(app, "fmt", "Lay out rule files and records in the usual way");
  command.words("FILE", flags->files, "rule files and records, or - for standard input");
  command.sign("--check", flags->check,
               "change nothing; name the files that are laid out otherwise (status 1)");
  command.sign("--diff", flags->diff, "change nothing; show what would change");
  command.confine(flags->bounds);
  command.examples("Examples:\n  roundhouse fmt family.yaml\n  roundhouse fmt --check *.yaml *.train");
  command.does(run, [flags] {
    Exit worst = Exit::fine;
    for (const std::string& file : flags->files) worst = worse(worst, format_file(*flags, file));
    return worst;
  });
}

}  // namespace roundhouse::cli
