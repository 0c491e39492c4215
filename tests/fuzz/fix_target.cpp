// A rule file mended by `lint --fix`: fewer findings, nothing more to mend, and few looks at the file.

#include "tests/fuzz/ready_rules.h"
#include "tests/fuzz/scribble.h"
#include "tests/fuzz/target.h"
#include "tests/fuzz/trouble.h"
#include "tools/lint/analyze.h"

namespace roundhouse::tests {
namespace {

/// As many as --fix may take, and two more: before and after.
constexpr int most_looks = 42;

dsl::Diagnostics look(const std::string& text) {
  dsl::SourceMap sources;
  const dsl::AnalysisInput input{.check = {.variant = "train", .settings = {}, .tries = dsl::Tries::all}};
  return dsl::analyze(sources, dsl::with_first_text(known_variants(), text), input).findings;
}

std::string trouble_with_fixing(std::string_view bytes) {
  const std::string text(bytes);
  int looks = 0;
  const dsl::FindAgain find = [&](const std::string& as_if) {
    ++looks;
    return look(as_if);
  };
  const dsl::Fixed fixed = dsl::fix_text(text, {}, find);
  if (looks > most_looks) return "the file was looked at " + std::to_string(looks) + " times";
  std::string trouble = trouble_with_complaints(fixed.left, {}, fixed.text.size());
  if (!trouble.empty()) return trouble;
  if ((fixed.text == text) != fixed.cured.empty()) return "what is said to be mended is not what was";
  if (fixed.text != text && fixed.left.size() >= fixed.before)
    return "mending leaves too much\n" + fixed.text;
  if (look(fixed.text) != fixed.left) return "other things are left than it says\n" + fixed.text;
  return {};
}

}  // namespace

const FuzzTarget fix_target{"fix", trouble_with_fixing, alter_rules, rules_target.seeds, 4096};

}  // namespace roundhouse::tests
