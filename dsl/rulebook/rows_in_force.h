#pragma once
// The rows that can apply at all under the options in force, with what each says then. A row whose
// condition the options make impossible is gone; so is all that belongs to an act that is never legal. One
// that an exception always lifts is gone, too, and the exception's sentence stands in its place.

#include <string>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "dsl/check/simplify.h"
#include "dsl/rulebook/book.h"
#include "dsl/vocabulary/phrases.h"

namespace roundhouse::dsl {

struct RowInForce {
  RuleId rule;
  Theme theme = Theme::nothing;
  std::string text;
  bool is_own = false;  ///< `text` is the file's own sentence
  std::vector<Citation> from;
  std::vector<RowInForce> exceptions;  ///< each stands below every row that it lifts
};

struct RowText {
  std::string text;
  bool is_own = false;  ///< the file's own sentence
};

/// The row for players: the one text that rulebooks print and rulings quote. It is the row's own sentence
/// where that fits: not where values make the condition another one than it was declared as (a sentence out
/// of a ladder always fits), nor where a child has replaced a word in it. Else it is the condition.
RowText row_text(const CheckedRules& rules, const Rule& row, const KnownFacts& known);

/// In the order of the rules; exceptions stand below what they lift.
std::vector<RowInForce> rows_in_force(const CheckedRules& rules, const KnownFacts& known);

/// Known values, and with them the things that no row in force ever brings about: a book in which nothing
/// makes anybody cover a double has no row about doubles that wait. So it is with markers, facts and draws.
KnownFacts known_in_play(const CheckedRules& rules, const KnownFacts& known);

/// True if any act of this kind can ever be legal.
std::vector<bool> acts_in_force(const CheckedRules& rules, const KnownFacts& known);

/// True if the sentence written beside an expression is true of what the options have made of it: it is then
/// what it is under the values declared, and a number in the sentence is still the one. Where those leave
/// nothing of it the sentence was written for other values; then nothing must have been lost of what it was
/// written beside.
bool fits(const TypedExpr& written, const std::string& says, const CheckedRules& rules,
          const KnownFacts& known);

/// A sentence with the values of its options woven in.
std::string woven(const CheckedRules& rules, const std::string& says, const KnownFacts& known);
/// A part of a table as people say it: "15", "2 to 4 players".
struct TableCell {
  std::string value;
  std::string keys;  ///< empty: the same for all
};
std::vector<TableCell> table_cells(const CheckedRules& rules, const Option& option, const KnownFacts& known);

/// The value of an option as people say it: "16", "yes", "satisfy", "15 for 2 to 4 players, 12 for 5 or 6".
std::string option_value(const CheckedRules& rules, const Option& option, const KnownFacts& known);

/// The meaning of a word under the options: its sentence where that fits, as with rows, else its definition
/// in English.
std::string word_text(const CheckedRules& rules, const Word& word, const KnownFacts& known);

/// The words, and facts with a sentence, that rows and setup in force still ask for, and facts that are shown
/// and can be; by their place in the lists.
struct NamesInForce {
  std::vector<bool> options, words, facts;
};
NamesInForce names_in_force(const CheckedRules& rules, const KnownFacts& known);

/// "“Doubles marker” is shown on the table.", of a fact that has a label.
std::string shown_sentence(const Fact& fact);
/// "A number from 0 to 12 is drawn for each round.", of a fact that chance decides.
std::string chance_sentence(const Fact& fact);

/// The theme of a rule.
Theme theme_of(const CheckedRules& rules, const Rule& rule, const KnownFacts& known);

}  // namespace roundhouse::dsl
