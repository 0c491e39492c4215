// Symmetries of small tables: which the rules have, and that nothing is lost by them.

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <vector>

#include "engine/dealer.h"
#include "engine/fold.h"
#include "engine/random.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/rules_from_text.h"
#include "tools/prove/explore.h"
#include "tools/prove/small_set.h"
#include "tools/prove/state_key.h"
#include "tools/prove/symmetry.h"

namespace roundhouse::tests {
namespace {

using engine::Phase;
using engine::Position;
using replay::PlayHash;

const std::string odd_head = "roundhouse: 1\nname: House\nextends: train\n";

/// Rows that ask for seats, numbers and orders in all kinds of ways, and what symmetry is left to them on a
/// double-2 set whose engine is 2-2.
struct OddRules {
  std::string what;
  std::string text;
  bool turns = true;
  std::vector<std::uint8_t> numbers = {0, 1};
};
const std::vector<OddRules>& odd_rules() {
  static const std::vector<OddRules> all = {
      {"nothing odd", ""},
      {"a seat", "rules:\n  - id: odd\n    forbid: lay\n    when: me.seat == 1 and end.others\n", false},
      {"a number that is compared",
       "rules:\n  - id: odd\n    forbid: lay\n    when: tile.high > 1\n",
       true,
       {}},
      {"a sum in play", "rules:\n  - id: odd\n    forbid: lay\n    when: tile.pips == 3\n", true, {}},
      {"a number that is named", "rules:\n  - id: odd\n    forbid: lay\n    when: end.pip == 1\n", true, {}},
      {"the blank",
       "rules:\n  - id: odd\n    forbid: lay\n    when: tile.low == 0 and end.others\n",
       true,
       {}},
      {"equal numbers",
       "rules:\n  - id: odd\n    forbid: lay\n    when: end.others and any(e in ends where e != end and "
       "e.pip == "
       "end.pip)\n"},
      {"the number of a double",
       "rules:\n  - id: odd\n    forbid: lay\n    when: tile.double and round.played(tile.high) > 1 and "
       "end.others\n"},
      {"the first end that is good",
       "rules:\n  - id: odd\n    after: done\n    do: mark(best(e in ends of 1))\n", false},
      {"the best tile",
       "facts:\n  noted: { of: player, is: tile }\nrules:\n  - id: odd-set\n    after: draw\n    do: "
       "set(me.noted, best(t in me.hand of 1))\n  - id: odd\n    forbid: lay\n    when: tile == "
       "me.noted and end.others\n",
       true,
       {}},
      {"a tile that is remembered",
       "facts:\n  noted: { of: player, is: tile }\nrules:\n  - id: odd-set\n    after: draw\n    do: "
       "set(me.noted, "
       "tile)\n  - id: odd\n    forbid: lay\n    when: tile == me.noted and end.others\n"},
      {"a number that is remembered",
       "facts:\n  noted: { of: round, is: int }\nrules:\n  - id: odd-set\n    after: lay\n    do: "
       "set(round.noted, "
       "new.pip)\n  - id: odd\n    forbid: lay\n    when: tile has round.noted and end.others\n",
       true,
       {}},
      {"who is first", "rules:\n  - id: odd\n    forbid: lay\n    when: me == round.first and end.others\n"},
      {"the first of several",
       "rules:\n  - id: odd\n    after: lay\n    when: tile.double\n    do: next(best(p in players of "
       "p.count))\n"},
      {"all draw",
       "rules:\n  - id: odd\n    after: lay\n    when: tile.double\n    do: each(p in players do draw(p, "
       "1))\n",
       false},
      {"the next one draws",
       "rules:\n  - id: odd\n    after: lay\n    when: tile.double\n    do: draw(me.left, 1)\n", false},
      {"an end shows a number",
       "rules:\n  - id: odd\n    after: lay\n    when: tile.double\n    do: show(new, "
       "end.pip)\n"},
      {"an end shows a number that is worked out",
       "rules:\n  - id: odd\n    after: lay\n    when: not tile.double\n    do: show(new, 2 - end.pip)\n",
       true,
       {}},
      {"points in play", "rules:\n  - id: odd\n    after: lay\n    do: score(me, tile.pips)\n", true, {}},
      {"points at the end that are looked at",
       "rules:\n  - id: odd\n    after: scored\n    when: me.points > 3\n    do: score(me, 0 - 3)\n"},
      {"who was before",
       "rules:\n  - id: odd\n    forbid: lay\n    when: end.train.owner == turn.previous\n"},
      {"laps", "rules:\n  - id: odd\n    forbid: lay\n    when: round.lap == 1 and end.others\n"},
      {"the tile of an end",
       "rules:\n  - id: odd\n    forbid: lay\n    when: end.tile.double and not end.start and end.others\n"},
      {"a place at the engine", "rules:\n  - id: odd\n    after: engine\n    do: mark(round.hub)\n", false},
      {"a debt of the engine", "rules:\n  - id: odd\n    after: engine\n    do: owe(round.hub, 2)\n"},
      {"the greatest",
       "rules:\n  - id: odd\n    forbid: lay\n    when: max(t in me.hand of t.high) == tile.high and "
       "end.others\n",
       true,
       {}},
      {"ranks by seat", "match:\n  order: [me.total, me.seat]\n"},
      {"ranks by seat that are asked for",
       "match:\n  order: [me.total, me.seat]\nrules:\n  - id: odd\n    forbid: lay\n    when: me.rank == 1 "
       "and "
       "end.others\n",
       false},
      {"the highest double that is held", "options:\n  engine_found: highest-held\n", true, {}},
      {"lots", "options:\n  first_player: by-tile\n", true, {}},
      {"chance",
       "facts:\n  noted: { of: round, chance: 0..2 }\nrules:\n  - id: odd\n    forbid: lay\n    when: tile "
       "has "
       "round.noted and end.others\n",
       true,
       {}},
      {"a wild tile",
       "options:\n  deal: 2\nrules:\n  - id: tiles-match\n    forbid: lay\n    when: not tile has "
       "end.pip and not tile.double\n"},
      {"tiles that are turned either way",
       "rules:\n  - id: tiles-match\n    forbid: lay\n    when: not tile has end.pip and not me.hand has "
       "end.pip\n"},
      {"a check that names numbers",
       "checks:\n  - id: odd\n    never: me.hand has 1 and me.count > 20\n",
       true,
       {}},
      {"a check that names a seat", "checks:\n  - id: odd\n    never: me.seat == 1 and me.count > 20\n",
       false},
  };
  return all;
}

dsl::CheckedRules small_rules(const std::string& text, int deal) {
  return rules_from_text(text, {{"highest", "2", {}}, {"deal", std::to_string(deal), {}}});
}

/// Small tables of the bundled games and of all files with a planted hole.
struct TableAndRules {
  std::string name;
  dsl::CheckedRules rules;
  int players = 2;
};
std::vector<TableAndRules> small_tables() {
  std::vector<TableAndRules> tables;
  const auto add = [&](const std::string& name, const dsl::CheckedRules& rules, const auto& load) {
    for (const replay::SmallSet& small : replay::small_sets(rules)) {
      if (small.highest > 2 || small.players > 4) continue;
      const auto settings = replay::small_settings(rules, small);
      if (!settings) continue;
      std::vector<dsl::OptionSetting> all;
      for (const std::string& setting : *settings) {
        const std::size_t equals = setting.find('=');
        all.push_back({setting.substr(0, equals), setting.substr(equals + 1), {}});
      }
      tables.push_back({name + ", " + small.text(), load(all), small.players});
    }
  };
  for (const std::string& name : all_bundled_names())
    add(name, bundled_rules(name), [&](const auto& settings) { return bundled_rules(name, settings); });
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "tests/prove")) {
    if (entry.path().extension() != ".yaml") continue;
    const std::string text = read_file(entry.path());
    add(entry.path().filename().string(), rules_from_text(text),
        [&](const auto& settings) { return rules_from_text(text, settings); });
  }
  std::sort(tables.begin(), tables.end(),
            [](const TableAndRules& a, const TableAndRules& b) { return a.name < b.name; });
  return tables;
}

/// Plays at random; in each position all that can come next has to lead to the same keys as in every position
/// with the same key, and in the same position turned and with numbers exchanged. Gives how often it did not.
struct Agreement {
  std::size_t compared = 0;
  std::size_t parted = 0;
};
Agreement play_and_compare(const replay::WatchedRules& rules, const replay::Symmetry& symmetry,
                           std::size_t rounds) {
  const engine::Rules& program = rules.program;
  const replay::PlayKey keys(program, rules.everywhere_nodes(), symmetry);
  const std::vector<replay::Numbers> exchanges = replay::exchanges(symmetry);
  std::map<PlayHash, std::set<PlayHash>> known;
  Agreement found;
  const auto look = [&](const Position& position) {
    std::set<PlayHash> leads_to;
    engine::ActList list;
    replay::all_next(program, position, list);
    for (const engine::Act& act : list) {
      Position after = position;
      engine::apply(program, after, act);
      // Counting may tell numbers apart: that is asked for each exchange.
      leads_to.insert(after.phase == Phase::over ? PlayHash{} : keys.of(after));
    }
    const auto [at, fresh] = known.try_emplace(keys.of(position), leads_to);
    if (fresh) return;
    ++found.compared;
    if (at->second != leads_to) ++found.parted;
  };
  for (std::uint64_t seed = 0; seed < rounds; ++seed) {
    engine::Random random(seed);
    Position position = engine::begin_match(program);
    engine::begin_round(program, position);
    for (int acts = 0; acts < 100 && position.phase != Phase::over; ++acts) {
      look(position);
      const bool in_play = position.phase == Phase::play && position.turn_player != engine::no_seat;
      const int seats = symmetry.turns && in_play ? static_cast<int>(random.below(9)) % program.players : 0;
      const auto& numbers = exchanges[random.below(static_cast<std::uint32_t>(exchanges.size()))];
      const Position other = replay::renamed(program, position, {seats, numbers});
      CHECK(keys.of(other) == keys.of(position));
      look(other);
      engine::ActList list;
      replay::all_next(program, position, list);
      if (list.empty()) break;
      engine::apply(program, position, list[random.below(static_cast<std::uint32_t>(list.size()))]);
    }
  }
  return found;
}

/// Kind, rows and number of acts of what was found.
std::multiset<std::string> reported(const replay::Exploration& all) {
  std::multiset<std::string> lines;
  for (const replay::Trouble& trouble : all.troubles) {
    std::string line = std::string(row(trouble.kind).name) + " " + std::to_string(trouble.chosen()) + " " +
                       std::to_string(trouble.loop) + ":";
    for (const std::string& id : trouble.rows) line += " " + id;
    lines.insert(line);
  }
  return lines;
}

/// Every record of what was found can be played, exchanged numbers and all.
void check_legal(const replay::WatchedRules& rules, const replay::Exploration& all) {
  for (const replay::Trouble& trouble : all.troubles) {
    Position position = engine::begin_match(rules.program);
    engine::begin_round(rules.program, position);
    for (const engine::Act& act : trouble.acts) {
      engine::ActList list;
      replay::all_next(rules.program, position, list);
      CHECK(std::find(list.begin(), list.end(), act) != list.end());
      engine::apply(rules.program, position, act);
    }
  }
}

TEST_CASE("rules have the symmetry that they cannot tell", "[replay][prove][symmetry]") {
  for (const OddRules& odd : odd_rules()) {
    INFO(odd.what);
    const replay::WatchedRules watched = replay::watch_rules(small_rules(odd_head + odd.text, 1), 3);
    const replay::Symmetry found = replay::symmetry_of(watched);
    CHECK(found.turns == odd.turns);
    CHECK(found.numbers == odd.numbers);
  }
}

TEST_CASE("positions of one key lead to positions of the same keys", "[replay][prove][symmetry]") {
  for (const OddRules& odd : odd_rules()) {
    for (const int players : {2, 3}) {
      INFO(odd.what << ", " << players);
      const replay::WatchedRules watched = replay::watch_rules(small_rules(odd_head + odd.text, 1), players);
      const Agreement agreement = play_and_compare(watched, replay::symmetry_of(watched), 150);
      CHECK(agreement.compared > 500);
      CHECK(agreement.parted == 0);
    }
  }
  for (const TableAndRules& table : small_tables()) {
    INFO(table.name);
    const replay::WatchedRules watched = replay::watch_rules(table.rules, table.players);
    const Agreement agreement = play_and_compare(watched, replay::symmetry_of(watched), 100);
    CHECK(agreement.compared > 300);
    CHECK(agreement.parted == 0);
  }
}

TEST_CASE("a symmetry that rules do not have is seen in play", "[replay][prove][symmetry]") {
  std::size_t seen = 0;
  for (const OddRules& odd : odd_rules()) {
    if (odd.turns && !odd.numbers.empty()) continue;
    INFO(odd.what);
    const replay::WatchedRules watched = replay::watch_rules(small_rules(odd_head + odd.text, 1), 3);
    const Agreement agreement = play_and_compare(watched, {true, false, {0, 1}}, 150);
    seen += agreement.parted > 0 ? 1 : 0;
  }
  CHECK(seen >= 8);
}

TEST_CASE("what is found does not depend on symmetry, and takes fewer positions",
          "[replay][prove][symmetry]") {
  const auto compare_at = [](const std::string& name, const dsl::CheckedRules& rules, int players,
                             std::size_t most = 400'000) {
    INFO(name);
    const replay::WatchedRules watched = replay::watch_rules(rules, players);
    replay::HitCounts with_tally, without_tally;
    const auto with = replay::explore(watched, {.most_positions = most}, with_tally);
    const auto without = replay::explore(watched, {.most_positions = most, .symmetry = false}, without_tally);
    if (!with.whole || !without.whole) return std::size_t{0};
    CHECK(reported(with) == reported(without));
    CHECK(with_tally.reached == without_tally.reached);
    CHECK(with_tally.in_force == without_tally.in_force);
    CHECK((with_tally.winner_ahead > 0) == (without_tally.winner_ahead > 0));
    CHECK(!with_tally.behind == !without_tally.behind);
    CHECK(with.positions <= without.positions);
    // Much less where there is any.
    if (with.symmetry.turns && !with.symmetry.numbers.empty())
      CHECK(with.positions * 5 < without.positions * 3);
    check_legal(watched, with);
    return std::size_t{1};
  };
  std::size_t compared = 0;
  for (const TableAndRules& table : small_tables())
    compared += compare_at(table.name, table.rules, table.players);
  CHECK(compared > 40);
  // Three numbers that may be exchanged.
  const dsl::CheckedRules larger = bundled_rules("encyclopedia", {{"highest", "3", {}}, {"deal", "1", {}}});
  CHECK(compare_at("encyclopedia, double-3", larger, 2, 4'000'000) == 1);
  for (const OddRules& odd : odd_rules()) compare_at(odd.what, small_rules(odd_head + odd.text, 1), 2);
}

}  // namespace
}  // namespace roundhouse::tests
