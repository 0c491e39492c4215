#pragma once
// A match as its records have it: the worth of each round to each player, how that adds up, the ranks and who
// moves on. The engine counts; this keeps what it counted, and says where it had to take the record's word.
// Shown by replay/views/score_sheet.h.

#include <bitset>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/evaluate_partly.h"
#include "engine/fold.h"
#include "engine/position.h"
#include "engine/rules.h"
#include "replay/fold/unknown_facts.h"
#include "replay/record/record.h"
#include "replay/record/round_terms.h"
#include "replay/referee/rulings/verdict.h"

namespace roundhouse::replay {

enum class PointsFrom : std::uint8_t {
  tiles,    ///< counted by the rules from what was left in hand
  written,  ///< depends on tiles that nobody wrote down: the record's score line is believed
  nothing,  ///< neither is known
};

enum class RoundEnd : std::uint8_t {
  out,            ///< somebody went out
  blocked,        ///< it ended with nobody out
  counted,        ///< its end is not known, but all that was left is written
  written,        ///< its end is not known, but all its scores are written
  voided,         ///< no engine could be had; nobody scores
  dealt_again,    ///< a rule made it void, and it is played once more; nobody scores
  void_for_good,  ///< as dealt_again, but it has been dealt as often as is looked at
  unfinished,     ///< the record does not come to its end
};

/// True if nothing of the round counts.
constexpr bool is_void(RoundEnd end) {
  return end == RoundEnd::voided || end == RoundEnd::dealt_again || end == RoundEnd::void_for_good;
}

struct PlayerRound {
  PointsFrom from = PointsFrom::nothing;
  std::int32_t points = 0;              ///< not known: 0
  std::optional<std::int32_t> claimed;  ///< the last score line
  std::optional<std::int32_t> total;    ///< of the game up to here; absent: something before is not known
  bool hand_known = false;              ///< the round is over and every tile left is known
  std::vector<TileId> left;             ///< these
};

/// Behind this many wrong scores only one of each player in a round is reported, so that a sheet of any
/// length takes no more memory.
constexpr std::size_t most_wrong_reported = 1'000;

/// Somebody who joined before a round.
struct Newcomer {
  Seat seat = no_seat;                 ///< of the end of the match
  std::optional<std::int32_t> points;  ///< absent: not known
};

struct RoundResult {
  int game = 1;
  int number = 1;  ///< in its game
  std::string label;
  RoundEnd end = RoundEnd::unfinished;
  Seat out = no_seat;                  ///< the player who went out
  std::vector<PlayerRound> players;    ///< by seat
  std::vector<ScoreDifference> wrong;  ///< score lines that the tiles do not bear out
  std::size_t wrong_left_out = 0;      ///< the number of further ones
  bool refused = false;                ///< something in it cannot be carried out; else only not written
  std::string stopped;                 ///< why the record could not be followed to the round's end
  std::optional<RecordPlace> stopped_at;
  // Changes by lines before the round.
  std::vector<std::string> rules;   ///< "double_blank=50": from here on
  std::vector<Newcomer> newcomers;  ///< in the order of their lines
};

struct GameResult {
  int number = 1;
  std::size_t rounds_end = 0;                       ///< number of rounds of the match up to its last one
  bool over = false;                                ///< its last round was played, or another game followed
  std::vector<std::optional<std::int32_t>> totals;  ///< by seat
  std::vector<int> ranks;                           ///< by seat, 0: not known; empty: none is
  std::vector<dsl::Truth> moves_on;                 ///< by seat; empty: not over, or no such rule
  std::vector<dsl::Truth> to_playoff;               ///< as moves_on
  /// The points by seat for the place in the game; empty: not over, or no such rule.
  std::vector<std::optional<std::int32_t>> placement;
  std::vector<std::string> groups;  ///< by seat: as words; empty: one for all
};

struct MatchResult {
  std::vector<std::string> names;  ///< by seat: whole names where the record has them
  std::vector<std::string> short_names;
  /// The number of rounds by seat before somebody joined; 0: none. All lists by seat have an entry for
  /// everybody, also for rounds and games before they came.
  std::vector<std::size_t> since;
  /// Points by seat of the first game before the record begins, or empty. Absent: not there yet.
  std::vector<std::optional<std::int32_t>> begins;
  /// Points by seat of the games before the record begins, or empty.
  std::vector<std::optional<std::int32_t>> earlier;
  /// Points by seat for the places in these, or empty.
  std::vector<std::optional<std::int32_t>> earlier_placement;
  int games_planned = 1;  ///< the number by the rules
  bool grouped = false;   ///< ranks are those within groups
  std::vector<RoundResult> rounds;
  std::vector<GameResult> games;  ///< those that have rounds here
  bool over = false;
  std::vector<std::optional<std::int32_t>> totals;  ///< by seat: all games together
  std::vector<int> ranks;  ///< by seat, of all games together, 0: not known; empty: none is
  /// Points by seat for the places in all games that are over; empty: no such rule.
  std::vector<std::optional<std::int32_t>> placement;
  /// Facts with a label that are the match's or outlast a round, as they stand after the last round that
  /// counts.
  std::vector<ShownFact> shown;
};

/// True if the player was not there yet when the round with this index began.
bool came_later(const MatchResult& match, std::size_t seat, std::size_t round);

/// A round of a match: the number of its game, and its number in the game.
struct RoundOfMatch {
  int game = 1;
  int round = 1;
  bool operator==(const RoundOfMatch&) const = default;
};

/// Follows a record, or several that are parts of one match, a round at a time.
class MatchScorer {
 public:
  MatchScorer(const engine::Rules& program, const Header& header);

  /// `program`, `header`: those of the record in which the round stands; the program must outlive this.
  /// `begins`: the header may say what came before.
  void add_round(const engine::Rules& program, const Header& header, const RecordRound& round, bool begins);
  MatchResult result() const;

  /// The round that would come next; absent: the match is over, or the last round did not come to its end.
  std::optional<RoundOfMatch> next() const;

  /// Facts that nobody knows when the next round of the same game begins.
  std::bitset<engine::max_facts> unknown_facts() const;

 private:
  void add_up(RoundResult& round);
  void end_game();
  void leave_out_wrong(RoundResult& round);
  std::vector<Newcomer> carry_match(const RecordRound& round, std::bitset<engine::max_facts>& unknown_facts);
  engine::NotKnown unknown_now() const;
  void seat(const RecordRound& round, Seat newcomer, bool is_known);

  const engine::Rules* program_;             ///< of the last round
  std::shared_ptr<const RoundTerms> terms_;  ///< its owner, where rules have changed
  Position position_;
  Position finished_;  ///< after the last round that counts
  MatchResult result_;
  bool open_ = false;         ///< the last round came to no end and nothing is written of its points
  std::vector<char> known_;   ///< by seat: the total of this game
  engine::NotKnown unknown_;  ///< after the last round that counts
  std::bitset<engine::max_players> placement_unknown_;  ///< points for places in the games before
  std::bitset<engine::max_facts> unknown_before_;       ///< facts, when the last round began
  std::size_t wrong_kept_ = 0;
  bool is_lost_ = false;  ///< a round came of which nobody says by which rules it was played
};

/// The round with which a record begins, by its header and first lines.
RoundOfMatch first_round(const engine::Rules& program, const Record& record);

/// The points that one row gives for each tile left to a player, where it counts tiles one by one; else
/// empty. The position is one after the round.
std::vector<std::int32_t> tile_counts(const engine::Rules& program, const Position& position, Seat seat,
                                      const std::vector<TileId>& tiles, dsl::RuleId row);

/// One round, followed and counted. `position`: as fold_round has it.
RoundResult score_round(const engine::Rules& program, const Header& header, const RecordRound& round,
                        bool first_of_file, Position& position);

MatchResult score_record(const engine::Rules& program, const Record& record);

}  // namespace roundhouse::replay
