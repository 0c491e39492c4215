#pragma once
// The limits of the language, in one list: what a rule file may hold. docs/language.md shows them, the
// checker complains where one is passed (dsl/check/bounds.cpp for what is counted after merging), and
// the types in which rules are numbered are held to them here. Whatever else is made of rules is either wide
// enough for all that these limits let through, or takes a plainer form where it would grow too large
// (engine/fast/diagram_builder.h).

#include <cstddef>
#include <cstdint>
#include <limits>

#include "dsl/vocabulary/acts.h"
#include "dsl/vocabulary/types.h"
#include "dsl/vocabulary/vocabulary.h"

namespace roundhouse::dsl::limits {

/// Players at a table.
constexpr std::int32_t least_players = 1;
constexpr std::int32_t most_players = 14;

constexpr std::size_t chain = 8;                           ///< files that extend each other
constexpr std::size_t chain_bytes = std::size_t{2} << 20;  ///< of all of them together

// After merging.
constexpr std::size_t rules = 2'000;
constexpr std::size_t options = 255;
constexpr std::size_t choices = 255;  ///< of one option
constexpr std::size_t words = 1'000;
constexpr std::size_t acts = 60;  ///< declared
constexpr std::size_t checks = 200;
constexpr std::size_t examples = 200;
constexpr std::size_t train_kinds = 64;
constexpr std::size_t trains = 64;        ///< on the table
constexpr std::size_t fact_places = 128;  ///< a fact of a player takes one for each
constexpr std::size_t label = 60;         ///< characters of the label under which a fact is shown
constexpr std::size_t ladder_steps = 32;
constexpr std::size_t names = 2'000;  ///< in one list
/// Rows with their exceptions and effects, each counted for every act or event that it is about.
constexpr std::size_t occasions = 20'000;

/// The size of a set in a game of many tiles: a quantifier counts for so much in the cost of a condition.
constexpr std::int64_t usual_size(Type set) {
  const SetRow* row = find_set(set);
  return row == nullptr ? 1 : row->usual_size;
}

/// Can so many things be numbered from 0 in this type?
template <class Number>
constexpr bool are_numbered_by(std::size_t things) {
  return things <= std::size_t{std::numeric_limits<Number>::max()} + 1;
}

/// Rows that facts and acts define are rules, too: one of a fact, two of an act.
constexpr std::size_t all_rows = rules + fact_places + 2 * acts;
/// Kinds of train, choices, and the few that the setup has.
constexpr std::size_t setup_names = 32;
constexpr std::size_t all_names = setup_names + train_kinds + options * choices;

static_assert(are_numbered_by<decltype(RuleId::value)>(all_rows));
static_assert(are_numbered_by<decltype(NameId::value)>(all_names));
static_assert(are_numbered_by<decltype(OptionId::value)>(options));
static_assert(are_numbered_by<decltype(WordId::value)>(words));
static_assert(are_numbered_by<decltype(FactId::value)>(fact_places));
static_assert(are_numbered_by<decltype(KindId::value)>(train_kinds));
static_assert(are_numbered_by<decltype(ActId::value)>(built_in_acts + acts));
static_assert(are_numbered_by<decltype(EventId::value)>(built_in_events + acts));

}  // namespace roundhouse::dsl::limits
