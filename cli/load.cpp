#include "cli/load.h"

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <iterator>

#include "cli/variant_folder.h"
#include "dsl/check/variant_files.h"
#include "dsl/sources/document.h"

namespace roundhouse::cli {
namespace {

namespace fs = std::filesystem;

std::string read_standard_input(std::size_t limit) {
  std::string text(limit + 1, '\0');
  std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::cin.gcount()));
  return text;
}

/// A record may come from anybody, and complaints quote what they are about: it may not name just any file,
/// nor a link to one.
bool is_rule_file(const fs::path& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  const auto ends_well = [](const fs::path& name) {
    return name.extension() == ".yaml" || name.extension() == ".yml";
  };
  return !error && ends_well(path) && ends_well(real);
}

}  // namespace

Text read_whole(const std::string& path, std::size_t limit) {
  if (path != "-") {
    dsl::FileText file = dsl::read_text_file(path, limit);
    return {std::move(file.text), std::move(file.trouble)};
  }
  Text text{read_standard_input(limit), {}};
  if (text.text.size() > limit) return {{}, fmt::format("the input is larger than {} KiB", limit / 1024)};
  return text;
}

std::vector<dsl::OptionSetting> read_settings(dsl::SourceMap& sources,
                                              const std::vector<std::string>& written, std::string& trouble) {
  std::string text;
  for (const std::string& setting : written) text += setting + "\n";
  if (written.empty()) return {};
  const dsl::FileId file = sources.add("--set", text);
  std::vector<dsl::OptionSetting> settings;
  std::uint32_t offset = 0;
  for (const std::string& setting : written) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) {
      trouble = fmt::format("'--set {}' has no '=': write --set option=value", setting);
      return {};
    }
    settings.push_back({setting.substr(0, equals),
                        setting.substr(equals + 1),
                        {file, offset, offset + static_cast<std::uint32_t>(setting.size())}});
    offset += static_cast<std::uint32_t>(setting.size()) + 1;
  }
  return settings;
}

std::vector<std::string> bundled_sections() {
  const auto folder = variant_folder();
  if (!folder) return {};
  dsl::SourceMap sources;
  return dsl::section_ids(dsl::read_documents(sources, *folder / "sources").value);
}

dsl::Checked<dsl::CheckedRules> load_rules(dsl::SourceMap& sources, const std::string& variant,
                                           const std::vector<dsl::OptionSetting>& settings,
                                           const std::string& from) {
  const fs::path bundled = variant_folder().value_or(fs::path());
  dsl::VariantReader files = dsl::read_variant_files(bundled);
  dsl::CheckInput input{variant, settings};
  if (variant == "-") {
    // A parent may then lie in the working folder, as if the text stood in a file there.
    const Text text = read_whole("-", dsl::largest_variant_file);
    const auto reader = [files, text](const std::string& wanted,
                                      const std::string& from_file) -> dsl::LoadedText {
      if (from_file.empty() && wanted == "-") {
        files("./-", {});
        return {"-", text.text, text.trouble};
      }
      return files(wanted, from_file == "-" ? "./-" : from_file);
    };
    return dsl::check_variant(sources, reader, input);
  }
  if (!from.empty() && variant.find('/') == std::string::npos && variant.find('.') == std::string::npos)
    return dsl::check_variant(sources, files, input);  // a bundled name
  if (!from.empty()) {
    // An absolute path stays one.
    input.variant = (fs::path(from) / variant).lexically_normal().string();
    if (!is_rule_file(input.variant)) {
      const auto refused = [](const std::string& wanted, const std::string&) -> dsl::LoadedText {
        return {wanted, {}, "a record names a bundled variant or a file that ends in .yaml"};
      };
      return dsl::check_variant(sources, refused, input);
    }
  }
  return dsl::check_variant(sources, files, input);
}

}  // namespace roundhouse::cli
