#pragma once
// A finished run of random games, or a part of one: what was asked for and what came of it. What `simulate`
// prints, and what a shard's file holds. Several variants are columns that were played side by side.

#include <cstdint>
#include <string>
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
std::string render_run(const RunResult& run, RunFormat format);

}  // namespace roundhouse::engine
