#include "dsl/check/check.h"
#include "dsl/check/hold_limits.h"
#include "dsl/check/load_chain.h"
#include "dsl/check/merge.h"
#include "dsl/check/option_values.h"
#include "dsl/check/resolve.h"

namespace roundhouse::dsl {

Checked<CheckedRules> check_variant(SourceMap& sources, const VariantReader& reader,
                                    const CheckInput& input) {
  Checked<CheckedRules> result;
  Findings findings;
  Chain chain = load_chain(sources, reader, input, findings);
  if (chain.whole) {
    Draft draft;
    std::vector<std::string> names;
    for (auto file = chain.files.rbegin(); file != chain.files.rend(); ++file) {
      lay_over(draft, std::move(file->draft), findings);
    }
    std::deque<YamlNode> settings;
    lay_settings_over(draft, input.settings, settings, findings);
    hold_limits(draft, findings);
    check_names(draft, findings);
    result.value = resolve(draft, findings);
    for (const LoadedFile& file : chain.files) result.value.chain.push_back(file.name);
    if (findings.size() == 0) check_bounds(result.value, findings);
  }
  result.diagnostics = findings.take();
  sort_diagnostics(result.diagnostics);
  return result;
}

}  // namespace roundhouse::dsl
