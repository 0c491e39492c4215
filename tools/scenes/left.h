#pragma once
// The questions that a rule file leaves to its parent, with the answers that then hold, and rules that stay
// as they are, in the chapters of the rulebook.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

struct LeftQuestion {
  std::string option;
  std::string ask;
  std::string answer;  ///< as people say it
};

struct LeftChapter {
  std::string title;  ///< of the rulebook's chapter
  std::vector<LeftQuestion> questions;
  std::vector<std::string> sentences;  ///< of rules that do not go with one of the answers
};

/// The value of an option as people say it: what its choice is called, or the number. Of numbers that are cut
/// it is the one that is played: thirteen rounds with ten doubles are ten.
std::string answer_in_words(const CheckedRules& rules, std::size_t option);

/// Another value of an option, as a file writes it: the next of its choices, a number beside it. Absent: it
/// has no other.
std::optional<std::string> another_value(const CheckedRules& rules, std::size_t option);

/// The rules with an option at this value, as a file writes it; nullptr: there are none, or enough has been
/// looked at.
using RulesWithValue =
    std::function<std::shared_ptr<const CheckedRules>(const std::string& option, const std::string& value)>;

/// In the order of the rulebook, what is settled before the first turn last. `parent`: nullptr: there is
/// none, and all questions are the file's own.
std::vector<LeftChapter> left_by(const CheckedRules& rules, const CheckedRules* parent,
                                 const RulesWithValue& with_value);

}  // namespace roundhouse::dsl
