#pragma once
// Rules and records from the command line's names: bundled variants, paths, standard input.

#include <optional>
#include <string>
#include <vector>

#include "dsl/check/check.h"
#include "dsl/program.h"
#include "replay/record.h"

namespace roundhouse::cli {

/// `--set option=value`, as written; the values are placed in a source named `--set`.
std::vector<dsl::OptionSetting> read_settings(dsl::SourceMap& sources,
                                              const std::vector<std::string>& written, std::string& trouble);

/// Checks a variant (a bundled name, a path, or `-` for standard input), with the bundled documents'
/// sections known. `from`: the folder that a relative path starts from; empty: the working folder.
dsl::Checked<dsl::CheckedRules> load_rules(dsl::SourceMap& sources, const std::string& variant,
                                           const std::vector<dsl::OptionSetting>& settings,
                                           const std::string& from = {});

/// The section ids of the bundled documents.
std::vector<std::string> bundled_sections();

/// Standard input or a file as a whole; longer than `limit` is refused.
struct Text {
  std::string text;
  std::string trouble;  ///< empty: it was read
};
Text read_whole(const std::string& path, std::size_t limit);

}  // namespace roundhouse::cli
