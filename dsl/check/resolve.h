#pragma once
// From the finished draft to CheckedRules: names get ids, expressions types, rows their subjects. The
// steps stand in the order in which each needs what the one before has found.

#include "dsl/check/findings.h"
#include "dsl/check/name_table.h"
#include "dsl/check/typer.h"

namespace roundhouse::dsl {

CheckedRules resolve(const Draft& draft, Findings& findings);

// The steps that have files of their own.

/// setup and match (resolve_setup.cpp).
void resolve_setup(const Draft& draft, const NameTable& names, Typer& typer, CheckedRules& rules,
                   Findings& findings);
/// `setup.players`, needed before the options; nothing where it is missing or wrong.
std::optional<std::pair<std::int32_t, std::int32_t>> resolve_players(const Draft& draft, Findings& findings);

/// The rows of facts, acts and rules (resolve_rows.cpp).
void resolve_rows(const Draft& draft, const NameTable& names, Typer& typer, CheckedRules& rules,
                  Findings& findings);

/// The claims and the examples (resolve_checks.cpp). The rows are there.
void resolve_checks(const Draft& draft, const NameTable& names, Typer& typer, CheckedRules& rules,
                    Findings& findings);

/// The order in which `can` is worked out; complains about circles (can_order.cpp).
void order_can(const Typer& typer, CheckedRules& rules, Findings& findings);

/// Checks that all that can be worked out before the game is possible (bounds.cpp). Only for rules without
/// errors.
void check_bounds(const CheckedRules& rules, Findings& findings);

}  // namespace roundhouse::dsl
