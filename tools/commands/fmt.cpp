// roundhouse fmt FILE...

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "cli/write_file.h"
#include "dsl/base/search.h"
#include "dsl/base/text_file.h"
#include "dsl/check/variant_files.h"
#include "replay/record/format_record.h"
#include "tools/commands/commands.h"
#include "tools/commands/freeze.h"
#include "tools/commands/unified_diff.h"
#include "tools/format/format_rules.h"

namespace roundhouse::cli {
namespace {

struct FmtFlags {
  std::vector<std::string> files;
  bool check = false;
  bool diff = false;
  bool keep_rules = false;
  dsl::ReadingBounds bounds;
};

struct LaidOut {
  std::string text;
  dsl::Diagnostics complaints;
  bool kept = false;
};

LaidOut lay_out(dsl::SourceMap& sources, const std::string& name, const std::string& text) {
  const dsl::FileId file = sources.add(name, text);
  if (dsl::kind_of_file(name, text) == dsl::TextKind::record) {
    replay::FormattedRecord formatted = replay::format_record(file, text);
    return {std::move(formatted.text), std::move(formatted.diagnostics), formatted.kept};
  }
  dsl::Formatted formatted = dsl::format_rules(sources, file);
  return {std::move(formatted.text), std::move(formatted.diagnostics), formatted.kept};
}

/// Keeps the rules of a record beside it, and lets the record say by their hash which they are. Nothing: that
/// cannot be, and why has been printed.
std::optional<std::string> with_kept_rules(const FmtFlags& flags, const std::string& name, std::string text) {
  dsl::SourceMap sources;
  RecordWishes wishes;
  wishes.bounds = flags.bounds;
  const std::optional<LoadedRecord> loaded = load_record_text(sources, name, text, wishes);
  if (!loaded) return std::nullopt;
  const replay::Header& header = loaded->record.header;
  RulesWish wish = rules_wish(sources, name, header, wishes);
  const std::filesystem::path folder = wish.in_record->folder;
  if (dsl::is_path(wish.variant)) wish.variant = (folder / wish.variant).lexically_normal().string();
  wish.in_record.reset();
  const auto refuse_keeping = [&](const std::string& why) {
    print_error(fmt::format("{}: the rules cannot be kept beside it: {}\n", dsl::printable_line(name), why));
    return std::nullopt;
  };
  const std::string hash = dsl::rules_hash(loaded->rules());
  dsl::SourceMap named;
  const auto rules = load_rules(named, wish);
  if (!rules.ok() || dsl::rules_hash(rules.value) != hash)
    return refuse_keeping("by its hash it is judged by others than those that it names");
  const std::string& known_by = header.rules.empty() ? hash : header.rules;
  if (const std::string why = keep_rules(wish, folder, known_by); !why.empty()) return refuse_keeping(why);
  if (header.rules.empty()) {
    const std::size_t variant = header.variant.at.span.begin;
    const std::size_t end = std::min(text.find('\n', variant), text.size() - 1) + 1;
    text.insert(end, fmt::format("[rules sha256:{}]\n", hash));
  }
  return text;
}

Exit refuse_file(const std::string& name, const std::string& trouble) {
  print_error(fmt::format("{}: {}\n", dsl::printable_line(name), trouble));
  return Exit::unreadable;
}

/// How the text differs from the laid out one, where that cannot be seen.
std::string_view differs_in(std::string text, std::string_view laid_out) {
  const std::size_t before = text.size();
  std::erase(text, '\r');
  return text.size() < before && text == laid_out ? ": its line ends are CRLF, not LF" : "";
}

Exit format_file(const FmtFlags& flags, const std::string& name) {
  const Text read = read_whole(name, largest_record_file, flags.bounds);
  if (!read.trouble.empty()) return refuse_file(name, read.trouble);
  const bool is_record = dsl::kind_of_file(name, read.text) == dsl::TextKind::record;
  if (!is_record) {
    const dsl::LoadedText kind = dsl::check_kind({name, read.text, {}, {}});
    if (!kind.trouble.empty()) return refuse_file(name, kind.trouble);
    if (read.text.size() > dsl::largest_variant_file) return refuse_file(name, "it is too large");
  }
  dsl::SourceMap sources;
  LaidOut laid = lay_out(sources, name, read.text);
  if (dsl::has_errors(laid.complaints)) {
    print_complaints(sources, laid.complaints);
    return Exit::unreadable;
  }
  if (laid.kept)
    print_error(fmt::format("{}: left as it is, because another layout would change what it says\n",
                            dsl::printable_line(name)));
  if (flags.keep_rules && is_record) {
    std::optional<std::string> kept = with_kept_rules(flags, name, std::move(laid.text));
    if (!kept) return Exit::unreadable;
    laid.text = std::move(*kept);
  }
  const bool same = laid.text == read.text;
  if (flags.diff) print_with_tabs(unified_diff(dsl::printable_line(name), read.text, laid.text));
  if (flags.check) {
    if (!same) print(fmt::format("{}{}\n", dsl::printable_line(name), differs_in(read.text, laid.text)));
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
  command.sign(
      "--keep-rules", flags->keep_rules,
      "of records: write their rules beside them, as 'freeze' does, and the hash by which they are found");
  command.confine(flags->bounds);
  command.examples("Examples:\n  roundhouse fmt family.yaml\n  roundhouse fmt --check *.yaml *.train");
  command.does(run, [flags] {
    if (flags->keep_rules && (flags->check || flags->diff || contains(flags->files, "-")))
      return refuse(Exit::usage,
                    "--keep-rules writes beside a file: it goes with neither --check, --diff nor -");
    Exit worst = Exit::fine;
    for (const std::string& file : flags->files) worst = worse(worst, format_file(*flags, file));
    return worst;
  });
}

}  // namespace roundhouse::cli
