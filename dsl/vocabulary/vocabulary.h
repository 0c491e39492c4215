#pragma once
// Look-up in the tables of the vocabulary. Everything here is constant data.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/vocabulary/acts.h"
#include "dsl/vocabulary/words.h"

namespace roundhouse::dsl {

std::span<const RootRow> all_roots();
std::span<const MemberRow> all_members();
std::span<const ActRow> all_acts();
std::span<const EventRow> all_events();
std::span<const EffectRow> all_effects();
std::span<const LawRow> all_laws();

const RootRow& row(Root root);
const MemberRow& row(Member member);
const ActRow& row(BuiltInAct act);
const EventRow& row(BuiltInEvent event);
const EffectRow& row(Effect effect);
/// `which`: from 0; of an effect that has arguments.
const ArgumentRow& argument(Effect effect, std::size_t which);
inline bool writes(Effect effect, Aspects what) { return (row(effect).writes & what) != 0; }
const LawRow& row(Law law);

const RootRow* find_root(std::string_view name);
const MemberRow* find_member(Type of, std::string_view name);
const ActRow* find_act(std::string_view name);
const EventRow* find_event(std::string_view name);
const EffectRow* find_effect(std::string_view name);
const LawRow* find_law(std::string_view name);

/// Where no double ever waits, such a word is false, 0 or absent.
constexpr bool is_of_debts_alone(const MemberRow& word) {
  return word.reads == aspects::debts && word.of != Type::debt;
}

/// Names that no variant may give to anything of its own: roots, operators, quantifiers, laws,
/// built-in acts, events and effects, `none`, `it`.
bool is_reserved(std::string_view name);
std::vector<std::string> reserved_names();

// Names of the rows of one variant's rules: positions in the lists of CheckedRules, one type a list.
// Checker, program, engine and referee all speak of rows by these.

struct NameId {
  std::uint16_t value = 0;
  bool operator==(const NameId&) const = default;
};
struct OptionId {
  std::uint16_t value = 0;
  bool operator==(const OptionId&) const = default;
};
struct WordId {
  std::uint16_t value = 0;
  bool operator==(const WordId&) const = default;
};
struct FactId {
  std::uint16_t value = 0;
  bool operator==(const FactId&) const = default;
};
struct KindId {
  std::uint16_t value = 0;
  bool operator==(const KindId&) const = default;
};
struct RuleId {
  std::uint16_t value = 0;
  bool operator==(const RuleId&) const = default;
};
/// Built-in acts first, in the order of BuiltInAct, then the declared ones.
struct ActId {
  std::uint16_t value = 0;
  bool operator==(const ActId&) const = default;
};
/// Built-in events first, in the order of BuiltInEvent, then one for each declared act.
struct EventId {
  std::uint16_t value = 0;
  bool operator==(const EventId&) const = default;
};

constexpr ActId act_id(BuiltInAct act) { return {static_cast<std::uint16_t>(act)}; }
constexpr EventId event_id(BuiltInEvent event) { return {static_cast<std::uint16_t>(event)}; }
/// True if the event of this number comes when the play of a round is over.
constexpr bool is_of_round_end(std::size_t event) {
  return event == event_id(BuiltInEvent::ending).value || event == event_id(BuiltInEvent::counting).value ||
         event == event_id(BuiltInEvent::scored).value || event == event_id(BuiltInEvent::round_over).value;
}
/// The event that an act is: of its own name. The first events are the built-in acts, in the same order.
constexpr EventId event_of(ActId act) {
  const int id = act.value < built_in_acts ? act.value : act.value - built_in_acts + built_in_events;
  return {static_cast<std::uint16_t>(id)};
}
static_assert(static_cast<int>(BuiltInEvent::lead) == static_cast<int>(BuiltInAct::lead) &&
              static_cast<int>(BuiltInEvent::lay) == static_cast<int>(BuiltInAct::lay) &&
              static_cast<int>(BuiltInEvent::draw) == static_cast<int>(BuiltInAct::draw) &&
              static_cast<int>(BuiltInEvent::done) == static_cast<int>(BuiltInAct::done));

}  // namespace roundhouse::dsl
