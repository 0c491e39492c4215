#pragma once
// Walks over all that is written as an expression in checked rules, for checks that count uses.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

/// An expression and all below it, itself first.
void for_each_node(const TypedExpr& expression, const std::function<void(const TypedExpr&)>& visit);

/// True of a fact, an option or another entry of a list, by its place there.
bool is_entry(const TypedExpr& node, Op op, std::size_t index);
/// The number that a simplified expression has come to; nothing: it is none yet.
std::optional<std::int32_t> number_in(const TypedExpr& simple);

/// The topmost node of every expression: words, counts of trains, setup, match, conditions, arguments of
/// effects. The fact that an effect sets is no reading of it and is left out, but not what it depends on.
void for_each_expression(const CheckedRules& rules, const std::function<void(const TypedExpr&)>& visit);

/// Visits the expressions that stand in no row, and those of one row.
void for_each_value(const CheckedRules& rules, const std::function<void(const TypedExpr&)>& visit);
void for_each_expression_of(const Rule& rule, const std::function<void(const TypedExpr&)>& visit);

/// The entries of each list that some expression reads, and the facts that some effect sets.
struct Uses {
  std::vector<bool> options, words, facts, facts_set;
};
Uses uses_of(const CheckedRules& rules);

// Options of rules for checks: those that a condition depends on, and the values that show whether they
// make a difference.

/// Marks the options that an expression asks for, through words or not. A word that was seen is passed by.
void mark_options(const TypedExpr& expression, const CheckedRules& rules, std::vector<bool>& options,
                  std::vector<bool>& words_seen);

/// The options that an expression asks for, through words or not, ascending.
std::vector<std::size_t> options_of(const TypedExpr& expression, const CheckedRules& rules);

/// All choices, and of a range its ends, what stands beside the lower one, and its middle; a dozen at most.
std::vector<std::int32_t> distinguishing_values(const Option& option);

}  // namespace roundhouse::dsl
