#pragma once
// Look-up in the tables of the vocabulary. Everything here is constant data.

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

}  // namespace roundhouse::dsl
