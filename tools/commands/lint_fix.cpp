#include "tools/commands/lint_fix.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "cli/load.h"
#include "dsl/base/shown_text.h"
#include "dsl/check/variant_files.h"
#include "tools/findings/lint_findings.h"
#include "tools/lint/analyze.h"

namespace roundhouse::cli {

MendedFile mend_file(const std::string& file, const dsl::ReadingBounds& bounds) {
  MendedFile mended;
  std::error_code error;
  if (file == "-" || !std::filesystem::is_regular_file(file, error)) {
    mended.trouble =
        file == "-" ? "what comes from standard input stands in no file" : "it is no file of yours";
    return mended;
  }
  const dsl::LoadedText loaded = reader_of_user(file, bounds)(file, {});
  // A bundled variant goes before a file of the same name.
  if (loaded.trouble.empty() && loaded.name != file) {
    mended.trouble = "it is a bundled variant";
    return mended;
  }
  mended.before = loaded.text;
  if (!loaded.trouble.empty()) mended.trouble = loaded.trouble;
  if (!mended.trouble.empty()) return mended;
  const dsl::VariantReader reader = reader_of_user(file, bounds);
  const dsl::AnalysisInput input{.check = {.variant = file, .settings = {}, .tries = dsl::Tries::all},
                                 .bundled_sections = bundled_sections()};
  mended.fixed = dsl::fix_text(mended.before, dsl::FileId{}, [&](const std::string& text) {
    dsl::SourceMap sources;
    return dsl::analyze(sources, dsl::with_first_text(reader, text), input).findings;
  });
  return mended;
}

std::string mended_line(const std::string& file, const dsl::Diagnostic& cured) {
  return dsl::printable_line(fmt::format("mended in {}: {}[{}]: {}", file, dsl::severity_name(cured.severity),
                                         cured.code, cured.message)) +
         "\n";
}

}  // namespace roundhouse::cli
