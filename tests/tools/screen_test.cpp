// Pages of characters, and what a viewer paints on them: no terminal is asked.

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <sstream>

#include "replay/drawing/laid_tile.h"
#include "replay/views/turn_claims.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/viewed_game.h"
#include "tools/screen/overlay.h"
#include "tools/screen/screen.h"
#include "tools/screen/step_cache.h"
#include "tools/screen/table_screen.h"
#include "tools/screen/viewer.h"

namespace roundhouse::tests {
namespace {

namespace fs = std::filesystem;
using namespace replay;

const char* const many_rounds = "tests/games/club-double-twelve/thirteen-rounds.train";

std::string row_of(const Screen& screen, int row) {
  std::string text;
  for (int column = 0; column < screen.columns(); ++column) text += screen.at(row, column).text;
  return text;
}

std::string plain(const Screen& screen) {
  std::string text;
  for (int row = 0; row < screen.rows(); ++row) text += row_of(screen, row) + "\n";
  return text;
}

void press(Viewer& viewer, const std::string& words) {
  for (const Key& key : keys_from(words)) {
    CHECK(viewer.press(key));
    while (viewer.has_work()) viewer.work();
  }
}

// Pages.

TEST_CASE("what is put on a screen is clipped at its edges", "[replay][screen]") {
  Screen screen(2, 5);
  CHECK(screen.put(0, 3, "abc") == 6);
  CHECK(row_of(screen, 0) == "   ab");
  screen.put(1, -1, "xyz");
  CHECK(row_of(screen, 1) == "yz   ");
  screen.put(7, 0, "nowhere");
  screen.put(-1, 0, "nowhere");
  CHECK(plain(screen) == "   ab\nyz   \n");
}

TEST_CASE("wide characters take two columns and are never halved", "[replay][screen]") {
  Screen screen(1, 5);
  screen.put(0, 0, "\u5317\u4eac\u5317");  // the third has no room
  CHECK(row_of(screen, 0) == "\u5317\u4eac ");
  CHECK(screen.at(0, 1).text.empty());
  screen.put(0, 1, "a");  // over the right half of the first
  CHECK(row_of(screen, 0) == " a\u4eac ");
  screen.put(0, 2, "b");  // over the left half of the second
  CHECK(row_of(screen, 0) == " ab  ");
  CHECK(screen_width("\u5317a") == 3);
}

TEST_CASE("accents stand over the character before them", "[replay][screen]") {
  Screen screen(1, 3);
  screen.put(0, 0, "e\u0301a");
  CHECK(screen.at(0, 0).text == "e\u0301");
  CHECK(screen.at(0, 1).text == "a");
  CHECK(screen_width("e\u0301a") == 2);
}

TEST_CASE("nothing on a screen can speak to the terminal", "[replay][screen]") {
  Screen screen(1, 12);
  screen.put(0, 0, "a\x1b[2Jb\u202ec\td\xff");
  const std::string shown = row_of(screen, 0);
  CHECK(shown.find('\x1b') == std::string::npos);
  CHECK(shown.find("\u202e") == std::string::npos);
  CHECK(shown.find('\xff') == std::string::npos);
  CHECK(shown.find('\t') == std::string::npos);
}

TEST_CASE("lines are broken at spaces, and words that are too long are cut", "[replay][screen]") {
  const auto broken = [](const std::string& text, std::size_t width, std::size_t indent) {
    std::string out;
    for (const StyledLine& line : wrapped({{text, Style::normal}}, width, indent)) {
      for (const StyledText& piece : line) out += piece.text;
      out += "/";
    }
    return out;
  };
  CHECK(broken("one two three", 7, 0) == "one two/three/");
  CHECK(broken("one two three", 7, 2) == "one two/  three/");
  CHECK(broken("  one two", 5, 1) == "  one/ two/");
  CHECK(broken("abcdefgh", 3, 0) == "abc/def/gh/");
  CHECK(broken("a\u00a0b c", 4, 0) == "a\u00a0b/c/");
  CHECK(broken("", 5, 0) == "/");
  for (std::size_t width = 2; width < 20; ++width)
    for (const StyledLine& line :
         wrapped({{"Joe lays ", Style::strong}, {"the 9-3 there", Style::normal}}, width, 3))
      CHECK(screen_width(line) <= width);
}

TEST_CASE("a line keeps its styles where it is broken", "[replay][screen]") {
  const auto lines = wrapped({{"red ", Style::illegal}, {"blue green", Style::advice}}, 8, 0);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] == StyledLine{{"red ", Style::illegal}, {"blue", Style::advice}});
  CHECK(lines[1] == StyledLine{{"green", Style::advice}});
}

// Screens as they are painted: tests/screens/*.screen. The first line names the record and the size, perhaps
// who looks; `> ` begins the keys that are pressed, and below them stands what is shown then.

std::string performed(const std::string& script) {
  std::istringstream lines(script);
  std::string head;
  std::getline(lines, head);
  std::istringstream words(head);
  std::string path;
  std::string size;
  std::string as;
  words >> path >> size >> as;
  const int columns = std::stoi(size.substr(0, size.find('x')));
  const int rows = std::stoi(size.substr(size.find('x') + 1));
  const ViewedGame game(path);
  Viewer viewer(game.viewed(), {.seen_by = as});
  while (viewer.has_work()) viewer.work();
  std::string out = head + "\n";
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(">")) continue;
    press(viewer, line.substr(1));
    out += line + "\n" + viewer.paint(rows, columns).text();
  }
  return out;
}

TEST_CASE("the viewer paints the screens that are expected", "[replay][screen]") {
  int found = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(source_folder() / "tests" / "screens")) {
    if (entry.path().extension() != ".screen") continue;
    INFO(entry.path().string());
    CHECK(golden_difference(entry.path(), performed(read_file(entry.path()))) == "");
    ++found;
  }
  CHECK(found >= 10);
}

// The table.

/// All that a page shows of a position, whatever its size: engine, open ends, tiles known.
TEST_CASE("every open end of every step is on the screen, at every size", "[replay][screen]") {
  for (const char* path : {"tests/games/club-double-twelve/thirteen-rounds.train",
                           "tests/games/tanglewood/doubles.train", "tests/games/dual/worked-example.train"}) {
    const ViewedGame game(path);
    std::size_t steps = 0;
    std::size_t looked_at = 0;
    std::size_t too_long = 0;
    step_through(game.program(), game.record(), [&](const Frame& frame) {
      if (++steps % 7 != 0) return steps < 400;
      for (const auto& [rows, columns] : {std::pair{24, 80}, std::pair{45, 140}, std::pair{60, 40}}) {
        Screen screen(rows, columns);
        const TableSight sight{.position = frame.position, .laid = frame.laid, .unknown = frame.unknown};
        const PaintedTable painted =
            paint_table(screen, screen.whole(), game.program(), game.record().header, sight);
        ++looked_at;
        if (painted.lines > painted.lines_seen) {
          ++too_long;
          continue;
        }
        const std::string shown = plain(screen);
        INFO(path << " step " << steps << "\n" << shown);
        std::map<std::string, int> wanted;
        for (int e = 0; e < frame.position.end_count; ++e) {
          const engine::End& end = frame.position.ends[static_cast<std::size_t>(e)];
          if (!end.start)
            ++wanted[fmt::format("[{}{}]{}", end.pip, end.side ? " side" : "", end.marked ? "*" : "")];
        }
        for (const auto& [end, times] : wanted) {
          int count = 0;
          for (std::size_t at = 0; (at = shown.find(end, at)) != std::string::npos; ++at) ++count;
          CHECK(count >= times);
        }
        const auto debts = static_cast<int>(frame.position.debt_count);
        int reported = 0;
        for (std::size_t at = 0; (at = shown.find("! to be covered", at)) != std::string::npos; ++at)
          ++reported;
        CHECK(reported == debts);
        CHECK(shown.find("boneyard") != std::string::npos);
        for (const PlayerField& player : game.record().header.players)
          CHECK(shown.find(player.name) != std::string::npos);
      }
      return steps < 400;
    });
    // At the middle size everything fits, so a third of them at least is compared.
    CHECK(looked_at - too_long >= looked_at / 3);
    CHECK(looked_at >= 3 * (steps / 7));
    CHECK(steps >= 20);
  }
}

TEST_CASE("what does not fit is scrolled to its last line", "[replay][screen]") {
  const ViewedGame game("tests/games/dual/worked-example.train");
  std::optional<Frame> last;
  step_through(game.program(), game.record(), [&](const Frame& frame) {
    last = frame;
    return true;
  });
  REQUIRE(last);
  Screen screen(4, 60);
  TableSight sight{.position = last->position, .laid = last->laid};
  sight.first_line = 1'000;
  const PaintedTable painted =
      paint_table(screen, screen.whole(), game.program(), game.record().header, sight);
  CHECK(painted.lines > 4);
  CHECK(painted.lines_seen == 4);
  CHECK(row_of(screen, 3).find("boneyard") != std::string::npos);
}

TEST_CASE("a hand that may not be seen is not painted", "[replay][screen]") {
  const ViewedGame game(many_rounds);
  step_through(game.program(), game.record(), [&](const Frame& frame) {
    if (frame.round > 0) return false;
    Screen screen(40, 100);
    const TableSight sight{.position = frame.position, .laid = frame.laid, .seen_by = Seat{1}};
    paint_table(screen, screen.whole(), game.program(), game.record().header, sight);
    for (int row = 0; row < screen.rows(); ++row) {
      const std::string line = row_of(screen, row);
      const bool others = line.starts_with(" Ann  ") || line.starts_with(">Ann  ") ||
                          line.starts_with(" Cleo ") || line.starts_with(">Cleo ");
      if (others && line.find("tile") != std::string::npos) {
        INFO(line);
        CHECK(line.find('-') == std::string::npos);
      }
    }
    return true;
  });
}

// Steps.

bool same(const Frame& a, const Frame& b) {
  return a.round == b.round && a.item == b.item && a.where == b.where && a.turn == b.turn &&
         a.place == b.place && a.written == b.written && a.sentences == b.sentences &&
         a.ends_line == b.ends_line && a.trouble == b.trouble && a.position == b.position &&
         a.unknown == b.unknown && a.laid.size() == b.laid.size() && a.act == b.act;
}

TEST_CASE("a record is opened anywhere as if it had been followed from its beginning", "[replay][screen]") {
  for (const char* path :
       {many_rounds, "tests/games/tanglewood/evening.train", "tests/games/fresh-start/late-player.train",
        "tests/games/star-ranch/forty-eight.train", "tests/games/dual/spoiled-example.train"}) {
    INFO(path);
    const ViewedGame game(path);
    std::vector<Frame> all;
    step_through(game.program(), game.record(), [&](const Frame& frame) {
      all.push_back(frame);
      return true;
    });
    StepCache book(game.viewed(), "");
    // From the end to the beginning, and then every so many of them.
    std::optional<StepRef> place = book.last_until(SIZE_MAX);
    for (std::size_t i = all.size(); i-- > 0; place = book.before(*place)) {
      REQUIRE(place);
      const Frame* frame = book.at(*place);
      REQUIRE(frame != nullptr);
      REQUIRE(same(*frame, all[i]));
    }
    CHECK(!place);
    std::map<std::size_t, std::size_t> counted;
    std::vector<StepRef> places;
    for (const Frame& frame : all) places.push_back({frame.round, counted[frame.round]++});
    for (std::size_t i = 0; i < all.size(); i += 1) {
      const std::size_t at = i * 7919 % all.size();
      if (i > 300) break;
      REQUIRE(same(*book.at(places[at]), all[at]));
    }
    CHECK(book.at({book.rounds().size(), 0}) == nullptr);
    CHECK(book.at({0, 1'000'000}) == nullptr);
  }
}

TEST_CASE("no more marks are kept than there is room for, and all rounds are found by them",
          "[replay][screen]") {
  std::string text = "[variant test.yaml engine_found=highest-held rounds=19]\n[players Ann Ben]\n";
  for (int round = 0; round < 300; ++round) text += "\nround again\nAnn: 12-12 12-5\nBen: 12-7\n";
  const ViewedGame game("many.train", text,
                        "roundhouse: 1\nname: A long match\nextends: train\nmatch:\n  games: 60000\n");
  StepCache book(game.viewed(), "");
  REQUIRE(book.rounds().size() == 300);
  std::vector<std::size_t> counts;
  for (std::size_t round = 0; round < 300; ++round) counts.push_back(book.steps(round).size());
  for (const std::size_t round : {299U, 0U, 150U, 149U, 3U, 298U, 77U, 78U, 76U}) {
    INFO(round);
    CHECK(book.steps(round).size() == counts[round]);
    const Frame* frame = book.at({round, 0});
    if (frame != nullptr) CHECK(frame->round == round);
  }
}

TEST_CASE("a long round is opened around the step that is asked for", "[replay][screen]") {
  std::string text = "[variant train]\n[players Ann Ben]\n\nround 12\nAnn: 12-12 12-5\n";
  for (int turn = 0; turn < 3'000; ++turn) text += turn % 2 == 0 ? "Ben: draw mark\n" : "Ann: draw mark\n";
  const ViewedGame game("long.train", text);
  StepCache book(game.viewed(), "");
  const std::size_t count = book.steps(0).size();
  INFO(count);
  for (const std::size_t step : {std::size_t{0}, count / 2, count - 1, count / 3, std::size_t{1}}) {
    const Frame* frame = book.at({0, step});
    REQUIRE(frame != nullptr);
    CHECK(frame->turn == book.steps(0)[step].turn);
    CHECK(frame->item == book.steps(0)[step].item);
  }
}

// Who looks.

TEST_CASE("who looks as a player sees no tile that others hold", "[replay][screen]") {
  const ViewedGame game(many_rounds);
  const auto steps_of = [&](const std::string& seen_by) {
    std::vector<Frame> frames;
    TurnClaims claims(game.record().header);
    for (const RecordRound& round : game.record().rounds) claims.add_round(round);
    claims.finish();
    const std::function<bool(const Frame&)> see = [&](const Frame& frame) {
      frames.push_back(frame);
      return true;
    };
    Steps steps(game.program(), game.record().header, claims, see, seen_by);
    for (std::size_t i = 0; i < 3; ++i) steps.add_round(game.record().rounds[i]);
    return frames;
  };
  const std::vector<Frame> all = steps_of("");
  const std::vector<Frame> seen = steps_of("Ben");
  REQUIRE(all.size() == seen.size());
  std::size_t hidden_draws = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    CHECK(seen[i].position.boneyard == all[i].position.boneyard);
    if (seen[i].position.phase == engine::Phase::over) continue;
    for (const std::size_t p : {0U, 2U}) CHECK(seen[i].position.hands[p].size() == 0);
    CHECK(seen[i].position.hands[1] == all[i].position.hands[1]);
    // A tile in somebody else's hand is named nowhere.
    if (all[i].act && all[i].act->kind == engine::ActKind::draw && all[i].act->actor != 1) {
      ++hidden_draws;
      CHECK(seen[i].act->tile == engine::no_tile);
      REQUIRE(!seen[i].sentences.empty());
      CHECK(seen[i].sentences.front().find("draws a tile") != std::string::npos);
      CHECK(seen[i].written.find("draw(") == std::string::npos);
    }
  }
  CHECK(hidden_draws > 5);
  // Somebody who is not there sees no hand at all.
  for (const Frame& frame : steps_of("Zoe"))
    if (frame.position.phase != engine::Phase::over)
      for (std::size_t p = 0; p < 3; ++p) CHECK(frame.position.hands[p].size() == 0);
}

TEST_CASE("a viewer who looks as a player shows and finds nothing of other hands", "[replay][screen]") {
  const ViewedGame game(many_rounds);
  Viewer viewer(game.viewed(), {.seen_by = "Ben"});
  while (viewer.has_work()) viewer.work();
  press(viewer, "]");
  CHECK(plain(viewer.paint(24, 80)).find("who sees all hands") != std::string::npos);
  // The answers to why rest on what Ben may see.
  press(viewer, ":12.2 Enter w");
  const std::string why = plain(viewer.paint(60, 140));
  CHECK(why.find("Why: 12.2") != std::string::npos);
}

// Keys.

std::string title_after(Viewer& viewer, const std::string& words) {
  press(viewer, words);
  return row_of(viewer.paint(24, 80), 0);
}

TEST_CASE("keys lead where the help says", "[replay][screen]") {
  const ViewedGame game(many_rounds);
  Viewer viewer(game.viewed(), {});
  const auto title = [&](const std::string& words) { return title_after(viewer, words); };
  const std::string begin = title("");
  CHECK(begin.find("round 12 (1 of 13)") != std::string::npos);
  CHECK(begin.find("act 1 of") != std::string::npos);
  CHECK(title("l").find("act 2 of") != std::string::npos);
  CHECK(title("right").find("act 3 of") != std::string::npos);
  CHECK(title("space").find("act 4 of") != std::string::npos);
  CHECK(title("h left left") == begin);
  CHECK(title("h") == begin);  // there is nothing before it
  CHECK(title("j").find("turn 1 of") != std::string::npos);
  CHECK(title("j").find("turn 2 of") != std::string::npos);
  CHECK(title("down").find("turn 3 of") != std::string::npos);
  CHECK(title("k up").find("turn 1 of") != std::string::npos);
  CHECK(title("n").find("round 11 (2 of 13)") != std::string::npos);
  CHECK(title("n").find("round 10 (3 of 13)") != std::string::npos);
  CHECK(title("l p").find("act 1 of") != std::string::npos);
  CHECK(title("p").find("round 11 (2 of 13)") != std::string::npos);
  CHECK(title("g") == begin);
  const std::string end = title("G");
  CHECK(end.find("round 0 (13 of 13)") != std::string::npos);
  CHECK(title("l") == end);
  CHECK(title("j") == end);
  CHECK(title("n") == end);
  CHECK(title("Home") == begin);
  CHECK(title("p") == begin);
  CHECK(title("k") == begin);
  CHECK(title("End") == end);
  CHECK(title(":11.5 Enter").find("round 11 (2 of 13)   turn 5 of") != std::string::npos);
  CHECK(title(":#3.7 Enter").find("round 10 (3 of 13)   turn 7 of") != std::string::npos);
  CHECK(title(":9 Enter").find("round 9 (4 of 13)") != std::string::npos);
  const std::string before = title(":11.5 Enter");
  CHECK(title(":77.1 Enter") == before);
  CHECK(title(":nonsense Enter") == before);
  CHECK(title(":9 escape") == before);
  CHECK(title(":9x backspace backspace backspace l") != before);
  CHECK(title("x") == title(""));  // no key: it says so and stays
  CHECK(plain(viewer.paint(24, 80)).find("? shows") != std::string::npos);
  CHECK_FALSE(viewer.press(keys_from("q").front()));
  CHECK_FALSE(viewer.press({KeyKind::ended}));
}

TEST_CASE("what is looked for is found behind the act, then from the beginning on", "[replay][screen]") {
  const ViewedGame game(many_rounds);
  Viewer viewer(game.viewed(), {});
  std::vector<std::string> places;
  step_through(game.program(), game.record(), [&](const Frame& frame) {
    for (const std::string& sentence : frame.sentences)
      if (sentence.find("wins the round") != std::string::npos) places.push_back(frame.place);
    return true;
  });
  REQUIRE(places.size() >= 3);
  const auto place_after = [&](const std::string& words) {
    press(viewer, words);
    const std::string row = row_of(viewer.paint(24, 80), 1);
    return row.substr(0, row.find(' '));
  };
  CHECK(place_after("/WINS Enter") == places.front());
  for (std::size_t i = 1; i < places.size(); ++i) CHECK(place_after("/ Enter") == places[i]);
  CHECK(place_after("/ Enter") == places.front());
  CHECK(plain(viewer.paint(24, 80)).find("from the beginning on") != std::string::npos);
  CHECK(place_after("/zebra Enter") == places.front());
  CHECK(plain(viewer.paint(24, 80)).find("No sentence has 'zebra'") != std::string::npos);
}

TEST_CASE("a search stops at any key", "[replay][screen]") {
  const ViewedGame game(many_rounds);
  Viewer viewer(game.viewed(), {});
  while (viewer.has_work()) viewer.work();
  for (const Key& key : keys_from("/zebra Enter")) viewer.press(key);
  CHECK(viewer.has_work());
  viewer.press(keys_from("l").front());
  CHECK_FALSE(viewer.has_work());
  CHECK(plain(viewer.paint(24, 80)).find("stopped") != std::string::npos);
}

TEST_CASE("findings are gone through in both directions", "[replay][screen]") {
  for (const char* path :
       {"tests/games/dual/spoiled-example.train", "tests/games/star-ranch/spoiled-mexican.train",
        "tests/games/tanglewood/spoiled-doubles.train", many_rounds}) {
    INFO(path);
    const ViewedGame game(path);
    Viewer viewer(game.viewed(), {});
    while (viewer.has_work()) viewer.work();
    std::vector<std::string> there{title_after(viewer, "")};
    for (;;) {
      const std::string next = title_after(viewer, "]");
      if (next == there.back()) break;
      const std::string shown = plain(viewer.paint(24, 80));
      CHECK((shown.find("ILLEGAL:") != std::string::npos || shown.find("ADVICE:") != std::string::npos));
      there.push_back(next);
    }
    CHECK(there.size() > 1);
    std::vector<std::string> back{there.back()};
    for (;;) {
      const std::string last = title_after(viewer, "[");
      if (last == back.back()) break;
      back.push_back(last);
    }
    std::reverse(back.begin(), back.end());
    // The beginning is no finding, unless it is one.
    if (there.size() != back.size()) there.erase(there.begin());
    CHECK(there == back);
  }
}

TEST_CASE("going from turn to turn shows all of each, findings too", "[replay][screen]") {
  const ViewedGame game("tests/games/dual/spoiled-example.train");
  Viewer viewer(game.viewed(), {});
  while (viewer.has_work()) viewer.work();
  press(viewer, ":9.9 Enter");
  CHECK(plain(viewer.paint(45, 140)).find("ILLEGAL:") == std::string::npos);
  press(viewer, "j");
  std::string shown = plain(viewer.paint(45, 140));
  CHECK(shown.find("Ann lays the 7-3") != std::string::npos);
  CHECK(shown.find("It is Don's turn.") != std::string::npos);
  CHECK(shown.find("ILLEGAL:") != std::string::npos);
  press(viewer, "k");
  press(viewer, "l");
  shown = plain(viewer.paint(45, 140));
  CHECK(shown.find("Ann lays the 7-3") != std::string::npos);
  CHECK(shown.find("It is Don's turn.") == std::string::npos);
}

TEST_CASE("why names each rule with its answer, its sentence and its place", "[replay][screen]") {
  const ViewedGame game("tests/games/dual/spoiled-example.train");
  Viewer viewer(game.viewed(), {});
  while (viewer.has_work()) viewer.work();
  press(viewer, "] w");
  const std::string shown = plain(viewer.paint(80, 160));
  CHECK(shown.find("bay-first forbids it") != std::string::npos);
  CHECK(shown.find("Until their own bay is filled or marked") != std::string::npos);
  CHECK(shown.find("dual:") != std::string::npos);
  CHECK(shown.find("DU-B5") != std::string::npos);
  CHECK(shown.find("tiles-match does not forbid it") != std::string::npos);
  CHECK(shown.find("ILLEGAL:") != std::string::npos);
  press(viewer, "q");
  CHECK(plain(viewer.paint(24, 80)).find("Why:") == std::string::npos);
}

TEST_CASE("what could have been played holds the act that was, where that is legal", "[replay][screen]") {
  const ViewedGame game(many_rounds);
  std::optional<Frame> before;
  std::size_t lays = 0;
  Viewer viewer(game.viewed(), {});
  while (viewer.has_work()) viewer.work();
  step_through(game.program(), game.record(), [&](const Frame& frame) {
    if (before && before->round == frame.round && frame.act && frame.act->kind == engine::ActKind::lay) {
      press(viewer, "m");
      const std::string shown = plain(viewer.paint(60, 140));
      INFO(frame.place << "\n" << shown);
      const std::string tile =
          fmt::format(" {}-{}  to ", engine::high_of(frame.act->tile), engine::low_of(frame.act->tile));
      CHECK(shown.find(tile) != std::string::npos);
      press(viewer, "q");
      ++lays;
    }
    before = frame;
    press(viewer, "l");
    return lays < 60;
  });
  CHECK(lays == 60);
}

TEST_CASE("every key of the help does something", "[replay][screen]") {
  const Overlay help = help_leaf();
  CHECK(help.lines.size() > 20);
  std::string all;
  for (const StyledLine& line : help.lines)
    for (const StyledText& piece : line) all += piece.text;
  for (const char* key :
       {" right l space ", " left h ", " down j ", " up k ", " n ", " p ", "g Home, G End", "]", "[",
        ":9.2 Enter", "/word Enter", " w ", " m ", "PageDown, PageUp", "Ctrl-L", " ? ", " q "})
    CHECK(all.find(key) != std::string::npos);
}

TEST_CASE("a window of any size is painted within it", "[replay][screen]") {
  const ViewedGame game("tests/games/dual/spoiled-example.train");
  Viewer viewer(game.viewed(), {});
  while (viewer.has_work()) viewer.work();
  for (const char* keys : {"", "]", "w", "q ?", "q m", "q :9"}) {
    press(viewer, keys);
    for (const int rows : {1, 2, 9, 10, 11, 15, 24, 50, 200})
      for (const int columns : {1, 2, 5, 29, 30, 31, 79, 80, 119, 120, 121, 300}) {
        const Screen screen = viewer.paint(rows, columns);
        CHECK(screen.rows() == rows);
        CHECK(screen.columns() == columns);
      }
  }
  press(viewer, "escape");
  CHECK(plain(viewer.paint(8, 80)).find("The window is too small (80 by 8)") != std::string::npos);
}

TEST_CASE("a record that cannot be carried on is shown up to there, with the reason", "[replay][screen]") {
  const ViewedGame game("stuck.train",
                        "[variant train]\n[players Ann Ben]\n\nround 12\nAnn: 12-12 12-5\n?\nAnn: 5-3\n"
                        "\nround 11\nBen: 11-11 11-2\n");
  Viewer viewer(game.viewed(), {});
  while (viewer.has_work()) viewer.work();
  press(viewer, "/carried Enter");
  const std::string shown = plain(viewer.paint(24, 80));
  INFO(shown);
  CHECK(shown.find("The record cannot be carried on from here") != std::string::npos);
  CHECK(title_after(viewer, "n").find("round 11 (2 of 2)") != std::string::npos);
}

TEST_CASE("a record of which nothing can be shown says so", "[replay][screen]") {
  const ViewedGame game("empty.train", "[variant train]\n[players Ann Ben]\n");
  Viewer viewer(game.viewed(), {});
  while (viewer.has_work()) viewer.work();
  CHECK(plain(viewer.paint(24, 80)).find("Nothing of this record can be shown") != std::string::npos);
  for (const char* keys :
       {"l", "h", "j", "k", "n", "p", "g", "G", "]", "[", "w", "m", ":9.2 Enter", "/a Enter"}) {
    press(viewer, keys);
    viewer.paint(24, 80);
  }
  CHECK_FALSE(viewer.press(keys_from("q").front()));
}

}  // namespace
}  // namespace roundhouse::tests
