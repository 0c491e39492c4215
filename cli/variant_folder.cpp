#include "cli/load.h"

#include <cstdlib>
#include <system_error>

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
  return folder ? dsl::all_variants(*folder) : std::vector<std::string>();
}

std::string with_edition_named(const std::string& name) {
  return dsl::with_edition_named(name, variant_folder().value_or(std::filesystem::path()));
}

}  // namespace roundhouse::cli
