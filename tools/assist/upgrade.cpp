#include "tools/assist/upgrade.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "dsl/base/search.h"
#include "dsl/check/choose_edition.h"
#include "dsl/syntax/yaml_tree.h"

namespace roundhouse::dsl {
namespace {

Diagnostic table_error(Span where, std::string message) {
  Diagnostic made;
  made.code = "bad-table";
  made.where = where;
  made.message = std::move(message);
  return made;
}

/// `{ to: NEW, values: { OLD: NEW } }`, or values that are maps of options.
std::optional<RenamedEntry> read_renamed(const YamlNode& node) {
  if (node.is_scalar()) return RenamedEntry{node.text, {}};
  if (!node.is_map()) return std::nullopt;
  RenamedEntry entry;
  if (const YamlNode* to = node.find("to")) entry.to = to->text;
  const YamlNode* values = node.find("values");
  if (values == nullptr) return entry.to.empty() ? std::nullopt : std::optional(entry);
  for (const YamlEntry& value : values->entries) {
    auto& now = entry.values[value.key.text];
    if (value.value.is_scalar()) now.emplace_back(entry.to, value.value.text);
    for (const YamlEntry& option : value.value.entries) now.emplace_back(option.key.text, option.value.text);
  }
  return entry;
}

/// The tables of the games of a chain from one edition to the next, those of children before their parents'.
class Tables {
 public:
  Tables(const EditionTables& texts, const std::vector<GameEdition>& games) {
    for (const auto& [game, edition] : games) {
      SourceMap sources;
      const FileId file = sources.add(fmt::format("{}@{}", game, edition), texts(game, edition));
      if (sources.file(file).text.empty()) continue;
      Checked<EditionTable> read = read_edition_table(sources, file);
      if (!read.ok()) troubles_.push_back(fmt::format("the table of '{}@{}' cannot be read", game, edition));
      tables_.push_back(std::move(read.value));
    }
  }

  const RenamedEntry* renamed(const std::string& name) const {
    for (const EditionTable& table : tables_)
      if (const auto found = table.renamed.find(name); found != table.renamed.end()) return &found->second;
    return nullptr;
  }
  const std::string* gone(const std::string& name) const {
    for (const EditionTable& table : tables_)
      if (const auto found = table.gone.find(name); found != table.gone.end()) return &found->second;
    return nullptr;
  }
  const std::vector<std::string>& troubles() const { return troubles_; }

 private:
  std::vector<EditionTable> tables_;
  std::vector<std::string> troubles_;
};

/// The bundled games of a chain with their editions.
std::vector<GameEdition> games_of(const Chain& chain) {
  std::vector<GameEdition> games;
  for (const LoadedFile& file : chain.files)
    if (file.is_bundled()) games.emplace_back(file.name.substr(0, file.name.find('@')), file.edition);
  return games;
}

/// The entry of the file's own `options` with this place as its key.
const YamlEntry* option_entry(const YamlNode& tree, Span key) {
  const YamlNode* options = tree.find("options");
  if (options == nullptr) return nullptr;
  const auto entry = find_if(options->entries, [&](const YamlEntry& one) { return one.key.where == key; });
  return entry == options->entries.end() ? nullptr : &*entry;
}

std::string settings_text(const std::vector<std::pair<std::string, std::string>>& settings,
                          const std::string& indent) {
  std::string text;
  for (const auto& [name, value] : settings)
    text += fmt::format("{}{}: {}", text.empty() ? "" : "\n" + indent, name, value);
  return text;
}

/// One step from an edition to the next.
class Step {
 public:
  Step(const RuleView& view, const Tables& tables, Upgrade& upgrade)
      : view_(view), file_(view.chain.files.front()), tables_(tables), upgrade_(upgrade) {}

  void rename_all() {
    const ChainNames names(view_);
    const DeclaredNames ours = declared_in(file_.draft);
    for (const NamePlace& place : name_places(view_, names, file_)) {
      const bool is_row_of_ours = place.declares && place.kind == NameKind::rule;
      if (ours.contains(place.name) && !is_row_of_ours) continue;
      if (const RenamedEntry* renamed = tables_.renamed(place.name)) {
        rename(place, *renamed);
      } else if (const std::string* now = tables_.gone(place.name)) {
        upgrade_.troubles.push_back(fmt::format("'{}' is gone: {}", place.name, *now));
      }
    }
  }

 private:
  void rename(const NamePlace& place, const RenamedEntry& renamed) {
    if (renamed.values.empty()) return upgrade_.edits.push_back({place.where, renamed.to, {}});
    const YamlEntry* entry = option_entry(*file_.tree, place.where);
    if (entry == nullptr) {
      upgrade_.troubles.push_back(fmt::format(
          "'{}' has other values now, and a condition asks for it: say there what is meant with {}",
          place.name, renamed.to.empty() ? "what has taken its place" : "'" + renamed.to + "'"));
      return;
    }
    const auto now = renamed.values.find(entry->value.text);
    if (!entry->value.is_scalar() || now == renamed.values.end()) {
      upgrade_.troubles.push_back(
          fmt::format("no table says what '{}: {}' is now", place.name, entry->value.text));
      return;
    }
    const std::string_view text = view_.sources.file(place.where.file).text;
    const std::size_t line = text.rfind('\n', place.where.begin) + 1;
    const std::string indent(place.where.begin - line, ' ');
    upgrade_.edits.push_back({{place.where.file, place.where.begin, entry->value.where.end},
                              settings_text(now->second, indent),
                              {}});
  }

  const RuleView& view_;
  const LoadedFile& file_;
  const Tables& tables_;
  Upgrade& upgrade_;
};

/// Names of the file that the newest edition has, too, as entries of the same kind, and the older one has
/// not: they are the file's own.
std::vector<std::string> names_to_keep(const EditionNames& older, const EditionNames& newest) {
  std::vector<std::string> names;
  for (const auto& [name, entry] : older.ours) {
    const auto theirs = newest.theirs.find(name);
    if (theirs != newest.theirs.end() && !older.theirs.contains(name) && theirs->second.what == entry.what)
      names.push_back(name);
  }
  return names;
}

/// Rows of the file that took the place of the older edition's, and that the newest has not, under another
/// name either.
void find_lost_rows(const EditionNames& older, const EditionNames& newest, const Tables& tables,
                    Upgrade& upgrade) {
  for (const auto& [name, entry] : older.ours)
    if (older.theirs.contains(name) && !newest.theirs.contains(name) && tables.renamed(name) == nullptr)
      upgrade.troubles.push_back(
          fmt::format("'{}' takes the place of {} that edition {} of '{}' does not have any more", name,
                      entry.what, upgrade.to, upgrade.game));
}

}  // namespace

Checked<EditionTable> read_edition_table(const SourceMap& sources, FileId file) {
  Checked<EditionTable> table;
  const Checked<YamlNode> read = read_yaml(sources, file);
  table.diagnostics = read.diagnostics;
  if (!read.value.is_map()) {
    table.diagnostics.push_back(table_error(read.value.where, "a table of names is needed"));
    return table;
  }
  for (const YamlEntry& block : read.value.entries) {
    if (block.key.text != "renamed" && block.key.text != "gone") {
      table.diagnostics.push_back(table_error(block.key.where, "a table has 'renamed' and 'gone'"));
      continue;
    }
    for (const YamlEntry& entry : block.value.entries) {
      if (block.key.text == "gone") {
        table.value.gone.emplace(entry.key.text, entry.value.text);
        continue;
      }
      if (auto renamed = read_renamed(entry.value))
        table.value.renamed.emplace(entry.key.text, std::move(*renamed));
      else
        table.diagnostics.push_back(table_error(entry.value.where, "say with 'to' what the name is now"));
    }
  }
  return table;
}

Upgrade upgrade_rules(const VariantReader& reader, const std::string& file, const EditionTables& tables) {
  Upgrade upgrade;
  const std::unique_ptr<RuleView> view = view_rules(reader, file);
  if (!view->checked.ok()) {
    upgrade.troubles.push_back("the file does not check; 'roundhouse lint' says where");
    upgrade.sources = std::move(view->sources);
    return upgrade;
  }
  const std::optional<UsedEdition>& used = view->checked.value.edition;
  if (!used || view->chain.files.front().is_bundled()) {
    upgrade.sources = std::move(view->sources);
    return upgrade;
  }
  upgrade.game = used->name.substr(0, used->name.find('@'));
  upgrade.from = used->number;
  upgrade.to = std::min(used->newest, used->number + 1);
  const LoadedFile& first = view->chain.files.front();
  if (first.draft.extends) {
    const std::string wanted = fmt::format("{}@{}", upgrade.game, upgrade.to);
    const bool extends_it =
        first.draft.extends->text.substr(0, first.draft.extends->text.find('@')) == upgrade.game;
    if (!extends_it && upgrade.from < upgrade.to)
      upgrade.troubles.push_back(fmt::format(
          "'{}', which it extends, is to be brought to the newest edition first", first.draft.extends->text));
    if (extends_it && first.draft.extends->text != wanted)
      upgrade.edits.push_back({first.draft.extends->where, wanted, {}});
  }
  if (upgrade.from < upgrade.to) {
    const Tables step(tables, games_of(view->chain));
    upgrade.troubles.insert(upgrade.troubles.end(), step.troubles().begin(), step.troubles().end());
    Step(*view, step, upgrade).rename_all();
    SourceMap others;
    Findings silent;
    const Chain newest =
        load_chain(others, with_edition(reader, upgrade.game, upgrade.to), {file, {}}, silent);
    const EditionNames before = names_by_owner(view->chain);
    const EditionNames after = names_by_owner(newest);
    find_lost_rows(before, after, step, upgrade);
    std::vector<std::string> kept;
    for (std::string& name : names_to_keep(before, after))
      if (declared_in(first.draft).contains(name)) kept.push_back(std::move(name));
    if (!kept.empty() && !first.draft.ours.empty()) {
      upgrade.troubles.push_back(fmt::format("add to 'ours': {}", fmt::join(kept, ", ")));
    } else if (!kept.empty() && first.draft.extends) {
      const std::string_view text = view->sources.file(first.draft.extends->where.file).text;
      const std::size_t end =
          std::min(text.find_first_of("\r\n", first.draft.extends->where.end), text.size());
      const auto at = static_cast<std::uint32_t>(end);
      const std::string_view line_end = text.substr(end).starts_with("\r\n") ? "\r\n" : "\n";
      upgrade.edits.push_back({{first.draft.extends->where.file, at, at},
                               fmt::format("{}ours: [{}]", line_end, fmt::join(kept, ", ")),
                               {}});
    }
  }
  std::stable_sort(upgrade.edits.begin(), upgrade.edits.end(),
                   [](const FixIt& a, const FixIt& b) { return a.where.begin < b.where.begin; });
  upgrade.sources = std::move(view->sources);
  return upgrade;
}

std::optional<std::vector<std::pair<std::string, std::string>>> upgraded_setting(
    const std::vector<GameEdition>& games, const EditionTables& tables, const std::string& name,
    const std::string& value, std::vector<std::string>& troubles) {
  const Tables step(tables, games);
  const RenamedEntry* renamed = step.renamed(name);
  if (renamed == nullptr) return std::nullopt;
  if (renamed->values.empty()) return std::vector<std::pair<std::string, std::string>>{{renamed->to, value}};
  const auto now = renamed->values.find(value);
  if (now != renamed->values.end()) return now->second;
  troubles.push_back(fmt::format("no table says what '{}={}' is now", name, value));
  return std::nullopt;
}

}  // namespace roundhouse::dsl
