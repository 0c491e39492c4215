#include "tests/fuzz/trouble.h"

#include <algorithm>
#include <filesystem>

#include "tests/support/golden.h"

namespace roundhouse::tests {

std::string trouble_with_complaints(const dsl::Diagnostics& diagnostics, dsl::FileId file, std::size_t size) {
  for (const dsl::Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.code.empty() || diagnostic.message.empty()) return "a complaint says nothing";
    const dsl::Span where = diagnostic.where;
    if (where.begin > where.end) return "a complaint ends before it begins: " + diagnostic.message;
    if (where.file == file && where.end > size)
      return "a complaint lies behind the text: " + diagnostic.message;
  }
  return {};
}

std::vector<std::string> texts_under(const std::string& folder, const std::vector<std::string>& endings,
                                     std::size_t longest) {
  namespace fs = std::filesystem;
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(source_folder() / folder)) {
    const std::string ending = entry.path().extension().string();
    const bool wanted = std::find(endings.begin(), endings.end(), ending) != endings.end();
    if (entry.is_regular_file() && wanted && entry.file_size() <= longest) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const fs::path& path : paths) texts.push_back(read_file(path));
  return texts;
}

}  // namespace roundhouse::tests
