#include "bench/load.h"

#include <stdexcept>

#include "dsl/base/source.h"
#include "dsl/check/check.h"
#include "dsl/check/variant_files.h"

namespace roundhouse::bench {

std::filesystem::path source_folder() { return ROUNDHOUSE_SOURCE_DIR; }

std::vector<std::string> variants() { return dsl::bundled_variants(source_folder() / "variants"); }

dsl::CheckedRules checked(const std::string& variant) {
  dsl::SourceMap sources;
  auto rules =
      dsl::check_variant(sources, dsl::read_variant_files(source_folder() / "variants"), {variant, {}});
  if (!rules.ok()) throw std::runtime_error(variant + " has errors");
  return std::move(rules.value);
}

}  // namespace roundhouse::bench
