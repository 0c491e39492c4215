#pragma once
// The questions that a rule set asks of a family: its options, what may be answered, and what the rulebook
// says after each answer. Asks nobody and writes nothing; roundhouse new does.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/base/diagnostic.h"
#include "dsl/check/check.h"
#include "dsl/check/checked_rules.h"

namespace roundhouse::dsl {

/// An option and the value that a family gives it, as a rule file writes it: `50`, `{ 2..4: 15, 5..8: 12 }`.
struct Answer {
  std::string option;
  std::string value;
};

/// Checks the rules that are asked about, with the answers laid over their options.
using RulesWith =
    std::function<Checked<CheckedRules>(SourceMap& sources, const std::vector<Answer>& answers)>;

/// One of a few answers.
struct Choice {
  std::string written;                 ///< `true`, `satisfy`, `50`
  std::string shown;                   ///< as people say it: "yes"; as it is written where nothing is said
  std::vector<std::string> sentences;  ///< of the rulebook, under this answer and not under every other
};

struct Question {
  std::string option;
  std::string ask;  ///< the option's question; its name where it has none
  Type type = Type::number;
  std::string value;    ///< in force, as people say it: "yes", "15 for 2 or 3 players, 12 for 4 players"
  std::string written;  ///< the value as a rule file writes it
  std::vector<Choice> choices;  ///< empty: any number in `range`
  std::optional<std::pair<std::int32_t, std::int32_t>> range;
  bool by_players = false;  ///< the value in force is a table by the number of players
  /// Of numbers that may be a table by players: the value for each number of players, from the least on;
  /// absent where such tables do not play. Empty: of others.
  std::vector<std::optional<std::int32_t>> for_players;
  /// If there are no choices: sentences of the rulebook that the value in force has a part in.
  std::vector<std::string> sentences;
};

/// Every option with its value in force, as a rule file writes it, in their order.
std::vector<Answer> written_values(const CheckedRules& rules);

/// The options that decide something under the values in force, in their order.
std::vector<std::string> open_questions(const CheckedRules& rules);

/// Of each of these options the title of the rulebook's chapter that another answer changes most; empty where
/// it changes none.
std::vector<std::string> chapters_of(const std::vector<std::string>& options, const RulesWith& rules_with,
                                     const std::vector<Answer>& answers);

/// The question of one option after `answers`; absent if no rules come of them.
std::optional<Question> question_about(const std::string& option, const RulesWith& rules_with,
                                       const std::vector<Answer>& answers);

/// The sentences that the second rule set's book has and the first one's has not.
std::vector<std::string> new_sentences(const CheckedRules& before, const CheckedRules& after);

/// Somebody's answer as a rule file would write it: "y" is `true`, "2" is the second choice, "fol" is
/// `follow-up`, "2-4: 15, 5 to 8: 12" and "15 for 2 to 4, 12 for 5 to 8" are `{ 2..4: 15, 5..8: 12 }`. What
/// is none of these is left as it is, for the checker to refuse. Absent: it may mean more than one choice.
std::optional<std::string> understood_answer(const Question& question, std::string_view answer);

/// Answers that stand in a file, in YAML:
///
///     like: club-double-twelve
///     name: The Millers
///     players: 4
///     options:
///       double_blank: 50
///       deal: { 2: 15, 3..4: 13, 5..8: 10 }
struct WrittenAnswers {
  std::string like;  ///< the game that is nearest; empty: not said
  Span like_where;
  std::string name;  ///< empty: not said
  Span name_where;
  std::optional<std::int32_t> players;
  Span players_where;
  std::vector<OptionSetting> options;  ///< as written there, with their places
};

/// Reports all that is wrong with the form at once. Does not check that the game or an option exists. The
/// text is already in `sources`.
Checked<WrittenAnswers> read_answers(const SourceMap& sources, FileId file);

/// A family's rule file as a text: what it changes, each change with its question, and all other questions
/// with their answers as comments, so that a reader finds what may be changed.
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

/// The same, of what is changed, as entries to be put into a family's file that is there (merge_rules). An
/// option that the file itself makes gets another default.
std::string changed_entries(const NewVariant& variant, const std::string& file_text);

/// A text in which the entry of this question, where it stands as write_variant writes it, is the one after
/// another answer; one that stood there as a comment is taken out.
std::string answered_again(std::string text, const Question& before, const Question& after);

/// The same text with a comment above each entry that the lint warns of, which says that it was answered so.
/// `findings`: of that text, which is the first of the sources.
std::string allow_answers(const SourceMap& sources, const Diagnostics& findings);

}  // namespace roundhouse::dsl
