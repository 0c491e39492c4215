// Random rounds of every bundled variant, over its numbers of players and the values of its options: what
// holds of any game holds after every act.

#include <algorithm>
#include <tuple>

#include "engine/evaluate.h"
#include "engine/simulate.h"
#include "engine/table.h"
#include "tests/catch.h"
#include "tests/rules_from_text.h"
#include "tests/variant_tables.h"

using namespace roundhouse;
using namespace roundhouse::engine;

namespace {

/// What must hold of any position; "" if it does.
std::string trouble_with(const dsl::Program& program, const Position& position) {
  int tiles = position.boneyard + position.aside.size() + position.laid_tiles.size();
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(program.players); ++seat) {
    if (position.hands[seat].size() != position.players[seat].count) return "a hand is miscounted";
    tiles += position.players[seat].count;
  }
  if (tiles != program.tile_kinds * program.copies) return "tiles are lost or made";
  if (boneyard_tiles(program, position).size() != position.boneyard) return "the boneyard is miscounted";
  for (int tile = 0; tile < program.tile_kinds; ++tile) {
    if (times_seen(program, position, static_cast<TileId>(tile)) > program.copies) return "a tile too often";
  }
  for (std::size_t i = 0; i < position.ends.size(); ++i) {
    if (i >= position.end_count && position.ends[i] != End{}) return "an unused end is not empty";
    if (i == 0 || i >= position.end_count) continue;
    const auto key = [&](std::size_t at) {
      return std::pair(position.ends[at].train, position.ends[at].serial);
    };
    if (key(i - 1) >= key(i)) return "ends out of order";
  }
  return "";
}

auto place_in_order(const Act& act) {
  const int kind = act.kind == ActKind::lead       ? 0
                   : act.kind == ActKind::lay      ? 1
                   : act.kind == ActKind::draw     ? 2
                   : act.kind == ActKind::declared ? 3
                                                   : 4;
  return std::tuple(kind, int{act.declared}, int{act.actor}, int{act.whom});
}

std::string trouble_with_acts(const dsl::Program& program, const Position& position, ActList& acts) {
  legal_acts(program, position, acts);
  for (std::size_t i = 0; i < acts.size(); ++i) {
    if (!is_legal(program, position, acts[i])) return "a listed act is not legal";
    if (!breaches(program, position, acts[i]).empty()) return "a listed act has breaches";
    if (i == 0) continue;
    const Act& a = acts[i - 1];
    const Act& b = acts[i];
    if (a.kind == ActKind::lay && b.kind == ActKind::lay) {
      const auto key = [&](const Act& act) {
        const int end = find_end(position, act.end);
        return std::tuple(position.ends[static_cast<std::size_t>(end)].train, act.end, act.tile);
      };
      if (key(a) >= key(b)) return "lays out of order";
    } else if (place_in_order(a) >= place_in_order(b)) {
      return "acts out of order";
    }
  }
  // Nothing legal is left out.
  std::size_t lays = 0;
  const Seat seat = position.turn_player;
  if (position.phase != Phase::play || seat == no_seat) return "";
  for (int i = 0; i < position.end_count; ++i) {
    for (int tile = 0; tile < program.tile_kinds; ++tile) {
      const Act act{.kind = ActKind::lay,
                    .actor = seat,
                    .tile = static_cast<TileId>(tile),
                    .end = position.ends[static_cast<std::size_t>(i)].serial};
      if (!position.hands[static_cast<std::size_t>(seat)].has(act.tile)) continue;
      if (is_legal(program, position, act)) ++lays;
    }
  }
  const auto listed =
      std::count_if(acts.begin(), acts.end(), [](const Act& act) { return act.kind == ActKind::lay; });
  return static_cast<std::size_t>(listed) == lays ? "" : "a legal lay is not listed";
}

/// Pips left in hand, counted without the rules; only the double blank's worth is asked of the options.
std::vector<int> count_hands(const dsl::CheckedRules& rules, const dsl::Program& program,
                             const Position& position) {
  const auto option = std::find_if(rules.options.begin(), rules.options.end(),
                                   [](const dsl::Option& o) { return o.name == "double_blank"; });
  const int blank = option == rules.options.end() ? 0 : option->value;
  std::vector<int> counts;
  for (std::size_t seat = 0; seat < static_cast<std::size_t>(program.players); ++seat) {
    int count = 0;
    for (int high = 0; high <= program.highest; ++high) {
      for (int low = 0; low <= high; ++low) {
        count += position.hands[seat].count(tile_of(high, low)) * (high == 0 ? blank : high + low);
      }
    }
    counts.push_back(count);
  }
  return counts;
}

struct Tally {
  Figures figures;
  int refused = 0;
};

void play_table(const tests::VariantTable& table, std::uint64_t rounds, Tally& tally) {
  const tests::SetTable played = tests::set_up(table);
  if (!played.program) {
    ++tally.refused;
    return;
  }
  const dsl::Program& program = *played.program;
  INFO(table.text());
  SimulateOptions options{.seed = 7, .games = 1, .unit = Unit::round, .play = {.declared = 0.2}};
  ActList acts;
  std::string trouble;
  const auto note = [&](const std::string& found) {
    if (trouble.empty()) trouble = found;
  };
  // Scores are those that the end of the round made, before a referee's points come on top.
  bool over = false;
  const auto count_scores = [&](const Position& ended) {
    if (over || ended.phase != Phase::over || ended.engine_tile == no_tile) return;
    over = true;
    const std::vector<int> counts = count_hands(played.rules, program, ended);
    for (std::size_t seat = 0; seat < counts.size(); ++seat) {
      if (ended.players[seat].points != counts[seat]) note("a score is wrong");
    }
  };
  const Onlooker onlooker{
      .round_begins = [&](const Position&) { over = false; },
      .act =
          [&](const Act&, const Position& after) {
            note(trouble_with(program, after));
            note(trouble_with_acts(program, after, acts));
            count_scores(after);
          },
      .round_ends = count_scores,
  };
  for (std::uint64_t round = 0; round < rounds; ++round) {
    INFO("game " << round);
    const Figures figures = simulate_game(program, options, round, onlooker);
    REQUIRE(trouble == "");
    REQUIRE(figures.dead_ends == 0);
    REQUIRE(figures.too_long == 0);
    tally.figures += figures;
  }
}

/// Spreads so many rounds over the tables of a variant.
void play_variant(const std::string& variant, std::uint64_t rounds) {
  const std::vector<tests::VariantTable> tables = tests::tables_of(variant);
  Tally tally;
  for (const tests::VariantTable& table : tables) play_table(table, rounds / tables.size() + 1, tally);
  INFO(variant << ": " << tally.refused << " of " << tables.size() << " tables refused");
  CHECK(static_cast<std::size_t>(tally.refused) * 2 < tables.size());
  CHECK(tally.figures.rounds * 2 > rounds);
  // Blocked rounds are rare where nearly every train is open.
  if (rounds >= 10'000) CHECK(tally.figures.blocked > 0);
  CHECK(tally.figures.blocked < tally.figures.rounds);
  for (const std::uint64_t times : tally.figures.declared) CHECK(times > 0);
}

}  // namespace

TEST_CASE("random rounds of every variant keep their tiles and come to an end", "[variants][sanitized]") {
  for (const std::string& variant : tests::bundled_names()) {
    DYNAMIC_SECTION(variant) { play_variant(variant, 400); }
  }
}

TEST_CASE("ten thousand random rounds of every variant keep their tiles and come to an end",
          "[.long][long][variants]") {
  for (const std::string& variant : tests::bundled_names()) {
    DYNAMIC_SECTION(variant) { play_variant(variant, 10'000); }
  }
}

TEST_CASE("whole matches of every variant come to an end", "[variants]") {
  for (const std::string& variant : tests::bundled_names()) {
    DYNAMIC_SECTION(variant) {
      const dsl::CheckedRules rules = tests::bundled_rules(variant);
      const dsl::Program program = dsl::compile_rules(rules, rules.setup.least_players);
      const Figures figures = simulate(program, {.seed = 3, .games = 5, .unit = Unit::match});
      CHECK(figures.finished == 5);
      CHECK(figures.rounds > 5);
    }
  }
}
