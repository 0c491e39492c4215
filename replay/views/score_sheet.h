#pragma once
// Score sheets: a column for each name, for each round a score and a running total, what the games and the
// match come to, who ranks where and who moves on. One file a format.

#include <string>
#include <vector>

#include "dsl/base/source.h"
#include "replay/scores/match_result.h"

namespace roundhouse::replay {

/// One match, from one record or several that are parts of it.
struct ScoreTable {
  std::vector<std::string> files;  ///< as the user named them
  std::string variant;             ///< the name of its rules
  MatchResult match;
};

/// The result of one player over several tables.
struct TogetherRow {
  std::string name;
  int tables = 0;
  std::optional<std::int32_t> points;  ///< absent: not known at one of them
  /// The worth of places, where the rules of every table give it; absent: not known at one of them.
  std::optional<std::int32_t> placement;
};
/// True if the rules of every table give points for places.
bool give_placement(const std::vector<ScoreTable>& tables);
/// All names in the order in which they come up; empty where nobody sat at two tables.
std::vector<TogetherRow> together(const std::vector<ScoreTable>& tables);

/// A line of a sheet, as every format has it.
struct SheetRow {
  enum class Kind : std::uint8_t {
    begins,  ///< points from before the record
    round,
    total,  ///< of a game
    rank,
    group,
    placement,  ///< points for places
    moves_on,
    to_playoff,
    all_total,  ///< of all games
    all_placement,
    all_rank,
    shown  ///< a fact: of players in `totals`, else in `note`, and `totals` is empty
  };
  Kind kind = Kind::round;
  int game = 0;  ///< 0: of no one game
  bool last_of_game = false;
  std::string label;                ///< "12", "total", "rank so far"
  std::vector<std::string> scores;  ///< by seat; empty: none. `?` is not known, `-` not there yet; an empty
                                    ///< cell: the player came later
  std::vector<std::string> totals;  ///< by seat, of begins and round; other rows have what they say in here
  std::vector<char> marks;          ///< by seat, of rounds: ' ', '*' as written, '!' wrongly written
  std::string note;                 ///< "blocked", the value of a fact of nobody; may be empty
};
/// `game 1` headings are for the formats to put where the game changes.
std::vector<SheetRow> sheet_rows(const MatchResult& match);
/// The sentences below a sheet: what its marks say, where the record could not be followed, and the scores
/// that are wrong, these with the reasons as further lines.
struct SheetNote {
  std::string text;
  const ScoreDifference* wrong = nullptr;  ///< instead of a text
};
std::vector<SheetNote> sheet_notes(const MatchResult& match, const std::vector<SheetRow>& rows);
/// True if more than one game is played or planned.
bool has_games(const MatchResult& match);

/// A table that is wider than so many columns is cut between players into several; 0: none is.
std::string render_score_text(const dsl::SourceMap& sources, const std::vector<ScoreTable>& tables,
                              std::size_t columns = 0);
/// RFC 4180: one header line, a row for each row of every sheet; columns of all names of all tables.
std::string render_score_csv(const std::vector<ScoreTable>& tables);
/// One page, everything in it.
std::string render_score_html(const dsl::SourceMap& sources, const std::vector<ScoreTable>& tables);
/// One object a table, a line each; `together`, if there is anything to say, in one more.
std::string render_score_json(const dsl::SourceMap& sources, const std::vector<ScoreTable>& tables);

}  // namespace roundhouse::replay
