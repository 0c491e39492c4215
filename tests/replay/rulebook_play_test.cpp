// The rulebook against play: every value of every option by itself, in random rounds. A row that stops an act
// or does something is printed, a printed row is one that the engine has, and sentences that a game can
// refute are held against the game.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "dsl/english/wording.h"
#include "dsl/rulebook/book.h"
#include "dsl/rulebook/rows_in_force.h"
#include "engine/fold.h"
#include "replay/fold/record_from_acts.h"
#include "tests/support/catch.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/variant_tables.h"

namespace roundhouse::tests {
namespace {

using engine::Act;
using engine::ActKind;
using engine::Position;

void collect_texts(const std::vector<dsl::BookLine>& lines, std::vector<std::string>& texts) {
  for (const dsl::BookLine& line : lines) {
    texts.push_back(line.text);
    collect_texts(line.exceptions, texts);
  }
}

/// What a book says: all but the choices and the sources.
std::vector<std::string> texts_of(const dsl::Book& book) {
  std::vector<std::string> texts;
  for (const dsl::Chapter& chapter : book.chapters) {
    if (chapter.kind == dsl::ChapterKind::rules || chapter.kind == dsl::ChapterKind::terms)
      collect_texts(chapter.lines, texts);
  }
  return texts;
}

/// One table with its book and what has been seen at it.
struct Tried {
  const SetTable& set;
  std::vector<std::string> texts;
  std::map<std::string, std::size_t> exceptions;  ///< of a line
  std::set<std::uint16_t> in_force;               ///< RuleId

  bool says(const std::string& sentence) const {
    return std::any_of(texts.begin(), texts.end(),
                       [&](const std::string& text) { return text.find(sentence) != std::string::npos; });
  }
  /// It stands there without an exception.
  bool says_flatly(const std::string& sentence) const {
    const auto found = exceptions.find(sentence);
    return found != exceptions.end() && found->second == 0;
  }
  const std::string& id(dsl::RuleId rule) const { return set.rules.rules[rule.value].id; }
};

void note_rows(const std::vector<dsl::RowInForce>& rows, std::set<std::uint16_t>& ids) {
  for (const dsl::RowInForce& row : rows) {
    ids.insert(row.rule.value);
    note_rows(row.exceptions, ids);
  }
}

Tried try_book(const SetTable& set, int players) {
  dsl::BookRequest request;
  request.players = players;
  const dsl::Book book = dsl::write_book(set.rules, request);
  Tried tried{set, texts_of(book), {}, {}};
  for (const dsl::Chapter& chapter : book.chapters) {
    for (const dsl::BookLine& line : chapter.lines) tried.exceptions[line.text] += line.exceptions.size();
  }
  dsl::KnownFacts known;
  known.players = players;
  note_rows(dsl::rows_in_force(set.rules, known), tried.in_force);
  return tried;
}

/// The rows that the compiler kept for this number of players.
std::set<std::uint16_t> rows_of(const engine::Rules& program) {
  std::set<std::uint16_t> ids;
  const auto with_exceptions = [&](const auto& row) {
    ids.insert(row.rule.value);
    for (const dsl::ExceptRow& except : row.excepts) ids.insert(except.rule.value);
  };
  for (const dsl::ActRules& act : program.acts) {
    for (const dsl::ForbidRow& row : act.forbids) with_exceptions(row);
    for (const dsl::ForbidRow& row : act.advice) with_exceptions(row);
    for (const dsl::PermitRow& row : act.permits) ids.insert(row.rule.value);
  }
  for (const auto& event : program.after) {
    for (const dsl::AfterRow& row : event) with_exceptions(row);
  }
  return ids;
}

/// Sentences that a game can refute, with how often one was tried.
struct Refuter {
  const Tried& tried;
  std::map<std::string, int>& trials;
  std::vector<std::string> refuted{};

  void flatly(const std::string& sentence, bool is_so) {
    if (tried.says_flatly(sentence)) check(sentence, is_so);
  }
  void check(const std::string& sentence, bool is_so) {
    ++trials[sentence];
    if (!is_so) refuted.push_back(sentence);
  }
  /// Of all sentences of one pattern the book has to have the one that is so.
  void only(const std::string& before, const std::string& so) {
    for (const std::string& text : tried.texts) {
      if (!text.starts_with(before)) continue;
      ++trials[before];
      if (!text.starts_with(so)) refuted.push_back(text);
    }
  }

  void setup(const Position& begun, const Position& played, const std::vector<Act>& acts, int players) {
    const engine::Rules& program = *tried.set.program;
    const auto dealt =
        std::count_if(acts.begin(), acts.end(), [](const Act& act) { return act.kind == ActKind::deal; });
    const bool again =
        std::any_of(acts.begin(), acts.end(), [](const Act& act) { return act.kind == ActKind::redeal; });
    if (!again && dealt > 0 && dealt % players == 0)
      only("Everybody is dealt",
           fmt::format("Everybody is dealt {}.", dsl::how_many(static_cast<int>(dealt) / players, "tile")));
    const dsl::Node& rounds = program.nodes[static_cast<std::size_t>(program.match.rounds.value)];
    // With rules that may end a game early it has so many at most.
    const bool early = tried.set.rules.match.over && tried.says("A game has at most");
    if (rounds.op == dsl::Op::number)
      only("A game has",
           fmt::format("A game has {}{}.", early ? "at most " : "", dsl::how_many(rounds.value, "round")));
    const std::string first = "In the first round the double";
    const std::string due = begun.scheduled == 0 ? "blank" : dsl::number_word(begun.scheduled);
    if (begun.scheduled >= 0) only(first, fmt::format("{} {} is due,", first, due));
    const std::string tiles = fmt::format(": {} tiles.", program.tile_kinds * program.copies);
    check("tiles of the set", tried.says(tiles));
    if (played.engine_tile == engine::no_tile) return;
    const bool is_double = engine::is_double(played.engine_tile);
    const int high = engine::high_of(played.engine_tile);
    flatly("Any double may be the engine.", is_double);
    flatly("It has to be the double that is due in this round.", is_double && high == begun.scheduled);
    flatly("Any double may be the engine that has not been one before in this game.",
           is_double && (begun.used >> high & 1U) == 0);
    flatly("The first player has the first turn.", played.starter == played.first);
    flatly("Whoever held the engine has the first turn; if nobody did, the first player has it.",
           played.starter == (played.holder != engine::no_seat ? played.holder : played.first));
  }

  void act(const Position& before, const Act& act, const Position& after, int players) {
    const bool in_play = before.phase == engine::Phase::play;
    if (!in_play) return;
    if (act.kind == ActKind::draw) {
      flatly("Nobody draws in a turn.", false);
      for (const int most : {1, 2, 3})
        flatly(
            fmt::format("At most {} may be drawn in a turn, and as many again to cover a double laid in it.",
                        dsl::how_many(most, "tile")),
            after.drawn <= most);
      flatly("Once the turn's tile has been played, nothing more is drawn.",
             before.laid == 0 || before.debt_count > 0);
    }
    if (act.kind == ActKind::lay) {
      if (before.turn_player == act.actor) {
        flatly("Nobody draws in a turn.", before.drew == 0);
        flatly("A turn is one tile.", before.laid == 0);
      }
      if (after.players[act.actor].count == 0)
        flatly("Whoever lays their last tile wins the round, which ends at once.",
               after.phase == engine::Phase::over && after.winner == act.actor);
    }
    if (act.kind == ActKind::done && after.phase == engine::Phase::play)
      flatly("The turn goes round to the left.", after.turn_player == (act.actor + 1) % players);
    if (!tried.says("double has to be covered") && !tried.says("has to cover it"))
      check("no double waits", after.debt_count == 0);
  }
};

/// Each tile of the hand to each end, a draw, the end of the turn.
template <class Take>
void each_act_in_turn(const engine::Rules& program, const Position& position, const Take& take) {
  const engine::Seat me = position.turn_player;
  for (int tile = 0; tile < program.tile_kinds; ++tile) {
    if (!position.hands[me].has(static_cast<engine::TileId>(tile))) continue;
    for (std::size_t i = 0; i < position.end_count; ++i)
      take({.kind = ActKind::lay,
            .actor = me,
            .tile = static_cast<engine::TileId>(tile),
            .end = position.ends[i].serial});
  }
  take({.kind = ActKind::draw, .actor = me});
  take({.kind = ActKind::done, .actor = me});
}

/// Plays one round; notes rows that did something and are not in the book, and sentences that are not so.
std::set<std::string> unseen_in_play(const Tried& tried, int players, std::uint64_t seed,
                                     std::map<std::string, int>& trials) {
  const engine::Rules& program = *tried.set.program;
  const RandomRound round = play_random_round(program, seed, 0.2);
  std::set<std::string> wrong;
  const auto reported = [&](dsl::RuleId rule) {
    if (!tried.in_force.contains(rule.value)) wrong.insert("not in the book: " + tried.id(rule));
  };
  Refuter refuter{tried, trials};
  Position position = round.begin;
  engine::begin_round(program, position);
  const Position begun = position;
  int asked = 0;
  for (const Act& act : round.played.acts) {
    const bool in_turn = position.phase == engine::Phase::play && position.pulling == 0;
    // Every third position is enough to come by all that stops somebody.
    if (in_turn && ++asked % 3 == 0)
      each_act_in_turn(program, position, [&](const Act& other) {
        for (const engine::Breach& breach : engine::breaches(program, position, other)) {
          if (!breach.law) reported(breach.rule);
        }
      });
    const Position before = position;
    engine::Trace trace;
    engine::apply(program, position, act, &trace);
    for (const engine::Happening& happening : trace) {
      if (happening.kind == engine::Happening::Kind::row) reported(happening.rule);
    }
    refuter.act(before, act, position, players);
  }
  refuter.setup(begun, position, round.played.acts, players);
  wrong.insert(refuter.refuted.begin(), refuter.refuted.end());
  return wrong;
}

TEST_CASE("what a rulebook says is so in play, for every value of every option", "[variants][rulebook]") {
  std::map<std::string, int> trials;
  int tables = 0;
  for (const std::string& variant : bundled_names()) {
    for (const VariantTable& table : tables_of(variant)) {
      const SetTable set = set_up(table);
      if (!set.program) continue;
      INFO(table.text());
      ++tables;
      const Tried tried = try_book(set, table.players);
      for (const std::uint64_t seed : {1ULL, 2ULL}) {
        const std::set<std::string> wrong = unseen_in_play(tried, table.players, seed, trials);
        CHECK(wrong == std::set<std::string>{});
      }
    }
  }
  CHECK(tables > 200);
  // A sentence that nothing tries is not tested.
  for (const char* sentence :
       {"Everybody is dealt", "A game has", "In the first round the double", "tiles of the set",
        "Any double may be the engine.", "It has to be the double that is due in this round.",
        "Any double may be the engine that has not been one before in this game.",
        "The first player has the first turn.",
        "Whoever held the engine has the first turn; if nobody did, the first player has it.",
        "At most one tile may be drawn in a turn, and as many again to cover a double laid in it.",
        "At most three tiles may be drawn in a turn, and as many again to cover a double laid in it.",
        "Once the turn's tile has been played, nothing more is drawn.", "Nobody draws in a turn.",
        "A turn is one tile.", "Whoever lays their last tile wins the round, which ends at once.",
        "The turn goes round to the left.", "no double waits"}) {
    INFO(sentence);
    CHECK(trials.contains(sentence));
  }
}

TEST_CASE("every row of a rulebook is one that can do something", "[variants][rulebook]") {
  for (const std::string& variant : bundled_names()) {
    for (const VariantTable& table : tables_of(variant)) {
      const SetTable set = set_up(table);
      if (!set.program) continue;
      const Tried tried = try_book(set, table.players);
      const std::set<std::uint16_t> kept = rows_of(*set.program);
      for (const std::uint16_t rule : tried.in_force) {
        INFO(table.text() << ": " << tried.id({rule}));
        const dsl::Rule& row = set.rules.rules[rule];
        // One that always lifts a row is gone together with it.
        const bool lifts_always =
            row.shape == dsl::Shape::except &&
            std::none_of(row.excepts.begin(), row.excepts.end(),
                         [&](dsl::RuleId lifted) { return kept.contains(lifted.value); });
        CHECK((lifts_always || kept.contains(rule)));
      }
    }
  }
}

TEST_CASE("a false sentence about play is found out", "[rulebook]") {
  VariantTable table{"train", {{"draws", "2", {}}}, 4};
  const SetTable set = set_up(table);
  REQUIRE(set.program);
  std::map<std::string, int> trials;
  Tried tried = try_book(set, table.players);
  const auto wrong = [&] {
    std::set<std::string> all;
    for (std::uint64_t seed = 1; seed <= 3; ++seed)
      all.merge(unseen_in_play(tried, table.players, seed, trials));
    return all;
  };
  CHECK(wrong() == std::set<std::string>{});
  for (const std::string sentence :
       {"At most one tile may be drawn in a turn, and as many again to cover a double laid in it.",
        "A turn is one tile.", "Nobody draws in a turn."}) {
    tried.exceptions[sentence] = 0;
    CHECK(wrong().contains(sentence));
    tried.exceptions.erase(sentence);
  }
  tried.texts.emplace_back("A game has twelve rounds.");
  CHECK(wrong() == std::set<std::string>{"A game has twelve rounds."});
  tried.texts.pop_back();
  for (const dsl::Rule& rule : set.rules.rules) {
    if (rule.id == "closed-train")
      tried.in_force.erase(static_cast<std::uint16_t>(&rule - set.rules.rules.data()));
  }
  CHECK(wrong() == std::set<std::string>{"not in the book: closed-train"});
}

}  // namespace
}  // namespace roundhouse::tests
