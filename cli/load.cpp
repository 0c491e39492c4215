#include "cli/load.h"

#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <map>
#include <mutex>
#include <utility>

#include "cli/console.h"
#include "dsl/base/nearest.h"
#include "dsl/base/shown_text.h"
#include "dsl/check/check_codes.h"
#include "dsl/check/choose_edition.h"
#include "dsl/check/variant_files.h"
#include "dsl/syntax/packed_trees.h"
#include "replay/views/verdict_text.h"

namespace roundhouse::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_trees = std::size_t{16} << 20;

/// The trees of the bundled rule files, which the build has put beside their folder; empty: it has not. Read
/// once and kept.
std::shared_ptr<const dsl::PackedTrees> bundled_trees() {
  static const auto kept = [] {
    const auto folder = variant_folder();
    return std::make_shared<const dsl::PackedTrees>(
        folder ? dsl::read_text_file(folder->parent_path() / "variants.trees", largest_trees).text
               : std::string());
  }();
  return kept;
}

/// Files of this user's, with what is known of bundled ones.
dsl::VariantReading reading_by(dsl::NamedBy first, const dsl::ReadingBounds& bounds) {
  return {first, bounds, bundled_trees()};
}

/// Read once and kept: rules from there are asked for with every record.
Text read_standard_input(std::size_t limit) {
  static std::mutex reading;
  static std::optional<Text> kept;
  const std::lock_guard lock(reading);
  if (!kept) {
    dsl::FileText file = dsl::read_text(std::cin, limit);
    std::string trouble = standard_input_trouble();
    if (trouble.empty() && !file.trouble.empty()) trouble = "the input " + file.trouble;
    kept = Text{std::move(file.text), std::move(trouble)};
  }
  return *kept;
}

/// Text that the user hands over directly. A parent may then lie in the working folder, as if the text stood
/// in a file there.
dsl::VariantReader reader_of_standard_input(const dsl::VariantReader& files) {
  Text read = read_whole("-", dsl::largest_variant_file, {});
  const dsl::LoadedText text = dsl::check_kind({"-", std::move(read.text), std::move(read.trouble), {}});
  return [files, text](const std::string& wanted, const std::string& from) -> dsl::LoadedText {
    return from.empty() ? text : files(wanted, from == "-" ? "./-" : from);
  };
}

/// Rule files of the record's folder as the record brings them along.
OpenTexts brought_along(const replay::NamedInRecord& record) {
  std::map<std::string, std::string> rules;
  for (const auto& [name, text] : record.rules)
    rules.emplace((fs::path(record.folder) / name).lexically_normal().string(), text);
  return [rules = std::move(rules)](const std::string& path) -> const std::string* {
    const auto found = rules.find(path);
    return found == rules.end() ? nullptr : &found->second;
  };
}

/// Rule files in the folder of a record whose names bear the beginning of this hash.
std::vector<RulesWish> kept_beside(const RulesWish& wish, const std::string& hash) {
  std::vector<RulesWish> wishes;
  namespace fs = std::filesystem;
  const std::string stem = fs::path(wish.variant.substr(0, wish.variant.find('@'))).stem().string();
  std::error_code error;
  for (fs::directory_iterator entry(wish.in_record->folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().stem().string();
    if (entry->path().extension() != ".yaml" || !name.starts_with(stem + "@")) continue;
    const std::string kept = name.substr(stem.size() + 1);
    if (kept.size() < 8 || !(hash.starts_with(kept) || kept.starts_with(hash))) continue;
    wishes.push_back(wish);
    wishes.back().variant = entry->path().filename().string();
  }
  return wishes;
}

}  // namespace

std::string standard_input_trouble() {
  return std::ferror(stdin) != 0 ? "standard input cannot be read" : std::string();
}

Text read_whole(const std::string& path, std::size_t limit, const dsl::ReadingBounds& bounds) {
  if (path == "-") return read_standard_input(limit);
  dsl::FileText file = dsl::read_text_file(path, limit, bounds);
  return {std::move(file.text), std::move(file.trouble)};
}

std::vector<dsl::OptionSetting> read_settings(dsl::SourceMap& sources,
                                              const std::vector<std::string>& written) {
  return replay::read_settings(sources, "--set", written);
}

WrittenVariant read_variant(const std::string& written, const std::vector<std::string>& settings) {
  WrittenVariant variant{written, settings};
  std::error_code error;
  // A file may be called so.
  if (fs::exists(written, error)) return variant;
  std::vector<std::string> own;
  std::string name = written;
  while (true) {
    const std::size_t space = name.find_last_of(" \t");
    if (space == std::string::npos || name.find('=', space) == std::string::npos) break;
    own.insert(own.begin(), name.substr(space + 1));
    name.erase(name.find_last_not_of(" \t", space) + 1);
  }
  if (name.empty()) return variant;
  variant.name = name;
  variant.settings.insert(variant.settings.end(), own.begin(), own.end());
  return variant;
}

dsl::VariantReader reader_of_user(const std::string& variant, const dsl::ReadingBounds& bounds) {
  const dsl::VariantReader files =
      dsl::read_variant_files(variant_folder().value_or(fs::path()), reading_by(dsl::NamedBy::user, bounds));
  return variant == "-" ? reader_of_standard_input(files) : files;
}

dsl::Checked<dsl::CheckedRules> load_child(dsl::SourceMap& sources, const RulesWish& parent,
                                           const std::string& name, const std::string& text) {
  dsl::VariantReader files = dsl::read_variant_files(variant_folder().value_or(fs::path()),
                                                     reading_by(dsl::NamedBy::user, parent.bounds));
  if (parent.variant == "-") files = reader_of_standard_input(files);
  const dsl::VariantReader reader = [&](const std::string& wanted, const std::string& from) {
    if (from.empty()) return dsl::LoadedText{name, text, {}, {}};
    return from == name ? files(parent.variant, {}) : files(wanted, from);
  };
  return dsl::check_variant(sources, reader, {name, parent.settings, std::nullopt});
}

dsl::Checked<dsl::CheckedRules> load_rules(dsl::SourceMap& sources, const RulesWish& wish) {
  const fs::path bundled = variant_folder().value_or(fs::path());
  dsl::VariantReading reading = reading_by(dsl::NamedBy::user, wish.bounds);
  dsl::CheckInput input{wish.variant, wish.settings, std::nullopt};
  if (!wish.in_record) return dsl::check_variant(sources, reader_of_user(wish.variant, wish.bounds), input);
  reading.first = dsl::NamedBy::record;
  input.named_at = wish.in_record->where;
  // An absolute path stays one, and a name stays a name.
  if (dsl::is_path(wish.variant)) {
    const fs::path path = fs::path(wish.in_record->folder) / wish.variant;
    const std::string plain = path.lexically_normal().string();
    input.variant = dsl::is_path(plain) ? plain : path.string();
  }
  dsl::VariantReader files = dsl::read_variant_files(bundled, reading);
  if (!wish.in_record->rules.empty()) files = over_files(brought_along(*wish.in_record), std::move(files));
  if (wish.edition > 0) files = dsl::with_edition(std::move(files), wish.edition_of, wish.edition);
  return dsl::check_variant(sources, wish.open ? over_files(wish.open, files) : files, input);
}

dsl::VariantReader over_files(OpenTexts open, dsl::VariantReader files) {
  return [open = std::move(open), files = std::move(files)](const std::string& wanted,
                                                            const std::string& from) -> dsl::LoadedText {
    namespace fs = std::filesystem;
    // The first file is named by its whole path, a parent by the way from the file that extends it.
    std::string path = wanted;
    if (!from.empty() && dsl::is_path(wanted) && !fs::path(wanted).is_absolute())
      path = (fs::path(from).parent_path() / wanted).lexically_normal().string();
    const std::string* text =
        from.empty() || (dsl::is_path(wanted) && !fs::path(wanted).is_absolute()) ? open(path) : nullptr;
    if (text == nullptr) return files(wanted, from);
    if (text->size() > dsl::largest_variant_file) return {path, {}, "this file is too large", {}};
    if (from.empty()) return dsl::check_kind({path, *text, {}, {}});
    if (!dsl::begins_like_rules(*text)) return files(wanted, from);
    return {path, *text, {}, {}};
  };
}

const replay::RuleSource& rules_on_disk() {
  static const replay::RuleSource source{load_rules, kept_beside};
  return source;
}

void print_news(const dsl::SourceMap& sources, const std::string& path,
                const std::vector<replay::LoadNews>& news) {
  for (const replay::LoadNews& one : news)
    if (one.judged_by.empty())
      print_complaints(one.sources ? *one.sources : sources, one.complaints);
    else
      print_error(fmt::format("{}: judged by '{}', which has the hash of this record\n",
                              dsl::printable_line(path), dsl::printable_line(one.judged_by)));
}

void refuse_record(const std::string& path, const std::string& trouble) {
  dsl::Diagnostic refused;
  refused.code = row(dsl::CheckCode::cannot_read).code;
  refused.where.file = dsl::no_file;
  refused.message = fmt::format("cannot read '{}': {}", dsl::printable_line(path), trouble);
  if (trouble == "there is no such file")
    if (const auto nearest = dsl::nearest_file(path))
      refused.help = fmt::format("did you mean '{}'?", dsl::printable_line(*nearest));
  print_painted_error(
      dsl::render_diagnostics({}, {refused}, {paint_for_errors(), sentence_width(Stream::errors)}));
}

std::optional<LoadedRecord> load_record(dsl::SourceMap& sources, const std::string& path,
                                        const RecordWishes& wishes,
                                        std::vector<replay::MendedRecord>* mended) {
  Text text = read_whole(path, largest_record_file, wishes.bounds);
  if (!text.trouble.empty()) {
    refuse_record(path, text.trouble);
    return std::nullopt;
  }
  return load_record_text(sources, path, std::move(text.text), wishes, mended);
}

std::optional<LoadedRecord> load_record_text(dsl::SourceMap& sources, const std::string& path,
                                             std::string text, const RecordWishes& wishes,
                                             std::vector<replay::MendedRecord>* mended) {
  const std::string name = path == "-" ? "standard input" : path;
  replay::RecordLoading loading =
      replay::load_record_text(sources, rules_on_disk(), name, path, std::move(text), wishes);
  if (!loading.trouble.empty()) refuse_record(path, loading.trouble);
  print_news(sources, path, loading.news);
  if (mended != nullptr && !loading.mended.empty())
    *mended = replay::load_mended(sources, rules_on_disk(), name, path, std::move(loading.mended), wishes);
  return std::move(loading.record);
}

std::string no_such_turn(const std::string& file, const std::string& turn) {
  return fmt::format(
      "roundhouse: {} has no turn {}\n  help: 9.2 is the second turn of the round labelled 9, "
      "#1.2 the second turn of the file's first round\n",
      dsl::printable_line(file), dsl::printable_line(turn));
}

void print_notes(const dsl::SourceMap& sources, const std::string& path, const dsl::Diagnostics& notes) {
  if (!notes.empty()) print_error(fmt::format("{}: notes:\n{}", path, replay::render_notes(sources, notes)));
}

}  // namespace roundhouse::cli
