// What can be worked out before the game must be possible at every number of players.

#include <fmt/format.h>

#include <algorithm>

#include "dsl/check/constant_value.h"
#include "dsl/check/resolve.h"

namespace roundhouse::dsl {
namespace {

constexpr std::int64_t most_trains = 64;

Span place_of(const std::vector<std::pair<std::string, Span>>& places, std::string_view key) {
  const auto found =
      std::find_if(places.begin(), places.end(), [&](const auto& place) { return place.first == key; });
  return found == places.end() ? Span{} : found->second;
}

struct BoundChecker {
  const CheckedRules& rules;
  Findings& findings;

  std::string with_players(const TypedExpr& expression, std::int32_t players) const {
    // Only where it matters is the number of players worth a word.
    const ConstantValue least = constant_value(expression, rules, rules.setup.least_players);
    const ConstantValue here = constant_value(expression, rules, players);
    const bool same = least.state == here.state && least.value == here.value;
    return same && players == rules.setup.least_players ? std::string()
                                                        : fmt::format(" with {} players", players);
  }

  /// False, after a complaint, where the value for some number of players is outside or absent.
  bool within(const TypedExpr& expression, std::string_view what, Span where, std::int64_t low,
              std::int64_t high) {
    for (std::int32_t players = rules.setup.least_players; players <= rules.setup.most_players; ++players) {
      const ConstantValue value = constant_value(expression, rules, players);
      if (value.state == ConstantValue::State::changing) continue;
      if (value.is_known() && value.value >= low && value.value <= high) continue;
      const std::string when = with_players(expression, players);
      findings
          .error(CheckCode::out_of_range, where,
                 value.is_known() ? fmt::format("{} is {}{}", what, value.value, when)
                                  : fmt::format("{} has no value{}", what, when))
          .why = fmt::format("it must be {}..{}", low, high);
      return false;
    }
    return true;
  }

  void check_deal() {
    const Setup& setup = rules.setup;
    const Span where = place_of(setup.places, "deal");
    if (!within(setup.deal, "the deal", where, 1, 380)) return;
    for (std::int32_t players = setup.least_players; players <= setup.most_players; ++players) {
      const ConstantValue deal = constant_value(setup.deal, rules, players);
      const ConstantValue highest = constant_value(setup.highest, rules, players);
      const ConstantValue copies = constant_value(setup.copies, rules, players);
      if (!deal.is_known() || !highest.is_known() || !copies.is_known()) continue;
      const std::int64_t tiles = (highest.value + 1) * (highest.value + 2) / 2 * copies.value;
      if (deal.value * players <= tiles) continue;
      findings.error(CheckCode::out_of_range, where,
                     fmt::format("{} players with {} tiles each need {} tiles, and the set has {}", players,
                                 deal.value, deal.value * players, tiles));
      return;
    }
  }

  void check_trains() {
    for (std::int32_t players = rules.setup.least_players; players <= rules.setup.most_players; ++players) {
      std::int64_t total = 0;
      for (const TrainKind& kind : rules.trains) {
        if (kind.gone) continue;
        const ConstantValue count = kind.count ? constant_value(*kind.count, rules, players)
                                               : ConstantValue{ConstantValue::State::known, 1};
        total += std::max<std::int64_t>(count.value, 0) * (kind.of == TrainOwner::each ? players : 1);
        if (total <= most_trains) continue;
        findings.error(CheckCode::too_many, kind.where,
                       fmt::format("with {} players there are more than {} trains", players, most_trains));
        return;
      }
    }
  }

  void check() {
    const Setup& setup = rules.setup;
    const bool sized =
        within(setup.highest, "the highest number", place_of(setup.places, "set.highest"), 1, 18);
    const bool counted =
        within(setup.copies, "the number of copies", place_of(setup.places, "set.copies"), 1, 2);
    if (sized && counted) check_deal();
    for (const TrainKind& kind : rules.trains) {
      if (kind.count && !kind.gone) {
        within(*kind.count, fmt::format("the number of trains '{}'", kind.name), kind.count->where, 0,
               most_trains);
      }
    }
    check_trains();
    const Match& match = rules.match;
    if (match.rounds)
      within(*match.rounds, "the number of rounds", place_of(match.places, "rounds"), 1, 1000);
    if (match.games) within(*match.games, "the number of games", place_of(match.places, "games"), 1, 1000);
    if (setup.limit) {
      const ConstantValue least = constant_value(*setup.limit, rules, setup.least_players);
      if (least.is_known())
        within(*setup.limit, "the limit", place_of(setup.places, "engine.limit"), 0, 1000);
    }
  }
};

}  // namespace

void check_bounds(const CheckedRules& rules, Findings& findings) { BoundChecker{rules, findings}.check(); }

}  // namespace roundhouse::dsl
