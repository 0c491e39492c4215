// The rules hash is of the game that is played: what changes nothing in play changes nothing of it, and two
// games that are played otherwise never have the same.

#include <string>
#include <utility>
#include <vector>

#include "dsl/compile/game_terms.h"
#include "tests/support/alterations.h"
#include "tests/support/catch.h"
#include "tests/support/random_rules.h"
#include "tests/support/renaming.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/sample.h"
#include "tools/simulate/simulate.h"

namespace roundhouse::tests {
namespace {

using dsl::CheckedRules;
using dsl::rules_hash;

using Edit = std::pair<std::string, std::string>;

/// The text with the first `from` replaced, which has to be there.
std::string with(std::string text, const Edit& edit) {
  const std::size_t at = text.find(edit.first);
  INFO(edit.first);
  REQUIRE(at != std::string::npos);
  return text.replace(at, edit.first.size(), edit.second);
}

/// Of a child of the common game; `rows` stand under `rules`.
std::string child_hash(const std::string& rows, const std::string& blocks = {}) {
  return rules_hash(
      rules_from_text("roundhouse: 1\nextends: train\n" + blocks + (rows.empty() ? "" : "rules:\n" + rows)));
}

/// Of the common game with one more reason why a tile may not be laid.
std::string hash_with(const std::string& condition) {
  return child_hash("  - id: more\n    forbid: lay\n    when: " + condition + "\n");
}

/// Random games, announcements among them.
engine::Figures played(const CheckedRules& rules, int players) {
  const engine::Rules program = engine::compile_rules(rules, players);
  engine::SimulateOptions options{.seed = 3, .games = 3};
  options.play.declared = 0.3;
  return engine::simulate(program, options);
}

/// One more fact may be one too many for the largest tables.
bool have_same_tables(const CheckedRules& a, const CheckedRules& b) {
  for (int players = a.setup.least_players; players <= a.setup.most_players; ++players)
    if (dsl::refuse_players(a, players).has_value() != dsl::refuse_players(b, players).has_value())
      return false;
  return true;
}

/// Rows that are never read, in a random variant.
std::string with_idle_things(std::string text) {
  text = with(std::move(text),
              {"options:\n", "options:\n  idle:\n    ask: Nothing?\n    default: 3\n    range: 0..9\n"});
  text = with(std::move(text), {"words:\n", "words:\n  idler: round.lap > 2\n"});
  text = with(std::move(text), {"trains:\n", "  noted: { of: turn, is: int }\ntrains:\n"});
  return text +
         "  - id: never-forbids\n    forbid: lay\n    when: idle > 5 and tile.double\n"
         "  - id: never-follows\n    after: lay\n    when: idle > 5\n    do: end_round()\n"
         "  - id: never-lifts\n    except: matching\n    when: idle > 5\n"
         "  - id: notes\n    after: lay\n    when: tile.double\n    do: add(turn.noted, 1)\n";
}

std::string with_sentences(const std::string& text) {
  return with(text, {"when: not tile has end.pip", "when: not tile has end.pip\n    says: It has to fit."});
}

/// The same condition in other words.
std::string written_otherwise(std::string text) {
  text = with(std::move(text), {"not tile has end.pip", "not (tile has end.pip and (1 < 2 or tile.double))"});
  text = with(std::move(text),
              {"round.still > 3 or round.lap > 12", "12 < round.lap or not (round.still <= 3)"});
  return with(std::move(text), {"when: me.count == 0\n", "when: 0 == me.count\n"});
}

/// The first row stands behind the others.
std::string in_other_order(std::string text) {
  const std::string row = "  - id: matching\n    forbid: lay\n    when: not tile has end.pip\n";
  text = with(std::move(text), {row, ""});
  const std::string words = "  held: { of: player, is: sum(t in it.hand of t.pips) }\n";
  const std::string more = "  own_double: { of: end, is: it.tile.double and it.mine }\n";
  return with(std::move(text), {words + more, more + words}) + row;
}

std::string renamed(const std::string& text) {
  Renaming names{{"held", "carried"}, {"own_double", "double_of_mine"}, {"leader", "foremost"}};
  for (const char* row : {"matching", "going-out", "stuck", "reckon"}) names[row] = std::string("z-") + row;
  for (int i = 0; i < 20; ++i)
    for (const char* row : {"usual-", "rule-", "follow-", "but-", "may-"})
      names[row + std::to_string(i)] = "y-" + std::string(row) + std::to_string(i);
  return rename_rules(text, names);
}

}  // namespace

TEST_CASE("what changes nothing in play changes nothing of the rules hash", "[dsl][engine][hash]") {
  int tried = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const std::string text = random_variant(seed);
    const TriedRules plain = try_rules(text);
    if (!plain.rules) continue;
    INFO("seed " << seed);
    const std::string hash = rules_hash(*plain.rules);
    for (const std::string& other : {with_idle_things(text), with_sentences(text), written_otherwise(text),
                                     in_other_order(text), renamed(text)}) {
      const TriedRules same = try_rules(other);
      INFO(other << "\n" << same.trouble);
      REQUIRE(same.rules);
      CHECK((rules_hash(*same.rules) == hash) == have_same_tables(*same.rules, *plain.rules));
    }
    if (++tried % 10 == 0) {
      const TriedRules same = try_rules(with_idle_things(text));
      CHECK(played(*same.rules, 3).digest == played(*plain.rules, 3).digest);
    }
  }
  CHECK(tried > 40);
}

TEST_CASE("what is played otherwise has another rules hash", "[dsl][engine][hash]") {
  const std::vector<Edit> edits{
      {"not tile has end.pip", "tile has end.pip"},
      {"round.still > 3", "round.still > 4"},
      {"or round.lap > 12", "and round.lap > 12"},
      {"score(me, me.held)", "score(me, me.held + 1)"},
      {"do: end_round(); win(me)", "do: end_round(); win(me.left)"},
      {"it.hand of t.pips", "it.hand of t.high"},
      {"amount: 1..4", "amount: 1..3"},
      {"tile: me", "tile: set"},
      {"lucky: { of: round, chance: 0..5", "lucky: { of: round, chance: 0..4"},
      {"copies: ", "copies: 3 - "},
  };
  int tried = 0;
  int equal = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const std::string text = random_variant(seed);
    const TriedRules plain = try_rules(text);
    if (!plain.rules) continue;
    for (const Edit& edit : edits) {
      const TriedRules other = try_rules(with(text, edit));
      if (!other.rules) continue;
      ++tried;
      if (rules_hash(*other.rules) != rules_hash(*plain.rules)) continue;
      // Nobody may lay a tile anyway, say.
      ++equal;
      INFO("seed " << seed << ": " << edit.second);
      CHECK(played(*other.rules, 3).digest == played(*plain.rules, 3).digest);
    }
  }
  CHECK(tried > 200);
  CHECK(equal * 20 < tried);
}

TEST_CASE("rules of one hash are played alike, whatever is altered", "[dsl][engine][hash]") {
  struct Pair {
    std::string variant;
    Alteration alteration;
  };
  std::vector<Pair> pairs;
  for (const std::string& variant : all_bundled_names()) {
    const CheckedRules rules = bundled_rules(variant);
    std::vector<std::string> names;
    for (const dsl::Rule& rule : rules.rules) names.push_back(rule.id);
    for (const dsl::Option& option : rules.options) names.push_back(option.name);
    for (const dsl::Word& word : rules.words) names.push_back(word.name);
    for (const dsl::SettingRow& setting : dsl::all_settings) names.emplace_back(setting.whole);
    for (const std::string& name : names)
      for (Alteration& one : alterations_of(rules, name)) pairs.push_back({variant, std::move(one)});
  }
  int same = 0;
  for (const std::size_t chosen : sample(pairs.size(), 300)) {
    const auto& [variant, alteration] = pairs[chosen];
    const CheckedRules plain = bundled_rules(variant);
    TriedRules altered = try_bundled(variant, alteration.settings);
    if (!altered.rules) continue;
    if (alteration.spoil) alteration.spoil(*altered.rules);
    if (rules_hash(*altered.rules) != rules_hash(plain)) continue;
    ++same;
    INFO(variant << ": " << alteration.what);
    const int players = dsl::refuse_players(plain, 4) ? plain.setup.most_players : 4;
    CHECK(played(*altered.rules, players).digest == played(plain, players).digest);
  }
  CHECK(same > 5);
}

TEST_CASE("conditions that mean the same have one hash", "[dsl][hash]") {
  const auto same = [](const std::string& one, const std::string& other) {
    INFO(one << " | " << other);
    CHECK(hash_with(one) == hash_with(other));
  };
  const auto differ = [](const std::string& one, const std::string& other) {
    INFO(one << " | " << other);
    CHECK(hash_with(one) != hash_with(other));
  };
  same("tile.double and me.count > 3", "3 < me.count and tile.double");
  same("tile.double and round.lap > 3", "not (not tile.double or round.lap <= 3)");
  same("me.turns > 3", "me.turns >= 4");
  same("round.lap in 2..4", "round.lap >= 2 and round.lap < 5");
  same("tile.double", "if tile.double then true else false");
  same("if tile.double then end.mine else end.marked",
       "(tile.double and end.mine) or (not tile.double and end.marked)");
  same("all(t in rest where t.double)", "not any(t in rest where not t.double)");
  same("tile.double or (tile.double and end.mine)", "tile.double");
  same("tile.double and (not tile.double or end.mine)", "end.mine and tile.double");
  same("me != turn.previous", "not (turn.previous == me)");
  same("me.count + tile.high > 9", "tile.high + me.count > 9");
  same("me.count > draws", "me.count > 1");
  same("(if tile.double then 1 else 2) > me.turns", "me.turns < (if not tile.double then 2 else 1)");
  // Somebody who is not there has no number.
  differ("not (turn.previous.count < 3)", "turn.previous.count >= 3");
  differ("turn.previous.count == 3", "not (turn.previous.count != 3) and me.count == 3");
  differ("tile.double", "not tile.double");
  differ("tile.double and end.mine", "tile.double or end.mine");
  differ("me.count - tile.high > 2", "tile.high - me.count > 2");
  differ("me.count / 2 > 1", "2 / me.count > 1");
  differ("any(t in rest where t.double)", "any(t in me.hand where t.double)");
  differ("max(t in rest of t.pips) > 3", "min(t in rest of t.pips) > 3");
  differ("me.count > 3", "me.count > 4");
}

TEST_CASE("rows have one hash however they are put together", "[dsl][hash]") {
  const std::string both = "  - id: one\n    forbid: lay\n    when: tile.double and not end.mine\n";
  CHECK(child_hash(both) == child_hash("  - id: one\n    forbid: lay\n    when: tile.double\n"
                                       "  - id: other\n    except: one\n    when: end.mine\n"));
  CHECK(child_hash(both) ==
        child_hash(both + "  - id: again\n    forbid: lay\n    when: tile.double and not end.mine\n"));
  CHECK(child_hash("  - id: one\n    forbid: [lay, draw]\n    when: me.count > 9\n") ==
        child_hash("  - id: one\n    forbid: lay\n    when: me.count > 9\n"
                   "  - id: other\n    forbid: draw\n    when: me.count > 9\n"));
  // A courtesy is no law.
  CHECK(child_hash(both) !=
        child_hash("  - id: one\n    advise: lay\n    when: tile.double and not end.mine\n"));
  const std::string points = "  - id: one\n    after: lay\n    do: score(me, 1)\n";
  const std::string facts = "facts: { seen: { of: round, is: int, shown: Seen } }\n";
  const std::string counts = "  - id: other\n    after: lay\n    do: add(round.seen, 1)\n";
  const std::string begins = "  - id: third\n    after: lay\n    do: set(round.seen, 5)\n";
  CHECK(child_hash(points + counts, facts) == child_hash(counts + points, facts));
  CHECK(child_hash(begins + counts, facts) != child_hash(counts + begins, facts));
  CHECK(child_hash(points) == child_hash(points, "facts: { seen: { of: round, is: int } }\n"));
  // One that nothing reads and nothing shows is as good as none.
  CHECK(child_hash(points) == child_hash(points + counts, "facts: { seen: { of: round, is: int } }\n"));
  CHECK(child_hash(points) != child_hash(points + counts, facts));
}

TEST_CASE("values that say what holds anyway have no part in the hash", "[dsl][hash]") {
  const std::string plain = child_hash("");
  CHECK(plain == rules_hash(bundled_rules("train")));
  CHECK(child_hash("", "setup: { redeal: draws > 5, starter: nobody }\n") == plain);
  CHECK(child_hash("", "setup: { engine: { ties: order, drawn: keep, passes: left } }\n") == plain);
  CHECK(child_hash("", "match: { over: false, games: 1 }\n") == plain);
  CHECK(child_hash("", "setup: { engine: { ties: lot } }\n") != plain);
  CHECK(child_hash("", "match: { games: 2 }\n") != plain);
  CHECK(child_hash("", "match: { over: round.number > 3 }\n") != plain);
  CHECK(child_hash("", "setup: { players: 2..7 }\n") != plain);
  CHECK(child_hash("", "options: { deal: { 2..3: 15, 4: 14, 5: 12, 6: 12, 7..8: 10 } }\n") == plain);
  CHECK(child_hash("", "options: { deal: { 2..3: 15, 4: 14, 5: 12, 6: 11, 7..8: 10 } }\n") != plain);
  // An act that is never legal is none; a number that has a name may be written in records.
  CHECK(child_hash("", "acts: { sing: { when: draws > 5 } }\n") == plain);
  CHECK(child_hash("", "acts: { sing: { when: draws > 0 } }\n") != plain);
  CHECK(child_hash("", "words: { blank: 0 }\n") != plain);
}

TEST_CASE("what records may name, and what only a table rules out, has its part in the hash", "[dsl][hash]") {
  const auto counting = [](const std::string& fact) {
    return child_hash("  - id: counts\n    after: lay\n    do: add(round." + fact +
                          ", 1)\n  - id: stops\n    forbid: draw\n    when: round." + fact + " > 9\n",
                      "facts: { " + fact + ": { of: round, is: int } }\n");
  };
  CHECK(counting("seen") == counting("seen"));
  CHECK(counting("seen") != counting("heard"));
  const auto with_act = [](const std::string& act) {
    return child_hash("", "acts: { " + act + ": { by: turn } }\n");
  };
  CHECK(with_act("sing") != with_act("hum"));
  const auto with_train = [](const std::string& kind) {
    return child_hash("", "trains: { " + kind + ": { of: all } }\n");
  };
  CHECK(with_train("branch") != with_train("siding"));
  CHECK(child_hash("", "words: { joker: 0 }\n") != child_hash("", "words: { blank: 0 }\n"));
  // A word that is no number is named by no record.
  CHECK(child_hash("  - id: one\n    forbid: lay\n    when: late\n", "words: { late: round.lap > 9 }\n") ==
        child_hash("  - id: one\n    forbid: lay\n    when: tardy\n", "words: { tardy: round.lap > 9 }\n"));
  // No hand of a single set has a tile twice, and that is not looked for.
  CHECK(hash_with("count(t in me.hand where t == tile) > 1") != child_hash(""));
}

}  // namespace roundhouse::tests
