#pragma once
// Defects of rules that play shows, as values: the kind, the rows behind it and the acts that lead there.
// Found by explore.h and roam.h, printed by the caller; shortened, and made records that anybody can step
// through.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/act.h"
#include "engine/rules.h"
#include "replay/fold/record_from_acts.h"
#include "replay/record/record.h"
#include "tools/prove/watched_rules.h"

namespace roundhouse::replay {

enum class DefectSeverity : std::uint8_t {
  remark,   ///< worth knowing; rules may be meant so
  warning,  ///< probably not meant
  error,    ///< the game cannot go on, or breaks what its own file claims
};

// X(enumerator, name, gravity, what it is)
#define ROUNDHOUSE_TROUBLES(X)                                                                               \
  X(dead_end, "dead-end", error, "nobody may act, and the round is not over")                                \
  X(broken_claim, "broken-claim", error, "a check of the rule file does not hold")                           \
  X(trap, "endless-round", error, "the round cannot end any more, whatever is played")                       \
  X(endless_round, "endless-round", warning, "the round need not end: players may go on like this for ever") \
  X(endless_turn, "endless-turn", remark, "the turn need not end: its player may go on like this for ever")  \
  X(blocking_double, "uncoverable-double", remark,                                                           \
    "a double that nobody can cover any more stops all play, until the round ends for it")                   \
  X(uncoverable_double, "uncoverable-double", warning,                                                       \
    "a double that nobody can cover any more stops all play")                                                \
  X(lasting_marker, "lasting-marker", warning, "markers are put on trains and never come off")               \
  X(endless_match, "endless-match", warning, "no match that was played on came to its end")                  \
  X(scores_upside_down, "scores-upside-down", warning,                                                       \
    "the winner of a round always ranks behind all others")                                                  \
  X(lost_number, "lost-number", error,                                                                       \
    "a number has come to the limit of what can be counted, and the rest is lost")                           \
  X(never_reached, "never-reached", remark, "never made a difference in all that was played")

enum class TroubleKind : std::uint8_t {
#define X(id, name, gravity, what) id,
  ROUNDHOUSE_TROUBLES(X)
#undef X
};

struct TroubleRow {
  std::string_view name;
  DefectSeverity gravity;
  std::string_view what;
};
constexpr auto all_trouble_kinds = std::to_array<TroubleRow>({
#define X(id, name, gravity, what) {name, DefectSeverity::gravity, what},
    ROUNDHOUSE_TROUBLES(X)
#undef X
});
constexpr const TroubleRow& row(TroubleKind kind) {
  return all_trouble_kinds[static_cast<std::size_t>(kind)];
}

struct Trouble {
  TroubleKind kind = TroubleKind::dead_end;
  std::vector<std::string> rows;  ///< ids of rows, checks or acts behind it, the likeliest first; or empty
  /// All acts of its round up to where it shows, chance included. Of what is endless: once round. None: it
  /// shows in no round.
  std::vector<engine::Act> acts;
  std::size_t loop = 0;  ///< of what is endless: how many of the last acts come round again
  std::vector<std::vector<engine::Act>>
      before{};  ///< the rounds of the match before, each from its beginning

  /// The acts that players chose: what a reader of the record counts.
  std::size_t chosen() const {
    std::size_t count = chosen_in(acts);
    for (const std::vector<engine::Act>& round : before) count += chosen_in(round);
    return count;
  }
  static std::size_t chosen_in(const std::vector<engine::Act>& acts) {
    return static_cast<std::size_t>(std::count_if(
        acts.begin(), acts.end(), [](const engine::Act& act) { return engine::is_by_rows(act.kind); }));
  }
};

/// True if one of them is shown: of the same kind and, where rows make a difference, with the same first row.
inline bool are_alike(const Trouble& a, const Trouble& b) {
  if (a.kind != b.kind) return false;
  const bool by_rows = a.kind == TroubleKind::dead_end || a.kind == TroubleKind::broken_claim ||
                       a.kind == TroubleKind::endless_turn || a.kind == TroubleKind::lasting_marker;
  if (!by_rows) return true;
  if (a.kind == TroubleKind::endless_turn) {
    // True if the acts are the same, compared from either of them.
    const auto has_all = [](const Trouble& all, const Trouble& some) {
      return std::all_of(some.rows.begin(), some.rows.end(), [&](const std::string& id) {
        return std::find(all.rows.begin(), all.rows.end(), id) != all.rows.end();
      });
    };
    return has_all(a, b) || has_all(b, a);
  }
  const auto first = [](const Trouble& t) { return t.rows.empty() ? std::string_view() : t.rows.front(); };
  return first(a) == first(b);
}

/// Keeps of troubles that are alike the one with the fewest acts.
inline void keep_shortest(std::vector<Trouble>& all, Trouble trouble) {
  for (Trouble& other : all) {
    if (!are_alike(other, trouble)) continue;
    if (trouble.chosen() < other.chosen()) other = std::move(trouble);
    return;
  }
  all.push_back(std::move(trouble));
}

// A counterexample as a record that anybody can read, step through and have judged.

/// `settings`: "option=value". The record ends where the trouble shows.
Record record_of(const engine::Rules& program, const Trouble& trouble, const std::string& variant,
                 const std::vector<std::string>& settings);
/// The record of any acts from the beginning of a round, and with fewer parts. `ages`: of its players; or
/// empty.
Record record_of(const engine::Rules& program, const std::vector<engine::Act>& acts,
                 const std::string& variant, const std::vector<std::string>& settings,
                 const RecordParts& parts, const std::vector<int>& ages = {});

// A counterexample made shorter: acts are left out, many at first and then one by one, and what is left is
// played again. An act that is not legal any more is left out, too; chance says the same tiles where it can.

/// Returns the same trouble by fewer acts, or as it was. For dead ends, broken claims and numbers that are
/// lost; endless play stays as it is, and so do the rounds before. Plays about `most_acts` acts at most.
Trouble shortened(const WatchedRules& rules, const Trouble& trouble, std::size_t most_acts);

}  // namespace roundhouse::replay
