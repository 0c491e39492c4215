#include "cli/variant_folder.h"

#include <cstdlib>
#include <system_error>
#include <utility>

#include "dsl/check/variant_files.h"

namespace roundhouse::cli {
namespace {

std::optional<std::filesystem::path> if_folder(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_directory(path, error)) return std::nullopt;
  return path.lexically_normal();
}

}  // namespace

std::optional<std::filesystem::path> variant_folder() {
  if (const char* named = std::getenv("ROUNDHOUSE_VARIANTS"); named != nullptr && *named != '\0') {
    return if_folder(named);
  }
  // The link leads to the program itself, also when it was called by another link to it.
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return std::nullopt;
  const std::filesystem::path folder = program.parent_path();
  if (auto installed = if_folder(folder / ROUNDHOUSE_VARIANTS_FROM_PROGRAM)) return installed;
  return if_folder(folder / "variants");
}

std::vector<std::string> bundled_names() {
  const auto folder = variant_folder();
  if (!folder) return {};
  std::vector<std::string> names = dsl::bundled_variants(*folder);
  for (std::string& name : dsl::more_variants(*folder)) names.push_back(std::move(name));
  return names;
}

std::string with_edition_named(const std::string& name) {
  const auto folder = variant_folder();
  if (!folder || dsl::is_path(name)) return name;
  const dsl::LoadedText text = dsl::read_variant_files(*folder)(name, {});
  if (!text.trouble.empty() || text.edition.number == 0) return name;
  return text.name.substr(0, text.name.find('@')) + "@" + std::to_string(text.edition.number);
}

}  // namespace roundhouse::cli
