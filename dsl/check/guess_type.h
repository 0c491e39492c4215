#pragma once
// The type that an expression has if it is right, by its shape alone. Needed before anything is typed: a fact
// that takes the value of an expression has that expression's type, and the expression may speak of facts,
// this one included (`if me.count > round.most then me.count else round.most`).

#include <vector>

#include "dsl/check/draft.h"
#include "dsl/check/name_table.h"

namespace roundhouse::dsl {

/// The type of each fact of the draft, in order; Type::none if it is not known.
std::vector<Type> guess_fact_types(const Draft& draft, const NameTable& names, const CheckedRules& rules);

/// The type of what a quantifier over a set binds: players -> player. Type::none: not a set.
Type element_of(Type set);
/// The scope that values of this type have as receivers of facts (turn, player, round, match).
std::optional<Scope> scope_of(Type receiver);

}  // namespace roundhouse::dsl
