#pragma once
// The meaning of the names of one variant, once all its files are laid over each other: look-up from text
// to id. Where a name means two things (complained about elsewhere) the first meaning stands.

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/check/draft.h"

namespace roundhouse::dsl {

template <class Id>
using NameMap = std::map<std::string, Id, std::less<>>;

struct NameTable {
  NameMap<OptionId> options;
  NameMap<WordId> words;
  NameMap<FactId> facts;
  NameMap<KindId> trains;
  NameMap<ActId> acts;        ///< built-in and declared
  NameMap<EventId> events;    ///< built-in, and one for each declared act
  NameMap<NameId> constants;  ///< kinds of train and choices: what a bare name may stand for
};

template <class Id>
const Id* find_in(const NameMap<Id>& map, std::string_view name) {
  const auto found = map.find(name);
  return found == map.end() ? nullptr : &found->second;
}

template <class Id>
std::vector<std::string> names_in(const NameMap<Id>& map) {
  std::vector<std::string> names;
  for (const auto& [name, id] : map) names.push_back(name);
  return names;
}

/// Gives every entry of the draft its id and interns all names in `rules.names`, the setup's own first.
NameTable number_names(const Draft& draft, CheckedRules& rules);

}  // namespace roundhouse::dsl
