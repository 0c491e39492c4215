#include "cli/load_record.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "cli/console.h"
#include "dsl/base/nearest.h"
#include "dsl/base/shown_text.h"
#include "replay/views/verdict_text.h"

namespace roundhouse::cli {
namespace {

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
  std::string text = fmt::format("error[{}]: {}: {}\n", load_code(LoadCode::unreadable_file),
                                 dsl::printable_line(path), trouble);
  if (trouble == "there is no such file")
    if (const auto nearest = dsl::nearest_file(path))
      text += fmt::format("  = help: did you mean '{}'?\n", dsl::printable_line(*nearest));
  print_error(text);
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
  const std::string name = path == "-" ? "standard input" : path;
  replay::RecordLoading loading =
      replay::load_record_text(sources, rules_on_disk(), name, path, std::move(text), wishes);
  if (!loading.trouble.empty()) refuse_record(path, loading.trouble);
  print_news(sources, path, loading.news);
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
