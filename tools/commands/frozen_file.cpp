#include "tools/commands/frozen_file.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/write_file.h"
#include "tools/findings/lint_findings.h"
#include "tools/format/freeze_rules.h"
#include "tools/lint/analyze.h"
#include "tools/lint/settle_allows.h"

namespace roundhouse::cli {

FrozenFile frozen_file(dsl::SourceMap& sources, const RulesWish& wish) {
  const dsl::VariantReader reader = reader_of_user(wish.variant, wish.bounds);
  dsl::FrozenRules frozen = dsl::freeze_rules(sources, reader, {wish.variant, wish.settings, std::nullopt});
  if (frozen.text.empty()) return {{}, std::move(frozen.diagnostics), std::move(frozen.trouble)};
  dsl::SourceMap before;
  const dsl::Diagnostics known = look_at_file(before, wish.variant, wish.bounds).findings;
  const dsl::AnalysisInput input{.check = {wish.variant, {}, std::nullopt},
                                 .bundled_sections = bundled_sections()};
  std::string text =
      dsl::settle_allows(std::move(frozen.text), "the rules that were frozen have it so", known,
                         [&](const std::string& look_at) {
                           dsl::SourceMap after;
                           return dsl::analyze(after, dsl::with_first_text(reader, look_at), input).findings;
                         });
  return {std::move(text), std::move(frozen.diagnostics), {}};
}

std::string keep_rules(const RulesWish& wish, const std::filesystem::path& folder, const std::string& hash) {
  constexpr std::size_t digits = 12;
  const std::string stem =
      std::filesystem::path(wish.variant.substr(0, wish.variant.find('@'))).stem().string();
  const std::filesystem::path path = folder / (stem + "@" + hash.substr(0, digits) + ".yaml");
  std::error_code error;
  if (std::filesystem::exists(path, error)) return {};
  dsl::SourceMap sources;
  const FrozenFile frozen = frozen_file(sources, wish);
  if (!frozen.trouble.empty()) return frozen.trouble;
  if (frozen.text.empty()) return "the rules have errors";
  return put_file(path, frozen.text);
}

}  // namespace roundhouse::cli
