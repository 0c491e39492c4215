#include "cli/load_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/console.h"
#include "cli/load.h"
#include "dsl/check/explain_hash.h"
#include "replay/check_header.h"
#include "replay/read_record.h"

namespace roundhouse::cli {
namespace {

void complain(const dsl::SourceMap& sources, const dsl::Diagnostics& diagnostics) {
  print_error(dsl::render_diagnostics(sources, diagnostics, paint_for_errors()) + "\n");
}

/// The header's hash may be written with its first digits only.
bool same_hash(const std::string& whole, const std::string& written) {
  return whole.compare(0, written.size(), written) == 0;
}

dsl::Diagnostic other_rules(const replay::Header& header, const dsl::CheckedRules& rules,
                            const std::string& hash) {
  dsl::Diagnostic d;
  d.code = "other-rules";
  d.where = header.rules_at.span;
  d.message =
      fmt::format("this record was made under other rules: it says sha256:{}, and these are sha256:{}",
                  header.rules, hash.substr(0, std::max<std::size_t>(header.rules.size(), 12)));
  if (const auto option = dsl::option_behind_hash(rules, header.rules)) {
    d.why = "they differ in one option: the record was made with " + *option;
    d.help =
        "write that option into the [variant] line, or judge by these rules all the same with --any-rules";
    return d;
  }
  d.why =
      "they differ in more than one option: the rule file has been edited since, or the record names another "
      "one";
  d.help = "look for an earlier copy of the file, or judge by these rules all the same with --any-rules";
  return d;
}

}  // namespace

std::optional<LoadedRules> load_rules_of(dsl::SourceMap& sources, dsl::FileId file, const std::string& path,
                                         const replay::Header& header, const RecordWishes& wishes) {
  LoadedRules loaded;
  const auto refuse = [&](dsl::Span where, std::string code, std::string message, std::string help) {
    dsl::Diagnostic d;
    d.code = std::move(code);
    d.where = where;
    d.message = std::move(message);
    d.help = std::move(help);
    complain(sources, {d});
    return std::nullopt;
  };
  if (wishes.rules.empty() && header.variant.name.empty())
    return refuse({file, 0, 0}, "no-variant", "the record does not say by which rules it was played",
                  "begin it with a line such as [variant club-double-twelve], or give --rules");

  std::vector<dsl::OptionSetting> settings;
  for (const replay::OptionField& option : header.variant.options)
    settings.push_back({option.name, option.value, option.at.span});
  std::string trouble;
  const std::vector<dsl::OptionSetting> more = read_settings(sources, wishes.settings, trouble);
  if (!trouble.empty()) return refuse({file, 0, 0}, "bad-setting", trouble, {});
  settings.insert(settings.end(), more.begin(), more.end());

  const std::string folder =
      path == "-" ? std::string(".") : std::filesystem::path(path).parent_path().string();
  dsl::Checked<dsl::CheckedRules> rules =
      wishes.rules.empty() ? load_rules(sources, header.variant.name, settings, folder.empty() ? "." : folder)
                           : load_rules(sources, wishes.rules, settings);
  if (!rules.ok()) {
    complain(sources, rules.diagnostics);
    return std::nullopt;
  }
  loaded.rules = std::move(rules.value);
  if (!header.rules.empty() && !wishes.any_rules) {
    const std::string hash = dsl::rules_hash(loaded.rules);
    if (!same_hash(hash, header.rules)) {
      complain(sources, {other_rules(header, loaded.rules, hash)});
      return std::nullopt;
    }
  }
  const int players = static_cast<int>(header.players.size());
  if (const auto reason = dsl::refuse_players(loaded.rules, players))
    return refuse(header.players.empty() ? dsl::Span{file, 0, 0} : header.players.front().at.span,
                  "wrong-players", *reason, {});
  loaded.program = dsl::compile_rules(loaded.rules, players);
  const dsl::Diagnostics wrong = replay::check_header(loaded.program, header);
  if (!wrong.empty()) {
    complain(sources, wrong);
    return std::nullopt;
  }
  return loaded;
}

std::optional<LoadedRecord> load_record(dsl::SourceMap& sources, const std::string& path,
                                        const RecordWishes& wishes) {
  Text text = read_whole(path, largest_record_file);
  if (!text.trouble.empty()) {
    print_error(fmt::format("error[unreadable-file]: {}: {}\n", path, text.trouble));
    return std::nullopt;
  }
  return load_record_text(sources, path, std::move(text.text), wishes);
}

std::optional<LoadedRecord> load_record_text(dsl::SourceMap& sources, const std::string& path,
                                             std::string text, const RecordWishes& wishes) {
  const dsl::FileId file = sources.add(path == "-" ? "standard input" : path, std::move(text));
  dsl::Checked<replay::Record> read = replay::read_record(file, sources.file(file).text);
  if (!read.ok()) {
    complain(sources, read.diagnostics);
    return std::nullopt;
  }
  std::optional<LoadedRules> loaded = load_rules_of(sources, file, path, read.value.header, wishes);
  if (!loaded) return std::nullopt;
  return LoadedRecord{std::move(read.value), std::move(loaded->rules), std::move(loaded->program)};
}

}  // namespace roundhouse::cli
