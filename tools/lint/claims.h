#pragma once
// Proofs about conditions without playing: can some of them ever hold together? Options
// count as open (any value they may take), a word by what it stands for, a taken-away kind of train as one
// that no train has. It proves little on purpose: what it says is so, and where it does not know it says no.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "tools/lint/lint.h"
#include "tools/lint/values.h"

namespace roundhouse::dsl {

/// That a condition holds, or that it does not.
struct Claim {
  const TypedExpr* condition;
  bool holds = true;
};

/// True if it counts that a kind of train was taken away by this file or a parent.
enum class TrainsGone : std::uint8_t { open, counted };

/// True where it is certain that the claims never hold all at once, whatever the game and the options.
bool impossible(const Linted& linted, const std::vector<Claim>& claims, TrainsGone gone = TrainsGone::counted,
                const Scene& scene = {});

/// As above, if each of several scenes may be the one; without any: anywhere.
bool impossible_in(const Linted& linted, const std::vector<Claim>& claims, const std::vector<Scene>& scenes,
                   TrainsGone gone = TrainsGone::counted);

bool never_holds(const Linted& linted, const TypedExpr& condition, TrainsGone gone = TrainsGone::counted,
                 const std::vector<Scene>& scenes = {});
bool always_holds(const Linted& linted, const TypedExpr& condition, TrainsGone gone = TrainsGone::counted,
                  const std::vector<Scene>& scenes = {});

/// The claims that have to hold for a row to apply: its condition. A row without one adds nothing.
std::vector<Claim> claims_of(const Rule& rule);

/// The rows that lift this one.
std::vector<const Rule*> exceptions_of(const CheckedRules& rules, std::size_t rule);

/// True if written alike, places apart.
bool same_expression(const TypedExpr& a, const TypedExpr& b);

/// Equal for those that are written alike.
std::size_t hash_of(const TypedExpr& expression);

// Proofs that an act is always forbidden, over its `forbid` rows and their exceptions.

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

/// True if it is certain that the row, or what it lifts, follows no tile that may be laid under the options
/// as they are: what must hold for it is what a row without exceptions forbids to lay. Of other rows it says
/// false.
bool never_follows_a_lay(const Linted& linted, const Rule& rule);

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

// Why a condition is always or never so, with the figures, in the words of somebody who plays.

/// The part as it was written, in quotation marks; "this" where it is too long to be quoted.
std::string quoted(const Linted& linted, const TypedExpr& part);

/// Empty where there is nothing to say but that it is so. Of a condition that is constant in these scenes.
std::string why_constant(const Linted& linted, const TypedExpr& condition, const std::vector<Scene>& scenes);

/// "13 points", "1 point"; the noun in the plural.
std::string counted(std::int64_t number, std::string_view plural);

}  // namespace roundhouse::dsl
