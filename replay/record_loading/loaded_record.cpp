#include "replay/record_loading/loaded_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/text_file.h"
#include "dsl/check/checked_rules.h"
#include "dsl/check/player_numbers.h"
#include "replay/record/check_header.h"
#include "replay/record/read_record.h"
#include "replay/record_loading/rule_cache.h"

namespace roundhouse::replay {
namespace {

/// True if the header's hash is that of these rules. It may be written with its first digits only.
bool has_hash(const ShelvedRules& rules, const std::string& written) {
  return rules.hash->get().starts_with(written);
}

dsl::Diagnostic other_rules(const Header& header, const ShelvedRules& rules) {
  dsl::Diagnostic d;
  d.code = load_code(LoadCode::other_rules);
  d.where = header.rules_at.span;
  d.message =
      fmt::format("this record was made under other rules: it says sha256:{}, and these are sha256:{}",
                  header.rules, rules.hash->get().substr(0, std::max<std::size_t>(header.rules.size(), 12)));
  d.why =
      "no edition of a bundled game and no file kept beside the record has that hash: the rule file has been "
      "edited since, or an option has another value, or the record names other rules";
  d.help =
      "look for an earlier copy of the file, write the options of that time into the [variant] line, or "
      "judge by these rules all the same with --any-rules; 'freeze' keeps rules for the next time";
  return d;
}

/// Gives the rounds of a record away one by one; false from `take` stops. The reader says what else there is
/// to say of it.
RecordReader read_rounds(const dsl::SourceMap& sources, dsl::FileId file, ProgramOf program_of,
                         const std::function<bool(RecordRound&&)>& take) {
  constexpr std::size_t piece_size = std::size_t{1} << 16;
  // Loading rules adds files, and a text as short as this moves with them.
  const std::string_view kept = sources.file(file).text;
  const std::string copy(kept.substr(0, kept.size() < 64 ? kept.size() : 0));
  const std::string_view text = copy.empty() ? kept : std::string_view(copy);
  RecordReader reader(file, std::move(program_of));
  const auto give = [&] {
    while (reader.has_round())
      if (!take(reader.take_round())) return false;
    return true;
  };
  for (std::size_t at = 0; at < text.size(); at += piece_size) {
    reader.feed(text.substr(at, piece_size));
    if (!give()) return reader;
  }
  reader.finish();
  give();
  return reader;
}

/// All that the rules of a record depend on.
std::string name_on_shelf(const RulesWish& wish) {
  std::string name = wish.variant;
  const auto add = [&](std::string_view part) {
    name += '\n';
    name += part;
  };
  add(wish.bounds.folder.native());
  add(wish.in_record ? wish.in_record->folder : std::string());
  add(wish.in_record ? "named in a record" : "named by the user");
  if (wish.in_record)
    for (const auto& [file, text] : wish.in_record->rules) {
      add(file);
      add(text);
    }
  add(wish.edition_of);
  add(std::to_string(wish.edition));
  for (const dsl::OptionSetting& setting : wish.settings) {
    add(setting.name);
    add(setting.value);
  }
  return name;
}

/// The rules from the shelf, or loaded and put there. With complaints where they are none.
ShelvedRules take_rules(dsl::SourceMap& sources, const RuleSource& source, const RulesWish& wish,
                        RuleCache& shelf) {
  const std::string name = name_on_shelf(wish);
  if (std::optional<ShelvedRules> shelved = shelf.find(name, sources)) return std::move(*shelved);
  ShelvedRules loaded;
  loaded.name = name;
  loaded.first = sources.size();
  dsl::Checked<dsl::CheckedRules> rules = source.check(sources, wish);
  for (std::size_t file = loaded.first; file < sources.size(); ++file)
    loaded.files.push_back(sources.file({static_cast<std::uint16_t>(file)}));
  if (rules.ok()) {
    loaded.rules = std::make_shared<const dsl::CheckedRules>(std::move(rules.value));
    loaded.hash = std::make_shared<AskedHash>(loaded.rules);
    shelf.keep(loaded);
    return loaded;
  }
  loaded.complaints = std::move(rules.diagnostics);
  // A mistake in a record's own words stands in another place of the next record.
  const auto in_rules = [&](const dsl::Span& where) { return where.file.value >= loaded.first; };
  const bool of_files = all_of(loaded.complaints, [&](const auto& d) {
    return in_rules(d.where) && all_of(d.labels, [&](const dsl::Label& l) { return in_rules(l.where); });
  });
  loaded.is_kept = of_files;
  if (of_files) shelf.keep(loaded);
  return loaded;
}

/// The wishes that may lead to the rules that a record was made by, where those that it names are others:
/// other editions of the bundled game, the newest first, and rules that were kept beside it.
std::vector<RulesWish> other_wishes(const RuleSource& source, const RulesWish& wish,
                                    const dsl::CheckedRules& rules, const std::string& hash) {
  std::vector<RulesWish> wishes;
  if (rules.edition)
    for (std::int32_t number = rules.edition->newest; number > 0; --number) {
      if (number == rules.edition->number) continue;
      RulesWish& other = wishes.emplace_back(wish);
      other.edition_of = rules.edition->name.substr(0, rules.edition->name.find('@'));
      other.edition = number;
    }
  if (!wish.in_record || !source.kept) return wishes;
  for (RulesWish& kept : source.kept(wish, hash)) wishes.push_back(std::move(kept));
  return wishes;
}

/// The texts that complaints about rules from the shelf are about, under the numbers that they had.
std::shared_ptr<const dsl::SourceMap> sources_of(const ShelvedRules& shelved) {
  auto sources = std::make_shared<dsl::SourceMap>();
  while (sources->size() < shelved.first) sources->add({}, {});
  for (const dsl::SourceFile& file : shelved.files) sources->add(file.name, file.text);
  return sources;
}

/// The last place among the options and the players of a header that lines between rounds have made: that is
/// what has just changed.
dsl::Span place_of_change(const Header& header) {
  dsl::Span last = header.players.front().at.span;
  const auto look = [&](const dsl::Span& span) {
    if (span.begin > last.begin) last = span;
  };
  for (const PlayerField& player : header.players) look(player.at.span);
  for (const OptionField& option : header.variant.options) look(option.at.span);
  return last;
}

dsl::Span place_of_players(dsl::FileId file, const Header& header, bool is_changed) {
  if (header.players.empty()) return {file, 0, 0};
  return is_changed ? place_of_change(header) : header.players.front().at.span;
}

constexpr std::string_view begins_file = "# rules ";
constexpr std::string_view line_of_file = "#|";
constexpr std::size_t most_files = 16;

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

std::vector<dsl::OptionSetting> read_settings(dsl::SourceMap& sources, const std::string& name,
                                              const std::vector<std::string>& written) {
  if (written.empty()) return {};
  std::string text;
  for (const std::string& setting : written) text += setting + "\n";
  const dsl::FileId file = sources.add(name, text);
  std::vector<dsl::OptionSetting> settings;
  std::uint32_t offset = 0;
  for (const std::string& setting : written) {
    dsl::SettingText parts = dsl::split_setting(setting);
    settings.push_back({std::move(parts.option),
                        std::move(parts.value),
                        {file, offset, offset + static_cast<std::uint32_t>(setting.size())}});
    offset += static_cast<std::uint32_t>(setting.size()) + 1;
  }
  return settings;
}

RulesWish rules_wish(dsl::SourceMap& sources, const std::string& path, const Header& header,
                     const RecordWishes& wishes) {
  RulesWish wish;
  wish.bounds = wishes.bounds;
  for (const OptionField& option : header.variant.options)
    wish.settings.push_back({option.name, option.value, option.at.span});
  for (dsl::OptionSetting& setting : read_settings(sources, "--set", wishes.settings))
    wish.settings.push_back(std::move(setting));
  wish.variant = wishes.rules.empty() ? header.variant.name : wishes.rules;
  if (!wishes.rules.empty()) return wish;
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const dsl::Span named_at = header.variant.at.span;
  wish.in_record = {path == "-" || folder.empty() ? "." : folder, named_at};
  if (named_at.file.value < sources.size())
    wish.in_record->rules = rules_within(sources.file(named_at.file).text);
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
    case dsl::TextKind::table:  // lines of a record with commas look the same
    case dsl::TextKind::page:
    case dsl::TextKind::other:
      break;
  }
  return {};
}

std::optional<LoadedRules> RulesOfRecord::refuse(dsl::Span where, LoadCode code, std::string message,
                                                 std::string help, std::vector<dsl::Label> labels) {
  dsl::Diagnostic d;
  d.code = load_code(code);
  d.where = where;
  d.message = std::move(message);
  d.help = std::move(help);
  d.labels = std::move(labels);
  news_.push_back({{std::move(d)}});
  return std::nullopt;
}

LoadedRules RulesOfRecord::of(const Header& header) {
  const bool is_changed = std::exchange(was_asked_, true);
  std::optional<LoadedRules> rules = load(header, is_changed);
  is_refused_ = is_refused_ || !rules;
  return std::move(rules).value_or(LoadedRules());
}

std::optional<LoadedRules> RulesOfRecord::load(const Header& header, bool is_changed) {
  LoadedRules loaded;
  if (wishes_.rules.empty() && header.variant.name.empty())
    return refuse({file_, 0, 0}, LoadCode::no_variant, "the record does not say by which rules it was played",
                  "begin it with a line such as [variant club-double-twelve], or give --rules");

  const std::shared_ptr<RuleCache> shelf = wishes_.shelf ? wishes_.shelf : std::make_shared<RuleCache>();
  RulesWish wish = rules_wish(sources_, path_, header, wishes_);
  if (found_) {
    wish.variant = found_->variant;
    wish.edition_of = found_->edition_of;
    wish.edition = found_->edition;
  }
  ShelvedRules shelved = take_rules(sources_, source_, wish, *shelf);
  if (!shelved.rules) {
    LoadNews news{shelved.complaints};
    if (shelved.is_kept) news.sources = sources_of(shelved);
    news_.push_back(std::move(news));
    return std::nullopt;
  }
  if (!header.rules.empty() && !wishes_.any_rules && !has_hash(shelved, header.rules)) {
    bool is_found = false;
    for (RulesWish& other : other_wishes(source_, wish, *shelved.rules, header.rules)) {
      ShelvedRules tried = take_rules(sources_, source_, other, *shelf);
      if (!tried.rules || !has_hash(tried, header.rules)) continue;
      news_.push_back(
          {{},
           nullptr,
           other.edition > 0 ? fmt::format("{}@{}", other.edition_of, other.edition) : other.variant});
      shelved = std::move(tried);
      found_ = std::move(other);
      is_found = true;
      break;
    }
    if (!is_found) {
      news_.push_back({{other_rules(header, shelved)}});
      return std::nullopt;
    }
  }
  loaded.checked = shelved.rules;
  loaded.hash = shelved.hash;
  if (is_changed && (changed_nodes_ += dsl::size_of(*loaded.checked)) > most_changed_nodes)
    return refuse(place_of_change(header), LoadCode::too_many_rules,
                  "the rules that this record has come to be played by are too many or too large",
                  "give the rest as a record of its own");
  const int players = static_cast<int>(header.players.size());
  if (const auto reason = dsl::refuse_players(*loaded.checked, players)) {
    std::vector<dsl::Label> labels;
    if (const auto place = dsl::left_out_at(loaded.checked->setup, players))
      labels.push_back({*place, fmt::format("{} do not play", players)});
    return refuse(place_of_players(file_, header, is_changed), LoadCode::wrong_players, *reason, {},
                  std::move(labels));
  }
  const auto compiled = shelved.programs.find(players);
  if (compiled != shelved.programs.end()) {
    loaded.program = compiled->second;
  } else {
    loaded.program = std::make_shared<const engine::Rules>(engine::compile_rules(*loaded.checked, players));
    shelf->keep_program(shelved, players, loaded.program);
  }
  if (dsl::Diagnostics wrong = check_header(*loaded.program, header); !wrong.empty()) {
    news_.push_back({std::move(wrong)});
    return std::nullopt;
  }
  return loaded;
}

namespace {

/// In so many ways a record that cannot be read is mended at most.
constexpr std::size_t most_mended = 8;

/// As often what was mended is mended again: how a line can be read rests on those before it.
constexpr int most_times_mended = 40;
/// Of longer texts no record is read again and again.
constexpr std::size_t longest_mended = std::size_t{16} << 10;

/// The text with the first of its lines that cannot be read mended, if each of them can be.
std::vector<MendedText> mended_texts(std::string_view text, const dsl::Diagnostics& complaints) {
  if (text.size() > longest_mended ||
      any_of(complaints, [](const dsl::Diagnostic& complaint) { return complaint.fixes.empty(); }))
    return {};
  std::vector<MendedText> mended;
  for (const dsl::FixIt& fix : complaints.front().fixes) {
    MendedText with{std::string(text), {}};
    with.text.replace(fix.where.begin, fix.where.end - fix.where.begin, fix.text);
    if (complaints.front().fixes.size() > 1) with.chosen.push_back(fix.text);
    with.has_gap = fix.text.ends_with(": ?");
    mended.push_back(std::move(with));
  }
  return mended;
}

}  // namespace

RecordLoading load_record_text(dsl::SourceMap& sources, const RuleSource& source, const std::string& name,
                               const std::string& path, std::string text, const RecordWishes& wishes) {
  RecordLoading loading;
  loading.trouble = trouble_with_kind(text);
  if (!loading.trouble.empty()) return loading;
  const dsl::FileId file = sources.add(name, std::move(text));
  // The rules are loaded when the header is known: lines are read by their words.
  LoadedRecord loaded;
  loaded.file = file;
  RulesOfRecord rules(sources, source, file, path, wishes);
  const auto load = [&](const Header& header) {
    const bool is_changed = rules.was_asked();
    LoadedRules found = rules.of(header);
    if (is_changed)
      loaded.changed.emplace_back(header, found);
    else
      loaded.by = found;
    return found;
  };
  std::size_t entries = 0;
  const RecordReader reader = read_rounds(sources, file, load, [&](RecordRound&& round) {
    entries += entries_of(round);
    loaded.whole = entries <= most_held_entries;
    if (loaded.whole)
      loaded.record.rounds.push_back(std::move(round));
    else
      loaded.record.rounds = {};
    return true;
  });
  const bool is_read = !dsl::has_errors(reader.diagnostics());
  if (is_read && !rules.was_asked()) load(reader.header());
  loading.news = rules.take_news();
  if (!is_read) {
    dsl::Diagnostics complaints = reader.diagnostics();
    dsl::sort_diagnostics(complaints);
    loading.mended = mended_texts(sources.file(file).text, complaints);
    loading.news.push_back({std::move(complaints)});
    return loading;
  }
  if (rules.is_refused()) return loading;
  loaded.record.header = reader.header();
  loaded.notes = reader.notes();
  dsl::sort_diagnostics(loaded.notes);
  loading.record = std::move(loaded);
  return loading;
}

std::vector<MendedRecord> load_mended(dsl::SourceMap& sources, const RuleSource& source,
                                      const std::string& name, const std::string& path,
                                      std::vector<MendedText> texts, const RecordWishes& wishes) {
  std::vector<MendedRecord> records;
  for (int times = 0; times < most_times_mended && !texts.empty(); ++times) {
    std::vector<MendedText> again;
    for (MendedText& each : texts) {
      RecordLoading loading = load_record_text(sources, source, name, path, std::move(each.text), wishes);
      if (loading.record) {
        records.push_back({*std::move(loading.record), std::move(each.chosen), each.has_gap});
        continue;
      }
      if (loading.mended.empty()) return {};
      for (MendedText& more : loading.mended) {
        more.chosen.insert(more.chosen.begin(), each.chosen.begin(), each.chosen.end());
        more.has_gap = more.has_gap || each.has_gap;
        again.push_back(std::move(more));
      }
    }
    if (records.size() + again.size() > most_mended) return {};
    texts = std::move(again);
  }
  return texts.empty() ? std::move(records) : std::vector<MendedRecord>();
}

void for_each_round(const dsl::SourceMap& sources, const LoadedRecord& loaded,
                    const std::function<bool(const RecordRound&)>& each) {
  if (!loaded.whole) {
    const auto rules = [&, asked = false](const Header& header) mutable {
      if (!std::exchange(asked, true)) return loaded.by;
      const auto known = find_if(loaded.changed, [&](const auto& entry) { return entry.first == header; });
      return known == loaded.changed.end() ? LoadedRules() : known->second;
    };
    read_rounds(sources, loaded.file, rules, [&](RecordRound&& round) { return each(round); });
    return;
  }
  for (const RecordRound& round : loaded.record.rounds)
    if (!each(round)) return;
}

std::map<std::string, std::string> rules_within(std::string_view record) {
  std::map<std::string, std::string> rules;
  if (record.find(begins_file) == std::string_view::npos) return rules;
  std::string* file = nullptr;
  while (!record.empty()) {
    std::string_view line = take_line(record);
    if (line.starts_with(begins_file) && record.starts_with(line_of_file)) {
      line.remove_prefix(begins_file.size());
      const bool is_name = line.find_first_of("/\\") == std::string_view::npos &&
                           (line.ends_with(".yaml") || line.ends_with(".yml"));
      file = is_name && rules.size() < most_files ? &rules[std::string(line)] : nullptr;
    } else if (file != nullptr && line.starts_with(line_of_file)) {
      line.remove_prefix(line_of_file.size());
      if (line.starts_with(' ')) line.remove_prefix(1);
      file->append(line).push_back('\n');
    } else {
      file = nullptr;
    }
  }
  return rules;
}

}  // namespace roundhouse::replay
