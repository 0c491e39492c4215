#pragma once
// Rules for a test from a text that stands in the test. What it extends is read from variants/.

#include <optional>
#include <string>
#include <vector>

#include "dsl/check/check.h"

namespace roundhouse::tests {

/// Fails the test, with the findings as a user would see them, if the text is no variant.
dsl::CheckedRules rules_from_text(const std::string& yaml,
                                  const std::vector<dsl::OptionSetting>& settings = {});

/// The same for a bundled variant.
dsl::CheckedRules bundled_rules(const std::string& name,
                                const std::vector<dsl::OptionSetting>& settings = {});

/// For tests that expect some of their texts or settings to be refused.
struct TriedRules {
  std::optional<dsl::CheckedRules> rules;
  std::string trouble;  ///< the findings
};
TriedRules try_rules(const std::string& yaml, const std::vector<dsl::OptionSetting>& settings = {});
TriedRules try_bundled(const std::string& name, const std::vector<dsl::OptionSetting>& settings = {});

/// The bundled names of the first part, sorted.
std::vector<std::string> bundled_names();

/// Those of the second part, more games; sorted.
std::vector<std::string> more_names();

/// Both parts.
std::vector<std::string> all_bundled_names();

}  // namespace roundhouse::tests
