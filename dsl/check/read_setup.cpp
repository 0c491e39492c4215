// The blocks setup and match: fixed keys, each with an expression or a ladder.

#include <fmt/format.h>

#include "dsl/check/read_draft.h"
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

void read_value(const YamlEntry& entry, std::string_view prefix, std::vector<DraftSetting>& into,
                Findings& findings) {
  DraftSetting& setting = begin_setting(entry, prefix, into);
  if (!setting.taken_away) setting.values.push_back(read_ladder(entry.value, findings));
}

}  // namespace

void read_setup(const YamlNode& block, Draft& draft, Findings& findings) {
  const auto value = [&](std::string_view key, std::string_view prefix = "") {
    return KeyReader{key, [&draft, &findings, prefix](const YamlEntry& e) {
                       read_value(e, prefix, draft.setup, findings);
                     }};
  };
  read_keys(
      block, "setup", findings,
      {{"players",
        [&](const YamlEntry& e) {
          DraftSetting& setting = begin_setting(e, "", draft.setup);
          setting.players = read_range(e.value, findings);
          setting.taken_away = false;
          if (!setting.players) draft.setup.pop_back();
        }},
       {"set",
        [&](const YamlEntry& e) {
          read_keys(e.value, "setup.set", findings, {value("highest", "set."), value("copies", "set.")});
        }},
       value("deal"),
       value("lots"),
       value("first"),
       {"engine",
        [&](const YamlEntry& e) {
          read_keys(e.value, "setup.engine", findings,
                    {value("from", "engine."), value("wanted", "engine."), value("best", "engine."),
                     value("missing", "engine."), value("limit", "engine."), value("then", "engine.")});
        }},
       value("starter")});
}

void read_match(const YamlNode& block, Draft& draft, Findings& findings) {
  const auto value = [&](std::string_view key) {
    return KeyReader{key, [&](const YamlEntry& e) { read_value(e, "", draft.match, findings); }};
  };
  read_keys(block, "match", findings,
            {value("rounds"),
             value("over"),
             value("games"),
             value("double"),
             {"order",
              [&](const YamlEntry& e) {
                const bool keys =
                    e.value.is_sequence() && !e.value.items.empty() && !e.value.items.front().is_map();
                if (!keys) return read_value(e, "", draft.match, findings);
                DraftSetting& setting = begin_setting(e, "", draft.match);
                for (const YamlNode& item : e.value.items)
                  setting.values.push_back(read_expression(item, findings));
              }},
             value("moves_on"),
             value("to_playoff")});
}

}  // namespace roundhouse::dsl
