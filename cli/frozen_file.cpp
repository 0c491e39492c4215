#include "cli/frozen_file.h"

#include <utility>

#include "cli/lint_findings.h"
#include "cli/lint_fix.h"
#include "dsl/format/freeze_rules.h"
#include "dsl/lint/analyze.h"
#include "dsl/lint/settle_allows.h"

namespace roundhouse::cli {

FrozenFile frozen_file(dsl::SourceMap& sources, const RulesWish& wish) {
  const dsl::VariantReader reader = reader_of_user(wish.variant, wish.bounds);
  dsl::FrozenRules frozen = dsl::freeze_rules(sources, reader, {wish.variant, wish.settings, std::nullopt});
  if (frozen.text.empty()) return {{}, std::move(frozen.diagnostics)};
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
  return {std::move(text), std::move(frozen.diagnostics)};
}

}  // namespace roundhouse::cli
