// Pictures of the table: no tile lies on another, and a page comes to the same picture at every act as the
// position of the engine does.

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "engine/random.h"
#include "replay/drawing/table_plan.h"
#include "replay/record/read_record.h"
#include "replay/record/tiles.h"
#include "replay/views/page_data.h"
#include "replay/views/picture.h"
#include "replay/views/renderer.h"
#include "replay/views/steps.h"
#include "tests/support/catch.h"
#include "tests/support/command_script.h"
#include "tests/support/golden.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"
#include "tests/support/run_program.h"

namespace roundhouse::tests {
namespace {

using namespace replay;
using engine::Random;
using Json = nlohmann::json;

constexpr int picture_widths[] = {390, 1400};

bool overlap(const TileBox& a, const TileBox& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

bool touches(const TileBox& box, PlanPoint point) {
  return box.left <= point.x && point.x <= box.right && box.top <= point.y && point.y <= box.bottom;
}

/// What is wrong with a plan; empty: nothing.
std::string trouble_with_plan(const TableToPlan& table, const TablePlan& plan) {
  if (plan.tiles.size() != std::min(table.laid.size(), most_planned_tiles)) return "tiles are missing";
  std::vector<TileBox> boxes;
  for (const TilePosition& place : plan.tiles) boxes.push_back(box_of(place));
  TilePosition hub;
  hub.centre = plan.hub;
  hub.angle = plan.engine_angle;
  boxes.push_back(box_of(hub));
  std::vector<std::size_t> by_left(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    by_left[i] = i;
    const TileBox& box = boxes[i];
    if (box.left < 0 || box.top < 0 || box.right > plan.width || box.bottom > plan.height)
      return fmt::format("tile {} lies beyond the picture", i);
  }
  std::sort(by_left.begin(), by_left.end(),
            [&](std::size_t a, std::size_t b) { return boxes[a].left < boxes[b].left; });
  for (std::size_t i = 0; i < by_left.size(); ++i)
    for (std::size_t k = i + 1; k < by_left.size() && boxes[by_left[k]].left < boxes[by_left[i]].right; ++k)
      if (overlap(boxes[by_left[i]], boxes[by_left[k]]))
        return fmt::format("tiles {} and {} lie on each other", by_left[i], by_left[k]);
  for (const PlannedLane& lane : plan.lanes) {
    const int width = table.trains[static_cast<std::size_t>(lane.train)].name_width;
    const TileBox name{lane.leftward ? lane.label.x - width : lane.label.x, lane.label.y - 50,
                       lane.leftward ? lane.label.x : lane.label.x + width, lane.label.y + 20};
    if (name.top < 0) return fmt::format("the name of train {} lies beyond the picture", lane.train);
    for (std::size_t i = 0; i < boxes.size(); ++i)
      if (overlap(boxes[i], name)) return fmt::format("tile {} lies on the name of train {}", i, lane.train);
  }
  // A track leads from the tile before it, or from the hub, and a double lies crosswise to it.
  std::map<int, std::size_t> of_group;
  for (std::size_t i = 0; i < plan.tiles.size(); ++i) {
    const LaidTile& laid = table.laid[i];
    const auto parent = of_group.find(laid.parent);
    of_group[laid.group] = i;
    const std::vector<PlanPoint>& track = plan.tiles[i].track;
    if (parent == of_group.end()) {
      const auto lane = std::find_if(plan.lanes.begin(), plan.lanes.end(),
                                     [&](const PlannedLane& one) { return one.train == laid.train; });
      if (lane == plan.lanes.end()) return "a train has no lane";
      if (laid.parent == 0 && !touches(boxes[i], lane->start))
        return fmt::format("tile {} is not at its lane", i);
      continue;
    }
    if (track.size() < 2) return fmt::format("no track leads to tile {}", i);
    if (!touches(boxes[parent->second], track.front()) || !touches(boxes[i], track.back()))
      return fmt::format("the track to tile {} leads elsewhere", i);
  }
  return {};
}

/// Tiles as no game would lay them: many doubles, one behind the other, and branches everywhere.
TableToPlan wild_table(Random& random) {
  TableToPlan table;
  table.engine_tile = engine::tile_of(9, 9);
  const int trains = 1 + static_cast<int>(random.below(16));
  for (int t = 0; t < trains; ++t) table.trains.push_back({.owner = t % 3 == 2 ? -1 : t / 2});
  const std::uint32_t doubles = 1 + random.below(4);
  const std::uint32_t branching = random.below(5);
  const std::uint32_t count = random.below(250);
  struct Open {
    std::uint16_t group;
    int train;
    bool side;
  };
  std::vector<Open> open;
  for (int t = 0; t < trains; ++t) open.push_back({0, t, false});
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::size_t at = random.below(static_cast<std::uint32_t>(open.size()));
    const Open end = open[at];
    LaidTile laid;
    laid.group = static_cast<std::uint16_t>(i + 1);
    laid.parent = end.group;
    laid.at_side = end.side;
    laid.train = end.train;
    laid.inner = static_cast<int>(random.below(10));
    laid.outer = random.below(doubles) == 0 ? laid.inner : static_cast<int>(random.below(10));
    open[at] = {laid.group, end.train, false};
    if (laid.is_double())
      for (std::uint32_t s = random.below(branching + 1); s > 0; --s)
        open.push_back({laid.group, end.train, true});
    table.laid.push_back(laid);
  }
  return table;
}

const char* const many_players = R"(
roundhouse: 1
name: A long table
extends: {0}
options: {{ highest: {1}, deal: {2} }}
setup: {{ players: 2..14 }}
)";

/// Rules and a number of players: every game that is bundled, and large tables of some.
struct DrawnTable {
  dsl::CheckedRules rules;
  int players = 2;
};
std::vector<DrawnTable> drawn_tables() {
  std::vector<DrawnTable> tables;
  for (const auto& [name, players] :
       std::initializer_list<std::pair<const char*, int>>{{"train", 2},
                                                          {"train", 4},
                                                          {"train", 8},
                                                          {"dual", 6},
                                                          {"dual", 10},
                                                          {"chicken-foot", 4},
                                                          {"chicken-foot", 8},
                                                          {"block-partners", 4},
                                                          {"club-double-twelve", 3},
                                                          {"tanglewood", 10},
                                                          {"star-ranch", 7}})
    tables.push_back({bundled_rules(name), players});
  for (const int players : {2, 5, 9, 14}) {
    tables.push_back({rules_from_text(fmt::format(fmt::runtime(many_players), "train", 18, 12)), players});
    tables.push_back({rules_from_text(fmt::format(fmt::runtime(many_players), "train", 15, 9)), players});
  }
  return tables;
}

/// Plays and looks at the plans of the position at the end and of some before it.
void check_games(std::uint64_t games) {
  std::vector<DrawnTable> tables = drawn_tables();
  std::size_t tiles = 0;
  std::size_t longest = 0;
  std::uint64_t played = 0;
  for (std::uint64_t game = 0; game < games; ++game) {
    const DrawnTable& table = tables[game % tables.size()];
    const engine::Rules program = engine::compile_rules(table.rules, table.players);
    const RandomRound round = play_random_round(program, 100 + game, 0.2);
    const Record record = round.record(program, {});
    Frame last;
    std::size_t step = 0;
    const auto check = [&](const Frame& frame) {
      const TableToPlan laid = table_to_plan(program, frame);
      for (const int width : picture_widths) {
        const std::string trouble = trouble_with_plan(laid, plan_table(laid, width));
        INFO("game " << game << ", " << table.players << " players, " << width << " pixels: " << trouble);
        CHECK(trouble.empty());
      }
    };
    step_through(program, record, [&](const Frame& frame) {
      if (++step % 40 == 0) check(frame);
      last = frame;
      return true;
    });
    check(last);
    tiles += last.laid.size();
    longest = std::max(longest, last.laid.size());
    ++played;
  }
  CHECK(played == games);
  CHECK(tiles > games * 10);
  CHECK(longest > 40);
}

TEST_CASE("no tile of a game lies on another one in its picture", "[replay]") { check_games(19); }
TEST_CASE("no tile of three hundred games lies on another one", "[.long][long][replay]") { check_games(300); }

TEST_CASE("no tile lies on another one however trains branch", "[replay]") {
  Random random(7);
  std::size_t branched = 0;
  for (int i = 0; i < 300; ++i) {
    const TableToPlan table = wild_table(random);
    for (const LaidTile& laid : table.laid) branched += laid.at_side ? 1 : 0;
    for (const int width : {200, 390, 759, 760, 1400, 10'000}) {
      const std::string trouble = trouble_with_plan(table, plan_table(table, width));
      INFO("table " << i << ", " << width << " pixels: " << trouble);
      CHECK(trouble.empty());
    }
  }
  CHECK(branched > 3'000);
}

TEST_CASE("trains of forty tiles and more keep to their lanes", "[replay]") {
  for (const int every : {1, 2, 3, 7, 100}) {
    TableToPlan table;
    table.trains = {{.owner = 0}, {.owner = 1}, {}};
    table.engine_tile = engine::tile_of(18, 18);
    std::uint16_t group = 0;
    for (int t = 0; t < 3; ++t)
      for (int i = 0; i < 30 + 10 * t; ++i) {
        LaidTile laid;
        laid.parent = i == 0 ? std::uint16_t{0} : group;
        laid.group = ++group;
        laid.train = t;
        laid.inner = i % 19;
        laid.outer = i % every == 0 ? laid.inner : (i + 1) % 19;
        table.laid.push_back(laid);
      }
    for (const int width : picture_widths) {
      const TablePlan plan = plan_table(table, width);
      INFO("a double every " << every << ", " << width << " pixels");
      CHECK(trouble_with_plan(table, plan).empty());
      for (std::size_t i = 0; i < plan.tiles.size(); ++i) {
        const PlannedLane& lane =
            *std::find_if(plan.lanes.begin(), plan.lanes.end(),
                          [&](const PlannedLane& one) { return one.train == table.laid[i].train; });
        const TileBox box = box_of(plan.tiles[i]);
        CHECK((box.left >= lane.corner.x && box.right <= lane.corner.x + lane.width));
        CHECK((box.top >= lane.corner.y && box.bottom <= lane.corner.y + lane.height));
      }
    }
  }
}

TEST_CASE("a plan of more tiles than anybody lays ends, and draws the first of them", "[replay]") {
  TableToPlan table;
  table.trains = {{.owner = 0}};
  table.engine_tile = engine::tile_of(9, 9);
  for (std::uint16_t i = 1; i < 60'000; ++i) {
    LaidTile laid;
    laid.group = i;
    laid.parent = static_cast<std::uint16_t>(i - 1);
    laid.at_side = i > 1;  // each at the side of the one before: as deep as can be
    table.laid.push_back(laid);
  }
  for (const int width : picture_widths) {
    const TablePlan plan = plan_table(table, width);
    CHECK(plan.tiles.size() == most_planned_tiles);
    CHECK(trouble_with_plan(table, plan).empty());
  }
}

// The page.

Json changed_hand(const Json& before, const Json& changes) {
  if (before.is_null()) return changes;
  Json hand = before;
  for (std::size_t i = 0; i < changes.size(); ++i)
    if (i != 1) hand[i] = changes[i];
  if (changes.size() < 2) return hand;
  std::multiset<std::string> tiles;
  const std::string known = before[1];
  for (std::size_t i = 0; i < known.size(); i += 2) tiles.insert(known.substr(i, 2));
  const std::string moved = changes[1];
  for (std::size_t i = 0; i < moved.size(); i += 3) {
    const std::string tile = moved.substr(i + 1, 2);
    if (moved[i] == '+') tiles.insert(tile);
    if (moved[i] == '-') tiles.erase(tiles.find(tile));
  }
  std::string all;
  for (const std::string& tile : tiles) all += tile;
  hand[1] = all;
  return hand;
}

/// Ends by train, kind, tile and exit.
Json changed_ends(const Json& before, const Json& changes) {
  using Place = std::vector<int>;
  std::map<Place, Json> ends;
  const auto place = [](const Json& end) { return Place{end[2], end[0], end[1], end[3]}; };
  for (const Json& end : before) ends[place(end)] = end;
  for (const Json& end : changes)
    if (end[4] == 2) ends.erase(place(end));
  for (const Json& end : changes)
    if (end[4] != 2) ends[place(end)] = end;
  Json now = Json::array();
  for (const auto& [where, end] : ends) now.push_back(end);
  return now;
}

/// The states that the data of a page adds up to, as its script adds them.
std::vector<Json> added_up(const Json& data) {
  std::vector<Json> states;
  Json before = Json::object();
  for (const Json& step : data["steps"]) {
    Json state = before;
    state["s"] = Json::array();
    state["k"] = Json::array();
    state["x"] = nullptr;
    state["c"] = 0;
    state["a"] = step.contains("r") || !before.contains("t") ? Json(-1) : before["t"];
    if (step.contains("r")) {
      state["h"] = Json::object();
      state["e"] = Json::array();
    }
    for (const auto& [key, value] : step.items()) {
      if (key == "h") {
        for (const auto& [seat, hand] : value.items())
          state["h"][seat] = changed_hand(state["h"][seat], hand);
      } else if (key == "e") {
        state["e"] = changed_ends(state["e"], value);
      } else {
        state[key] = value;
      }
    }
    states.push_back(state);
    before = std::move(state);
  }
  return states;
}

/// The table of a state, as the script paints it.
std::string painted(const Json& data, const Json& state, int which) {
  const Json& round = data["rounds"][state["r"].get<std::size_t>()];
  const Json& drawn = round["plans"][static_cast<std::size_t>(which)];
  TableToPlan table;
  std::vector<std::string> names;
  for (const Json& train : round["trains"]) {
    names.push_back(train[0]);
    table.trains.push_back({.owner = train[1]});
  }
  if (!round["engine"].is_null()) table.engine_tile = engine::tile_of(round["engine"][0], round["engine"][1]);
  TablePlan plan;
  plan.width = drawn["w"];
  plan.height = drawn["h"];
  plan.hub = {drawn["hub"][0], drawn["hub"][1]};
  plan.hub_radius = drawn["hub"][2];
  plan.engine_angle = drawn["hub"][3];
  for (std::size_t i = 0; i < round["tiles"].size(); ++i) {
    LaidTile laid;
    laid.train = round["tiles"][i][0];
    laid.inner = round["tiles"][i][1];
    laid.outer = round["tiles"][i][2];
    table.laid.push_back(laid);
    const Json& tile = drawn["tiles"][i];
    const Json& shape = data["shapes"][tile[2].get<std::size_t>()];
    const int x = tile[0];
    const int y = tile[1];
    const auto point = [&](std::size_t at) {
      return PlanPoint{x + shape[at].get<int>(), y + shape[at + 1].get<int>()};
    };
    TilePosition place{.centre = {x, y}, .angle = shape[0], .next = point(1), .track = {}};
    for (std::size_t p = 3; p + 1 < shape.size(); p += 2) place.track.push_back(point(p));
    plan.tiles.push_back(std::move(place));
  }
  TableMarks marks;
  marks.engine = state["g"] == 1;
  marks.tiles = state["n"];
  for (const Json& end : state["e"])
    marks.ends.push_back({.kind = static_cast<TableMarks::End::Kind>(end[0].get<int>()),
                          .tile = end[1],
                          .train = end[2],
                          .exit = end[3],
                          .marked = end[4] == 1});
  for (const Json& debt : state["d"]) marks.debts.push_back({.tile = debt[0], .covers = debt[1]});
  // Lanes come as finished paths; their tracks are compared as such below.
  for (const Json& lane : drawn["lanes"]) {
    PlannedLane one;
    one.train = lane[0];
    one.leftward = lane[1] == 1;
    one.label = {lane[2], lane[3]};
    one.start = {lane[4], lane[5]};
    one.first_marker = {lane[6], lane[7]};
    one.corner = {lane[8], lane[9]};
    one.width = lane[10];
    one.height = lane[11];
    plan.lanes.push_back(std::move(one));
  }
  return table_description(table, marks, names) + "\n" +
         paint_table(table, plan, marks, names, {.turn = state["t"]});
}

/// Compares the picture at every act with that of the engine's position, and the sentences beside it.
void check_page(const engine::Rules& program, const Record& record) {
  const GameToShow game{.program = program,
                        .header = record.header,
                        .title = "a game",
                        .notes = {},
                        .steps = [&](const auto& see) { step_through(program, record, see); }};
  const PageData page = page_data(game, {});
  const Json data = Json::parse(page.json);
  const std::vector<Json> states = added_up(data);
  std::vector<Frame> frames;
  step_through(program, record, [&](const Frame& frame) {
    frames.push_back(frame);
    return true;
  });
  REQUIRE(states.size() == frames.size());
  std::map<std::size_t, Frame> last;
  for (const Frame& frame : frames) last[frame.round] = frame;
  const auto words = [&](const Json& reported) {
    return (reported.is_string() ? reported : data["texts"][reported.get<std::size_t>()]).get<std::string>();
  };
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Frame& frame = frames[i];
    const TableToPlan table = table_to_plan(program, last[frame.round]);
    int which = 0;
    for (TablePlan plan : {plan_table(table, narrow_page), plan_for_window(table)}) {
      const Json& lanes = data["rounds"][states[i]["r"].get<std::size_t>()]["plans"][which]["lanes"];
      for (std::size_t l = 0; l < plan.lanes.size(); ++l) {
        CHECK(lanes[l][12] == lane_path(plan.lanes[l]));
        plan.lanes[l].track.clear();
      }
      const TableMarks marks = marks_of(frame);
      const std::string wanted =
          table_description(table, marks, train_names(program, record.header)) + "\n" +
          paint_table(table, plan, marks, train_names(program, record.header), {.turn = turn_seat(frame)});
      INFO("step " << i << " at " << frame.place);
      // At a side only the tile is named.
      const auto plain = [](std::string text) {
        for (std::size_t at = 0; (at = text.find(" at a side")) != std::string::npos;) text.erase(at, 10);
        return text;
      };
      CHECK(plain(painted(data, states[i], which)) == plain(wanted));
      ++which;
    }
    CHECK(words(states[i]["p"]) == frame.place);
    CHECK(words(states[i]["w"]) == frame.written);
    std::vector<std::string> reported;
    for (const Json& index : states[i]["s"]) reported.push_back(words(index));
    CHECK(reported == frame.sentences);
    CHECK(states[i]["b"] == frame.position.boneyard);
    for (std::size_t p = 0; p < record.header.players.size(); ++p) {
      const Json& hand = states[i]["h"][std::to_string(p)];
      CHECK(hand[0] == frame.position.players[p].count);
      std::string known;
      for (const engine::TileId tile : tiles_in(frame.position.hands[p])) {
        known += "0123456789abcdefghi"[engine::high_of(tile)];
        known += "0123456789abcdefghi"[engine::low_of(tile)];
      }
      CHECK(hand[1] == known);
    }
  }
}

TEST_CASE("a page adds up to the picture of the position at every act", "[replay]") {
  std::uint64_t seed = 40;
  for (const auto& [name, players] : std::initializer_list<std::pair<const char*, int>>{
           {"train", 4}, {"dual", 6}, {"chicken-foot", 4}, {"block-partners", 4}, {"tanglewood", 3}}) {
    const dsl::CheckedRules rules = bundled_rules(name);
    const engine::Rules program = engine::compile_rules(rules, players);
    INFO(name);
    check_page(program, play_random_round(program, ++seed, 0.2).record(program, {}));
  }
}

// In a browser.

/// Writes the page and what it must come to at every act, and lets a script go through it in a real browser.
void check_in_browser(const engine::Rules& program, const Record& record,
                      const std::filesystem::path& folder) {
  std::vector<Frame> frames;
  std::map<std::size_t, Frame> last;
  step_through(program, record, [&](const Frame& frame) {
    frames.push_back(frame);
    last[frame.round] = frame;
    return true;
  });
  const std::vector<std::string> names = train_names(program, record.header);
  Json wanted = {{"narrow", Json::array()}, {"wide", Json::array()}, {"words", Json::array()}};
  for (const Frame& frame : frames) {
    const TableToPlan table = table_to_plan(program, last[frame.round]);
    const TableMarks marks = marks_of(frame);
    wanted["narrow"].push_back(paint_table(table, plan_table(table, narrow_page), marks, names,
                                           {.numerals_from = 11, .turn = turn_seat(frame)}));
    const TablePlan window = plan_for_window(table);
    wanted["wide"].push_back(
        paint_table(table, window, marks, names,
                    {.numerals_from = numerals_for_window(window), .turn = turn_seat(frame)}));
    wanted["words"].push_back(table_description(table, marks, names));
  }
  // Findings are whatever the game says; two are enough to go from one to the other.
  const GameToShow game{
      .program = program,
      .header = record.header,
      .title = "a game",
      .notes = {{ActNote::Kind::illegal, frames[frames.size() / 3].where, "One <b>finding</b>."},
                {ActNote::Kind::advice, frames[frames.size() / 2].where, "Another."}},
      .steps = [&](const auto& see) { step_through(program, record, see); }};
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "page.html") << render_page(game, {});
  std::ofstream(folder / "wanted.json") << wanted.dump();
  const char* const axe = std::getenv("ROUNDHOUSE_AXE");
  const ProgramResult result = run_shell(
      "python3 " + (source_folder() / "tests/browser/step_page.py").string() + " page.html wanted.json",
      {.arguments = {},
       .input = {},
       .environment = {{"ROUNDHOUSE_AXE", axe == nullptr ? "" : axe}},
       .folder = folder,
       .seconds = 1800,
       .merge_errors = true});
  INFO(result.output);
  CHECK(result.status == 0);
  std::filesystem::remove_all(folder);
}

TEST_CASE("a browser comes to the same pictures, forward and back, by keys alone", "[.long][long][replay]") {
  const CommandFolder own;
  const std::filesystem::path folder = own.path() / "pages";
  std::uint64_t seed = 70;
  for (const auto& [name, players] :
       std::initializer_list<std::pair<const char*, int>>{{"train", 4}, {"dual", 6}}) {
    const dsl::CheckedRules rules = bundled_rules(name);
    const engine::Rules program = engine::compile_rules(rules, players);
    INFO(name);
    const RandomRound played = play_random_round(program, ++seed, 0.2);
    std::string text;
    const std::optional<Record> record = read_back(played.record(program, {}), text);
    REQUIRE(record);
    check_in_browser(program, *record, folder);
  }
}

}  // namespace
}  // namespace roundhouse::tests
