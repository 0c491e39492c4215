#include "tools/commands/played_record.h"

#include <algorithm>

#include "cli/load.h"
#include "cli/write_file.h"
#include "dsl/base/search.h"
#include "dsl/base/shown_text.h"
#include "dsl/check/variant_files.h"
#include "tools/players/all_players.h"

namespace roundhouse::cli {
namespace {

/// True if a header can hold it: text of one line without anything that cannot be seen.
bool can_be_written(const std::string& text) {
  return dsl::printable_line(text) == text && text.find('\t') == std::string::npos;
}

}  // namespace

std::string name_in_records(const std::string& rules, const std::string& folder) {
  namespace fs = std::filesystem;
  if (!dsl::is_path(rules))
    return contains(bundled_names(), rules.substr(0, rules.find('@'))) ? with_edition_named(rules)
                                                                       : std::string();
  const fs::path file(rules);
  if (file.extension() != ".yaml" && file.extension() != ".yml") return {};
  std::error_code error;
  const fs::path from = fs::canonical(folder, error);
  if (error) return {};
  const fs::path home = fs::canonical(file.has_parent_path() ? file.parent_path() : ".", error);
  if (error) return {};
  const std::string path = (home / file.filename()).lexically_relative(from).string();
  return can_be_written(path) ? path : std::string();
}

replay::Header header_of_played(const std::string& rules_name, const std::vector<std::string>& settings,
                                const std::string& rules_hash, std::uint64_t seed) {
  replay::Header header;
  header.variant.name = rules_name;
  for (const std::string& setting : settings) {
    auto [option, value] = dsl::split_setting(setting);
    header.variant.options.push_back({std::move(option), std::move(value), {}});
  }
  header.rules = rules_hash;
  header.seed = seed;
  header.complete = true;
  return header;
}

std::vector<std::string> player_names() {
  std::vector<std::string> known;
  for (const engine::Player* player : engine::all_players()) known.emplace_back(player->name);
  return known;
}

std::vector<std::string> listed_seats(const std::string& written) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; !written.empty() && begin <= written.size();) {
    const std::size_t end = std::min(written.find(',', begin), written.size());
    names.push_back(written.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

std::string KeptRecord::keep(const std::string& text) {
  if (!is_new_ && text == held_) return {};
  std::string trouble = is_new_ ? create_file(path_, text) : replace_file(path_, held_, text);
  if (!trouble.empty()) return trouble;
  is_new_ = false;
  held_ = text;
  return {};
}

}  // namespace roundhouse::cli
