// The blocks setup and match: fixed keys, each with an expression or a ladder.

#include <fmt/format.h>

#include <functional>

#include "dsl/base/search.h"
#include "dsl/check/read_values.h"

namespace roundhouse::dsl {
namespace {

DraftSetting& begin_setting(const YamlEntry& entry, std::string_view prefix,
                            std::vector<DraftSetting>& into) {
  DraftSetting& setting = into.emplace_back();
  setting.key = {fmt::format("{}{}", prefix, entry.key.text), entry.key.where};
  setting.where = entry.value.where;
  setting.taken_away = is_none(entry.value);
  return setting;
}

/// A value by itself, or a map with the value as `is` and what the rulebook says of it.
void read_said(const YamlEntry& entry, std::string_view prefix, std::vector<DraftSetting>& into,
               Findings& findings, const std::function<void(const YamlNode&, DraftSetting&)>& take) {
  DraftSetting& setting = begin_setting(entry, prefix, into);
  if (setting.taken_away) return;
  if (!entry.value.is_map()) return take(entry.value, setting);
  const std::size_t before = findings.size();
  const KeysOf keys{KeyMap::value, findings};
  keys.read(entry.value,
            {{"is", [&](const YamlEntry& e) { take(e.value, setting); }}, keys.says(setting.texts)});
  if (entry.value.find("is") == nullptr && findings.size() == before)
    findings.error(CheckCode::missing_key, setting.key.where,
                   fmt::format("the value '{}' has no 'is'", setting.key.text));
}

void read_value(const YamlEntry& entry, std::string_view prefix, std::vector<DraftSetting>& into,
                Findings& findings) {
  read_said(entry, prefix, into, findings, [&](const YamlNode& value, DraftSetting& setting) {
    setting.values.push_back(read_worded_ladder(value, setting.steps_say, findings));
  });
}

/// One key, a ladder of keys, or a list of them.
void read_order(const YamlEntry& entry, std::vector<DraftSetting>& into, Findings& findings) {
  read_said(entry, "", into, findings, [&](const YamlNode& value, DraftSetting& setting) {
    const bool keys = value.is_sequence() && !value.items.empty() && !value.items.front().is_map();
    if (!keys) return setting.values.push_back(read_worded_ladder(value, setting.steps_say, findings));
    for (const YamlNode& item : value.items) setting.values.push_back(read_expression(item, findings));
  });
}

KeyReader value_reader(std::string_view key, std::string_view prefix, std::vector<DraftSetting>& into,
                       Findings& findings) {
  return {key, [prefix, &into, &findings](const YamlEntry& e) { read_value(e, prefix, into, findings); }};
}

std::vector<KeyReader> redeal_readers(Draft& draft, Findings& findings) {
  return {{"when",
           [&](const YamlEntry& e) {
             read_value(e, "", draft.setup, findings);
             draft.setup.back().key.text = "redeal";
           }},
          value_reader("limit", "redeal.", draft.setup, findings)};
}

/// A condition, or a map with it as `when` and perhaps a `limit`.
void read_redeal(const YamlEntry& entry, Draft& draft, Findings& findings) {
  const auto is_said = [](const YamlEntry& e) { return e.key.text == "is" || e.key.text == "says"; };
  const std::vector<YamlEntry>& keys = entry.value.entries;
  if (!entry.value.is_map() || any_of(keys, is_said)) return read_value(entry, "", draft.setup, findings);
  read_keys(entry.value, KeyMap::redeal, findings, redeal_readers(draft, findings));
}

KeyReader map_reader(const KeyRow& row, Draft& draft, Findings& findings) {
  return {row.key, [map = row.inner, &draft, &findings](const YamlEntry& e) {
            const std::string_view prefix = map == KeyMap::set ? "set." : "engine.";
            std::vector<KeyReader> readers;
            for (const KeyRow& inner : keys_of(map))
              readers.push_back(value_reader(inner.key, prefix, draft.setup, findings));
            read_keys(e.value, map, findings, readers);
          }};
}

std::vector<KeyReader> setup_readers(Draft& draft, Findings& findings) {
  std::vector<KeyReader> readers;
  for (const KeyRow& row : keys_of(KeyMap::setup)) {
    if (row.form == KeyForm::range) {
      readers.push_back({row.key, [&](const YamlEntry& e) {
                           DraftSetting& setting = begin_setting(e, "", draft.setup);
                           setting.players = read_range(e.value, findings);
                           setting.taken_away = false;
                           if (!setting.players) draft.setup.pop_back();
                         }});
    } else if (row.form == KeyForm::map) {
      readers.push_back(map_reader(row, draft, findings));
    } else if (row.form == KeyForm::redeal) {
      readers.push_back({row.key, [&](const YamlEntry& e) { read_redeal(e, draft, findings); }});
    } else {
      readers.push_back(value_reader(row.key, "", draft.setup, findings));
    }
  }
  return readers;
}

std::vector<KeyReader> match_readers(Draft& draft, Findings& findings) {
  std::vector<KeyReader> readers;
  for (const KeyRow& row : keys_of(KeyMap::match)) {
    if (row.form == KeyForm::worded_list) {
      readers.push_back({row.key, [&](const YamlEntry& e) { read_order(e, draft.match, findings); }});
    } else {
      readers.push_back(value_reader(row.key, "", draft.match, findings));
    }
  }
  return readers;
}

}  // namespace

void read_setup(const YamlNode& block, Draft& draft, Findings& findings) {
  read_keys(block, KeyMap::setup, findings, setup_readers(draft, findings));
}

void read_match(const YamlNode& block, Draft& draft, Findings& findings) {
  read_keys(block, KeyMap::match, findings, match_readers(draft, findings));
}

}  // namespace roundhouse::dsl
