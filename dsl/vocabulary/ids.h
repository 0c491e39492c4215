#pragma once
// Names of the rows of one variant's rules: positions in the lists of CheckedRules, one type a list.
// Checker, program, engine and referee all speak of rows by these.

#include <cstdint>

#include "dsl/vocabulary/vocabulary.h"

namespace roundhouse::dsl {

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
