// Makes up hidden hands that agree with what was seen, plays on for some laps after the planner's act and
// after each that the planner likes nearly as well, the planner in all seats, and takes another act only
// where what comes of it speaks for it more than chance would. How much it plays is fixed, so that a game can
// be played again; no clock is asked.

#include <algorithm>
#include <vector>

#include "engine/player.h"
#include "tools/players/all_players.h"
#include "tools/players/outlook.h"
#include "tools/players/playouts.h"

namespace roundhouse::engine {
namespace {

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
  const Reach reach = reach_of(sight.program, sight.position, sight.seat);
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

const Player search_player{
    "search", "makes up the hidden hands many times, plays on from each, and does what came out best",
    choose_by_search, true, "strong"};

}  // namespace roundhouse::engine
