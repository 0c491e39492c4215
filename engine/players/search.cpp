// Makes up hidden hands that agree with what was seen, plays the round to its end with each of the likeliest
// acts, the planner in all seats, and takes the act that came out best. How many rounds it plays is fixed, so
// that a game can be played again; no clock is asked.

#include <algorithm>
#include <bit>
#include <vector>

#include "engine/play.h"
#include "engine/players/all_players.h"
#include "engine/players/best_lay.h"
#include "engine/players/outlook.h"
#include "engine/players/sample_hands.h"
#include "engine/table.h"

namespace roundhouse::engine {
namespace {

constexpr std::size_t most_acts = 6;  // that are tried
constexpr int most_playouts = 160;    // for one choice
constexpr int longest_playout = 400;  // in turns

struct Tried {
  Act act;
  Worth outlook = 0;
  std::int64_t sum = 0;  ///< of what it came to
};

/// The acts worth trying, the best outlook first.
std::vector<Tried> likely_acts(const Sight& sight) {
  const Reach reach = reach_of(sight.program, sight.position, sight.seat);
  std::vector<Tried> all;
  for (const Act& act : sight.acts)
    if (act.kind == ActKind::lead || act.kind == ActKind::lay)
      all.push_back({act, outlook_after(sight.program, sight.position, act, reach)});
  std::stable_sort(all.begin(), all.end(),
                   [](const Tried& a, const Tried& b) { return a.outlook > b.outlook; });
  if (all.size() > most_acts) all.resize(most_acts);
  return all;
}

/// How much better than the others' mean the seat has come off; times the number of others, to stay whole.
std::int64_t result(const Rules& program, const Position& over, Seat seat) {
  std::int64_t all = 0;
  for (int p = 0; p < program.players; ++p) all += over.players[static_cast<std::size_t>(p)].points;
  const std::int64_t own = over.players[index_of(seat)].points;
  return points_sign(program) * (program.players * own - all);
}

std::optional<Act> choose_by_search(const Sight& sight, Random& random) {
  if (const auto act = announce(sight, random)) return act;
  const auto plan = [&] { return planner_player.choose(sight, random); };
  if (sight.seat == no_seat || sight.round == nullptr) return plan();
  std::vector<Tried> tried = likely_acts(sight);
  if (tried.size() < 2) return plan();

  HandSampler hands(sight);
  PlayOptions options;
  options.seats.assign(static_cast<std::size_t>(sight.program.players), &planner_player);
  options.declared = sight.declared;
  options.most_turns = sight.position.turn_serial + longest_playout;
  // Half of those that are left drop out whenever each has had its share; each time all together have as
  // many rounds.
  const auto times = static_cast<int>(std::bit_width(tried.size() - 1));
  while (tried.size() > 1) {
    const int share = most_playouts / times / static_cast<int>(tried.size());
    for (int turn = 0; turn < share; ++turn) {
      // All acts meet the same hands and the same luck.
      const Position dealt = hands.sample(random);
      const std::uint64_t luck = random.next();
      for (Tried& one : tried) {
        Position position = dealt;
        Random chance(luck);
        apply(sight.program, position, one.act);
        play_on(sight.program, position, chance, options);
        one.sum += result(sight.program, position, sight.seat);
      }
    }
    std::stable_sort(tried.begin(), tried.end(),
                     [](const Tried& a, const Tried& b) { return a.sum > b.sum; });
    tried.resize((tried.size() + 1) / 2);
  }
  return tried.front().act;
}

}  // namespace

const Player search_player{
    "search", "makes up the hidden hands many times, plays each out, and does what came out best",
    choose_by_search, true};

}  // namespace roundhouse::engine
