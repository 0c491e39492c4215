#include "dsl/check/name_table.h"

#include "dsl/check/scoped_names.h"
#include "dsl/vocabulary/limits.h"

namespace roundhouse::dsl {
namespace {

template <class Id, class Entry>
void number_entries(const std::vector<Entry>& entries, NameMap<Id>& map) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    map.emplace(entries[i].name.text, Id{static_cast<std::uint16_t>(i)});
  }
}

}  // namespace

NameTable number_names(const Draft& draft, CheckedRules& rules) {
  NameTable table;
  number_entries(draft.options, table.options);
  number_entries(draft.words, table.words);
  number_entries(draft.facts, table.facts);
  number_entries(draft.trains, table.trains);
  for (const ActRow& act : all_acts()) table.acts.emplace(act.name, act_id(act.id));
  for (const EventRow& event : all_events()) table.events.emplace(event.name, event_id(event.id));
  for (std::size_t i = 0; i < draft.acts.size(); ++i) {
    const ActId id{static_cast<std::uint16_t>(built_in_acts + i)};
    table.acts.emplace(draft.acts[i].name.text, id);
    table.events.emplace(draft.acts[i].name.text, event_of(id));
  }

  std::map<std::string, NameId, std::less<>> interned;
  const auto intern = [&](const std::string& text) {
    const auto [at, fresh] = interned.emplace(text, NameId{static_cast<std::uint16_t>(rules.names.size())});
    if (fresh) rules.names.push_back(text);
    return at->second;
  };
  static_assert(0
#define X(id, text) +1
                ROUNDHOUSE_SETUP_NAMES(X)
#undef X
                <= limits::setup_names);
#define X(id, text) intern(text);
  ROUNDHOUSE_SETUP_NAMES(X)
#undef X
  for (const DraftTrain& train : draft.trains)
    table.constants.emplace(train.name.text, intern(shown_name(draft, train.name.text)));
  for (const DraftOption& option : draft.options) {
    for (const Named& choice : option.choices) table.constants.emplace(choice.text, intern(choice.text));
  }
  return table;
}

}  // namespace roundhouse::dsl
