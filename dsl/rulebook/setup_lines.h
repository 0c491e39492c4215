#pragma once
// Setup and match in English, a line for each thing that they settle. Only what can happen under the options
// in force is printed; a value that depends on the number of players becomes a table where that is not known.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/check/player_numbers.h"
#include "dsl/check/simplify.h"
#include "dsl/rulebook/book.h"

namespace roundhouse::dsl {

/// Players, dominoes, markers.
std::vector<BookLine> equipment_lines(const CheckedRules& rules, const KnownFacts& known);
/// The deal, the engine, who begins.
std::vector<BookLine> start_lines(const CheckedRules& rules, const KnownFacts& known);
/// The kinds of train there are.
std::vector<BookLine> train_lines(const CheckedRules& rules, const KnownFacts& known);
/// Rounds, games, ranks.
std::vector<BookLine> match_lines(const CheckedRules& rules, const KnownFacts& known);

/// A sentence as it goes on behind "otherwise": without its capital.
std::string within_sentence(std::string text);

/// The number of a round's double, by itself.
std::string scheduled_text(const TypedExpr& number, const CheckedRules& rules, const KnownFacts& known);

// Values that are numbers before the game, for each number of players that the rules allow.

struct ByPlayers {
  struct Step {
    std::int32_t least, most;  ///< players
    std::int32_t value;
  };
  std::vector<Step> steps;  ///< neighbours differ, or none play between them; empty: not all are numbers

  bool is_number() const { return steps.size() == 1; }
};

ByPlayers by_players(const TypedExpr& expression, const CheckedRules& rules, const KnownFacts& known);

/// The numbers of players that a rulebook is for.
std::vector<std::int32_t> players_known(const CheckedRules& rules, const KnownFacts& known);
/// "two to four players", "two, three or six players".
std::string players_in_words(const std::vector<PlayerRun>& runs);

// Sentences that a rule file gives for values of setup and match and for steps of their ladders; they replace
// the generated ones.

/// Makes the lines of a chapter.
using LineMaker = std::vector<BookLine> (*)(const CheckedRules&, const KnownFacts&);

/// Lines about values of setup, or of match, as `make` has made them, with the file's own sentences where
/// these are true of what the options have made of the values: by a ladder of sentences, or because the
/// values are those declared. A sentence with an option woven in goes for other numbers, too. Of a value
/// without such a sentence the steps in force are given one after the other, each by its own sentence, if it
/// has one.
void put_own_sentences(std::vector<BookLine>& lines, LineMaker make, const CheckedRules& rules,
                       const KnownFacts& known);

/// The file's own sentence for the value under this key ("starter", "match.over"); empty: there is none that
/// is true of it.
std::string own_sentence(const CheckedRules& rules, std::string_view key, const KnownFacts& known);

/// As above, for one step of a ladder, counted from 0. It is true where what the step says, and the
/// conditions that lead to it, are as they were declared; a condition that options alone decide does not
/// count.
std::string own_step_sentence(const CheckedRules& rules, std::string_view key, std::size_t step,
                              const KnownFacts& known);

/// The sentences of the ladder under this key; nullptr: none of its steps has one, or it is no ladder.
const StepSayings* find_step_sayings(const CheckedRules& rules, std::string_view key);

}  // namespace roundhouse::dsl
