#include "engine/dealer.h"
#include "tests/support/catch.h"
#include "tests/support/table_game.h"
#include "tools/players/all_players.h"
#include "tools/simulate/simulate.h"

using namespace roundhouse;
using namespace roundhouse::engine;
using roundhouse::tests::small_rules;
using roundhouse::tests::TableGame;

namespace {

/// Fitting tiles, a draw where none fits, the end when somebody is out or all are stuck.
std::string playable(const std::string& acts = "") {
  return small_rules(acts +
                     "rules:\n"
                     "  - id: fits\n"
                     "    forbid: lay\n"
                     "    when: not tile has end.pip or turn.laid > 0 or not end.mine\n"
                     "  - id: draw-once\n"
                     "    forbid: draw\n"
                     "    when: can.lay or turn.drew > 0 or turn.laid > 0\n"
                     "  - id: play-first\n"
                     "    forbid: done\n"
                     "    when: can.lay or can.draw\n"
                     "  - id: out\n"
                     "    after: lay\n"
                     "    when: me.count == 0\n"
                     "    do: win(me); end_round()\n"
                     "  - id: stuck\n"
                     "    after: turn-begins\n"
                     "    when: round.still >= match.players\n"
                     "    do: end_round()\n");
}

}  // namespace

TEST_CASE("the generator is pinned", "[engine]") {
  // Worked out by hand-written Python after the published definitions.
  Random random(0);
  CHECK(random.next() == 11091344671253066420ULL);
  CHECK(random.next() == 13793997310169335082ULL);
  Random other(42);
  CHECK(other.next() == 1546998764402558742ULL);
  CHECK(Random(1).below(0) == 0);
  Random below(7);
  std::array<int, 6> seen{};
  for (int i = 0; i < 6000; ++i) ++seen.at(below.below(6));
  for (const int times : seen) CHECK((times > 880 && times < 1120));
}

TEST_CASE("the dealer gives every copy the same chance", "[engine]") {
  TileBag bag;
  bag.add(tests::tile("1-0"));
  bag.add(tests::tile("3-3"));
  bag.add(tests::tile("3-3"));
  Random random(5);
  int doubles = 0;
  for (int i = 0; i < 3000; ++i) doubles += choose_tile(bag, random) == tests::tile("3-3") ? 1 : 0;
  CHECK((doubles > 1900 && doubles < 2100));
  CHECK(choose_tile(TileBag{}, random) == no_tile);
}

TEST_CASE("the random player lays if it may, else draws, else passes", "[engine]") {
  TableGame game(small_rules("acts:\n  knock: {}\n"), 2);
  game.start({"3-2 1-0 2-1", "2-2 3-1 2-0"});
  ActList acts;
  legal_acts(game.program, game.position, acts);
  Random random(1);
  const auto choose = [&](double declared, const ActList& played) {
    return random_player.choose({game.program, game.position, 1, acts, played, declared}, random);
  };
  for (int i = 0; i < 50; ++i) CHECK(choose(0, {})->kind == ActKind::lay);
  CHECK(choose(1, {})->kind == ActKind::declared);
  CHECK(choose(1, {game.declared_act("knock", 1)})->kind == ActKind::lay);
  std::erase_if(acts, [](const Act& act) { return act.kind == ActKind::lay; });
  CHECK(choose(0, {})->kind == ActKind::draw);
  std::erase_if(acts, [](const Act& act) { return act.kind == ActKind::draw; });
  CHECK(choose(0, {})->kind == ActKind::done);
  CHECK(find_player("random") == &random_player);
  CHECK(find_player("nobody") == nullptr);
}

TEST_CASE("a run is the sum of its games and repeats itself", "[engine]") {
  const TableGame game(playable("acts:\n  knock: {}\n  cry: { by: anyone }\n  rule_it: { by: referee }\n"),
                       2);
  const SimulateOptions options{.seed = 9, .games = 60, .play = {.declared = 0.3}};
  const Figures all = simulate(game.program, options);
  CHECK(all == simulate(game.program, options));
  CHECK(all.games == 60);
  CHECK(all.finished + all.voided == 60);
  CHECK(all.rounds == all.finished);
  CHECK(all.blocked + all.rounds_won[0] + all.rounds_won[1] == all.rounds);
  CHECK(all.blocked > 0);
  CHECK(all.rounds_won[0] > 0);
  CHECK(all.turns > all.rounds);
  CHECK(all.lays > 0);
  CHECK(all.draws > 0);
  CHECK(all.pulls == 0);
  for (const std::uint64_t times : all.declared) CHECK(times > 0);

  Figures backwards;
  for (std::uint64_t number = 60; number-- > 0;) backwards += simulate_game(game.program, options, number);
  CHECK(backwards == all);

  SimulateOptions other = options;
  other.seed = 10;
  CHECK(simulate(game.program, other).digest != all.digest);
}

TEST_CASE("a game folded again from its acts comes to the same position", "[engine]") {
  const TableGame game(playable("acts:\n  knock: {}\n  fine:\n    by: anyone\n    do: draw(me, 1)\n"), 3);
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Position position = begin_match(game.program);
    ActList log;
    Random random(seed);
    (void)play_round(game.program, position, random, {.declared = 0.2},
                     {.round_begins = {},
                      .act = [&](const Act& act, const Position&) { log.push_back(act); },
                      .round_ends = {}});
    Position again = begin_match(game.program);
    begin_round(game.program, again);
    for (const Act& act : log) apply(game.program, again, act);
    REQUIRE(again == position);
  }
}

TEST_CASE("a player is shown no other hand", "[engine]") {
  static int asked = 0;
  static int held = 0;
  const Player curious{"curious", "looks at everything",
                       [](const Sight& sight, Random&) -> std::optional<Act> {
                         ++asked;
                         for (std::size_t seat = 0; seat < 3; ++seat) {
                           const bool own = static_cast<Seat>(seat) == sight.seat;
                           if (own) held += sight.position.hands[seat].size();
                           if (!own) CHECK(sight.position.hands[seat] == TileBag{});
                         }
                         return sight.acts.front();
                       }};
  const TableGame game(playable(""), 3);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Position position = begin_match(game.program);
    Random random(seed);
    (void)play_round(game.program, position, random, {.seats = {nullptr, &curious, &curious}});
  }
  CHECK(asked > 50);
  CHECK(held > asked);
}

TEST_CASE("a dead end and an endless round are outcomes", "[engine]") {
  const TableGame stuck(small_rules("rules:\n"
                                    "  - id: nothing-goes\n"
                                    "    forbid: [lay, draw, done]\n"),
                        2);
  const Figures none = simulate(stuck.program, {.games = 20, .play = {}});
  CHECK(none.dead_ends > 0);
  CHECK(none.finished == 0);
  CHECK(none.rounds == 0);
  const TableGame endless(small_rules("rules:\n"
                                      "  - id: only-passing\n"
                                      "    forbid: [lay, draw]\n"),
                          2);
  const Figures long_ones = simulate(endless.program, {.games = 5, .play = {.most_turns = 50}});
  CHECK(long_ones.too_long + long_ones.voided == 5);
  CHECK(long_ones.too_long > 0);
}

TEST_CASE("a match goes on until it is over", "[engine]") {
  const TableGame game(playable("match: { rounds: 3, games: 2 }\n"), 2);
  const Figures figures = simulate(game.program, {.games = 10, .unit = Unit::match, .play = {}});
  CHECK(figures.finished == 10);
  CHECK(figures.rounds == 60);
  CHECK(figures.games_led[0] + figures.games_led[1] >= 10);
}
