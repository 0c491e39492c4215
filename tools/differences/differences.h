#pragma once
// The differences of two rule sets, each under its own options: in the English of the rulebook, the options
// first. What is only worded or sourced differently is no difference. Knows no layout
// (print_differences.cpp).

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

// X(enumerator, name, heading)
#define ROUNDHOUSE_DIFFERENCE_KINDS(X)                    \
  X(option, "option", "Options")                          \
  X(setup, "setup", "The table, the deal and the engine") \
  X(match, "match", "The match")                          \
  X(word, "word", "What words mean")                      \
  X(shown, "shown", "What is shown on the table")         \
  X(rule, "rule", "Rules")

enum class DifferenceKind : std::uint8_t {
#define X(id, name, heading) id,
  ROUNDHOUSE_DIFFERENCE_KINDS(X)
#undef X
};

std::string_view difference_kind_name(DifferenceKind kind);
std::string_view difference_heading(DifferenceKind kind);

/// One thing that is not the same. A side is empty if that rule set has no such entry.
struct Difference {
  DifferenceKind kind = DifferenceKind::rule;
  std::string name;  ///< an option, "engine.missing", "match.rounds", a word, a fact, a rule's id
  std::string left;
  std::string right;
};

/// The part of a difference's name that people know: what follows of an act bears the act's.
std::string shown_name(const Difference& made);

/// In the order of the kinds; within one first what both have, then what only the left, then what only the
/// right has. `players`: for so many; otherwise for any number. Empty: they play alike.
std::vector<Difference> differences(const CheckedRules& left, const CheckedRules& right,
                                    std::optional<std::int32_t> players = {});

/// As above, with the differences that those bring with them: rows whose words differ, values of setup that
/// say no more than an option.
std::vector<Difference> all_differences(const CheckedRules& left, const CheckedRules& right,
                                        std::optional<std::int32_t> players = {});

/// For people, 80 columns; empty where there is none.
std::string print_differences(const std::vector<Difference>& differences, const std::string& left,
                              const std::string& right);

}  // namespace roundhouse::dsl
