#pragma once
// Variant files on disk: the reader that check_variant is given by programs. The one place of the
// libraries that opens a variant file, and so the one that says which may be opened.

#include <filesystem>
#include <string>
#include <vector>

#include "dsl/check/check.h"

namespace roundhouse::dsl {

/// No variant file is larger.
constexpr std::size_t largest_variant_file = std::size_t{1} << 20;

/// Reads a bundled variant by its name ("dual"), or a file by its path. The first file may lie anywhere;
/// a parent named by a path must lie in the first file's folder or below it. A bundled file may extend
/// only bundled ones. Only regular files are read, and not more than largest_variant_file bytes of one.
/// An empty `bundled`: there are no bundled variants.
VariantReader read_variant_files(std::filesystem::path bundled);

/// The bundled names, sorted.
std::vector<std::string> bundled_variants(const std::filesystem::path& bundled);

/// A whole regular file, or why not. Longer than `limit`: refused.
struct FileText {
  std::string text;
  std::string trouble;  ///< "there is no such file"; empty: it was read
};
FileText read_text_file(const std::filesystem::path& path, std::size_t limit);

}  // namespace roundhouse::dsl
