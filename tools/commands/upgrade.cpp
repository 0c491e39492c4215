// roundhouse upgrade FILE...

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <span>

#include "cli/write_file.h"
#include "dsl/base/edits.h"
#include "dsl/base/search.h"
#include "dsl/base/text_file.h"
#include "dsl/base/whole_number.h"
#include "dsl/check/load_chain.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/variant_files.h"
#include "engine/rules.h"
#include "tools/assist/upgrade.h"
#include "tools/commands/commands.h"
#include "tools/commands/unified_diff.h"
#include "tools/findings/finding_formats.h"
#include "tools/lint/analyze.h"
#include "tools/lsp/documents.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::cli {
namespace {

namespace fs = std::filesystem;

struct UpgradeFlags {
  std::vector<std::string> files;
  bool write = false;
  dsl::ReadingBounds bounds;
};

/// With each number of players that is tried.
constexpr std::uint64_t tried_games = 50;
/// Files beside one that is upgraded.
constexpr std::size_t most_looked_at = 10'000;

std::string table_text(const std::string& game, std::int32_t edition) {
  const auto folder = variant_folder();
  return folder ? dsl::edition_table(*folder, game, edition) : std::string();
}

/// The games that a text plays, by number of players: the same tiles, the same acts.
std::map<int, std::uint64_t> played_games(const dsl::CheckedRules& rules) {
  std::map<int, std::uint64_t> digests;
  const std::vector<std::int32_t> numbers = dsl::player_numbers(rules.setup);
  for (const std::int32_t players : {numbers.front(), numbers[numbers.size() / 2], numbers.back()}) {
    engine::SimulateOptions options;
    options.games = tried_games;
    options.play.declared = 0.5;
    options.unit = engine::Unit::match;
    digests[players] = engine::simulate(engine::compile_rules(rules, players), options).digest;
  }
  return digests;
}

/// Codes and lines of all findings of a record, which are the same where it is judged the same.
std::vector<std::string> said_of(const std::string& path, const std::string& text, const OpenTexts& open) {
  const std::unique_ptr<RecordView> view = view_record(path, text, open);
  std::vector<std::string> said;
  for (const dsl::Diagnostic& made : view->complaints) {
    const bool is_here = made.where.file == view->file;
    said.push_back(fmt::format("{} {} {}", dsl::severity_name(made.severity), made.code,
                               is_here ? view->sources.locate(made.where.file, made.where.begin).line : 0));
  }
  sort(said);
  return said;
}

/// A file of the user's that an upgrade changes.
struct ChangedText {
  std::string path;
  std::string before;
  std::string after;
};

/// The older editions among the files of a chain, `train@1`.
std::vector<dsl::GameEdition> older_editions(const std::vector<std::string>& chain) {
  std::vector<dsl::GameEdition> games;
  for (const std::string& name : chain) {
    const std::size_t sign = dsl::is_path(name) ? std::string::npos : name.find('@');
    if (sign == std::string::npos) continue;
    if (const auto number = dsl::whole_number<std::int32_t>(name.substr(sign + 1)))
      games.emplace_back(name.substr(0, sign), *number);
  }
  return games;
}

/// The text of a record whose options are named as the edition after its own has them.
std::string with_new_options(const std::string& path, const std::string& text, const OpenTexts& open,
                             std::vector<std::string>& troubles) {
  const std::unique_ptr<RecordView> view = view_record(path, text, open);
  if (view->by.checked == nullptr) return text;
  const std::vector<dsl::GameEdition> games = older_editions(view->by.checked->chain);
  std::vector<dsl::FixIt> edits;
  for (const replay::OptionField& option : view->record.header.variant.options) {
    const auto now = dsl::upgraded_setting(games, table_text, option.name, option.value, troubles);
    if (!now) continue;
    std::string put;
    for (const auto& [name, value] : *now) put += fmt::format("{}{}={}", put.empty() ? "" : " ", name, value);
    const dsl::Span where = option.at.span;
    const std::size_t begin = text.rfind(option.name + "=", where.end);
    if (begin == std::string::npos || begin > where.end) continue;
    const std::size_t end = begin + option.name.size() + 1 + option.value.size();
    edits.push_back(
        {{view->file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}, put, {}});
  }
  return dsl::Edits(view->file, edits).put_into(text).value_or(text);
}

/// Goes through the files of this kind in the folder of a file, and in folders in it. False: there are too
/// many files for all to be looked at.
bool for_each_beside(const std::string& file, std::string_view extension,
                     const std::function<void(const fs::path&)>& each) {
  const fs::path folder = fs::path(file).parent_path();
  std::error_code error;
  std::size_t looked_at = 0;
  for (fs::recursive_directory_iterator entry(folder.empty() ? "." : folder, error), end;
       !error && entry != end; entry.increment(error)) {
    if (++looked_at > most_looked_at) return false;
    if (entry->path().extension() == extension && entry->is_regular_file(error))
      each(entry->path().lexically_normal());
  }
  return true;
}

/// The records of the file's folder, and of folders in it, that name the file.
std::vector<ChangedText> records_beside(const std::string& file, const OpenTexts& open,
                                        std::vector<std::string>& troubles) {
  std::vector<ChangedText> records;
  const fs::path wanted = fs::weakly_canonical(file);
  const bool all = for_each_beside(file, ".train", [&](const fs::path& path) {
    const dsl::FileText text = dsl::read_text_file(path, largest_record_file);
    // Most records of a folder are of other rules, and are not read for nothing.
    if (!text.trouble.empty() || text.text.find(wanted.filename().string()) == std::string::npos) return;
    const std::unique_ptr<RecordView> view = view_record(path.string(), text.text, open);
    const fs::path named = path.parent_path() / view->record.header.variant.name;
    std::error_code error;
    if (fs::weakly_canonical(named, error) != wanted) return;
    if (text.text.size() > longest_judged_record)
      troubles.push_back(fmt::format("the record '{}' is too long to be tried", path.string()));
    records.push_back({path.string(), text.text, with_new_options(path.string(), text.text, open, troubles)});
  });
  if (!all)
    troubles.push_back(
        fmt::format("more than {} files lie beside it; take it to its records alone", most_looked_at));
  sort(records, [](const ChangedText& a, const ChangedText& b) { return a.path < b.path; });
  return records;
}

/// Rule files of the folder, and of folders in it, that extend the file.
std::vector<std::string> children_of(const std::string& file) {
  std::vector<std::string> children;
  const fs::path wanted = fs::weakly_canonical(file);
  for_each_beside(file, ".yaml", [&](const fs::path& found) {
    const std::string path = found.string();
    dsl::SourceMap sources;
    dsl::Findings silent;
    const dsl::Chain chain = dsl::load_chain(sources, reader_of_user(path, {}), {path, {}}, silent);
    const auto is_file = [&](const dsl::LoadedFile& one) {
      std::error_code error;
      return dsl::is_path(one.name) && fs::weakly_canonical(one.name, error) == wanted;
    };
    if (chain.files.size() > 1 && any_of(std::span(chain.files).subspan(1), is_file))
      children.push_back(path);
  });
  sort(children);
  return children;
}

/// Gives this text where the file is asked for.
OpenTexts with_text(const std::string& file, const std::string& text) {
  std::error_code error;
  return [path = fs::weakly_canonical(file, error), &text](const std::string& asked) -> const std::string* {
    std::error_code trouble;
    return fs::weakly_canonical(asked, trouble) == path ? &text : nullptr;
  };
}

/// The findings of lint in a text, errors and warnings.
dsl::Diagnostics findings_in(const dsl::VariantReader& reader, const std::string& file,
                             const std::string& text) {
  dsl::SourceMap sources;
  dsl::Diagnostics findings = dsl::analyze(sources, dsl::with_first_text(reader, text),
                                           {.check = {file, {}, {}}, .bundled_sections = bundled_sections()})
                                  .findings;
  std::erase_if(findings, [](const dsl::Diagnostic& made) { return made.severity == dsl::Severity::note; });
  return findings;
}

void tell_of_file(const std::string& file, const std::string& what) {
  print(fmt::format("{}: {}\n", dsl::printable_line(file), what));
}

Exit refuse_upgrade(const std::string& file, const std::vector<std::string>& troubles) {
  tell_of_file(file, "nothing written");
  for (const std::string& trouble : troubles) print(fmt::format("  {}\n", dsl::printable_line(trouble)));
  return Exit::found;
}

Exit refuse_reading(const std::string& file, const std::string& trouble) {
  print_error(fmt::format("{}: {}\n", dsl::printable_line(file), trouble));
  return Exit::unreadable;
}

struct TriedUpgrade {
  std::vector<std::string> troubles;
  std::uint64_t games = 0;
  std::size_t records = 0;
};

/// Tries the text in the place of the old one: what it says, what is played by it, how records are judged.
TriedUpgrade try_text(const UpgradeFlags& flags, const std::string& file, const std::string& before,
                      const std::string& after, const std::vector<ChangedText>& records) {
  TriedUpgrade trial;
  const dsl::VariantReader reader = reader_of_user(file, flags.bounds);
  dsl::SourceMap old_sources, new_sources;
  const auto was = dsl::check_variant(old_sources, dsl::with_first_text(reader, before), {file, {}});
  const auto is = dsl::check_variant(new_sources, dsl::with_first_text(reader, after), {file, {}});
  for (const dsl::Diagnostic& made : is.diagnostics)
    if (made.severity == dsl::Severity::error)
      trial.troubles.push_back("with the newest edition: " + made.message);
  if (!trial.troubles.empty()) return trial;
  const dsl::Diagnostics known = findings_in(reader, file, before);
  for (const dsl::Diagnostic& made : findings_in(reader, file, after))
    if (!any_of(known, [&](const dsl::Diagnostic& old) { return old.message == made.message; }))
      trial.troubles.push_back("with the newest edition lint finds: " + made.message);
  const std::map<int, std::uint64_t> games = played_games(was.value);
  trial.games = tried_games * games.size();
  if (games != played_games(is.value))
    trial.troubles.push_back("with the newest edition other games are played");
  const OpenTexts old_text = with_text(file, before);
  const OpenTexts new_text = with_text(file, after);
  for (const std::string& child : children_of(file)) {
    const auto rules_with = [&](const OpenTexts& open) {
      dsl::SourceMap sources;
      return dsl::check_variant(sources, over_files(open, reader_of_user(child, flags.bounds)), {child, {}});
    };
    const auto old_child = rules_with(old_text);
    const auto new_child = rules_with(new_text);
    if (!old_child.ok()) continue;
    if (!new_child.ok())
      trial.troubles.push_back(fmt::format("'{}' extends it and would not check: {}", child,
                                           new_child.diagnostics.front().message));
    else if (played_games(old_child.value) != played_games(new_child.value))
      trial.troubles.push_back(fmt::format("'{}' extends it and would play other games", child));
  }
  for (const ChangedText& record : records) {
    ++trial.records;
    if (said_of(record.path, record.before, old_text) != said_of(record.path, record.after, new_text))
      trial.troubles.push_back(fmt::format("the record '{}' is judged otherwise", record.path));
  }
  return trial;
}

/// Writes the texts, in their order, or says that it is not asked for.
Exit write_upgraded(const UpgradeFlags& flags, const std::vector<ChangedText>& texts) {
  if (!flags.write) print("Nothing is written yet; --write does it.\n");
  for (const ChangedText& text : texts) {
    if (!flags.write || text.before == text.after) continue;
    if (const std::string trouble = replace_file(text.path, text.before, text.after); !trouble.empty())
      return refuse_reading(text.path, "cannot be written: " + trouble);
  }
  return Exit::fine;
}

/// The text with another name where this one stands first behind `begin`.
std::string with_name(dsl::FileId file, const std::string& text, std::size_t begin, const std::string& name,
                      const std::string& put) {
  const auto at = static_cast<std::uint32_t>(std::min(text.find(name, begin), text.size()));
  const dsl::FixIt edit{{file, at, at + static_cast<std::uint32_t>(name.size())}, put, {}};
  return dsl::Edits(file, {edit}).put_into(text).value_or(text);
}

/// A record of a bundled game: the edition behind its name, and its options as they are called there.
Exit upgrade_record(const UpgradeFlags& flags, const std::string& file, const std::string& text) {
  const OpenTexts files = [](const std::string&) -> const std::string* { return nullptr; };
  const std::unique_ptr<RecordView> view = view_record(file, text, files);
  if (view->by.checked == nullptr)
    return refuse_upgrade(file, {"it cannot be read; 'roundhouse validate' says why"});
  const replay::Header& header = view->record.header;
  const std::optional<dsl::UsedEdition>& used = view->by.checked->edition;
  if (!used || dsl::is_path(header.variant.name)) {
    tell_of_file(file, "it names a rule file, with which it is brought to the newest edition");
    return Exit::fine;
  }
  if (!header.rules.empty()) {
    tell_of_file(file, "it says with a hash by which rules it was made, and so it stays");
    return Exit::fine;
  }
  const std::string game = used->name.substr(0, used->name.find('@'));
  const std::string newest = fmt::format("{}@{}", game, used->newest);
  std::vector<std::string> troubles;
  std::string after = text;
  std::string name = header.variant.name;
  for (std::int32_t edition = used->number; edition < used->newest; ++edition) {
    after = with_new_options(file, after, files, troubles);
    const std::string next = fmt::format("{}@{}", game, edition + 1);
    after = with_name(view->file, after, header.variant.at.span.begin, name, next);
    name = next;
  }
  if (name != newest) after = with_name(view->file, after, header.variant.at.span.begin, name, newest);
  if (after == text) {
    tell_of_file(file, "it is written for the newest edition");
    return Exit::fine;
  }
  if (said_of(file, text, files) != said_of(file, after, files))
    troubles.emplace_back("with the newest edition it is judged otherwise");
  print(unified_diff(dsl::printable_line(file), text, after));
  if (!troubles.empty()) return refuse_upgrade(file, troubles);
  tell_of_file(file,
               fmt::format("'{}' {} -> {}; tried: it is judged as before", game, used->number, used->newest));
  return write_upgraded(flags, {{file, text, after}});
}

Exit upgrade_file(const UpgradeFlags& flags, const std::string& file) {
  const dsl::FileText read = dsl::read_text_file(file, largest_record_file, flags.bounds);
  if (!read.trouble.empty()) return refuse_reading(file, read.trouble);
  if (dsl::kind_of_file(file, read.text) == dsl::TextKind::record)
    return upgrade_record(flags, file, read.text);
  if (read.text.size() > dsl::largest_variant_file) return refuse_reading(file, "it is too large");
  const dsl::LoadedText kind = dsl::check_kind({file, read.text, {}, {}});
  if (!kind.trouble.empty()) return refuse_reading(file, kind.trouble);
  std::string text = read.text;
  std::string game;
  std::int32_t from = 0, to = 0;
  std::vector<ChangedText> records;
  while (true) {
    const dsl::Upgrade step =
        dsl::upgrade_rules(dsl::with_first_text(reader_of_user(file, flags.bounds), text), file, table_text);
    if (!step.troubles.empty()) return refuse_upgrade(file, step.troubles);
    if (step.game.empty()) {
      tell_of_file(file, "it extends no bundled game, so there is nothing to bring it to");
      return Exit::fine;
    }
    if (step.edits.empty()) break;
    const bool is_first = game.empty();
    if (is_first) from = step.from;
    game = step.game;
    to = step.to;
    std::vector<std::string> troubles;
    const OpenTexts as_it_is = with_text(file, text);
    if (is_first) {
      records = records_beside(file, as_it_is, troubles);
    } else {
      for (ChangedText& record : records)
        record.after = with_new_options(record.path, record.after, as_it_is, troubles);
    }
    const auto edited = dsl::Edits(step.edits.front().where.file, step.edits).put_into(text);
    if (!edited) troubles.emplace_back("the edits do not fit the file");
    if (!troubles.empty()) return refuse_upgrade(file, troubles);
    text = *edited;
  }
  if (text == read.text) {
    tell_of_file(file, "it is written for the newest edition");
    return Exit::fine;
  }
  const TriedUpgrade trial = try_text(flags, file, read.text, text, records);
  print(unified_diff(dsl::printable_line(file), read.text, text));
  for (const ChangedText& record : records)
    print(unified_diff(dsl::printable_line(record.path), record.before, record.after));
  if (!trial.troubles.empty()) return refuse_upgrade(file, trial.troubles);
  tell_of_file(file, fmt::format("'{}' {} -> {}; tried: it checks, {} games are played as before{}", game,
                                 from, to, trial.games,
                                 trial.records == 0
                                     ? std::string()
                                     : fmt::format(", {} records are judged as before", trial.records)));
  // The records first: with the old rules in place they can be put back by hand if the last step fails.
  records.push_back({file, read.text, text});
  return write_upgraded(flags, records);
}

}  // namespace

void add_upgrade(CLI::App& app, Run& run) {
  auto flags = std::make_shared<UpgradeFlags>();
  Command command(app, "upgrade", "Bring rule files and records to the newest edition of their game");
  command.words("FILE", flags->files, "rule files, and records of bundled games");
  command.sign("--write", flags->write,
               "write what is shown, the options of records beside the file with it");
  command.confine(flags->bounds);
  command.examples("Examples:\n  roundhouse upgrade family.yaml\n  roundhouse upgrade family.yaml --write");
  command.does(run, [flags] {
    Exit worst = Exit::fine;
    for (const std::string& file : flags->files) worst = worse(worst, upgrade_file(*flags, file));
    return worst;
  });
}

}  // namespace roundhouse::cli
