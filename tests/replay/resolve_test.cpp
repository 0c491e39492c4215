// From what is written to what is meant: names, places, acts and references.

#include <string>
#include <vector>

#include "replay/record/names.h"
#include "replay/record/read_record.h"
#include "replay/record/reference.h"
#include "replay/record/resolve.h"
#include "replay/record/tiles.h"
#include "replay/record/write_record.h"
#include "tests/support/catch.h"
#include "tests/support/table_game.h"

namespace roundhouse::tests {
namespace {

using namespace roundhouse::replay;

Header header_of(const std::vector<std::string>& names) {
  Header header;
  for (const std::string& name : names) header.players.push_back({name, {}, {}});
  return header;
}

/// Three players, each with two own trains and a yard; three spokes and a hub for all.
const char* many_trains =
    "roundhouse: 1\n"
    "name: many trains\n"
    "trains:\n"
    "  own: { of: each, count: 2 }\n"
    "  yard: { of: each }\n"
    "  spoke: { of: all, count: 3 }\n"
    "  Joint: { of: all }\n"
    "acts:\n"
    "  knock:\n    by: turn\n    do: warn()\n"
    "  call:\n    by: anyone\n    do: warn()\n"
    "  challenge:\n    by: anyone\n    whom: player\n    do: draw(whom, 1)\n"
    "  ruling:\n    by: referee\n    whom: player\n    amount: 5..20\n    do: score(whom, amount)\n"
    "  peek:\n    by: turn\n    whom: player\n    tile: whom\n    do: warn()\n"
    "  bid:\n    by: turn\n    tile: set\n    amount: 1..9\n    do: score(me, amount + tile.pips)\n"
    "setup:\n"
    "  players: 2..3\n"
    "  set: { highest: 3, copies: 1 }\n"
    "  deal: 2\n"
    "  first: round.rotation\n"
    "  engine: { from: hands, wanted: tile.double, missing: unison }\n"
    "rules:\n"
    "  - id: tiles-match\n    forbid: lay\n    when: not tile has end.pip\n"
    "  - id: sides\n    after: lay\n    do: fan(new, 2)\n";

struct Table {
  TableGame game{many_trains, 3};
  Header header = header_of({"Joe", "Ann", "Sam"});

  Table() { game.start({"3-3 3-2", "2-2 2-1", "3-1 0-0"}); }

  std::string place(const std::string& text, Seat actor = 0) const {
    const PlaceMatch match = find_place(game.program, header, game.position, actor, text);
    if (match.ends.empty()) return match.reason + (match.help.empty() ? "" : "; " + match.help);
    const int index = engine::find_end(game.position, match.ends.front());
    return train_text(game.program, header, game.position.ends[static_cast<std::size_t>(index)].train);
  }

  TurnLine line(const std::string& text) const {
    dsl::SourceMap sources;
    const auto read = read_record({}, "[players Joe Ann Sam]\nround 1\n" + text + "\n");
    REQUIRE(read.ok());
    return resolve_line(game.program, header, std::get<TurnLine>(read.value.rounds.at(0).items.at(1).line));
  }
  std::string settled(const std::string& text) const { return write_line(header, line(text)); }
  Resolved act(const std::string& text, std::size_t index = 0) const {
    const TurnLine turn = line(text);
    return resolve_act(game.program, header, game.position, turn.player, turn.acts.at(index));
  }
};

TEST_CASE("a player is meant by the whole name or a beginning that is only theirs", "[notation][referee]") {
  const Header header =
      header_of({"Ann", "Anna", "Bob", "\xC3\x96zg\xC3\xBCr", "\xD0\x98\xD0\xB2\xD0\xB0\xD0\xBD"});
  CHECK(resolve_player(header, "ann") == 0);
  CHECK(resolve_player(header, "ANNA") == 1);
  CHECK(resolve_player(header, "An") == no_seat);
  CHECK(match_player(header, "a").seats.size() == 2);
  CHECK(resolve_player(header, "b") == 2);
  CHECK(resolve_player(header, "\xC3\xB6") == 3);
  CHECK(resolve_player(header, "\xC3\x96ZG\xC3\x9CR") == 3);
  CHECK(resolve_player(header, "\xD0\xB8\xD0\x92") == 4);
  CHECK(resolve_player(header, "") == no_seat);
  CHECK(resolve_player(header, "bobby") == no_seat);
}

TEST_CASE("a short name is letters of any script, digits and an underscore", "[notation][referee]") {
  for (const char* name :
       {"Joe", "joe_2", "2b", "_", "\xC3\x96ko", "\xE6\x9D\x8E", "\xD7\xA9", "\xE0\xA4\xB0\xE0\xA4\xBE"}) {
    CAPTURE(name);
    CHECK(is_player_name(name));
  }
  for (const char* name : {"", "12", "Anne-Marie", "O'Neil", "a b", "\xC3\x97", "\xE2\x80\x8B",
                           "\xF0\x9F\x81\xA3", "a.b", "\xC2\xA0", "\xE3\x80\x80", "\xFF"}) {
    CAPTURE(name);
    CHECK_FALSE(is_player_name(name));
  }
}

TEST_CASE("tiles are read in every way people write them", "[notation][referee]") {
  for (const char* text : {"9-3", "3-9", "9:3", "9/3", "9|3", "[9:3]", "[3|9]",
                           "9\xE2\x80\x93"
                           "3",
                           "9\xE2\x88\x92"
                           "3"}) {
    CAPTURE(text);
    CHECK(parse_tile(text) == written(engine::tile_of(9, 3)));
  }
  for (const char* text :
       {"", "9", "9-", "-9", "9-?", "?", "9 3", "9-3-1", "[9-3", "9-3]", "19-0", "9.3", "9,3", "a-b"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_tile(text).has_value());
  }
  CHECK(replay::tile_text(read_tile_token("?-12", 0).tile) == "12-?");
  CHECK(replay::tile_text(read_tile_token("?", 0).tile) == "?");
  for (int id = 0; id < engine::max_tile_kinds; ++id) {
    const WrittenTile tile = written(static_cast<engine::TileId>(id));
    CHECK(engine::tile_of(tile.high, tile.low) == id);
  }
}

TEST_CASE("a place is a player's home, a kind, or the beginning of one", "[notation][referee]") {
  const Table table;
  CHECK(table.place("") == "Joe");
  CHECK(table.place("", 1) == "Ann");
  CHECK(table.place("Ann") == "Ann");
  CHECK(table.place("a") == "Ann");
  CHECK(table.place("Ann.own") == "Ann");
  CHECK(table.place("Ann.own2") == "Ann.own2");
  CHECK(table.place("A.Y") == "Ann.yard");
  CHECK(table.place("spoke") == "spoke1");
  CHECK(table.place("SPOKE2") == "spoke2");
  CHECK(table.place("sp3") == "spoke3");
  CHECK(table.place("j") == "Joe");  // a player comes before a kind
  CHECK(table.place("joi") == "Joint");
  CHECK(table.place("s") == "Sam");
  CHECK(table.place("spoke4") == "there is no train or player 'spoke4'; did you mean 'spoke1'?");
  CHECK(table.place("spkoe2") == "there is no train or player 'spkoe2'; did you mean 'spoke2'?");
  const std::string all =
      "it is one of Joe, Ann, Sam, Joe.yard, Ann.yard, Sam.yard, spoke1 to spoke3 and Joint";
  CHECK(table.place("Ann.cellar") == "Ann has no train 'cellar'");
  CHECK(table.place("Zed.own") == "no player is called 'Zed'");
  CHECK(table.place("own") == "there is no train or player 'own'; " + all);
}

TEST_CASE("a written end is the one counted or a side of the double named", "[notation][referee]") {
  Table table;
  TableGame& game = table.game;
  CHECK(table.place("^1") == "Joe");
  CHECK(table.place("^13") == "Joint");
  CHECK(table.place("^14") == "there are 13 open ends, not 14");
  CHECK(table.place("^2-2") == "no side of a 2-2 is open");
  CHECK(table.place("^9-9") == "the set has no 9-9");

  game.lay(0, "3-2", 0);
  game.done(0);
  game.lay(1, "2-2", 0);  // two sides and a tail on Joe's first train
  CHECK(table.place("^2-2") == "Joe");
  const PlaceMatch home = find_place(game.program, table.header, game.position, 1, "Joe");
  REQUIRE(home.ends.size() == 3);
  const auto end_at = [&](std::size_t i) {
    return game.position.ends[static_cast<std::size_t>(engine::find_end(game.position, home.ends[i]))];
  };
  CHECK(end_at(0).tail);
  CHECK(end_at(1).side);
  CHECK(end_at(1).serial < end_at(2).serial);

  // The short form means the tail while that is legal, and the writer says so.
  const auto text = [&](std::uint16_t end) {
    return place_text(game.program, table.header, game.position, 1, tile("2-1"), end);
  };
  CHECK(text(home.ends[0]) == "Joe");
  CHECK(text(home.ends[1]) == "^2-2");
  CHECK(text(home.ends[2]) == "^3");
  CHECK(text(game.end_of(1).serial) == "Joe.own2");
  CHECK(text(game.end_of(2).serial) == "");
  CHECK(text(game.end_of(7).serial) == "Ann.yard");
  // No end of that train is legal for this tile: then the first that fits is meant, else the tail.
  const PlaceMatch spoke = find_place(game.program, table.header, game.position, 1, "spoke");
  CHECK(choose_lay(game.program, game.position, 1, tile("1-0"), -1, spoke.ends).end == spoke.ends.front());
}

TEST_CASE("a kind without its number is its first train on which the act is legal", "[notation][referee]") {
  Table table;
  TableGame& game = table.game;
  game.lay(0, "3-2", 10);  // on the second spoke
  game.done(0);
  const auto text = [&](const char* face, std::uint16_t end) {
    return place_text(game.program, table.header, game.position, 1, tile(face), end);
  };
  const auto lands_on = [&](const std::string& line) {
    const auto act = table.act(line).act;
    const int index = engine::find_end(game.position, act->end);
    return train_text(game.program, table.header, game.position.ends[static_cast<std::size_t>(index)].train);
  };
  CHECK(lands_on("Ann: 2-2>spoke") == "spoke2");
  CHECK(lands_on("Ann: 2-2>sp") == "spoke2");
  CHECK(lands_on("Ann: 2-2>spoke1") == "spoke1");
  CHECK(lands_on("Ann: 3-1>spoke") == "spoke1");
  CHECK(lands_on("Ann: 1-1>spoke") == "spoke1");  // fits nowhere
  CHECK(text("2-2", game.end_of(10).serial) == "spoke");
  CHECK(text("3-1", game.end_of(9).serial) == "spoke");
  CHECK(text("3-1", game.end_of(11).serial) == "spoke3");
  // Of a player's trains the same: the kind alone leaves open which one it is.
  CHECK(lands_on("Ann: 3-1>Joe.own") == "Joe");
  CHECK(lands_on("Ann: 3-1>Joe.own2") == "Joe.own2");
}

TEST_CASE("a side of a double is named by its train where there are two such doubles",
          "[notation][referee]") {
  Table table;
  TableGame& game = table.game;
  game.lay(0, "3-2", 0);
  game.done(0);
  game.lay(1, "2-2", 0);
  CHECK(table.place("Joe^2-2") == "Joe");
  CHECK(table.place("Joe.own^2-2") == "Joe");
  CHECK(table.place("Ann^2-2") == "no side of a 2-2 is open on the train 'Ann'");
  CHECK(table.place("Joe^9-9") == "the set has no 9-9");
  CHECK(table.place("Zed^2-2") ==
        "there is no train or player 'Zed'; it is one of Joe, Ann, Sam, Joe.yard, Ann.yard, Sam.yard, "
        "spoke1 to spoke3 and Joint");
}

TEST_CASE("words are grouped as the variant has them", "[notation][referee]") {
  const Table table;
  CHECK(table.settled("Joe: challenge Ann knock") == "Joe: challenge Ann knock");
  CHECK(table.settled("Joe: knock Ann") == "Joe: knock Ann");
  CHECK(table.settled("Joe: challenge Zed") == "Joe: challenge Zed");
  const TurnLine misspelt = table.line("Joe: challenge Zed");
  REQUIRE(misspelt.acts.size() == 1);
  CHECK(std::get<WordAct>(misspelt.acts[0].what).whom == "Zed");

  // A player called Mark, another called Call.
  Table names;
  names.header = header_of({"Mark", "Callum", "Sam"});
  const auto read = [&](const std::string& text) {
    const auto record = read_record({}, "[players Mark Callum Sam]\nround 1\n" + text + "\n");
    REQUIRE(record.ok());
    return resolve_line(names.game.program, names.header,
                        std::get<TurnLine>(record.value.rounds.at(0).items.at(1).line));
  };
  const TurnLine claimed = read("Sam: knock mark");
  CHECK(claimed.claim == MarkClaim::mark);
  CHECK(claimed.acts.size() == 1);
  const TurnLine challenged = read("Sam: challenge mark");
  CHECK(challenged.claim == MarkClaim::none);
  CHECK(std::get<WordAct>(challenged.acts.at(0).what).whom == "mark");
  const TurnLine called = read("Sam: knock call");
  REQUIRE(called.acts.size() == 2);
  CHECK(std::get<WordAct>(called.acts[1].what).word == "call");
}

TEST_CASE("an act is what the variant calls so, or the reason why not", "[notation][referee]") {
  const Table table;
  CHECK(table.act("Joe: 3-2").act->kind == engine::ActKind::lay);
  CHECK(table.act("Joe: 3-2>spoke2").act->end == table.game.end_of(10).serial);
  CHECK(table.act("Joe: 9-3").law == dsl::Law::tile_once);
  CHECK(table.act("Joe: 9-3").reason == "the set has no 9-3");
  CHECK(table.act("Joe: 3-2>cellar").law == dsl::Law::no_such_place);
  CHECK(table.act("Joe: draw(3-0)").act->tile == engine::tile_of(3, 0));
  CHECK(table.act("Joe: draw(3-?)").act->tile == engine::no_tile);
  CHECK(table.act("Joe: draw(7-?)").law == dsl::Law::tile_once);
  CHECK(table.act("Joe: pass").act->kind == engine::ActKind::done);
  CHECK(table.act("Joe: KNOCK").act->declared == 0);
  CHECK(table.act("Joe: knok").law == dsl::Law::no_such_act);
  CHECK(table.act("Joe: knok").help == "did you mean 'knock'?");
  CHECK(table.act("Joe: knock Ann").reason == "'knock' is done to nobody");
  CHECK(table.act("Joe: knock 3").reason == "'knock' has no number");
  CHECK(table.act("Joe: challenge sam").act->whom == 2);
  CHECK(table.act("Joe: challenge Zed").reason == "no player is called 'Zed'");
  CHECK(table.act("Joe: ruling Ann 5").reason == "'ruling' is for the referee");
  CHECK(table.act("referee: knock").reason == "'knock' is for players, not for the referee");
  CHECK(table.act("referee: ruling Ann 7").act->amount == 7);
  CHECK(table.act("referee: ruling Ann 7").act->actor == no_seat);
  CHECK(table.act("referee: ruling Ann 4").reason == "the number of 'ruling' is from 5 to 20");
  const Resolved open = table.act("referee: ruling Ann");
  CHECK(open.amount_open);
  CHECK_FALSE(open.whom_open);
  CHECK(open.act->amount == 5);
  CHECK(table.act("Joe: challenge").whom_open);
  CHECK_FALSE(table.act("Joe: challenge Ann").open());
}

TEST_CASE("an act is read by the family's word and by its name, and written by the word",
          "[notation][referee]") {
  std::string rules = many_trains;
  rules.replace(rules.find("  knock:\n"), 9, "  knock:\n    called: tuut\n");
  const TableGame game(rules, 3);
  for (const char* word : {"tuut", "Tuut", "knock", "KNOCK"}) CHECK(find_declared(game.program, word) == 0);
  CHECK_FALSE(find_declared(game.program, "toot"));
  CHECK(nearest_act(game.program, "tuuut") == "tuut");
  CHECK(nearest_act(game.program, "knok") == "knock");
  CHECK(acts_of_game(game.program).find("tuut") != std::string::npos);
  CHECK(acts_of_game(game.program).find("knock") == std::string::npos);
  const engine::Act said{.kind = engine::ActKind::declared, .actor = 0, .declared = 0};
  CHECK(word_of(game.program, header_of({"Joe", "Ann", "Sam"}), said).word == "tuut");
}

TEST_CASE("a tile in brackets is given with the act before it", "[notation][referee]") {
  const Table table;
  CHECK(table.settled("Joe: peek Ann(2-2)") == "Joe: peek Ann(2-2)");
  CHECK(table.settled("Joe: peek Ann( 1:2 )") == "Joe: peek Ann(2-1)");
  CHECK(table.settled("Joe: peek Ann(?)") == "Joe: peek Ann");
  CHECK(table.settled("Joe: bid(3-?) 4") == "Joe: bid(3-?) 4");
  CHECK(table.act("Joe: peek Ann(2-2)").act->tile == engine::tile_of(2, 2));
  CHECK(table.act("Joe: knock(2-2)").reason == "'knock' has no tile");
  CHECK(table.act("Joe: knock(2-2)").help == "leave (2-2) out");
  CHECK(table.act("Joe: peek Ann(9-2)").law == dsl::Law::tile_once);
  // Nobody asks which tile it was; of a bid its number of pips is asked.
  CHECK_FALSE(table.act("Joe: peek Ann").open());
  CHECK(table.act("Joe: peek Ann").act->tile == engine::no_tile);
  CHECK(table.act("Joe: bid 3").tile_open);
  CHECK_FALSE(table.act("Joe: bid(3-1) 3").open());
  const Resolved half = table.act("Joe: bid(3-?) 4");
  const ActsLike like = acts_like(table.game.program, table.game.position, half, 512);
  CHECK(like.tried == 4);
  for (const engine::Act& act : like.acts) CHECK((engine::high_of(act.tile) == 3 && act.amount == 4));
  // What stands behind the tile is no player.
  CHECK(table.line("Joe: knock(2-2) Ann").acts.size() == 2);
}

TEST_CASE("an act of which not all is written may be several, the legal ones if any is", "[notation]") {
  const Table table;
  const auto like = [&](const std::string& text, std::size_t most) {
    return acts_like(table.game.program, table.game.position, table.act(text), most);
  };
  const ActsLike ruling = like("referee: ruling Ann", 512);
  CHECK(ruling.all);
  CHECK(ruling.tried == 16);  // 5 to 20
  CHECK(ruling.acts.size() <= ruling.tried);
  const ActsLike cut = like("referee: ruling Ann", 7);
  CHECK_FALSE(cut.all);
  CHECK(cut.tried == 7);
  const ActsLike none = like("referee: ruling Ann", 0);
  CHECK_FALSE(none.all);
  REQUIRE(none.acts.size() == 1);
  CHECK(none.acts.front().amount == 5);
}

TEST_CASE("a line of out-of-turn acts alone ends no turn", "[notation][referee]") {
  const Table table;
  const auto ends_none = [&](const std::string& text) {
    return ends_no_turn(table.game.program, table.line(text));
  };
  CHECK(ends_none("Joe: call"));
  CHECK(ends_none("Joe: challenge Ann 2-0 ?"));
  CHECK(ends_none("Joe: call challenge Ann"));
  CHECK_FALSE(ends_none("Joe: knock"));
  CHECK_FALSE(ends_none("Joe: call knock"));
  CHECK_FALSE(ends_none("Joe: call draw"));
  CHECK_FALSE(ends_none("Joe: call 3-2>Ann"));
  CHECK_FALSE(ends_none("Joe: call 3-2"));  // nobody draws for it
  CHECK_FALSE(ends_none("Joe: call pass"));
  CHECK_FALSE(ends_none("Joe: 3-2 call"));
  CHECK_FALSE(ends_none("Joe: pass"));
}

TEST_CASE("a reference names a turn line by label or by order", "[notation][referee]") {
  const auto read =
      read_record({},
                  "[players Joe Ann]\nround 9\nJoe: draw\n# x\nAnn: draw\n?\nround 8\nJoe: pass\n"
                  "game 2\nround 9\nAnn: draw\nround a-1.5\n");
  const Record& record = read.value;
  const auto find = [&](const std::string& text, std::optional<std::size_t> within = std::nullopt) {
    const auto reference = parse_reference(text);
    REQUIRE(reference);
    CHECK(write_reference(*reference) == text);
    const auto place = find_turn(record, *reference, within);
    return place ? std::to_string(place->round) + ":" + std::to_string(place->item) : "none";
  };
  CHECK(find("9.1") == "0:1");
  CHECK(find("9.2") == "0:3");
  CHECK(find("9.3") == "none");
  CHECK(find("9.1", 2) == "2:2");
  CHECK(find("8.1") == "1:1");
  CHECK(find("#3.1") == "2:2");
  CHECK(find("#4.1") == "none");
  CHECK(find("7.1") == "none");
  for (const char* text :
       {"", "9", "9.", ".1", "9.0", "#0.1", "#.1", "#a.1", "9.x", "9.-1", "a b.1", "9.99999999999"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_reference(text).has_value());
  }
  CHECK(turn_number(record.rounds[0], 3) == 2);
  CHECK(turn_number(record.rounds[0], 2) == 0);
  CHECK(write_reference(reference_to(record, {0, 3})) == "9.2");
  CHECK(write_reference(reference_to(record, {2, 2})) == "#3.1");
}

TEST_CASE("a name is the same with its marks in its letters as behind them", "[notation]") {
  const auto seat_of = [](const std::vector<std::string>& names, const std::string& text) {
    return resolve_player(header_of(names), text);
  };
  const std::string whole = "Zo\u00EB";
  const std::string apart = "Zoe\u0308";
  CHECK(seat_of({"Bob", apart}, whole) == 1);
  CHECK(seat_of({"Bob", whole}, apart) == 1);
  CHECK(seat_of({"Bob", whole}, "ZO\u00CB") == 1);
  CHECK(seat_of({"Zoe", whole}, apart) == 1);
  CHECK(seat_of({"Zoe", whole}, "zoe") == 0);
  // A letter may have two marks.
  CHECK(seat_of({"Bob", "Qu\u1EBF"}, "Que\u0302\u0301") == 1);
  CHECK(seat_of({"Bob", "\u0419\u043E\u0441"}, "\u0438\u0306\u043E\u0441") == 1);
}

}  // namespace
}  // namespace roundhouse::tests
