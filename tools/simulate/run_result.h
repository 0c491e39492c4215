#pragma once
// A finished run of random games, or a part of one: what was asked for and what came of it. What `simulate`
// prints, and what a shard's file holds. Several variants are columns that were played side by side.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/check/checked_rules.h"
#include "engine/rules.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::engine {

/// One row that can be counted, as the user knows it.
struct RunRule {
  std::string id;
  dsl::Shape shape = dsl::Shape::forbid;
  bool operator==(const RunRule&) const = default;
};

/// One variant of a run.
struct RunVariant {
  std::string name;                   ///< as it was written
  std::vector<std::string> settings;  ///< option=value, in order
  std::string rules_hash;
  int players = 0;
  std::vector<std::string> declared;   ///< names of the declared acts
  std::vector<RunRule> rules;          ///< by RuleId
  std::vector<std::string> without{};  ///< ids of rules that were switched off
  std::vector<std::string> values{};   ///< option=value of those that only other tables of the run set

  /// "dual double_blank=50 without cover-double"
  std::string title() const;
  bool operator==(const RunVariant&) const = default;
};

/// All that the result of a run depends on. Shards of one run have the same.
struct RunOrder {
  std::string program;  ///< roundhouse's version: another may play other games
  std::uint64_t seed = 1;
  std::uint64_t games = 100;
  Unit unit = Unit::match;
  double declared = 0;
  std::vector<std::string> seats;  ///< names of players, one for each seat; empty: all play at random
  bool rotate = false;             ///< each game they move on by one seat
  bool count_rules = false;
  bool interest = false;
  bool same_deals = false;
  std::vector<RunVariant> variants;
  bool operator==(const RunOrder&) const = default;
};

// No run is larger; of a shard nothing else is believed.
constexpr std::uint64_t longest_run = 1'000'000'000'000;
constexpr std::uint64_t most_shards = 1'000'000;

/// The games first, first + 1, ... of the run.
struct RunPart {
  std::uint64_t number = 0;  ///< of the shard, counted from 0 as job arrays count
  std::uint64_t of = 1;
  std::uint64_t first = 0;
  std::uint64_t games = 0;
};
/// The games that a shard plays. `number` is below `of`.
RunPart part_of(std::uint64_t games, std::uint64_t number, std::uint64_t of);

struct VariantResult {
  Figures figures;
  double seconds = 0;            ///< of all shards together
  int jobs = 1;                  ///< the most that a shard had
  std::string endless_record{};  ///< the file with the first game that came to no end, if it was written
};

struct RunResult {
  RunOrder order;
  RunPart part;
  std::vector<VariantResult> results;  ///< by variant; fewer where the run was interrupted
  /// Pairs of all variants but the first, as SideBySide has them; empty if there is one or nothing was
  /// played.
  std::vector<std::vector<RatioPair>> pairs{};
};

enum class RunFormat : std::uint8_t { text, json, csv };

/// True if some games could not be brought to an end: a dead end, or a game without one. Rounds that the
/// rules themselves call void are none of these.
bool any_endless(const RunResult& run);

/// For standard output: of one variant its figures, of several a table with a column each and, below, how far
/// each is from the first. What differs between a run in one piece and one that was merged from shards is
/// only the line `speed` of the text, and `jobs`, `seconds`, `games_per_second` and `acts_per_second` in
/// JSON.
/// `columns`: a table that is wider is cut between columns into several; 0: as wide as is usual.
std::string render_run(const RunResult& run, RunFormat format, std::size_t columns = 0);

// The file that `simulate --shard` writes and `merge` reads: one JSON object on a line, with exact sums. What
// it holds is documented in docs/commands.md.

/// The text of a shard, with a line ending.
std::string write_shard(const RunResult& run);

/// Absent: this is no shard that this program can read; `trouble` says why.
std::optional<RunResult> read_shard(std::string_view text, std::string& trouble);

struct NamedShard {
  std::string file;
  RunResult run;
};

/// All shards of one run as the run. Absent: they are not, and `trouble` says why.
std::optional<RunResult> merge_shards(std::vector<NamedShard> shards, std::string& trouble);

// Is there skill in a game? One better player sits among worse ones, moved on by a seat each game: what it
// has below them, and how often it wins, is what better play is worth.

/// One of the first among players of the second kind.
struct SkillPair {
  std::string_view player;
  std::string_view others;
};
/// From the least to the most that the computer players can show.
inline constexpr SkillPair skill_pairs[] = {
    {"greedy", "random"}, {"planner", "greedy"}, {"planner", "random"}};

/// The list of players for a table of so many.
std::vector<std::string> seats_of(const SkillPair& pair, int players);

/// `runs`: one for each of skill_pairs, all of the same variants.
std::string render_skill(const std::vector<RunResult>& runs, RunFormat format);

// A run as a table of its own: a row for each seat of each round or game, in the order in which games are
// numbered, however many threads play. The columns are the same whatever is played. Memory does not grow with
// the run: what is done waits for its turn.

enum class EachOf : std::uint8_t { round, game };

/// The names of the columns, as a line of CSV.
std::string each_head(EachOf each);

/// Plays all games and hands over their rows, several at a time, by one thread after the other. The figures
/// are those of the run; stopped, it goes on until a whole beginning has been handed over.
Figures simulate_each(const Rules& program, const SimulateOptions& options, const RunOrder& order,
                      const RunVariant& variant, EachOf each, int jobs, Progress* progress,
                      const std::function<void(const std::string& rows)>& take);

}  // namespace roundhouse::engine
