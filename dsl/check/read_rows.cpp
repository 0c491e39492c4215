// The block rules: rows of six shapes.

#include <fmt/format.h>

#include "dsl/base/nearest.h"
#include "dsl/base/search.h"
#include "dsl/check/read_values.h"
#include "dsl/vocabulary/limits.h"

namespace roundhouse::dsl {

namespace {

std::string_view about(Shape shape) {
  switch (shape) {
    case Shape::forbid:
    case Shape::permit:
    case Shape::advise:
    case Shape::optional:
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
    const KeysOf keys{KeyMap::rule, findings};
    keys.read(item, {keys.named("id", rule.id),
                     shape_key(Shape::forbid),
                     shape_key(Shape::permit),
                     shape_key(Shape::except),
                     shape_key(Shape::advise),
                     shape_key(Shape::optional),
                     shape_key(Shape::after),
                     keys.expression("when", rule.when),
                     {"do",
                      [&](const YamlEntry& e) {
                        rule.effects = read_effects(e.value, findings);
                        do_where = e.key.where;
                      }},
                     keys.says(rule.texts),
                     keys.from(rule.texts.from)});
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

// The blocks checks and examples: what must hold of all play, and little records that show the rules at work.

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
    const KeysOf keys{KeyMap::check, findings};
    keys.read(item, {keys.named("id", check.id),
                     shape_key("always", true),
                     shape_key("never", false),
                     {"at",
                      [&](const YamlEntry& entry) {
                        add_once(read_names(entry.value, "an event", findings), check.at, findings);
                      }},
                     keys.says(check.texts)});
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
  const KeysOf keys{KeyMap::example, findings};
  keys.read(item, {keys.text("says", example.says),
                   {"record",
                    [&](const YamlEntry& entry) {
                      if (read_text(entry.value, findings)) example.record = &entry.value;
                    }},
                   {"is",
                    [&](const YamlEntry& entry) {
                      example.where = entry.value.where;
                      is = read_word_of(entry.value, "verdict", KeyMap::example, "is", findings);
                    }},
                   keys.named("because", example.because)});
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
