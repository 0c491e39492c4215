// The list of computer players, and a row for each that differs from others only in the worth of a tile laid
// somewhere.

#include "tools/players/all_players.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <vector>

#include "engine/player.h"
#include "engine/table.h"
#include "tools/players/outlook.h"
#include "tools/players/playouts.h"

namespace roundhouse::engine {
namespace {

const Act* first_of(const Sight& sight, ActKind kind) {
  const auto found =
      std::find_if(sight.acts.begin(), sight.acts.end(), [&](const Act& act) { return act.kind == kind; });
  return found == sight.acts.end() ? nullptr : &*found;
}

/// Returns the lead or lay of the greatest worth, of equal ones the first; where none is legal a draw, else
/// the end of the turn. `worth(act)` is asked of leads and lays, and only where there are several.
template <class WorthOf>
std::optional<Act> lay_best(const Sight& sight, Random& random, WorthOf&& worth) {
  if (const auto act = announce(sight, random)) return act;
  const Act* best = nullptr;
  Worth most = 0;
  int lays = 0;
  const auto is_lay = [](const Act& act) { return act.kind == ActKind::lead || act.kind == ActKind::lay; };
  for (const Act& act : sight.acts) lays += is_lay(act) ? 1 : 0;
  for (const Act& act : sight.acts) {
    if (!is_lay(act)) continue;
    if (lays == 1) return act;
    const Worth is = worth(act);
    if (best != nullptr && is <= most) continue;
    best = &act;
    most = is;
  }
  for (const ActKind kind : {ActKind::draw, ActKind::done})
    if (best == nullptr) best = first_of(sight, kind);
  if (best == nullptr && must_announce(sight)) best = first_of(sight, ActKind::declared);
  return best == nullptr ? std::nullopt : std::optional<Act>(*best);
}

/// Returns the other player with the fewest tiles; of equal ones the next to play.
Seat leader_of(const Rules& program, const Position& position, Seat seat) {
  Seat leader = no_seat;
  for (Seat other = left_of(program, seat); other != seat; other = left_of(program, other)) {
    if (leader == no_seat ||
        position.players[index_of(other)].count < position.players[index_of(leader)].count)
      leader = other;
  }
  return leader;
}

const End* end_of(const Sight& sight, const Act& act) {
  const auto& ends = sight.position.ends;
  const auto found = std::find_if(ends.begin(), ends.begin() + sight.position.end_count,
                                  [&](const End& end) { return end.serial == act.end; });
  return act.kind != ActKind::lay || found == ends.begin() + sight.position.end_count ? nullptr : &*found;
}

/// A tile of a chain is worth one, wherever it stands in it.
constexpr TrailTaste length{.a_tile = 1000 * one_pip};

/// Returns the longest chain of the hand that is left after the act, from any end of the player's own.
Worth longest_after(const Sight& sight, TrailSearch& chains, const Act& act) {
  Worth longest = 0;
  for (std::size_t i = 0; i < sight.position.end_count; ++i) {
    const End& end = sight.position.ends[i];
    if (sight.program.trains[end.train].owner != sight.seat) continue;
    if (end.serial == act.end) {
      const int open = outward_half(act.tile, end.pip, static_cast<Joins>(act.amount));
      longest = std::max(longest, length.a_tile + chains.best_without(act.tile, open).worth);
    } else {
      longest = std::max(longest, chains.best_without(act.tile, end.pip).worth);
    }
  }
  return longest;
}

/// Rebuilt from what other programs of the game say of theirs, to be measured against.
const Player rebuilt[]{
    {"block-leader",
     "lays on the train of the player with the fewest tiles where it may, else the heaviest tile",
     [](const Sight& sight, Random& random) {
       const Seat leader = leader_of(sight.program, sight.position, sight.seat);
       return lay_best(sight, random, [&](const Act& act) {
         const End* end = end_of(sight, act);
         const bool blocks =
             end != nullptr && leader != no_seat && sight.program.trains[end->train].owner == leader;
         return one_pip * pips_of(act.tile) + (blocks ? 1000 * one_pip : 0);
       });
     }},
    {"double-first", "lays a double as soon as it may, else any tile anywhere",
     [](const Sight& sight, Random& random) {
       return lay_best(sight, random, [&](const Act& act) {
         const auto any = static_cast<Worth>(random.below(one_pip));
         return is_double(act.tile) ? one_pip + any : any;
       });
     }},
    {"heaviest-first", "lays the tile with the most pips that may be laid",
     [](const Sight& sight, Random& random) {
       return lay_best(sight, random, [](const Act& act) { return one_pip * pips_of(act.tile); });
     }},
    // Tiles that are none of the chain go to other trains first, the heaviest before the others; else the
    // chain's next tile.
    {"longest-chain", "keeps the longest chain of the hand for the own train and lays the rest elsewhere",
     [](const Sight& sight, Random& random) {
       if (sight.seat == no_seat) return lay_best(sight, random, [](const Act&) { return Worth{0}; });
       TrailSearch chains(sight.position.hands[index_of(sight.seat)], length);
       return lay_best(sight, random, [&](const Act& act) {
         return longest_after(sight, chains, act) / 1000 + one_pip * pips_of(act.tile) / 1000;
       });
     }},
};

constexpr std::size_t most_acts = 4;            // that are tried
constexpr Worth least_outlook = 9 * one_point;  // less than the best outlook no act that is tried has
constexpr int most_playouts = 400;              // for one choice,
constexpr int most_turns = 4'000;               // of all of them together
constexpr int laps_of_a_playout = 2;

// The prior of an act before it is tried: so much of what the outlook says, give or take so many points.
constexpr std::int64_t outlook_share = 2;  // one part in so many
constexpr std::int64_t usual_error_in_tenths = 15;

/// An act beside the planner's, and what came of both in play. All points are differences to the
/// planner's act, from the mean of the others' at the table, times the number of the others, to stay whole.
struct Tried {
  Act act;
  Worth outlook = 0;
  std::int64_t believed = 0;
  std::int64_t count = 0;
  std::int64_t sum = 0;
  std::int64_t squares = 0;

  void add(std::int64_t difference) {
    constexpr std::int64_t most = 1'000'000;  // so that no square passes what can be counted
    difference = std::clamp(difference, -most, most);
    ++count;
    sum += difference;
    squares += difference * difference;
  }
  /// The expected worth, in 256ths: playouts count the less, the more they differ among themselves. Bayes'
  /// rule for normal errors. `doubt`: the square of the usual error.
  std::int64_t expected(std::int64_t doubt) const {
    if (count < 2) return 256 * believed;
    const std::int64_t error = std::max<std::int64_t>(1, (squares - sum * sum / count) / (count - 1) / count);
    return 256 * (believed * error + sum * doubt / count) / (error + doubt);
  }
};

/// The acts worth trying, the planner's own first.
std::vector<Tried> likely_acts(const Sight& sight) {
  const ReachableTrains reach = reach_of(sight.program, sight.position, sight.seat);
  std::vector<Tried> all;
  for (const Act& act : sight.acts)
    if (act.kind == ActKind::lead || act.kind == ActKind::lay)
      all.push_back({act, outlook_after(sight.program, sight.position, act, reach)});
  if (all.empty()) return all;
  std::stable_sort(all.begin(), all.end(),
                   [](const Tried& a, const Tried& b) { return a.outlook > b.outlook; });
  if (all.size() > most_acts) all.resize(most_acts);
  const Worth best = all.front().outlook;
  std::erase_if(all, [&](const Tried& one) { return one.outlook < best - least_outlook; });
  for (Tried& one : all)
    one.believed = (sight.program.players - 1) * (one.outlook - best) / (outlook_share * one_point);
  return all;
}

/// Once after the planner's act, once after each of these.
void try_all(Playouts& playouts, const Act& planned, std::vector<Tried>& others, Random& random) {
  std::vector<Act> acts{planned};
  for (const Tried& one : others) acts.push_back(one.act);
  const std::vector<std::int64_t> leads = playouts.play(acts, random);
  for (std::size_t i = 0; i < others.size(); ++i) others[i].add(leads[i + 1] - leads.front());
}

std::optional<Act> choose_by_search(const Sight& sight, Random& random) {
  if (const auto act = announce(sight, random)) return act;
  const auto plan = [&] { return planner_player.choose(sight, random); };
  if (sight.seat == no_seat || sight.round == nullptr) return plan();
  std::vector<Tried> others = likely_acts(sight);
  if (others.size() < 2) return plan();
  const Act planned = others.front().act;
  others.erase(others.begin());

  const std::int64_t usual_error = usual_error_in_tenths * (sight.program.players - 1);
  const std::int64_t doubt = usual_error * usual_error / 100;
  const auto by_expectation = [doubt](const Tried& a, const Tried& b) {
    return a.expected(doubt) > b.expected(doubt);
  };
  Playouts playouts(sight, laps_of_a_playout);
  // Half of the playouts and turns that are left for all of the acts; then the worse half of the acts drops
  // out.
  int playouts_left = most_playouts;
  for (bool last = false; !last;) {
    const int acts = static_cast<int>(others.size()) + 1;
    last = acts == 2;
    const int parts = last ? 1 : 2;
    const int turns = playouts.turns() + (most_turns - playouts.turns()) / parts;
    const int times = playouts_left / parts / acts;
    playouts_left -= times * acts;
    for (int time = 0; time < times && playouts.turns() < turns; ++time)
      try_all(playouts, planned, others, random);
    std::stable_sort(others.begin(), others.end(), by_expectation);
    if (!last) others.resize((others.size() + 1) / 2);
  }
  return others.front().expected(doubt) > 0 ? others.front().act : planned;
}

}  // namespace

const Player greedy_player{
    "greedy", "lays doubles first, then the heaviest tile, on the first train that takes it",
    [](const Sight& sight, Random& random) {
      return lay_best(sight, random, [](const Act& act) {
        return (is_double(act.tile) ? 1000 * one_pip : 0) + one_pip * pips_of(act.tile);
      });
    },
    false, "easy"};

// Looks one act ahead: what is left in hand after it, the best trail through that from the own ends, markers
// and open doubles.
const Player planner_player{"planner",
                            "looks for the best trail through the hand, and lays what keeps it whole",
                            [](const Sight& sight, Random& random) {
                              std::optional<ReachableTrains> reach;
                              return lay_best(sight, random, [&](const Act& act) {
                                if (!reach) reach = reach_of(sight.program, sight.position, sight.seat);
                                return outlook_after(sight.program, sight.position, act, *reach);
                              });
                            },
                            false, "middle"};

// Makes up hidden hands that agree with what was seen, plays on for some laps after the planner's act and
// after each that the planner likes nearly as well, the planner in all seats, and takes another act only
// where what comes of it speaks for it more than chance would. How much it plays is fixed, so that a game can
// be played again; no clock is asked.
const Player search_player{
    "search", "makes up the hidden hands many times, plays on from each, and does what came out best",
    choose_by_search, true, "strong"};

std::span<const Player* const> all_players() {
  static const auto players = [] {
    std::array<const Player*, 4 + std::size(rebuilt)> all{&random_player, &greedy_player, &planner_player,
                                                          &search_player};
    for (std::size_t i = 0; i < std::size(rebuilt); ++i) all[4 + i] = &rebuilt[i];
    return all;
  }();
  return players;
}

const Player* find_player(std::string_view name) {
  const auto players = all_players();
  const auto found = std::find_if(players.begin(), players.end(), [&](const Player* p) {
    return p->name == name || (!p->level.empty() && p->level == name);
  });
  return found == players.end() ? nullptr : *found;
}

}  // namespace roundhouse::engine
