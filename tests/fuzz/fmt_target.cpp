// A rule file or a record laid out: a second time nothing changes, and it means what it meant.

#include "dsl/base/text_file.h"
#include "replay/record/format_record.h"
#include "replay/record/read_record.h"
#include "tests/fuzz/ready_rules.h"
#include "tests/fuzz/scribble.h"
#include "tests/fuzz/target.h"
#include "tests/fuzz/trouble.h"
#include "tools/format/format_rules.h"

namespace roundhouse::tests {
namespace {

bool is_record(std::string_view text) { return dsl::kind_of_text(text) == dsl::TextKind::record; }

std::string trouble_with_laid_record(const std::string& text) {
  const replay::FormattedRecord laid = replay::format_record({}, text);
  std::string trouble = trouble_with_complaints(laid.diagnostics, {}, text.size());
  if (!trouble.empty()) return trouble;
  if (laid.text.empty()) return {};
  const auto before = replay::read_record({}, text);
  const auto after = replay::read_record({}, laid.text);
  if (!before.ok() || !after.ok()) return "a record with lines that are no notation is laid out";
  if (before.value != after.value) return "a record is laid out as another one\n" + laid.text;
  if (replay::format_record({}, laid.text).text != laid.text)
    return "laid out again it differs\n" + laid.text;
  return {};
}

/// The codes of all complaints, and the rules in their canonical text where there are none.
std::string meaning_of(const std::string& text) {
  dsl::SourceMap sources;
  const auto checked =
      dsl::check_variant(sources, dsl::with_first_text(known_variants(), text), {"train", {}});
  std::string meaning;
  for (const dsl::Diagnostic& found : checked.diagnostics)
    meaning += found.code + ": " + found.message + "\n";
  return checked.ok() ? meaning + dsl::print_rules(checked.value) : meaning;
}

std::string trouble_with_laid_rules(const std::string& text) {
  dsl::SourceMap sources;
  const dsl::Formatted laid = dsl::format_rules(sources, sources.add("fuzzed.yaml", text));
  std::string trouble = trouble_with_complaints(laid.diagnostics, {}, text.size());
  if (!trouble.empty()) return trouble;
  if (laid.text.empty()) return laid.diagnostics.empty() && !text.empty() ? "a file is left out" : "";
  const dsl::Formatted again = dsl::format_rules(sources, sources.add("fuzzed.yaml", laid.text));
  if (again.text != laid.text) return "laid out again it differs\n" + laid.text + "\nand then\n" + again.text;
  if (!laid.kept && meaning_of(text) != meaning_of(laid.text)) return "it means something else\n" + laid.text;
  return {};
}

std::string trouble_with_layout(std::string_view bytes) {
  const std::string text(bytes);
  return is_record(text) ? trouble_with_laid_record(text) : trouble_with_laid_rules(text);
}

void alter_either(std::string& text, Chance& chance) {
  is_record(text) ? alter_record(text, chance) : alter_rules(text, chance);
}

std::vector<std::string> seeds() {
  std::vector<std::string> texts = rules_target.seeds();
  for (std::string& text : record_target.seeds()) texts.push_back(std::move(text));
  return texts;
}

}  // namespace

const FuzzTarget fmt_target{"fmt", trouble_with_layout, alter_either, seeds, 8192};

}  // namespace roundhouse::tests
