#include "cli/load_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/console.h"
#include "cli/load.h"
#include "cli/load_codes.h"
#include "dsl/base/nearest.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/text_kind.h"
#include "dsl/check/explain_hash.h"
#include "replay/check_header.h"
#include "replay/read_record.h"
#include "replay/render/verdict_text.h"

namespace roundhouse::cli {
namespace {

/// The header's hash may be written with its first digits only.
bool same_hash(const std::string& whole, const std::string& written) {
  return whole.compare(0, written.size(), written) == 0;
}

dsl::Diagnostic other_rules(const replay::Header& header, const dsl::CheckedRules& rules,
                            const std::string& hash) {
  dsl::Diagnostic d;
  d.code = load_code(LoadCode::other_rules);
  d.where = header.rules_at.span;
  d.message =
      fmt::format("this record was made under other rules: it says sha256:{}, and these are sha256:{}",
                  header.rules, hash.substr(0, std::max<std::size_t>(header.rules.size(), 12)));
  const dsl::HashExplanation found = dsl::option_behind_hash(rules, header.rules);
  if (found.change) {
    d.why = "they differ in one option: the record was made with " + *found.change;
    d.help =
        "write that option into the [variant] line, or judge by these rules all the same with --any-rules";
    return d;
  }
  d.why =
      found.all_tried
          ? "they differ in more than one option: the rule file has been edited since, or the record names "
            "another one"
          : "no single option was found that makes the difference, but not all values were tried: the rule "
            "file may have been edited since, or the record names another one";
  d.help = "look for an earlier copy of the file, or judge by these rules all the same with --any-rules";
  return d;
}

}  // namespace

RulesWish rules_wish(dsl::SourceMap& sources, const std::string& path, const replay::Header& header,
                     const RecordWishes& wishes) {
  RulesWish wish;
  wish.bounds = wishes.bounds;
  for (const replay::OptionField& option : header.variant.options)
    wish.settings.push_back({option.name, option.value, option.at.span});
  for (dsl::OptionSetting& setting : read_settings(sources, wishes.settings))
    wish.settings.push_back(std::move(setting));
  wish.variant = wishes.rules.empty() ? header.variant.name : wishes.rules;
  if (!wishes.rules.empty()) return wish;
  const std::string folder = std::filesystem::path(path).parent_path().string();
  wish.in_record = {path == "-" || folder.empty() ? "." : folder, header.variant.at.span};
  return wish;
}

std::string trouble_with_kind(std::string_view text) {
  switch (dsl::kind_of_text(text)) {
    case dsl::TextKind::rules:
      return "this is a rule file, not a record; 'roundhouse lint' checks it";
    case dsl::TextKind::binary:
      return "this is no text, and so no record";
    case dsl::TextKind::json:
      return "this is JSON, and a record is lines of notation";
    case dsl::TextKind::record:
    case dsl::TextKind::other:
      break;
  }
  return {};
}

void refuse_record(const std::string& path, const std::string& trouble) {
  std::string text = fmt::format("error[{}]: {}: {}\n", load_code(LoadCode::unreadable_file),
                                 dsl::printable_line(path), trouble);
  if (trouble == "there is no such file")
    if (const auto nearest = dsl::nearest_file(path))
      text += fmt::format("  = help: did you mean '{}'?\n", dsl::printable_line(*nearest));
  print_error(text);
}

std::optional<LoadedRules> load_rules_of(dsl::SourceMap& sources, dsl::FileId file, const std::string& path,
                                         const replay::Header& header, const RecordWishes& wishes) {
  LoadedRules loaded;
  const auto refuse = [&](dsl::Span where, LoadCode code, std::string message, std::string help) {
    dsl::Diagnostic d;
    d.code = load_code(code);
    d.where = where;
    d.message = std::move(message);
    d.help = std::move(help);
    print_complaints(sources, {d});
    return std::nullopt;
  };
  if (wishes.rules.empty() && header.variant.name.empty())
    return refuse({file, 0, 0}, LoadCode::no_variant, "the record does not say by which rules it was played",
                  "begin it with a line such as [variant club-double-twelve], or give --rules");

  dsl::Checked<dsl::CheckedRules> rules = load_rules(sources, rules_wish(sources, path, header, wishes));
  if (!rules.ok()) {
    print_complaints(sources, rules.diagnostics);
    return std::nullopt;
  }
  loaded.rules = std::move(rules.value);
  if (!header.rules.empty() && !wishes.any_rules) {
    const std::string hash = dsl::rules_hash(loaded.rules);
    if (!same_hash(hash, header.rules)) {
      print_complaints(sources, {other_rules(header, loaded.rules, hash)});
      return std::nullopt;
    }
  }
  const int players = static_cast<int>(header.players.size());
  if (const auto reason = dsl::refuse_players(loaded.rules, players))
    return refuse(header.players.empty() ? dsl::Span{file, 0, 0} : header.players.front().at.span,
                  LoadCode::wrong_players, *reason, {});
  loaded.program = dsl::compile_rules(loaded.rules, players);
  const dsl::Diagnostics wrong = replay::check_header(loaded.program, header);
  if (!wrong.empty()) {
    print_complaints(sources, wrong);
    return std::nullopt;
  }
  return loaded;
}

std::optional<LoadedRecord> load_record(dsl::SourceMap& sources, const std::string& path,
                                        const RecordWishes& wishes) {
  Text text = read_whole(path, largest_record_file, wishes.bounds);
  if (!text.trouble.empty()) {
    refuse_record(path, text.trouble);
    return std::nullopt;
  }
  return load_record_text(sources, path, std::move(text.text), wishes);
}

std::optional<LoadedRecord> load_record_text(dsl::SourceMap& sources, const std::string& path,
                                             std::string text, const RecordWishes& wishes) {
  if (const std::string trouble = trouble_with_kind(text); !trouble.empty()) {
    refuse_record(path, trouble);
    return std::nullopt;
  }
  const dsl::FileId file = sources.add(path == "-" ? "standard input" : path, std::move(text));
  // The rules are loaded when the header is known: lines are read by their words.
  std::optional<LoadedRules> loaded;
  bool asked = false;
  const auto load = [&](const replay::Header& header) {
    asked = true;
    loaded = load_rules_of(sources, file, path, header, wishes);
    return loaded ? &loaded->program : nullptr;
  };
  // Loading adds files, and a text as short as this moves with them.
  const std::string_view kept = sources.file(file).text;
  const std::string copy(kept.substr(0, kept.size() < 64 ? kept.size() : 0));
  dsl::Checked<replay::Record> read =
      replay::read_record(file, copy.empty() ? kept : std::string_view(copy), load);
  if (!read.ok()) {
    print_complaints(sources, read.diagnostics);
    return std::nullopt;
  }
  if (!asked) load(read.value.header);
  if (!loaded) return std::nullopt;
  return LoadedRecord{std::move(read.value), std::move(loaded->rules), std::move(loaded->program),
                      std::move(read.diagnostics)};
}

void print_notes(const dsl::SourceMap& sources, const std::string& path, const dsl::Diagnostics& notes) {
  if (!notes.empty()) print_error(fmt::format("{}: notes:\n{}", path, replay::render_notes(sources, notes)));
}

}  // namespace roundhouse::cli
