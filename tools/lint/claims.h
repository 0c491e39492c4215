#pragma once
// Proofs about conditions without playing: can some of them ever hold together? Options
// count as open (any value they may take), a word by what it stands for, a taken-away kind of train as one
// that no train has. It proves little on purpose: what it says is so, and where it does not know it says no.

#include <cstddef>
#include <cstdint>
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

}  // namespace roundhouse::dsl
