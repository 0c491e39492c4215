#include "bench/load.h"

#include <algorithm>
#include <stdexcept>

#include "dsl/base/source.h"
#include "dsl/check/check.h"
#include "dsl/check/variant_files.h"

namespace roundhouse::bench {

std::filesystem::path source_folder() { return ROUNDHOUSE_SOURCE_DIR; }

std::vector<std::string> variants() { return dsl::bundled_variants(source_folder() / "variants"); }

std::vector<std::string> own_rule_sets() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "bench/rules"))
    paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

dsl::CheckedRules checked(const std::string& variant) {
  dsl::SourceMap sources;
  auto rules =
      dsl::check_variant(sources, dsl::read_variant_files(source_folder() / "variants"), {variant, {}});
  if (!rules.ok()) throw std::runtime_error(variant + " has errors");
  return std::move(rules.value);
}

}  // namespace roundhouse::bench
