#include <fmt/format.h>

#include "dsl/base/search.h"
#include "dsl/check/read_values.h"
#include "dsl/vocabulary/limits.h"

namespace roundhouse::dsl {
namespace {

constexpr std::size_t most_choices = limits::choices;

/// True if a map is a table, a new value: all its keys are numbers or ranges, such as can be or not. Else it
/// declares an option.
bool is_table(const YamlNode& node) {
  return all_of(node.entries, [](const YamlEntry& entry) { return is_spelt_as_range(entry.key.text); });
}

bool has_also(const YamlNode& node) {
  return any_of(node.entries, [](const YamlEntry& entry) { return entry.key.text == "also"; });
}

std::vector<TableKey> read_by(const YamlNode& node, Findings& findings) {
  std::vector<TableKey> keys;
  const auto take = [&](const YamlNode& item) {
    const auto found = read_word_of(item, "key of a table", KeyMap::option, "by", findings);
    if (!found) return;
    const auto key = static_cast<TableKey>(*found);
    if (contains(keys, key)) {
      findings.error(CheckCode::twice, item.where,
                     fmt::format("the table has the key '{}' twice", item.text));
      return;
    }
    keys.push_back(key);
  };
  if (node.is_sequence()) {
    for (const YamlNode& item : node.items) take(item);
  } else {
    take(node);
  }
  return keys;
}

/// Numbers are values themselves; names become known as choices.
void read_number_choices(const std::vector<Named>& choices, DraftOption& option, Findings& findings) {
  for (const Named& choice : choices) {
    const auto number = number_in(choice.text);
    if (!number) {
      findings.error(
          CheckCode::wrong_shape, choice.where,
          fmt::format("'{}' chooses from numbers, and '{}' is none", option.name.text, choice.text),
          "an option has either names or numbers to choose from");
      continue;
    }
    const auto same = find_if(option.numbers, [&](const auto& other) { return other.first == *number; });
    if (same == option.numbers.end()) {
      option.numbers.emplace_back(*number, choice.where);
      continue;
    }
    findings.error(CheckCode::twice, choice.where, fmt::format("'{}' can be chosen twice", choice.text),
                   {same->second, "first given here"});
  }
}

/// A map has what people say for each choice.
std::vector<Named> read_called(const YamlNode& node, DraftOption& option, Findings& findings) {
  std::vector<Named> choices;
  for (const YamlEntry& entry : node.entries) {
    const std::optional<std::string> called = read_text(entry.value, findings);
    if (!called) continue;
    choices.push_back({entry.key.text, entry.key.where});
    option.called.emplace(entry.key.text, *called);
  }
  return choices;
}

void read_choices(const YamlNode& node, DraftOption& option, Findings& findings) {
  const bool is_map = node.is_map() && !node.entries.empty();
  if (!is_map && (!node.is_sequence() || node.items.empty()))
    return wrong_shape(node, "a list of names or numbers, or a map of them with what people say for each",
                       findings);
  const std::vector<Named> choices =
      is_map ? read_called(node, option, findings) : read_names(node, "a name", findings);
  if (!choices.empty() && number_in(choices.front().text))
    return read_number_choices(choices, option, findings);
  for (const Named& choice : choices) {
    const auto same = find_if(option.choices, [&](const Named& other) { return other.text == choice.text; });
    if (same != option.choices.end()) {
      findings.error(CheckCode::twice, choice.where, fmt::format("'{}' can be chosen twice", choice.text),
                     {same->where, "first given here"});
      continue;
    }
    option.choices.push_back(choice);
  }
  if (option.choices.size() > most_choices) {
    findings.error(CheckCode::too_many, node.where,
                   fmt::format("'{}' chooses from {} names; at most {} are possible", option.name.text,
                               option.choices.size(), most_choices),
                   "leave names out, or make a second option of some");
    option.choices.resize(most_choices);
  }
}

KeyReader default_key(const YamlEntry& entry, DraftOption& option) {
  return {"default", [&](const YamlEntry& e) { option.values.push_back({&e.value, entry.key.where}); }};
}

/// More to choose from than the parent has, and perhaps another value or question.
void read_also(const YamlEntry& entry, DraftOption& option, Findings& findings) {
  const KeysOf keys{KeyMap::also, findings};
  keys.read(entry.value, {{"also",
                           [&](const YamlEntry& e) {
                             option.also = Named{entry.key.text, e.key.where};
                             read_choices(e.value, option, findings);
                           }},
                          default_key(entry, option),
                          keys.text("ask", option.ask)});
}

void read_declaration(const YamlEntry& entry, DraftOption& option, Findings& findings) {
  option.declared = true;
  const std::size_t before = findings.size();
  const KeysOf keys{KeyMap::option, findings};
  keys.read(entry.value, {default_key(entry, option),
                          keys.text("ask", option.ask),
                          {"choose", [&](const YamlEntry& e) { read_choices(e.value, option, findings); }},
                          {"range",
                           [&](const YamlEntry& e) {
                             option.range = read_range(e.value, findings);
                             option.range_where = e.value.where;
                           }},
                          keys.by("by", read_by, option.by),
                          keys.from(option.from)});
  if ((!option.choices.empty() || !option.numbers.empty()) && option.range) {
    findings.error(CheckCode::wrong_shape, option.range_where,
                   fmt::format("'{}' chooses from a list and cannot have a range", option.name.text));
  }
  // A misspelt key may be the very one that is missing.
  if (option.values.empty() && findings.size() == before) {
    findings.error(CheckCode::missing_key, entry.key.where,
                   fmt::format("the option '{}' has no default", option.name.text),
                   "give it 'default': what holds where nobody chooses");
  }
}

}  // namespace

void read_options(const YamlNode& block, Draft& draft, Findings& findings) {
  if (!block.is_map()) return wrong_shape(block, "a map of options", findings);
  for (const YamlEntry& entry : block.entries) {
    DraftOption option;
    option.name = {entry.key.text, entry.key.where};
    if (!check_name(option.name, "an option", NameUse::value, findings)) {
      draft.broken.insert(option.name.text);
      continue;
    }
    if (is_none(entry.value)) {
      option.taken_away = true;
    } else if (entry.value.is_map() && has_also(entry.value)) {
      read_also(entry, option, findings);
    } else if (entry.value.is_map() && !is_table(entry.value)) {
      read_declaration(entry, option, findings);
    } else if (entry.value.kind == YamlKind::empty || entry.value.is_sequence() ||
               (entry.value.is_map() && entry.value.entries.empty())) {
      wrong_shape(entry.value, "a value or a declaration with 'default'", findings);
      draft.broken.insert(option.name.text);
      continue;
    } else {
      option.values.push_back({&entry.value, entry.key.where});
    }
    draft.options.push_back(std::move(option));
  }
}

}  // namespace roundhouse::dsl
