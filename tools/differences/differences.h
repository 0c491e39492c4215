#pragma once
// The differences of two rule sets, each under its own options: in the English of the rulebook, the options
// first. What is only worded or sourced differently is no difference.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/rulebook/book.h"

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

// The short form of a rulebook: what is not as in a game that everybody at the table knows, or, where there
// is no such game, the lines without which nobody can play. Worked out from the rules, not from the text of
// the file: a value that is said again as the parent has it is no difference.

/// The lines of the rulebook that differ from the known game, in the order of the book. A rule that differs
/// by an exception alone stands with that exception. Parts of the known game that this one does not have
/// stand at the end. `known_game`: under its own options.
Book brief_book(const CheckedRules& rules, const CheckedRules& known_game, const BookRequest& request);

/// The lines of setup, of what may be laid, drawn and left, and of what opens, ends and scores: the book
/// without what is seldom needed, announced, advised or explained.
Book brief_book(const CheckedRules& rules, const BookRequest& request);

}  // namespace roundhouse::dsl
