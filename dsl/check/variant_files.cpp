#include "dsl/check/variant_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <system_error>

namespace roundhouse::dsl {
namespace {

namespace fs = std::filesystem;

/// A bundled variant goes by a plain name: letters, digits and dashes, no dot and no slash.
bool is_bundled_name(const std::string& wanted) {
  return !wanted.empty() && std::all_of(wanted.begin(), wanted.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

bool lies_below(const fs::path& file, const fs::path& folder) {
  const auto [folder_end, rest] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return folder_end == folder.end() && rest != file.end();
}

fs::path settled(const fs::path& path) {
  std::error_code error;
  fs::path result = fs::weakly_canonical(path, error);
  return error ? path.lexically_normal() : result;
}

LoadedText loaded(std::string name, const fs::path& path) {
  FileText file = read_text_file(path, largest_variant_file);
  return {std::move(name), std::move(file.text), std::move(file.trouble)};
}

}  // namespace

FileText read_text_file(const fs::path& path, std::size_t limit) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return {{}, "there is no such file"};
  if (status.type() == fs::file_type::directory) return {{}, "this is a folder, not a file"};
  if (status.type() != fs::file_type::regular) return {{}, "this is not an ordinary file"};
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return {{}, "this file cannot be opened"};
  std::string text(limit + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.bad()) return {{}, "this file cannot be read"};
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > limit) return {{}, fmt::format("this file is larger than {} KiB", limit / 1024)};
  return {std::move(text), {}};
}

std::vector<std::string> bundled_variants(const fs::path& bundled) {
  std::vector<std::string> names;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(bundled, error))
    if (entry.path().extension() == ".yaml" && is_bundled_name(entry.path().stem().string()))
      names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

VariantReader read_variant_files(fs::path bundled) {
  // Shared by the copies that std::function makes: the folder of the first file, once it is known.
  const auto home = std::make_shared<fs::path>();
  return
      [bundled = std::move(bundled), home](const std::string& wanted, const std::string& from) -> LoadedText {
        const bool first = from.empty();
        if (is_bundled_name(wanted) && !bundled.empty()) {
          const fs::path path = bundled / (wanted + ".yaml");
          std::error_code error;
          if (fs::is_regular_file(path, error)) return loaded(wanted, path);
        }
        if (is_bundled_name(wanted) && (!first || !fs::exists(wanted)))
          return {wanted, {}, "there is no bundled variant of this name, and a path to a file ends in .yaml"};
        if (first) {
          *home = settled(wanted).parent_path();
          return loaded(wanted, wanted);
        }
        if (is_bundled_name(from)) return {wanted, {}, "a bundled variant may extend only bundled ones"};
        const fs::path named(wanted);
        if (named.is_absolute())
          return {wanted, {}, "a parent is named by a path relative to the file that extends it"};
        const fs::path path = fs::path(from).parent_path() / named;
        if (!lies_below(settled(path), *home))
          return {wanted, {}, "a parent must lie in the folder of the file that was asked for, or below it"};
        return loaded(path.lexically_normal().string(), path);
      };
}

}  // namespace roundhouse::dsl
