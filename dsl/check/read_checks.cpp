// The blocks checks and examples: what must hold of all play, and little records that show the rules at work.

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "dsl/check/read_draft.h"
#include "dsl/check/read_values.h"
#include "dsl/vocabulary/limits.h"

namespace roundhouse::dsl {
namespace {

struct CheckReader {
  Findings& findings;
  DraftCheck check{};
  std::optional<Named> shape{};

  KeyReader shape_key(std::string_view key, bool always) {
    return {key, [this, always](const YamlEntry& entry) {
              if (shape) {
                findings.error(CheckCode::twice, entry.key.where,
                               fmt::format("the check already says '{}' and cannot say '{}', too",
                                           shape->text, entry.key.text),
                               {shape->where, "given here"});
                return;
              }
              shape = Named{entry.key.text, entry.key.where};
              check.always = always;
              check.shape_where = entry.key.where;
              check.condition = read_expression(entry.value, findings);
            }};
  }

  /// False: not enough of a check to go on with.
  bool read(const YamlNode& item) {
    const std::size_t before = findings.size();
    read_keys(
        item, KeyMap::check, findings,
        {{"id",
          [&](const YamlEntry& entry) {
            if (const auto text = read_text(entry.value, findings)) check.id = {*text, entry.value.where};
          }},
         shape_key("always", true),
         shape_key("never", false),
         {"at",
          [&](const YamlEntry& entry) {
            add_once(read_names(entry.value, "an event", findings), check.at, findings);
          }},
         {"says", [&](const YamlEntry& entry) { check.texts.says = read_says(entry.value, findings); }}});
    if (!item.is_map()) return false;
    const bool silent = findings.size() > before;
    if (item.find("id") == nullptr && !silent)
      findings.error(CheckCode::missing_key, beginning_of(item), "this check has no 'id'",
                     "every check has an id of its own, by which a counterexample names it");
    if (!shape && !silent)
      findings.error(CheckCode::missing_key, beginning_of(item), "the check does not say what must hold",
                     "give it 'always' or 'never' with a condition");
    return shape && !check.id.text.empty() && check_name(check.id, "a check", NameUse::row, findings);
  }
};

/// Reads what an example is; false after a complaint.
bool read_example(const YamlNode& item, DraftExample& example, Findings& findings) {
  const std::size_t before = findings.size();
  std::optional<std::size_t> is;
  read_keys(item, KeyMap::example, findings,
            {{"says",
              [&](const YamlEntry& entry) { example.says = read_text(entry.value, findings).value_or(""); }},
             {"record",
              [&](const YamlEntry& entry) {
                if (read_text(entry.value, findings)) example.record = &entry.value;
              }},
             {"is",
              [&](const YamlEntry& entry) {
                example.where = entry.value.where;
                is = read_word_of(entry.value, "verdict", KeyMap::example, "is", findings);
              }},
             {"because", [&](const YamlEntry& entry) {
                if (const auto text = read_text(entry.value, findings))
                  example.because = Named{*text, entry.value.where};
              }}});
  if (!item.is_map() || findings.size() > before) return false;
  const Span place = beginning_of(item);
  if (example.record == nullptr)
    findings.error(CheckCode::missing_key, place, "this example has no 'record'",
                   "give it the lines of a record behind 'record: |'");
  else if (!is)
    findings.error(CheckCode::missing_key, place, "this example does not say what it is",
                   "give it 'is: legal' or 'is: illegal'");
  example.legal = is == std::size_t{0};
  if (is && example.legal && example.because)
    findings.error(CheckCode::wrong_shape, example.because->where,
                   "a legal example is so because no rule forbids it",
                   "'because' names the rule that an illegal example breaks");
  return findings.size() == before;
}

}  // namespace

void read_checks(const YamlNode& block, Draft& draft, Findings& findings) {
  if (!is_list_within(block, "checks", "id", limits::checks, findings)) return;
  for (const YamlNode& item : block.items) {
    CheckReader reader{findings};
    if (!reader.read(item)) {
      draft.broken.insert(reader.check.id.text);
      continue;
    }
    add_row(std::move(reader.check), "a check", draft.checks, findings);
  }
}

void read_examples(const YamlNode& block, Draft& draft, Findings& findings) {
  if (!is_list_within(block, "examples", "says", limits::examples, findings)) return;
  for (const YamlNode& item : block.items) {
    DraftExample example;
    if (read_example(item, example, findings)) draft.examples.push_back(std::move(example));
  }
}

}  // namespace roundhouse::dsl
