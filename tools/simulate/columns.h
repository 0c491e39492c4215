#pragma once
// A run as a table of texts, a column for each variant: for those who lay it out in lines or on a page.
// Internal to the engine.

#include <string>
#include <vector>

#include "tools/simulate/run_result.h"

namespace roundhouse::engine {

struct TextRow {
  std::string label;
  std::vector<std::string> cells;  ///< by column
};
struct TextTable {
  std::vector<TextRow> heads;
  std::vector<TextRow> rows;
};

/// Something in which the columns are not all alike: "players", an option, "variant", "without".
struct ColumnHead {
  std::string label;
  std::vector<std::string> values;  ///< by column
};
struct ColumnHeads {
  std::string title;  ///< of all rows; may be empty
  std::vector<ColumnHead> differ;
};
ColumnHeads column_heads(const RunOrder& order);
/// An option as people read it: "double blank".
std::string words_of_option(std::string option);
/// "4 players", "double blank 25", "without blocked"; a name says itself what it is about.
std::string value_in_words(const ColumnHead& head, std::size_t column);
/// Everything in which a column differs from others: "double blank 25, 4 players".
std::string column_in_words(const ColumnHeads& heads, std::size_t column);
/// "train highest=9, 4 players"
std::string columns_title(const RunOrder& order);

/// Means with half of their intervals, `-` where nothing is known.
TextTable figures_table(const RunResult& run);
/// Each column but the first less the first; ` *` behind what is clear.
TextTable differences_table(const RunResult& run);

/// True if every column but the first is the first without a rule, and they are too many for columns.
bool is_of_rules(const RunOrder& order);
/// A line for each rule: what changes without it.
TextTable rules_table(const RunResult& run);

}  // namespace roundhouse::engine
