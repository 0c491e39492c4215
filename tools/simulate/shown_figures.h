#pragma once
// The figures that every form of a run shows, with their names and intervals.
// Internal to the engine.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/simulate/measures.h"
#include "tools/simulate/run_result.h"

namespace roundhouse::engine {

inline constexpr double shown_quantiles[] = {0.05, 0.25, 0.5, 0.75, 0.95};

struct Distribution {
  std::string_view name;
  std::string_view sentence;
  Histogram Figures::*numbers;
};
inline constexpr Distribution distributions[] = {
    {"round_turns", "turns of a round", &Figures::round_turns},
    {"round_points", "points of a player in a round", &Figures::round_points},
    {"game_points", "points of a player in a game", &Figures::game_points},
};
bool is_shown(const Distribution& distribution, const RunOrder& order);

/// A measure of the whole table, with its place at a table of so many.
struct TableMeasure {
  MeasureInfo info;
  std::size_t place = 0;
  bool shown =
      true;  ///< as text: a single round is a game of one round, and what is said of games says nothing
};
std::vector<TableMeasure> table_measures(const RunOrder& order, int players);

/// True if the figure of a seat is shown in text: where all play at random the table's own figures show who
/// has more than the others.
bool is_shown(const MeasureInfo& measure, const RunOrder& order);
/// False for rows of shapes that are not counted.
bool is_counted(dsl::Shape shape);

/// The estimate at a place; the interval of a share stays within 0 and 1.
Estimate estimate_at(const Figures& figures, std::size_t place, MeasureKind kind);
std::string number_text(double value, MeasureKind kind);

std::string_view games_word(const RunOrder& order, bool many);
std::string shown_title(const RunVariant& variant);

/// Returns the player at this place of the list, or at this seat where nobody moves on.
const std::string& player_at(const RunOrder& order, std::size_t place);
/// One sentence: the figures say nothing of people who play otherwise.
std::string who_plays(const RunOrder& order, int players);
/// "seat 2", "seat 2 (greedy)" or, where nobody keeps a seat, "greedy".
std::string seat_name(const RunOrder& order, int players, std::size_t place);
/// "planner: points a round"
std::string seat_label(const RunOrder& order, int players, std::size_t place, const MeasureInfo& measure);

/// Two lines on games that came to no end, with one of them as a record; empty: there are none.
std::string endless_text(const RunResult& run, std::size_t index);
/// Rounds that the rules themselves call none.
std::string void_text(const RunOrder& order, const Figures& figures);

/// Returns the difference between a figure of one variant and that of the first.
struct FigureDifference {
  MeasureInfo measure;
  int seat = 0;  ///< from 1, of the list of players where they move on; 0: of the table
  bool shown = true;
  Estimate own;
  Estimate first;
  Estimate difference;  ///< own less first

  /// True if the interval excludes that there is none.
  bool is_clear() const;
};
std::vector<FigureDifference> differences_to_first(const RunResult& run, std::size_t index);
/// "train double_blank=50 less train"; the numbers of players, too, where they are not the same.
std::string difference_title(const RunOrder& order, std::size_t index);

std::string run_as_text(const RunResult& run);
std::string table_as_text(const RunResult& run, std::size_t columns);

// The command line that shows one game of a run as a record.

/// In single quotes where a shell would read it as anything but one word.
std::string as_shell_word(const std::string& text);

}  // namespace roundhouse::engine
