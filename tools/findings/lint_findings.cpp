#include "tools/findings/lint_findings.h"

#include <filesystem>

#include "cli/load.h"
#include "cli/variant_folder.h"
#include "dsl/sources/document.h"

namespace roundhouse::cli {

std::vector<std::string> bundled_sections() {
  const auto folder = variant_folder();
  if (!folder) return {};
  dsl::SourceMap sources;
  return dsl::section_ids(dsl::read_documents(sources, *folder / "sources").value);
}

dsl::Analysis look_at_file(dsl::SourceMap& sources, const std::string& file, const dsl::ReadingBounds& bounds,
                           std::vector<std::string>* asked) {
  const dsl::VariantReader files = reader_of_user(file, bounds);
  const dsl::VariantReader reader = [&](const std::string& wanted, const std::string& from) {
    dsl::LoadedText loaded = files(wanted, from);
    if (asked != nullptr) {
      const bool is_found = loaded.trouble.empty();
      const std::filesystem::path folder = std::filesystem::path(from).parent_path();
      asked->push_back(is_found ? loaded.name : (folder / wanted).lexically_normal().string());
    }
    return loaded;
  };
  return dsl::analyze(sources, reader, {.check = {file, {}, {}}, .bundled_sections = bundled_sections()});
}

dsl::Diagnostics lint_findings(const dsl::Checked<dsl::CheckedRules>& rules) {
  return dsl::findings_about(rules, bundled_sections(), dsl::FileId{});  // the first that was read
}

}  // namespace roundhouse::cli
