#include "cli/open_texts.h"

#include <filesystem>
#include <utility>

#include "dsl/check/variant_files.h"

namespace roundhouse::cli {

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

}  // namespace roundhouse::cli
