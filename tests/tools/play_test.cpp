// Games that are played and gone on with from their records.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "dsl/check/player_numbers.h"
#include "engine/rules.h"
#include "replay/fold/record_from_acts.h"
#include "replay/record/places.h"
#include "replay/record/read_record.h"
#include "replay/record/tiles.h"
#include "replay/record/write_record.h"
#include "replay/referee/judge/referee.h"
#include "replay/scores/match_result.h"
#include "tests/support/catch.h"
#include "tests/support/rules_from_text.h"
#include "tools/play/game.h"
#include "tools/play/moves.h"
#include "tools/play/play_page.h"
#include "tools/players/all_players.h"

using namespace roundhouse;
using namespace roundhouse::replay;

namespace {

const std::vector<std::string> table_names{"Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus",
                                           "Hal", "Ida", "Jon",  "Kim", "Leo", "Mia",  "Ned"};

/// Two people at opposite places, the rest computers of several kinds.
std::vector<const engine::Player*> mixed_seats(int players, bool with_search = false) {
  const std::vector<const engine::Player*> kinds{&engine::planner_player, &engine::greedy_player,
                                                 &engine::random_player,
                                                 engine::find_player("longest-chain")};
  std::vector<const engine::Player*> seats;
  for (int p = 0; p < players; ++p) seats.push_back(kinds[static_cast<std::size_t>(p) % kinds.size()]);
  seats[0] = nullptr;
  seats[static_cast<std::size_t>(players / 2)] = nullptr;
  if (with_search) seats.back() = &engine::search_player;
  return seats;
}

Header played_header(int players, std::uint64_t seed) {
  Header header;
  header.variant.name = "x";
  for (int p = 0; p < players; ++p)
    header.players.push_back({table_names[static_cast<std::size_t>(p)], {}, {}});
  header.seed = seed;
  header.complete = true;
  return header;
}

Game new_game(const engine::Rules& program, std::uint64_t seed, bool with_search = false) {
  Header header = played_header(program.players, seed);
  const auto seats = mixed_seats(program.players, with_search);
  note_seats(header, seats);
  return Game(program, header, seats);
}

/// What a person does is a matter of the position alone, so that the same person plays on after a break.
engine::Act persons_act(const Game& game, Seat seat) {
  const std::vector<engine::Act> legal = game.legal(seat);
  engine::Random chance(engine::mix64(game.rounds() * 100'003 + game.acts().size()));
  return legal[chance.below(static_cast<std::uint32_t>(legal.size()))];
}

/// Whether people use what they may do out of turn. A player who is asked once more behind a break may think
/// otherwise then.
enum class Asides : std::uint8_t { now_and_then, never };

/// One step further; false: the game is over or stuck.
bool go_on(Game& game, Asides asides = Asides::now_and_then) {
  const Ask ask = game.asks();
  switch (ask.kind) {
    case Ask::Kind::nobody:
      game.step();
      return true;
    case Ask::Kind::turn:
      game.carry_out(persons_act(game, ask.seat));
      return true;
    case Ask::Kind::aside:
    case Ask::Kind::referee:
      if (asides == Asides::now_and_then && game.acts().size() % 3 == 0)
        game.carry_out(persons_act(game, ask.seat));
      else
        game.let_be();
      return true;
    case Ask::Kind::over:
    case Ask::Kind::dead_end:
    case Ask::Kind::too_long:
      return false;
  }
  return false;
}

Record read_text(const engine::Rules& program, const std::string& text) {
  const dsl::Checked<Record> record = read_record({}, text, [&](const Header&) { return &program; });
  INFO(text);
  for (const dsl::Diagnostic& diagnostic : record.diagnostics) UNSCOPED_INFO(diagnostic.message);
  REQUIRE(record.ok());
  return record.value;
}

Game resumed(const engine::Rules& program, const std::string& text,
             const std::vector<const engine::Player*>& seats) {
  const Record record = read_text(program, text);
  Game game(program, record.header, seats);
  const ResumeTrouble trouble = resume(game, record);
  INFO(text);
  INFO(trouble.message);
  REQUIRE(trouble.message.empty());
  return game;
}

/// Broken off after every act of its first rounds, each game is the same when it is read again: its acts, its
/// position, its text; and now and then played to its end from there.
std::size_t break_everywhere(const engine::Rules& program, std::uint64_t seed, std::size_t rounds,
                             std::size_t played_out_every) {
  Game whole = new_game(program, seed);
  std::vector<std::string> texts;
  std::size_t splits = 0;
  const Asides asides = played_out_every == 0 ? Asides::now_and_then : Asides::never;
  while (whole.rounds() <= rounds && go_on(whole, asides)) {
    if (whole.rounds() > rounds) break;
    // Nobody has been asked in the midst of a deal, so no file ends there.
    const engine::Phase phase = whole.position().phase;
    const bool is_saved =
        phase == engine::Phase::play || phase == engine::Phase::over || phase == engine::Phase::lead;
    if (!is_saved) continue;
    ++splits;
    const std::string text = whole.text();
    if (played_out_every != 0 && splits % played_out_every == 0) texts.push_back(text);
    Game again = resumed(program, text, whole.seats());
    INFO(text);
    REQUIRE(again.text() == text);
    REQUIRE(again.acts() == whole.acts());
    REQUIRE(again.position() == whole.position());
    REQUIRE(again.rounds() == whole.rounds());
    // A player who let something be is asked once more.
    while (again.asks() != whole.asks()) {
      REQUIRE((again.asks().kind == Ask::Kind::aside || again.asks().kind == Ask::Kind::referee));
      again.let_be();
    }
  }
  const std::string end = whole.text();
  for (const std::string& text : texts) {
    Game again = resumed(program, text, whole.seats());
    while (again.rounds() <= rounds && go_on(again, asides)) {
    }
    REQUIRE(again.text() == end);
  }
  return splits;
}

engine::Rules rules_of(const std::string& name, int players) {
  return engine::compile_rules(tests::bundled_rules(name), players);
}

std::vector<int> numbers_of_players(const std::string& name) {
  const dsl::CheckedRules rules = tests::bundled_rules(name);
  std::vector<int> numbers;
  for (int players = 2; players <= 8; ++players)
    if (!dsl::refuse_players(rules, players)) numbers.push_back(players);
  return numbers;
}

Game finished_game(const engine::Rules& program, std::uint64_t seed) {
  Game game = new_game(program, seed);
  while (go_on(game)) {
  }
  return game;
}

}  // namespace

TEST_CASE("a game goes on from its record as if it had never been broken off", "[play]") {
  std::size_t splits = 0;
  for (const std::string& name : tests::all_bundled_names()) {
    const std::vector<int> numbers = numbers_of_players(name);
    REQUIRE(!numbers.empty());
    INFO(name);
    splits += break_everywhere(rules_of(name, numbers.front()), 7, 1, 40);
    if (numbers.size() > 1) splits += break_everywhere(rules_of(name, numbers.back()), 8, 1, 0);
  }
  CHECK(splits > 1'500);
}

TEST_CASE("a game of any number of players goes on from its record, in later rounds, too", "[play][.long]") {
  for (const std::string& name : tests::all_bundled_names())
    for (const int players : numbers_of_players(name))
      for (const std::uint64_t seed : {1, 2, 3}) {
        INFO(name << " " << players << " " << seed);
        break_everywhere(rules_of(name, players), seed, 3, 25);
        break_everywhere(rules_of(name, players), seed + 10, 2, 0);
      }
}

TEST_CASE("a player that looks at the whole round goes on alike", "[play]") {
  const engine::Rules program = rules_of("club-double-twelve", 3);
  Game whole = new_game(program, 5, true);
  std::string text;
  while (whole.rounds() <= 1 && go_on(whole))
    if (whole.acts().size() == 70) text = whole.text();
  REQUIRE(!text.empty());
  Game again = resumed(program, text, whole.seats());
  while (again.rounds() <= 1 && go_on(again)) {
  }
  CHECK(again.text() == whole.text());
}

TEST_CASE("the record of a game that was played is legal, and has the scores that were played", "[play]") {
  for (const std::string& name : tests::all_bundled_names()) {
    const engine::Rules program = rules_of(name, numbers_of_players(name).front());
    const Game game = finished_game(program, 11);
    INFO(name);
    REQUIRE(game.asks().kind == Ask::Kind::over);
    const Record record = read_text(program, game.text());
    CHECK(record.header.seed == 11U);
    const Judgement judgement = judge_record(program, record);
    CHECK(judgement.verdict == Verdict::legal);
    CHECK(judgement.undecided_rounds == 0);
    CHECK(judgement.trust.empty());
    CHECK(judgement.scores.empty());
    const MatchResult match = score_record(program, record);
    CHECK(match.over);
    REQUIRE(match.games.size() == static_cast<std::size_t>(game.position().game));
    for (std::size_t p = 0; p < match.games.back().totals.size(); ++p)
      CHECK(match.games.back().totals[p].value_or(-1) ==
            game.position().players[p].total + game.position().players[p].points);
  }
}

TEST_CASE("a record made act by act is the record made of all acts", "[play]") {
  const engine::Rules program = rules_of("dual", 6);
  Game game = new_game(program, 3);
  std::vector<PlayedRound> rounds;
  do {
    if (game.rounds() == 0) continue;
    rounds.resize(game.rounds());
    rounds.back().acts = game.acts();
  } while (rounds.size() < 4 && go_on(game));
  Record played = game.record();
  const Record made = record_from_acts(program, game.header(), engine::begin_match(program), rounds);
  CHECK(write_record(played) == write_record(made));
  CHECK(game.text() == write_record(made));
}

TEST_CASE("an act that is taken back leaves a remark, and the same act the same game", "[play]") {
  const engine::Rules program = rules_of("club-double-twelve", 4);
  Game game = new_game(program, 4);
  Game other = new_game(program, 4);
  const Seat ann = 0;
  const auto until_ann = [&](Game& one) {
    while (one.asks().kind != Ask::Kind::turn || one.asks().seat != ann) REQUIRE(go_on(one));
  };
  until_ann(game);
  until_ann(other);
  const std::vector<engine::Act> before = game.acts();
  const engine::Act act = persons_act(game, ann);
  game.carry_out(act);
  until_ann(game);
  REQUIRE(game.last_act(ann) == std::optional<engine::Act>(act));
  game.take_back(ann, " Ann took it back");
  CHECK(game.acts() == before);
  CHECK(game.text().find("# Ann took it back\n") != std::string::npos);
  CHECK(!game.last_act(ann).has_value());

  // Broken off there, and at the end of the round.
  Game again = resumed(program, game.text(), game.seats());
  CHECK(again.text() == game.text());
  while (game.rounds() <= 1 && go_on(game)) {
  }
  while (again.rounds() <= 1 && go_on(again)) {
  }
  while (other.rounds() <= 1 && go_on(other)) {
  }
  CHECK(again.text() == game.text());
  std::string without = game.text();
  const std::string remark = "# Ann took it back\n";
  without.erase(without.find(remark), remark.size());
  CHECK(without == other.text());
}

TEST_CASE("a record that play has not written is not gone on with", "[play]") {
  const engine::Rules program = rules_of("club-double-twelve", 4);
  Game game = new_game(program, 4);
  while (game.acts().size() < 90) REQUIRE(go_on(game));
  const std::string text = game.text();
  const auto trouble_with = [&](const std::string& changed) {
    const Record record = read_text(program, changed);
    Game again(program, record.header, game.seats());
    return resume(again, record).message;
  };
  CHECK(trouble_with(text).empty());
  std::string no_seed = text;
  no_seed.erase(no_seed.find("[seed 4]\n"), 9);
  CHECK(trouble_with(no_seed) == "this record has no seed, so nobody knows what the boneyard holds");
  CHECK(trouble_with(text + "claim Ann 12.1 \"no\"\n").find("lines that play would not have written") !=
        std::string::npos);
  CHECK(!trouble_with(text + "?\n").empty());
  CHECK(!trouble_with(text + "Ann: 12-12 12-11 12-10\n").empty());
}

TEST_CASE("comments that somebody wrote into a record stay there", "[play]") {
  const engine::Rules program = rules_of("club-double-twelve", 4);
  Game game = new_game(program, 4);
  while (game.acts().size() < 80) REQUIRE(go_on(game));
  std::string text = game.text();
  const std::size_t line = text.find("\nAnn:");
  REQUIRE(line != std::string::npos);
  text.insert(line, "\n# tea\n\n# and cake");
  text.insert(text.find('\n', text.find("\nAnn:") + 1), "  # oh dear");
  const Game again = resumed(program, text, game.seats());
  CHECK(again.text() == text);
}

TEST_CASE("what is typed is read, refused with its rule, or done", "[play]") {
  const engine::Rules program = rules_of("club-double-twelve", 4);
  Game game = new_game(program, 4);
  while (game.asks().kind != Ask::Kind::turn) REQUIRE(go_on(game));
  const Seat seat = game.asks().seat;
  const std::vector<std::string> legal = legal_texts(game, seat);
  REQUIRE(!legal.empty());
  for (const std::string& text : legal) {
    const Typed typed = read_typed(game, seat, text);
    INFO(text << ": " << typed.trouble);
    REQUIRE(typed.line.acts.size() == 1);
    const Meant meant = mean_act(game, seat, typed.line.acts.front());
    REQUIRE(meant.act.has_value());
    CHECK(act_text(game, *meant.act) == text);
  }
  const auto refused = [&](const std::string& text) {
    const Typed typed = read_typed(game, seat, text);
    if (!typed.trouble.empty()) return typed.trouble;
    const Meant meant = mean_act(game, seat, typed.line.acts.front());
    CHECK(!meant.act.has_value());
    return meant.trouble;
  };
  CHECK(refused("draw(3-4)") == "which tile is drawn is for chance to say");
  CHECK(!refused("12-3>nowhere").empty());
  CHECK(!refused("13-1").empty());
  CHECK(!refused("\x01\xff\xfe").empty());
  CHECK(!refused("").empty());
  CHECK(!refused("over").empty());
  CHECK(!refused("round 3").empty());
  CHECK(!refused(std::string(20'000, '9')).empty());
}

TEST_CASE("what can be typed is what is legal, all through a game, and a hint is among it", "[play]") {
  for (const std::string& name : tests::all_bundled_names()) {
    const engine::Rules program = rules_of(name, numbers_of_players(name).front());
    Game game = new_game(program, 21);
    INFO(name);
    while (game.rounds() <= 1 && go_on(game)) {
      const Ask ask = game.asks();
      if (ask.kind != Ask::Kind::turn) continue;
      const std::vector<std::string> texts = legal_texts(game, ask.seat);
      for (const std::string& text : texts) {
        const Typed typed = read_typed(game, ask.seat, text);
        INFO(text << ": " << typed.trouble);
        REQUIRE(typed.line.acts.size() == 1);
        const Meant meant = mean_act(game, ask.seat, typed.line.acts.front());
        INFO(meant.trouble);
        REQUIRE(meant.act.has_value());
        CHECK(act_text(game, *meant.act) == text);
      }
      const auto hint = hint_for(game, ask.seat);
      REQUIRE(hint.has_value());
      CHECK(std::find(texts.begin(), texts.end(), hint->act) != texts.end());
      CHECK(!hint->why.empty());
    }
  }
}

TEST_CASE("nobody sees the tiles of others", "[play]") {
  for (const std::string& name : tests::all_bundled_names()) {
    const engine::Rules program = rules_of(name, numbers_of_players(name).front());
    Game game = new_game(program, 31);
    while (game.rounds() <= 1 && go_on(game)) {
      for (int viewer = -1; viewer < program.players; ++viewer) {
        const engine::Position seen = seen_by(game.position(), SeatView{static_cast<Seat>(viewer)});
        for (int p = 0; p < program.players; ++p)
          if (p != viewer && game.position().phase != engine::Phase::over)
            REQUIRE(seen.hands[static_cast<std::size_t>(p)].size() == 0);
      }
    }
  }
  const engine::Rules program = rules_of("club-double-twelve", 4);
  const engine::Act draw{engine::ActKind::draw, 1, 5};
  CHECK(seen_by(program, draw, SeatView{0}).tile == engine::no_tile);
  CHECK(seen_by(program, draw, SeatView{}).tile == engine::no_tile);
  CHECK(seen_by(program, draw, SeatView{1}).tile == 5);
}

namespace {

constexpr Key enter{KeyKind::enter};

/// A game at its first question to a person, and the page with it.
struct AskedPage {
  engine::Rules program = rules_of("club-double-twelve", 4);
  Game game = new_game(program, 4);
  PlayPage page{game};
  Seat seat = 0;

  AskedPage() {
    while (game.asks().kind != Ask::Kind::turn) REQUIRE(go_on(game));
    seat = game.asks().seat;
    ask();
  }
  void ask() { page.ask({game.name(seat) + "> ", seat, legal_moves(game, seat), true, "Round 12"}); }
  /// The answer, if the last of these characters gives one.
  std::optional<std::string> type(const std::string& text) {
    std::optional<std::string> answer;
    for (const char letter : text)
      answer = page.press({KeyKind::character, static_cast<char32_t>(static_cast<unsigned char>(letter))});
    return answer;
  }
};

}  // namespace

TEST_CASE("moves are chosen on a page with arrow keys, or typed", "[play]") {
  AskedPage asked;
  const std::vector<std::string> legal = legal_texts(asked.game, asked.seat);
  REQUIRE(legal.size() > 1);
  // Enter alone plays nothing.
  CHECK(asked.page.press(enter) == "");
  asked.ask();
  CHECK(!asked.page.press({KeyKind::right}));
  CHECK(!asked.page.press({KeyKind::right}));
  CHECK(asked.page.press(enter) == legal[1]);
  asked.ask();
  asked.page.press({KeyKind::left});
  CHECK(asked.page.press(enter) == legal.back());
  asked.ask();
  CHECK(!asked.type("tabx"));
  asked.page.press({KeyKind::backspace});
  asked.page.press({KeyKind::tab});
  CHECK(asked.page.press(enter) == "table");
  asked.ask();
  asked.type("why " + legal.back().substr(0, legal.back().size() - 1));
  asked.page.press({KeyKind::tab});
  CHECK(asked.page.press(enter) == "why " + legal.back());
  asked.ask();
  asked.type("nothing of the kind");
  asked.page.press({KeyKind::escape});
  CHECK(asked.page.press(enter) == "");
  asked.ask();
  asked.page.press({KeyKind::character, 0xE9});
  asked.page.press({KeyKind::character, 0x1F600});
  asked.page.press({KeyKind::backspace});
  CHECK(asked.page.press(enter) == "\xC3\xA9");
}

TEST_CASE("single keys ask as long as nothing is typed", "[play]") {
  AskedPage asked;
  CHECK(asked.type("h") == "hint");
  CHECK(asked.type("u") == "undo");
  CHECK(asked.type("s") == "score");
  CHECK(asked.type("q") == "quit");
  CHECK(asked.type("?") == "help");
  // What begins like a key is typed behind a space, and a word of the game as it is.
  CHECK(!asked.type(" undo Ann"));
  CHECK(asked.page.press(enter) == " undo Ann");
  asked.page.ask({"> ", asked.seat, {{"hail", {}}}});
  CHECK(!asked.type("hail"));
  CHECK(asked.page.press(enter) == "hail");
  asked.ask();
  // Without a choice there is nothing to ask about.
  CHECK(!asked.type("w"));
  asked.ask();
  asked.page.press({KeyKind::right});
  CHECK(asked.type("w") == "why " + legal_texts(asked.game, asked.seat)[0]);
  asked.ask();
  CHECK(!asked.type("dh"));
  asked.page.press({KeyKind::escape});
  asked.page.ask({"Enter: let it be ", asked.seat, {}});
  CHECK(!asked.type("h"));
}

TEST_CASE("table and hand are seen at every question, whatever is asked for", "[play]") {
  std::size_t questions = 0;
  std::uint64_t seed = 0;
  std::vector<std::pair<std::string, dsl::CheckedRules>> games;
  for (const char* name : {"train", "club-double-twelve", "star-ranch", "chicken-foot", "dual"})
    games.emplace_back(name, tests::bundled_rules(name));
  games.emplace_back("many", tests::rules_from_text("roundhouse: 1\nname: Many\nextends: train\noptions:\n"
                                                    "  highest: 18\n  deal: 11\nsetup:\n  players: 2..14\n"));
  for (const auto& [variant, rules] : games)
    for (const int players : {2, 4, 6, 8, 14}) {
      if (dsl::refuse_players(rules, players)) continue;
      const engine::Rules program = engine::compile_rules(rules, players);
      Game game = new_game(program, ++seed);
      PlayPage page(game);
      page.tell(std::string(4'000, 'x') + "\n");
      for (int steps = 0; steps < 400 && game.rounds() <= 1 && go_on(game); ++steps) {
        const Ask ask = game.asks();
        if (ask.kind != Ask::Kind::turn || game.position().engine_tile == engine::no_tile) continue;
        ++questions;
        // A long answer has its own place.
        page.say(std::string(2'000, 'y') + "\n");
        page.ask({"> ", ask.seat, legal_moves(game, ask.seat), true, "Round 1, turn 1"});
        const std::string shown = page.paint(24, 80).text();
        INFO(variant << " " << players << "\n" << shown);
        CHECK(shown.find("Round 1, turn 1") != std::string::npos);
        for (const engine::TileId tile : tiles_in(game.position().hands[static_cast<std::size_t>(ask.seat)]))
          CHECK(shown.find(tile_text(tile)) != std::string::npos);
        for (int e = 0; e < game.position().end_count; ++e) {
          const engine::End& end = game.position().ends[static_cast<std::size_t>(e)];
          CHECK(shown.find((end.start ? "" : "[") + std::to_string(end.pip)) != std::string::npos);
          CHECK(shown.find(train_text(program, game.header(), end.train)) != std::string::npos);
        }
        CHECK(shown.find("boneyard") != std::string::npos);
      }
    }
  CHECK(questions > 1'000);
}

TEST_CASE("a page shows the hand of who is asked, and no other", "[play]") {
  AskedPage asked;
  asked.page.say("It is yours.\n");
  const std::string shown = asked.page.paint(30, 100).text();
  CHECK(shown.find("It is yours.") != std::string::npos);
  CHECK(shown.find("Round 12") != std::string::npos);
  CHECK(shown.find(asked.game.name(asked.seat) + ">") != std::string::npos);
  const std::string others = " 14 tiles";
  std::size_t hidden = 0;
  for (std::size_t at = shown.find(others); at != std::string::npos; at = shown.find(others, at + 1))
    ++hidden;
  CHECK(hidden == 3);
  CHECK(shown.find(" tiles, yours") != std::string::npos);

  // Nothing of the game while the screen goes from hand to hand, and nothing that was said before.
  asked.page.wipe();
  asked.page.ask({"Pass the screen to Cleo, then press Enter. ", no_seat, {}, false});
  CHECK(asked.page.paint(5, 60).text().find("tiles") == std::string::npos);
  CHECK(asked.page.paint(5, 60).text().find("yours") == std::string::npos);
  asked.page.ask({"Ann? ", no_seat, {}});
  CHECK(asked.page.paint(30, 100).text().find(others) != std::string::npos);

  // On any size, and with more to say than there is room.
  for (int line = 0; line < 200; ++line) asked.page.say("line " + std::to_string(line) + "\n");
  for (const int rows : {1, 2, 3, 5, 8, 24, 100})
    for (const int columns : {1, 5, 20, 80, 300}) {
      CHECK(asked.page.paint(rows, columns).rows() == rows);
      asked.page.press({KeyKind::page_down});
    }
  CHECK(asked.page.paint(24, 80).text().find("PgDn: more") != std::string::npos);
}
