#pragma once
// Hit counts of rows, acts and markers over all that was played, to find what never happens.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tools/prove/trouble.h"
#include "tools/prove/watched_rules.h"

namespace roundhouse::replay {

struct HitCounts {
  std::set<std::string, std::less<>> in_force;  ///< rows and declared acts that there are under the options
  std::set<std::string, std::less<>> reached;   ///< those that decided something, or were done

  struct Markers {
    std::size_t put = 0;
    std::size_t taken = 0;
    std::optional<Trouble> shown;  ///< the shortest way to one that stays though its owner plays there
  };
  std::map<std::string, Markers, std::less<>> markers;  ///< by kind of train

  std::size_t winner_ahead = 0;   ///< rounds in which the winner ranks before somebody else
  std::size_t winner_behind = 0;  ///< in which behind all
  std::optional<Trouble> behind;

  std::size_t matches_over = 0;     ///< of those that were played on by players who do anything
  std::size_t matches_endless = 0;  ///< that had no end within RoamOptions::longest_match

  void add(const HitCounts& other);
};

/// Notes what there is under these rules.
void note_in_force(const WatchedRules& rules, HitCounts& tally);

/// Counts what an act changed. `acts`: returns all acts up to and with it, when they are asked for.
template <class Acts>
void note_markers(const WatchedRules& rules, const engine::Position& before, const engine::Trace& trace,
                  const engine::Position& after, const engine::Act& act, HitCounts& tally, const Acts& acts);

/// The rank of the winner of a round that is over.
enum class WinnerRanks { ahead, behind, nowhere };
WinnerRanks winner_ranks(const engine::Rules& program, const engine::Position& over);

/// A round is over. `acts` as above.
template <class Acts>
void note_winner(const WatchedRules& rules, const engine::Trace& trace, const engine::Position& over,
                 HitCounts& tally, const Acts& acts) {
  const WinnerRanks where = winner_ranks(rules.program, over);
  if (where == WinnerRanks::ahead) ++tally.winner_ahead;
  if (where != WinnerRanks::behind) return;
  ++tally.winner_behind;
  if (tally.behind) return;
  tally.behind = Trouble{TroubleKind::scores_upside_down, {}, acts(), 0};
  std::vector<std::string>& rows = tally.behind->rows;
  for (const engine::Happening& happening : trace) {
    if (happening.kind != engine::Happening::Kind::scored || happening.number == 0) continue;
    const std::string id(rules.row_id(happening.rule));
    if (std::find(rows.begin(), rows.end(), id) == rows.end()) rows.push_back(id);
  }
}

std::array<std::uint8_t, engine::max_trains> markers_by_train(const engine::Position& position);

template <class Acts>
void note_markers(const WatchedRules& rules, const engine::Position& before, const engine::Trace& trace,
                  const engine::Position& after, const engine::Act& act, HitCounts& tally, const Acts& acts) {
  if (after.phase != engine::Phase::play || before.phase != engine::Phase::play) return;
  const auto was = markers_by_train(before);
  const auto is = markers_by_train(after);
  for (std::size_t train = 0; train < rules.program.trains.size(); ++train) {
    if (was[train] == 0 && is[train] == 0) continue;
    const dsl::TrainSlot& place = rules.program.trains[train];
    HitCounts::Markers& kind = tally.markers[rules.program.names[place.kind_name.value]];
    if (is[train] > was[train]) ++kind.put;
    if (is[train] < was[train]) ++kind.taken;
    const bool owner_plays = act.kind == engine::ActKind::lay && place.owner == act.actor && was[train] > 0;
    if (!owner_plays || is[train] == 0 || kind.taken > 0) continue;
    const auto chosen = [&](const Trouble& trouble) { return trouble.chosen(); };
    Trouble stays{TroubleKind::lasting_marker, {}, acts(), 0};
    if (kind.shown && chosen(*kind.shown) <= stays.chosen()) continue;
    for (const engine::Happening& happening : trace)
      if (happening.kind == engine::Happening::Kind::marked)
        stays.rows.emplace_back(rules.row_id(happening.rule));
    kind.shown = std::move(stays);
  }
}

/// Rows of which it is not known yet that they ever make a difference: forbids, exceptions and permits. Each
/// is left out, and what may be done, or what comes of an act, is held against what it is with the row.
class OpenRows {
 public:
  /// Most positions of one table in which each row is asked.
  static constexpr std::size_t most_asked = 100'000;

  /// Must not outlive the rules. Notes in the tally which rows it looks at.
  OpenRows(const WatchedRules& rules, HitCounts& tally);

  /// Somebody has to choose one of these acts, draws with their tiles. `but_forbids`: those have been asked.
  enum class Ask : std::uint8_t { all, but_forbids };
  void look(const engine::Position& position, const engine::ActList& acts, Ask ask);
  /// The row is known to have made a difference.
  void close(dsl::RuleId rule);
  /// Notes the rows that made a difference as reached.
  void note_reached() const;

 private:
  struct Row {
    dsl::RuleId rule;
    bool forbids = false;
    bool of_events = false;  ///< it lifts rows that follow of something
    bool closed = false;
    std::vector<engine::Rules> without{};  ///< the rules but for the row; made when it is first asked
  };
  engine::Rules rules_without(dsl::RuleId rule) const;
  bool makes_a_difference(Row& row, const engine::Position& position, const engine::ActList& acts,
                          const engine::ActList& legal) const;

  const WatchedRules& rules_;
  HitCounts& tally_;
  std::vector<Row> rows_;
  std::size_t open_ = 0;
  std::size_t asked_ = 0;
};

}  // namespace roundhouse::replay
