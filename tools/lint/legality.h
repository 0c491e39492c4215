#pragma once
// Proofs that an act is always forbidden, over its `forbid` rows and their exceptions.

#include <vector>

#include "tools/lint/claims.h"
#include "tools/lint/lint.h"

namespace roundhouse::dsl {

/// The rows that forbid the act, by their places in the list of rules.
std::vector<std::size_t> forbids_of(const CheckedRules& rules, ActId act);
/// The rows that permit a declared act; none: it is permitted always, if no row could.
std::vector<std::size_t> permits_of(const CheckedRules& rules, ActId act);

/// True if no exception can lift the row where the claims hold.
bool is_unlifted(const Linted& linted, std::size_t rule, const std::vector<Claim>& claims,
                 const Scene& scene);

/// Returns a row that always forbids the act under these claims, exceptions included; nullptr: none is known.
const Rule* forbids_wherever(const Linted& linted, ActId act, const std::vector<Claim>& claims);

/// True if the rows that forbid the act, taken together, leave nothing of where the claims hold.
/// `used`: the rows that were counted on.
bool is_forbidden_wherever(const Linted& linted, ActId act, const std::vector<Claim>& claims,
                           std::vector<const Rule*>* used = nullptr);

/// The expression with the options as they are, and words written out.
TypedExpr in_force(const Linted& linted, const TypedExpr& expression);

/// True if some row has this effect.
bool has_effect(const CheckedRules& rules, Effect effect);

/// `turn.laid == 0`, and so on.
TypedExpr is_number(Root root, Member member, std::int32_t number);
/// A word of the language that is a truth value: `end.owed`.
TypedExpr truth_of(Root root, Member member);

/// Why nobody may ever do the act; empty where somebody may. `rows`: those that forbid it, of them an own one
/// last. Counts on whole turns, too: who may neither lay nor draw at the beginning of a turn never may.
struct NeverLegal {
  std::string why;
  std::vector<const Rule*> rows;

  explicit operator bool() const { return !rows.empty(); }
};
NeverLegal never_legal_act(const Linted& linted, ActId act);

}  // namespace roundhouse::dsl
