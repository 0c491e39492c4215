// Runs of random games: cut up among threads and parts, dealt the same, with their rules counted.

#include "tools/simulate/simulate.h"

#include <chrono>
#include <thread>

#include "tests/support/catch.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/table_game.h"
#include "tools/players/decisions.h"

using namespace roundhouse;
using namespace roundhouse::engine;
using roundhouse::tests::small_rules;
using roundhouse::tests::TableGame;

namespace {

engine::Rules bundled(const std::string& name, int players,
                      const std::vector<dsl::OptionSetting>& settings = {}) {
  const dsl::CheckedRules rules = tests::bundled_rules(name, settings);
  REQUIRE(!dsl::refuse_players(rules, players));
  return engine::compile_rules(rules, players);
}

ActList dealt_in(const engine::Rules& program, std::uint64_t game) {
  ActList acts;
  Observer observer;
  observer.act = [&](const Act& act, const Position&) {
    if (act.kind == ActKind::deal) acts.push_back(act);
  };
  (void)simulate_game(program, {.seed = 5, .unit = Unit::match, .shuffled_deals = true}, game, observer);
  return acts;
}

}  // namespace

TEST_CASE("a run is the same on any number of threads", "[engine]") {
  const engine::Rules program = bundled("train", 4);
  SimulateOptions options{.seed = 3, .games = 40, .unit = Unit::match, .play = {.declared = 0.2}};
  const Figures alone = simulate(program, options);
  CHECK(alone.games == 40);
  for (const int jobs : {2, 3, 7}) CHECK(simulate(program, options, jobs) == alone);

  options.count_rules = true;
  options.games = 4;
  options.unit = Unit::round;
  CHECK(simulate(program, options, 3) == simulate(program, options));
}

TEST_CASE("a run is the sum of its parts", "[engine]") {
  const engine::Rules program = bundled("club-double-twelve", 3);
  const SimulateOptions options{.seed = 3, .games = 50, .play = {.declared = 0.2}};
  const Figures whole = simulate(program, options);
  Figures sum;
  for (const auto& [first, games] : {std::pair{30, 20}, {0, 7}, {7, 23}}) {
    SimulateOptions part = options;
    part.first_game = static_cast<std::uint64_t>(first);
    part.games = static_cast<std::uint64_t>(games);
    sum += simulate(program, part, 2);
  }
  CHECK(sum == whole);
}

TEST_CASE("a run that is stopped is a run of fewer games", "[engine]") {
  const engine::Rules program = bundled("train", 4);
  SimulateOptions options{.seed = 3, .games = 1'000'000'000};
  Progress progress;
  Figures stopped;
  {
    const std::jthread stopper([&] {
      while (progress.games < 100) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      progress.stop = true;
    });
    stopped = simulate(program, options, 3, &progress);
  }
  CHECK(stopped.games == progress.games);
  CHECK(stopped.games >= 100);
  REQUIRE(stopped.games < 1'000'000);
  options.games = stopped.games;
  CHECK(simulate(program, options, 2) == stopped);
  CHECK(simulate(program, options, 2, &progress).games == 0);
}

TEST_CASE("two rule sets are dealt the same tiles", "[engine]") {
  const engine::Rules one = bundled("train", 4);
  const engine::Rules other = bundled("club-double-twelve", 4);
  REQUIRE(refuse_same_deals(one, other) == "");
  for (std::uint64_t game = 0; game < 5; ++game) {
    const ActList first = dealt_in(one, game);
    const ActList second = dealt_in(other, game);
    // Hands may differ in size: the tiles come in the same order until one side stops dealing.
    REQUIRE(first.size() > 40);
    REQUIRE(second.size() > 40);
    for (std::size_t i = 0; i < 40; ++i) CHECK(first[i].tile == second[i].tile);
    CHECK(first != dealt_in(one, game + 1));
  }
}

TEST_CASE("shuffled tiles are dealt as the rules deal", "[variants]") {
  for (const std::string& name : tests::bundled_names()) {
    const dsl::CheckedRules rules = tests::bundled_rules(name);
    const engine::Rules program = engine::compile_rules(rules, rules.setup.most_players);
    INFO(name);
    int wrong = 0;
    Observer observer;
    observer.before = [&](const Act& act, const Position& before) {
      const bool taken = act.kind == ActKind::deal || act.kind == ActKind::pull || act.kind == ActKind::lot ||
                         act.kind == ActKind::pick || act.kind == ActKind::draw;
      if (taken && !boneyard_tiles(program, before).has(act.tile)) ++wrong;
    };
    Figures figures;
    for (std::uint64_t game = 0; game < 20; ++game)
      figures += simulate_game(program, {.play = {.declared = 0.2}, .shuffled_deals = true}, game, observer);
    CHECK(wrong == 0);
    CHECK(figures.dead_ends + figures.too_long == 0);
    CHECK(figures.rounds > 0);
  }
}

TEST_CASE("a comparison is of the same games, and of a variant with itself it finds nothing", "[engine]") {
  const engine::Rules program = bundled("train", 4);
  const SimulateOptions options{.seed = 2, .games = 30, .shuffled_deals = true};
  const std::vector<SideTable> tables{{&program, options}, {&program, options}, {&program, options}};
  const SideBySide all = simulate_side_by_side(tables, 2);
  CHECK(all == simulate_side_by_side(tables, 1));
  REQUIRE(all.tables.size() == 3);
  REQUIRE(all.pairs.size() == 2);
  CHECK(all.tables[0] == all.tables[1]);
  CHECK(all.tables[0].games == 30);
  const std::vector<MeasureIndexPair> places = places_of_both(4, 4, false);
  REQUIRE(all.pairs[1].size() == places.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Estimate made = estimate_difference(all.tables[0].measured[places[i].first],
                                              all.tables[2].measured[places[i].second], all.pairs[1][i], 30);
    CHECK((!made.known || (made.value == 0 && !made.has_interval)));
  }
  // Played alone its tiles are not shuffled beforehand.
  CHECK(simulate(program, {.seed = 2, .games = 30}).digest != all.tables[0].digest);
}

TEST_CASE("tables side by side play the games that each plays alone", "[engine]") {
  const engine::Rules few = bundled("train", 3);
  const engine::Rules many = bundled("train", 5);
  const engine::Rules dual = bundled("dual", 6);
  const SimulateOptions options{.seed = 3, .games = 20, .unit = Unit::match, .interest = true};
  const SideBySide all = simulate_side_by_side({{&few, options}, {&many, options}, {&dual, options}}, 2);
  CHECK(all.tables[0] == simulate(few, options));
  CHECK(all.tables[1] == simulate(many, options));
  CHECK(all.tables[2] == simulate(dual, options));
  // Only the seats that both have are compared, and what is measured of interest.
  const std::vector<MeasureIndexPair> places = places_of_both(3, 6, true);
  CHECK(places.size() == std::size(measures) + 3 * std::size(seat_measures) + std::size(interest_measures));
  CHECK(places.back().second == place_of_rules(6, true) - 1);
  CHECK(all.pairs[1].size() == places.size());
}

TEST_CASE("the first game without an end is known, however games are shared out", "[engine]") {
  const engine::Rules program = bundled("train", 4);
  SimulateOptions options{.seed = 5, .games = 60};
  options.play.most_turns = 80;
  const Figures figures = simulate(program, options, 3);
  REQUIRE(figures.too_long > 0);
  REQUIRE(figures.too_long < 60);
  std::uint64_t first = 0;
  while (simulate_game(program, options, first).too_long == 0) ++first;
  CHECK(figures.endless_game == first);
  CHECK(!simulate_game(program, {.seed = 5}, first).endless_game);
}

TEST_CASE("rule sets with other tiles or players are not compared", "[engine]") {
  const TableGame small(small_rules(""), 2);
  CHECK(refuse_same_deals(bundled("train", 4), small.program) ==
        "the first is played with a double-12 set, the second with a double-3 set");
  CHECK(refuse_same_deals(bundled("train", 4), bundled("train", 5)) ==
        "the first is for 4 players, the second for 5");
}

TEST_CASE("a forbid decides where it alone is in the way", "[engine]") {
  TableGame game(small_rules("rules:\n"
                             "  - id: fits\n"
                             "    forbid: lay\n"
                             "    when: not tile has end.pip\n"
                             "  - id: own-only\n"
                             "    forbid: lay\n"
                             "    when: not end.mine\n"
                             "  - id: no-blanks\n"
                             "    forbid: lay\n"
                             "    when: tile has 0\n"
                             "  - id: no-draw\n"
                             "    forbid: draw\n"
                             "  - id: nor-that\n"
                             "    forbid: draw\n"
                             "    when: can.lay\n"
                             "  - id: never\n"
                             "    forbid: done\n"
                             "    when: turn.laid > 9\n"
                             "  - id: laid-once\n"
                             "    after: lay\n"
                             "    do: score(me, 1)\n"
                             "  - id: low-first\n"
                             "    advise: lay\n"
                             "    when: tile has 3\n"),
                 2);
  game.start({"3-2 3-1 2-1", "3-3 2-2 2-0"});
  const auto decided = [&](const DecisionCounter& counter, const std::string& id) {
    for (std::size_t rule = 0; rule < game.program.rules.size(); ++rule)
      if (game.program.rules[rule].id == id) return counter.decided()[rule];
    FAIL("no such rule: " << id);
    return std::int64_t{0};
  };
  DecisionCounter counter(game.program);
  counter.begin_round();
  REQUIRE(game.position.turn_player != no_seat);
  const int me = game.position.turn_player;
  REQUIRE(me == 1);
  // Ends show 3; seat 2 holds 2-2 and 2-0, which fit nowhere: only the numbers are in the way of the 2-2.
  const Act pass{.kind = ActKind::done, .actor = static_cast<Seat>(me)};
  counter.look(game.position, pass);
  CHECK(counter.choices() == 1);
  CHECK(decided(counter, "fits") == 1);
  CHECK(decided(counter, "own-only") == 0);
  CHECK(decided(counter, "no-blanks") == 0);
  CHECK(decided(counter, "no-draw") == 1);  // alone, as nothing can be laid
  CHECK(decided(counter, "never") == 0);

  game.done(me);
  const Act lay = game.lay_act(0, "3-2", 0);
  counter.look(game.position, lay);
  CHECK(counter.choices() == 2);
  CHECK(decided(counter, "fits") == 2);
  CHECK(decided(counter, "own-only") == 1);
  CHECK(decided(counter, "no-draw") == 1);  // not alone any more
  CHECK(decided(counter, "nor-that") == 0);
  CHECK(decided(counter, "low-first") == 1);
  Trace trace;
  engine::apply(game.program, game.position, lay, &trace);
  counter.follow(trace, game.position);
  CHECK(decided(counter, "laid-once") == 1);
}

TEST_CASE("counting rules changes no game", "[engine]") {
  const engine::Rules program = bundled("club-double-twelve", 3);
  SimulateOptions options{.seed = 3, .games = 5, .play = {.declared = 0.2}};
  const Figures plain = simulate(program, options);
  options.count_rules = true;
  const Figures counted = simulate(program, options);
  CHECK(counted.digest == plain.digest);
  CHECK(counted.measured.size() == place_of_rules(3) + program.rules.size());
  CHECK(plain.measured.size() == place_of_rules(3));
  CHECK(estimate(counted.measured[place_of(Measure::choices_a_round)], 5).value > 20);
  CHECK(!estimate(plain.measured[place_of(Measure::choices_a_round)], 5).known);
  double decided = 0;
  for (std::size_t place = place_of_rules(3); place < counted.measured.size(); ++place)
    decided += counted.measured[place].amount.value();
  CHECK(decided > 100);
}

TEST_CASE("measures agree with the plain counts", "[engine]") {
  const engine::Rules program = bundled("train", 4);
  const Figures f = simulate(program, {.seed = 8, .games = 30, .unit = Unit::match});
  const auto value = [&](Measure measure) { return estimate(f.measured[place_of(measure)], f.games).value; };
  const auto rounds = static_cast<double>(f.rounds);
  CHECK(value(Measure::rounds_a_game) == Approx(rounds / static_cast<double>(f.finished)));
  CHECK(value(Measure::laid_a_round) == Approx(static_cast<double>(f.lays) / rounds));
  CHECK(value(Measure::drawn_a_round) == Approx(static_cast<double>(f.draws) / rounds));
  CHECK(value(Measure::blocked) == Approx(static_cast<double>(f.blocked) / rounds));
  CHECK(value(Measure::turns_a_round) == Approx(f.round_turns.mean()));
  CHECK(value(Measure::points_a_round) == Approx(f.round_points.mean()));
  CHECK(value(Measure::points_a_game) == Approx(f.game_points.mean()));
  CHECK(f.round_points.size() == 4 * f.rounds);
  CHECK(f.game_points.size() == 4 * f.finished);
  double won = 0;
  for (std::size_t seat = 0; seat < 4; ++seat) {
    const double share = estimate(f.measured[place_of(SeatMeasure::rounds_won, seat)], f.games).value;
    CHECK(share == Approx(static_cast<double>(f.rounds_won[seat]) / rounds));
    won += share;
  }
  CHECK(won <= Approx(1));
}
