#include "cli/load.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <map>
#include <mutex>
#include <utility>

#include "cli/variant_folder.h"
#include "dsl/check/choose_edition.h"
#include "dsl/check/variant_files.h"

namespace roundhouse::cli {
namespace {

namespace fs = std::filesystem;

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
      dsl::read_variant_files(variant_folder().value_or(fs::path()), {dsl::NamedBy::user, bounds});
  return variant == "-" ? reader_of_standard_input(files) : files;
}

dsl::Checked<dsl::CheckedRules> load_child(dsl::SourceMap& sources, const RulesWish& parent,
                                           const std::string& name, const std::string& text) {
  dsl::VariantReader files =
      dsl::read_variant_files(variant_folder().value_or(fs::path()), {dsl::NamedBy::user, parent.bounds});
  if (parent.variant == "-") files = reader_of_standard_input(files);
  const dsl::VariantReader reader = [&](const std::string& wanted, const std::string& from) {
    if (from.empty()) return dsl::LoadedText{name, text, {}, {}};
    return from == name ? files(parent.variant, {}) : files(wanted, from);
  };
  return dsl::check_variant(sources, reader, {name, parent.settings, std::nullopt});
}

dsl::Checked<dsl::CheckedRules> load_rules(dsl::SourceMap& sources, const RulesWish& wish) {
  const fs::path bundled = variant_folder().value_or(fs::path());
  dsl::VariantReading reading{dsl::NamedBy::user, wish.bounds};
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

}  // namespace roundhouse::cli
