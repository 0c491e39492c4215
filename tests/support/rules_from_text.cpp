#include "tests/support/rules_from_text.h"

#include "dsl/check/variant_files.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"

namespace roundhouse::tests {
namespace {

const std::string bundled_folder = (source_folder() / "variants").string();

TriedRules check(const dsl::VariantReader& reader, const dsl::CheckInput& input) {
  dsl::SourceMap sources;
  dsl::Checked<dsl::CheckedRules> checked = dsl::check_variant(sources, reader, input);
  if (!checked.ok()) return {std::nullopt, dsl::render_diagnostics(sources, checked.diagnostics)};
  return {std::move(checked.value), {}};
}

dsl::CheckedRules expect_rules(TriedRules tried) {
  INFO(tried.trouble);
  REQUIRE(tried.rules);
  return *std::move(tried.rules);
}

}  // namespace

TriedRules try_rules(const std::string& yaml, const std::vector<dsl::OptionSetting>& settings) {
  const dsl::VariantReader bundled = dsl::read_variant_files(bundled_folder);
  const auto reader = [&](const std::string& wanted, const std::string& from) -> dsl::LoadedText {
    if (from.empty()) return {.name = wanted, .text = yaml, .trouble = {}};
    return bundled(wanted, {});
  };
  return check(reader, {.variant = "test.yaml", .settings = settings});
}

TriedRules try_bundled(const std::string& name, const std::vector<dsl::OptionSetting>& settings) {
  return check(dsl::read_variant_files(bundled_folder), {.variant = name, .settings = settings});
}

dsl::CheckedRules rules_from_text(const std::string& yaml, const std::vector<dsl::OptionSetting>& settings) {
  return expect_rules(try_rules(yaml, settings));
}

dsl::CheckedRules bundled_rules(const std::string& name, const std::vector<dsl::OptionSetting>& settings) {
  return expect_rules(try_bundled(name, settings));
}

std::vector<std::string> bundled_names() { return dsl::bundled_variants(bundled_folder); }

std::vector<std::string> more_names() { return dsl::more_variants(bundled_folder); }

std::vector<std::string> all_bundled_names() {
  std::vector<std::string> names = bundled_names();
  for (const std::string& name : more_names()) names.push_back(name);
  return names;
}

}  // namespace roundhouse::tests
