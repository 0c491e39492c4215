// Computer players: what they choose is legal, rests on what their seat can know, and comes out the same
// again.

#include "tools/players/all_players.h"

#include <algorithm>
#include <array>

#include "engine/play.h"
#include "engine/table.h"
#include "replay/record/tiles.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/table_game.h"
#include "tests/support/variant_tables.h"
#include "tools/players/outlook.h"
#include "tools/players/playouts.h"
#include "tools/simulate/simulate.h"

using namespace roundhouse;
using namespace roundhouse::engine;

namespace {

/// The longest trail by trying everything, a tile worth one.
int longest_by_trying(std::vector<TileId> tiles, int pip) {
  int longest = 0;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    if (high_of(tiles[i]) != pip && low_of(tiles[i]) != pip) continue;
    std::vector<TileId> rest = tiles;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    const int open = high_of(tiles[i]) == pip ? low_of(tiles[i]) : high_of(tiles[i]);
    longest = std::max(longest, 1 + longest_by_trying(rest, open));
  }
  return longest;
}

Rules program_of(const std::string& variant, int players) {
  return *tests::set_up({variant, {}, players}).program;
}

/// What players were asked in a round, and what they chose.
struct Asked {
  Position position;
  ActList acts;
  ActList played;
  SeenRound round;
  ActList seen;
  Seat seat = no_seat;
};
std::vector<Asked>* noted = nullptr;

std::optional<Act> note_and_plan(const Sight& sight, Random& random) {
  if (noted != nullptr && sight.seat != no_seat && sight.acts.size() > 1) {
    Asked asked{sight.position,
                ActList(sight.acts.begin(), sight.acts.end()),
                ActList(sight.played.begin(), sight.played.end()),
                *sight.round,
                {},
                sight.seat};
    asked.seen.assign(sight.round->acts.begin(), sight.round->acts.end());
    noted->push_back(std::move(asked));
  }
  return planner_player.choose(sight, random);
}
const Player noting_player{"noting", "", note_and_plan, true};

std::vector<Asked> asked_in_a_round(const Rules& program, std::uint64_t seed) {
  std::vector<Asked> all;
  noted = &all;
  Random random(seed);
  Position position = begin_match(program);
  PlayOptions options;
  options.seats.assign(static_cast<std::size_t>(program.players), &noting_player);
  play_round(program, position, random, options);
  noted = nullptr;
  return all;
}

std::optional<Act> choice_of(const Player& player, const Rules& program, const Asked& asked) {
  Random random(11);
  const SeenRound round{asked.round.begun, asked.seen};
  return player.choose({program, asked.position, asked.seat, asked.acts, asked.played, 0, &round}, random);
}

/// Where the last acts are a draw and the end of the turn: of the hand made up for that player, the tiles
/// with which the draw would have been illegal.
std::optional<int> fitting_before_a_draw(const Rules& program, const Asked& asked, const Position& made) {
  const std::size_t acts = asked.seen.size();
  if (acts < 2 || asked.seen[acts - 1].kind != ActKind::done || asked.seen[acts - 2].kind != ActKind::draw)
    return std::nullopt;
  const Act draw = asked.seen[acts - 2];
  if (draw.actor == asked.seat) return std::nullopt;
  Position before = asked.round.begun;
  for (std::size_t i = 0; i + 2 < acts; ++i) apply(program, before, asked.seen[i]);
  int fitting = 0;
  for_each_tile(made.hands[index_of(draw.actor)].once, [&](TileId tile) {
    before.hands[index_of(draw.actor)] = {};
    before.hands[index_of(draw.actor)].add(tile);
    if (!is_legal(program, before, draw)) ++fitting;
  });
  return fitting;
}

}  // namespace

TEST_CASE("the best trail is the longest where every tile is worth the same", "[engine]") {
  Random random(3);
  for (int hand = 0; hand < 300; ++hand) {
    std::vector<TileId> tiles;
    TileBag bag;
    for (std::uint32_t i = random.below(8) + 1; i > 0; --i) {
      const TileId tile = tile_of(static_cast<int>(random.below(5)), static_cast<int>(random.below(5)));
      if (bag.count(tile) == 2) continue;
      bag.add(tile);
      tiles.push_back(tile);
    }
    // A tile is worth so much that its pips do not matter.
    TrailSearch trails(bag, {.a_tile = 100'000 * one_pip / 256});
    for (int pip = 0; pip < 5; ++pip) {
      const TrailSearch::Trail trail = trails.best(pip, trails.all());
      CHECK(std::popcount(trail.tiles) == longest_by_trying(tiles, pip));
    }
  }
}

TEST_CASE("a trail is worth what its tiles are worth, however long it is", "[engine]") {
  constexpr Worth a_tile = 1000 * one_pip;
  TileBag bag;
  for (int pip = 0; pip < 13; ++pip)
    for (int other = pip; other < std::min(pip + 5, 13); ++other) bag.add(tile_of(other, pip));
  TrailSearch trails(bag, {.a_tile = a_tile});
  std::size_t longest = 0;
  for (int pip = 0; pip < 13; ++pip) {
    const TrailSearch::Trail trail = trails.best(pip, trails.all());
    const int tiles = std::popcount(trail.tiles);
    longest = std::max(longest, static_cast<std::size_t>(tiles));
    CHECK(trail.worth / a_tile == tiles);
  }
  // More than a Worth would hold 256 times.
  CHECK(longest > 33);
}

TEST_CASE("what computer players choose is one of the legal acts", "[engine]") {
  for (const char* variant : {"train", "dual", "wild-blanks", "block-partners"}) {
    const Rules program = program_of(variant, variant == std::string("dual") ? 6 : 4);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      for (const Asked& asked : asked_in_a_round(program, seed)) {
        for (const Player* player : all_players()) {
          if (player == &search_player && asked.seat != 0) continue;  // it takes long
          const auto act = choice_of(*player, program, asked);
          if (!act) continue;
          INFO(variant << ": " << player->name);
          CHECK(std::find(asked.acts.begin(), asked.acts.end(), *act) != asked.acts.end());
        }
      }
    }
  }
}

TEST_CASE("which half joins is asked only where a tile that is no double may match nothing", "[engine]") {
  // In the fourth any double begins a train for all: whichever way it is turned it is the same.
  for (const char* variant : {"train", "dual", "club-double-twelve", "star-ranch", "encyclopedia"})
    CHECK_FALSE(may_turn_tiles(program_of(variant, 6)));
  CHECK(may_turn_tiles(program_of("wild-blanks", 4)));
}

TEST_CASE("each computer player stands in docs/players.md with its sentence", "[engine]") {
  const std::string page = tests::read_file(tests::source_folder() / "docs/players.md");
  for (const Player* player : all_players()) {
    INFO(player->name);
    const std::string row =
        "| `" + std::string(player->name) + "` | " + std::string(player->sentence) + " |\n";
    CHECK(page.find(row) != std::string::npos);
  }
}

TEST_CASE("a player sees of the others' tiles only how many there are", "[engine]") {
  const Rules program = program_of("club-double-twelve", 4);
  const std::vector<Asked> all = asked_in_a_round(program, 5);
  REQUIRE(all.size() > 10);
  for (const Asked& asked : all) {
    for (int seat = 0; seat < program.players; ++seat) {
      const int known = asked.position.hands[static_cast<std::size_t>(seat)].size();
      const int count = asked.position.players[static_cast<std::size_t>(seat)].count;
      CHECK(known == (seat == asked.seat ? count : 0));
    }
    for (const Act& act : asked.seen)
      if (row(act.kind).move == TileMove::arrives && act.actor != asked.seat && act.kind != ActKind::reveal)
        CHECK(act.tile == no_tile);
  }
}

TEST_CASE("no player chooses otherwise when hidden tiles are others", "[engine]") {
  const Rules program = program_of("club-double-twelve", 4);
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    Position position = begin_match(program);
    begin_round(program, position);
    const Position begun = position;
    ActList acts;
    for (Expected next = expected(program, position); next.next != Next::choice;
         next = expected(program, position)) {
      Act act = next.chance;
      if (next.next == Next::chance) act = answer_chance(program, position, act, random);
      acts.push_back(act);
      apply(program, position, act);
    }
    const Seat seat = position.turn_player;
    ActList legal;
    legal_acts(program, position, legal);

    const auto choices = [&] {
      ActList seen;
      for (const Act& act : acts) seen.push_back(seen_by(act, seat));
      const SeenRound round{seen_by(begun, seat), seen};
      std::vector<std::optional<Act>> made;
      for (const Player* player : all_players()) {
        Random luck(4);
        made.push_back(player->choose({program, seen_by(position, seat), seat, legal, {}, 0, &round}, luck));
      }
      return made;
    };
    const auto before = choices();

    // Two of the others were dealt one of each other's tiles.
    const Seat one = left_of(program, seat);
    const Seat other = left_of(program, one);
    const TileId of_one = replay::tiles_in(position.hands[index_of(one)]).front();
    const TileId of_other = replay::tiles_in(position.hands[index_of(other)]).back();
    REQUIRE(of_one != of_other);
    const auto give = [&](Seat to, TileId tile, TileId instead_of) {
      position.hands[index_of(to)].remove(instead_of);
      position.hands[index_of(to)].add(tile);
    };
    give(one, of_other, of_one);
    give(other, of_one, of_other);
    for (Act& act : acts)
      if (act.tile == of_one || act.tile == of_other) act.tile = act.tile == of_one ? of_other : of_one;
    CHECK(choices() == before);
  }
}

TEST_CASE("hands that are made up agree with what was seen", "[engine]") {
  const Rules program = program_of("club-double-twelve", 4);
  int banned = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    for (const Asked& asked : asked_in_a_round(program, seed)) {
      const SeenRound round{asked.round.begun, asked.seen};
      const Sight sight{program, asked.position, asked.seat, asked.acts, asked.played, 0, &round};
      HandSampler hands(sight);
      Random random(seed);
      for (int times = 0; times < 3; ++times) {
        const Position made = hands.sample(random);
        TileBag all = made.laid_tiles;
        for (std::size_t seat = 0; seat < static_cast<std::size_t>(program.players); ++seat) {
          CHECK(made.hands[seat].size() == made.players[seat].count);
          for_each_tile(made.hands[seat].once, [&](TileId tile) {
            CHECK(!all.has(tile));
            all.add(tile);
          });
        }
        // Who drew last and laid nothing drew because nothing fitted: the drawn tile alone may fit.
        const auto fitting = fitting_before_a_draw(program, asked, made);
        if (!fitting) continue;
        CHECK(*fitting <= 1);
        ++banned;
      }
    }
  }
  CHECK(banned > 0);
}

/// How many points a round two of the same player, or three, have less than as many of the other among them;
/// more where points are good.
double ahead(const Rules& program, const Player& better, const Player& other) {
  SimulateOptions options{.seed = 20, .games = 3000, .unit = Unit::round};
  for (int seat = 0; seat < program.players; ++seat)
    options.play.seats.push_back(seat % 2 == 0 ? &better : &other);
  options.rotate = true;
  const Figures figures = simulate(program, options);
  double sum = 0;
  for (std::size_t place = 0; place < options.play.seats.size(); ++place)
    sum += (place % 2 == 0 ? 1 : -1) * static_cast<double>(figures.points[place]);
  return program.stakes.points_sign * sum * 2 / program.players / static_cast<double>(figures.rounds);
}

// The same seed plays the same rounds anywhere, so chance cannot let this fail; docs/players.md has the
// intervals.
TEST_CASE("in every bundled game the planner is before greedy and greedy before random", "[engine]") {
  for (const std::string& name : tests::all_bundled_names()) {
    const dsl::CheckedRules rules = tests::bundled_rules(name);
    const int players = dsl::refuse_players(rules, 4) ? 6 : 4;
    const Rules program = engine::compile_rules(rules, players);
    INFO(name);
    CHECK(ahead(program, greedy_player, random_player) > 2);
    CHECK(ahead(program, planner_player, greedy_player) > 0.5);
  }
}

TEST_CASE("seats that move on are counted by who sits there", "[engine]") {
  const Rules program = program_of("train", 4);
  SimulateOptions options{.seed = 2, .games = 40, .unit = Unit::round};
  options.play.seats = {&planner_player, &random_player, &greedy_player, &random_player};
  options.rotate = true;
  const Figures moved = simulate(program, options);
  const Figures again = simulate(program, options, 2);
  CHECK(moved == again);
  // Each game by itself, with everybody put into the seat that is theirs in it.
  std::array<std::int64_t, 4> points{};
  std::array<std::uint64_t, 4> won{};
  for (std::uint64_t game = 0; game < options.games; ++game) {
    SimulateOptions one = options;
    one.rotate = false;
    one.first_game = game;
    one.games = 1;
    const auto seat_of = [&](std::size_t place) { return (place + game) % 4; };
    for (std::size_t place = 0; place < 4; ++place)
      one.play.seats[seat_of(place)] = options.play.seats[place];
    const Figures figures = simulate(program, one);
    for (std::size_t place = 0; place < 4; ++place) {
      points[place] += figures.points[seat_of(place)];
      won[place] += figures.rounds_won[seat_of(place)];
    }
  }
  for (std::size_t place = 0; place < 4; ++place) {
    CHECK(moved.points[place] == points[place]);
    CHECK(moved.rounds_won[place] == won[place]);
  }
  // The planner has the fewest points, wherever it sat.
  for (std::size_t other = 1; other < 4; ++other) CHECK(moved.points[0] < moved.points[other]);
}
