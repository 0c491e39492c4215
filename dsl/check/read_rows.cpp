// The block rules: rows of five shapes.

#include <fmt/format.h>

#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "dsl/check/read_draft.h"
#include "dsl/check/read_values.h"
#include "dsl/vocabulary/limits.h"

namespace roundhouse::dsl {
namespace {

std::string_view about(Shape shape) {
  switch (shape) {
    case Shape::forbid:
    case Shape::permit:
    case Shape::advise:
      return "an act";
    case Shape::except:
      return "the id of a rule";
    case Shape::after:
      return "an event";
  }
  return {};
}

struct RowReader {
  Findings& findings;
  DraftRule rule{};
  std::optional<Named> shape{};

  void take_shape(const YamlEntry& entry, Shape taken) {
    if (shape) {
      findings.error(
          CheckCode::twice, entry.key.where,
          fmt::format("the row is already a '{}' and cannot be a '{}', too", shape->text, entry.key.text),
          {shape->where, "its shape is given here"});
      return;
    }
    shape = Named{entry.key.text, entry.key.where};
    rule.shape = taken;
    add_once(read_names(entry.value, about(taken), findings), rule.about, findings);
  }

  KeyReader shape_key(Shape taken) {
    return {shape_word(taken), [this, taken](const YamlEntry& e) { take_shape(e, taken); }};
  }

  /// False: not enough of a row to go on with.
  bool read(const YamlNode& item) {
    rule.where = item.where;
    Span do_where;
    const std::size_t before = findings.size();
    read_keys(item, KeyMap::rule, findings,
              {{"id",
                [&](const YamlEntry& e) {
                  if (const auto text = read_text(e.value, findings)) rule.id = {*text, e.value.where};
                }},
               shape_key(Shape::forbid),
               shape_key(Shape::permit),
               shape_key(Shape::except),
               shape_key(Shape::advise),
               shape_key(Shape::after),
               {"when", [&](const YamlEntry& e) { rule.when = read_expression(e.value, findings); }},
               {"do",
                [&](const YamlEntry& e) {
                  rule.effects = read_effects(e.value, findings);
                  do_where = e.key.where;
                }},
               {"says", [&](const YamlEntry& e) { rule.texts.says = read_says(e.value, findings); }},
               {"from", [&](const YamlEntry& e) { rule.texts.from = read_sections(e.value, findings); }}});
    if (!item.is_map()) return false;
    const Span place = beginning_of(item);
    const bool silent = findings.size() > before;  // a misspelt key may be the very one that is missing
    if (item.find("id") == nullptr && !silent) {
      findings.error(CheckCode::missing_key, place, "this rule has no 'id'",
                     "every rule has an id of its own, by which verdicts and exceptions name it");
    }
    if (!shape && silent) return false;
    if (!shape) {
      findings.error(CheckCode::missing_key, place, "the rule does not say what it is",
                     fmt::format("give it {} with {}",
                                 list_names(std::vector<std::string>(shape_words.begin(), shape_words.end())),
                                 "what it is about"));
      return false;
    }
    if (rule.shape == Shape::after && !rule.effects && !silent) {
      findings.error(CheckCode::missing_key, shape->where, "the row says 'after', but not what follows",
                     "give it 'do' with effects");
    }
    if (rule.shape != Shape::after && rule.effects) {
      findings.error(CheckCode::wrong_shape, do_where,
                     fmt::format("a row that is a '{}' does nothing and cannot have 'do'", shape->text),
                     "what follows of an act stands in an 'after' row of its own");
      rule.effects.reset();
    }
    return !rule.id.text.empty() && check_name(rule.id, "a rule", NameUse::row, findings);
  }
};

}  // namespace

void read_rules(const YamlNode& block, Draft& draft, Findings& findings) {
  if (!is_list_within(block, "rules", "id", limits::rules, findings)) return;
  for (const YamlNode& item : block.items) {
    RowReader reader{findings};
    if (!reader.read(item)) {
      draft.broken.insert(reader.rule.id.text);
      continue;
    }
    add_row(std::move(reader.rule), "a rule", draft.rules, findings);
  }
}

}  // namespace roundhouse::dsl
