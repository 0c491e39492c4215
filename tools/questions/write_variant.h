#pragma once
// A family's rule file as a text: what it changes, each change with its question, and all other questions
// with their answers as comments, so that a reader finds what may be changed.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "tools/questions/questions.h"

namespace roundhouse::dsl {

struct NewVariant {
  std::string name;                 ///< of the game; any text of one line
  std::string parent;               ///< the game that it extends
  std::vector<Question> questions;  ///< all that were open, with the values in force
  std::vector<Answer> answers;      ///< differences from the parent
  /// Not for all numbers of players that the parent allows: there would be too few tiles.
  std::optional<std::pair<int, int>> players;
};

/// The entries about every question that is open under these answers. An answer that is the parent's own
/// value need not stand in the file; neither need one that another answer has made idle. The answers are such
/// that `players` can play.
NewVariant describe_variant(std::string name, std::string parent, const RulesWith& rules_with,
                            const std::vector<Answer>& answers, int players);

/// The same without questions, which is quick: what these answers change, and for how many players.
NewVariant describe_changes(std::string name, std::string parent, const RulesWith& rules_with,
                            const std::vector<Answer>& answers, int players);

/// Ends in a newline. The text has not been checked.
std::string write_variant(const NewVariant& variant);

/// The same text with a comment above each entry that the lint warns of, which says that it was answered so.
/// `findings`: of that text, which is the first of the sources.
std::string allow_answers(const SourceMap& sources, const Diagnostics& findings);

}  // namespace roundhouse::dsl
