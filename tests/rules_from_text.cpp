#include "tests/rules_from_text.h"

#include "dsl/check/variant_files.h"
#include "tests/catch.h"

namespace roundhouse::tests {
namespace {

dsl::CheckedRules check(const dsl::VariantReader& reader, const dsl::CheckInput& input) {
  dsl::SourceMap sources;
  dsl::Checked<dsl::CheckedRules> checked = dsl::check_variant(sources, reader, input);
  INFO(dsl::render_diagnostics(sources, checked.diagnostics));
  REQUIRE(checked.ok());
  return std::move(checked.value);
}

dsl::VariantReader bundled_reader() {
  return dsl::read_variant_files(std::string(ROUNDHOUSE_SOURCE_DIR) + "/variants");
}

}  // namespace

dsl::CheckedRules rules_from_text(const std::string& yaml, const std::vector<dsl::OptionSetting>& settings) {
  const dsl::VariantReader bundled = bundled_reader();
  const auto reader = [&](const std::string& wanted, const std::string& from) -> dsl::LoadedText {
    if (from.empty()) return {.name = wanted, .text = yaml, .trouble = {}};
    return bundled(wanted, {});
  };
  return check(reader, {.variant = "test.yaml", .settings = settings});
}

dsl::CheckedRules bundled_rules(const std::string& name, const std::vector<dsl::OptionSetting>& settings) {
  return check(bundled_reader(), {.variant = name, .settings = settings});
}

}  // namespace roundhouse::tests
