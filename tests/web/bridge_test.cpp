// What a page asks of the engine, asked of the same code as a native library: every call once so that it
// answers, and once so that it refuses; and requests that nobody would send who meant well.

#include <chrono>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "dsl/base/search.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "web/bridge/bridge.h"

namespace roundhouse::tests {
namespace {

using Json = nlohmann::ordered_json;

std::string ask_text(const std::string& request) {
  return web::answer(request, source_folder() / "variants");
}

Json ask(const std::string& call, Json request = Json::object()) {
  request["call"] = call;
  return Json::parse(ask_text(request.dump(-1, ' ', false, Json::error_handler_t::replace)));
}

Json accepted(const std::string& call, Json request = Json::object()) {
  Json answer = ask(call, std::move(request));
  INFO(call << ": " << answer.value("trouble", ""));
  REQUIRE(answer["ok"] == true);
  return answer;
}

std::string refused(const std::string& call, Json request = Json::object()) {
  const Json answer = ask(call, std::move(request));
  INFO(call);
  REQUIRE(answer["ok"] == false);
  CHECK(answer.contains("help"));
  return answer["trouble"];
}

std::string record(const std::string& lines, const std::string& variant = "train") {
  return "[variant " + variant + "]\n[players Ann Ben Cleo]\n\n" + lines;
}

const std::string house = "roundhouse: 1\nname: Our house\nextends: train\noptions:\n  double_blank: 50\n";

Json table(const std::string& text, Json more = Json::object()) {
  more["record"] = text;
  return accepted("table", more);
}

const Json* target(const Json& state, const std::string& place) {
  for (const Json& one : state["targets"])
    if (one["place"] == place) return &one;
  return nullptr;
}

const Json& act(const Json& state, const std::string& word) {
  for (const Json& one : state["acts"])
    if (one["word"] == word) return one;
  FAIL("there is no act " << word);
  return state;
}

TEST_CASE("a page learns which games there are", "[web]") {
  CHECK(accepted("version")["language"] == 1);
  const Json games = accepted("games")["games"];
  REQUIRE(games.size() > 6);
  for (const Json& game : games) {
    INFO(game.dump(-1, ' ', false, Json::error_handler_t::replace));
    CHECK(!game["title"].get<std::string>().empty());
    CHECK(!game["about"].get<std::string>().empty());
    CHECK(game["players"][0] <= game["players"][1]);
    CHECK(accepted("game", {{"name", game["name"]}})["text"].get<std::string>().find("roundhouse: 1") !=
          std::string::npos);
  }
  CHECK(refused("game", {{"name", "trainn"}}).find("no bundled variant") != std::string::npos);
  CHECK(refused("game") == "game: 'name' is missing");
}

TEST_CASE("a page gets the findings about a rule file with their places and fixes", "[web]") {
  const std::string wrong =
      "roundhouse: 1\nname: \xC3\x89t\xC3\xA9\nextends: train\noptions:\n  double_blnk: 50\n";
  const Json found = accepted("lint", {{"rules", "a.yaml"}, {"files", {{"a.yaml", wrong}}}});
  REQUIRE(found["findings"].size() == 1);
  const Json& finding = found["findings"][0];
  CHECK(finding["severity"] == "error");
  CHECK(finding["file"] == "a.yaml");
  CHECK(finding["place"]["line"] == 5);
  // Letters that take two bytes are one unit for JavaScript.
  CHECK(finding["place"]["from"] == wrong.find("double_blnk") - 2);
  REQUIRE(finding["fixes"].size() == 1);
  CHECK(finding["fixes"][0]["edits"][0]["text"] == "double_blank");
  CHECK(accepted("lint", {{"rules", "a.yaml"}, {"files", {{"a.yaml", house}}}})["findings"].empty());
  CHECK(accepted("lint", {{"rules", "b.yaml"}, {"files", {{"a.yaml", house}}}})["findings"][0]["message"]
            .get<std::string>()
            .find("no such file") != std::string::npos);
  CHECK(refused("lint") == "lint: 'rules' is missing");
}

TEST_CASE("a file extends another one of the request, and no other file is opened", "[web]") {
  const std::string child = "roundhouse: 1\nname: Child\nextends: ./a.yaml\n";
  const Json files{{"a.yaml", house}, {"b.yaml", child}};
  CHECK(accepted("lint", {{"rules", "b.yaml"}, {"files", files}})["findings"].empty());
  for (const std::string name : {"/etc/passwd", "../../etc/passwd.yaml", "/etc/hostname.yaml", "./x.yaml",
                                 "more/../../CMakeLists.txt"}) {
    INFO(name);
    const Json found = accepted("lint", {{"rules", name}, {"files", files}});
    REQUIRE(found["findings"].size() == 1);
    CHECK(found["findings"][0]["message"].get<std::string>().find("there is no such file") !=
          std::string::npos);
    const std::string parent = "roundhouse: 1\nname: X\nextends: " + name + "\n";
    const Json of_parent = accepted("lint", {{"rules", "p.yaml"}, {"files", {{"p.yaml", parent}}}});
    REQUIRE(!of_parent["findings"].empty());
    CHECK(ask("table", {{"record", "[variant " + name + "]\n[players Ann Ben]\n"}})["ok"] == false);
  }
}

TEST_CASE("a page asks the questions of a game and writes a family's file", "[web]") {
  const Json asked = accepted("questions", {{"like", "train"}, {"only", {"double_blank", "doubles"}}});
  REQUIRE(asked["questions"].size() == 2);
  CHECK(asked["open"].size() > 10);
  CHECK(asked["mind"] == "");
  for (const Json& question : asked["questions"]) CHECK(!question["ask"].get<std::string>().empty());
  CHECK(!refused("questions", {{"like", "train"}, {"answers", {{"double_blank", "many"}}}}).empty());

  const Json written = accepted("write", {{"like", "train"},
                                          {"name", "The \"Millers\": ours"},
                                          {"players", 4},
                                          {"answers", {{"double_blank", "50"}}}});
  CHECK(written["findings"].empty());
  const std::string text = written["text"];
  CHECK(text.find("double_blank: 50") != std::string::npos);
  CHECK(accepted("lint", {{"rules", "m.yaml"}, {"files", {{"m.yaml", text}}}})["findings"].empty());
  CHECK(refused("write", {{"like", "train"}, {"name", "X"}, {"players", 40}}).find("players") !=
        std::string::npos);
}

TEST_CASE("questions come with their chapters, words and numbers by players", "[web]") {
  const Json asked = accepted("questions", {{"like", "train"}, {"only", {"deal", "doubles"}}});
  CHECK(asked["questions"][0]["forPlayers"] == Json({15, 15, 14, 12, 12, 10, 10}));
  const Json& doubles = asked["questions"][1];
  CHECK(doubles["choices"][1] == Json({{"written", "follow-up"},
                                       {"shown", "its player alone"},
                                       {"sentences", doubles["choices"][1]["sentences"]}}));
  std::set<std::string> chapters;
  for (const Json& open : asked["open"]) chapters.insert(open["chapter"].get<std::string>());
  CHECK(chapters.size() > 4);
  const auto narrowed_to = [](const std::string& deal) {
    return accepted("write", {{"like", "train"},
                              {"name", "Ours"},
                              {"players", 4},
                              {"answers", {{"deal", deal}}},
                              {"brief", true}})["players"];
  };
  CHECK(narrowed_to("{ 2..8: 15 }") == Json({2, 6}));
  CHECK(narrowed_to("{ 2..8: 10 }") == nullptr);
}

TEST_CASE("a turn that nobody saw is offered where it makes the last line legal", "[web]") {
  const std::string begun = "[variant train]\n[players Ann Ben Cem]\n\nround 12\nAnn: 12-12 12-5\n";
  const auto missing = [&](const std::string& lines) {
    return accepted("table", {{"record", begun + lines}})["missing"];
  };
  CHECK(missing("Cem: 12-7\n") == Json::array({{{"line", 6}, {"players", {"Ben"}}}}));
  CHECK(missing("Ben: ?\nCem: 12-7\n").empty());
  CHECK(missing("Ben: 9-8\n").empty());
  // Of an older line nothing is asked any more.
  CHECK(missing("Cem: 12-7\nAnn: 5-4\n").empty());
}

TEST_CASE("draws that nobody wrote down are put in where the rules allow them", "[web]") {
  const std::string begun = "[variant train deal=3]\n[players Ann Ben Cem]\n\nround 12\nAnn: 12-12 12-5\n";
  const auto put = [&](const std::string& lines, int tiles) {
    const Json answer = accepted("untold", {{"record", begun + lines}, {"player", "Ann"}, {"tiles", tiles}});
    const auto text = answer["record"].get<std::string>();
    CHECK(table(text)["verdict"] == "legal");
    return std::pair(text.substr(begun.size()), answer["found"].get<int>());
  };
  const std::string round = "Ben: 12-7\nCem: 12-3\n";
  CHECK(put(round + "Ann: 5-4\n", 1) == std::pair(round + "Ann: draw 5-4\n", 1));
  // The newest turn first, and one a turn.
  const std::string longer = "Ben: 12-7\nCem: 12-3\nAnn: draw 5-4\nBen: 7-1\nCem: 3-2\nAnn: 4-6\n";
  CHECK(put(longer, 1).first == longer.substr(0, longer.size() - 4) + "draw 4-6\n");
  // No rule lets the one who leads draw first, and a turn that has a draw gets no other.
  CHECK(put("", 1) == std::pair(std::string(), 0));
  CHECK(put(longer, 3).second == 1);
  // What was illegal before stays so, and is no reason against them.
  const std::string wrong = begun + "Ben: 12-7\nCem: 7-3>Ben\n";
  const Json beside = accepted("untold", {{"record", wrong + "Ann: 5-4\n"}, {"player", "Ann"}, {"tiles", 1}});
  CHECK(beside["record"] == wrong + "Ann: draw 5-4\n");
  CHECK(table(wrong)["verdict"] == "illegal");
  CHECK(!refused("untold", {{"record", begun}, {"player", "Zoe"}}).empty());
  CHECK(!refused("untold", {{"record", "[variant train]\n[players Ann Ben]\n"}, {"player", "Ann"}}).empty());
}

TEST_CASE("recipes are found, and join a family's file", "[web]") {
  const Json found = accepted("recipes", {{"like", "train"}, {"asked", "pick up two instead of one"}});
  REQUIRE(!found["fitting"].empty());
  CHECK(found["fitting"][0]["name"] == "draw-two");
  CHECK(accepted("recipes")["fitting"].size() > 30);
  const Json written = accepted("write", {{"like", "train"},
                                          {"name", "Two"},
                                          {"players", 4},
                                          {"answers", {{"double_blank", "50"}}},
                                          {"recipes", {"draw-two"}}});
  const std::string text = written["text"];
  CHECK(text.find("name: \"Two\"\n") != std::string::npos);
  CHECK(text.find("draws: 2") != std::string::npos);
  CHECK(text.find("double_blank: 50") != std::string::npos);
  CHECK(written["findings"].empty());
  // Without comments, and without a recipe: what a form shows at each tap.
  const Json brief = accepted("write", {{"like", "train"},
                                        {"name", "Two: 2"},
                                        {"players", 8},
                                        {"answers", {{"deal", "{ 2..8: 11 }"}}},
                                        {"brief", true}});
  CHECK(brief["text"].get<std::string>().find("name: \"Two: 2\"\n") != std::string::npos);
  CHECK(brief["text"].get<std::string>().find("deal: { 2..8: 11 }") != std::string::npos);
  CHECK(brief["findings"].empty());
  CHECK(refused("write",
                {{"like", "train"}, {"name", "Two"}, {"players", 4}, {"recipes", {"no-such-thing"}}}) ==
        "there is no recipe called 'no-such-thing'");
  CHECK(refused("recipes", {{"asked", 7}}).find("'asked' is not a text") != std::string::npos);
}

TEST_CASE("an editor gets completions and explanations by units of UTF-16", "[web][sanitized]") {
  const std::string text =
      house + "# \xF0\x9F\x90\xB1 \nrules:\n  - id: x\n    forbid: lay\n    when: me.\n    says: X.\n";
  // The cat is two units, and four bytes.
  const std::size_t at = text.find("me.") + 3 - 2;
  const Json found =
      accepted("complete", {{"rules", "a.yaml"}, {"files", {{"a.yaml", text}}}, {"offset", at}});
  CHECK(found["from"] == at);
  bool has_count = false;
  for (const Json& item : found["items"]) has_count = has_count || item["label"] == "count";
  CHECK(has_count);
  const Json about = accepted(
      "hover",
      {{"rules", "a.yaml"}, {"files", {{"a.yaml", house}}}, {"offset", house.find("double_blank") + 3}});
  CHECK(about["from"] == house.find("double_blank"));
  CHECK(about["markdown"].get<std::string>().find("double blank") != std::string::npos);
  CHECK(refused("complete", {{"rules", "b.yaml"}, {"offset", 0}}) ==
        "this is none of the files of the request");
  CHECK(!refused("hover", {{"rules", "a.yaml"}, {"files", {{"a.yaml", house}}}, {"offset", -1}}).empty());
}

TEST_CASE("a book says which of its lines have changed", "[web]") {
  const Json book = accepted(
      "book", {{"rules", "a.yaml"}, {"files", {{"a.yaml", house}}}, {"before", {{"rules", "train"}}}});
  REQUIRE(book["changed"].size() == 1);
  CHECK(book["changed"][0].get<std::string>().find("50") != std::string::npos);
  CHECK(book["html"].get<std::string>().find("Our house") != std::string::npos);
  CHECK(!refused("book", {{"rules", "nothing-like-it"}}).empty());
  CHECK(refused("book", {{"rules", "train"}, {"players", 40}}).find("40") != std::string::npos);
}

TEST_CASE("a record begins with names as people write them", "[web]") {
  const Json begun = accepted("begin", {{"rules", "train"},
                                        {"players", {"Grandma Rose", "Rose", "Jos\xC3\xA9"}},
                                        {"set", {{"double_blank", "50"}}},
                                        {"date", "a Friday\nin May"}});
  const std::string text = begun["record"];
  CHECK(text.find("# a Friday") == 0);
  CHECK(text.find("double_blank=50") != std::string::npos);
  CHECK(text.find("Grandma=\"Grandma Rose\" Rose Jos\xC3\xA9") != std::string::npos);
  const Json state = table(text);
  CHECK(state["players"][0]["name"] == "Grandma");
  CHECK(state["players"][0]["whole"] == "Grandma Rose");
  CHECK(state["turn"] == -1);
  CHECK(state["over"] == "no");
  CHECK(state["next"]["label"] == "12");
  CHECK(state["next"]["engine"] == "12-12");
  CHECK(refused("begin", {{"rules", "train"}, {"players", {"Ann", "ann"}}}) == "two players are called ann");
  CHECK(!refused("begin", {{"rules", "train"}, {"players", {"Ann"}}}).empty());
  CHECK(!refused("begin", {{"rules", "train"}, {"players", {"Ann", "referee"}}}).empty());
}

TEST_CASE("a table that is kept says whose turn it is and what may be done", "[web][sanitized]") {
  Json state = table(record("round 12\n"));
  CHECK(state["phase"] == "setup");
  REQUIRE(!state["engines"].empty());
  CHECK(state["engines"][0] == "12-12");
  CHECK(state["page"].is_null());

  state = table(record("round 12\nAnn: 12-12 12-3\nBen: draw ...\n"));
  CHECK(state["verdict"] == "legal");
  CHECK(state["going"] == true);
  CHECK(state["turn"] == 1);
  CHECK(state["engine"] == "12-12");
  CHECK(state["players"][1]["tiles"] == 16);
  CHECK(state["lastLine"] == 6);
  CHECK(state["unseen"].size() == 89);
  REQUIRE(target(state, "Ben") != nullptr);
  CHECK((*target(state, "Ben"))["open"] == true);
  CHECK((*target(state, "Ben"))["number"] == 12);
  REQUIRE(target(state, "Ann") != nullptr);
  CHECK((*target(state, "Ann"))["number"] == 3);
  CHECK((*target(state, "Ann"))["open"] == false);
  CHECK(act(state, "draw")["allowed"] == false);
  CHECK(act(state, "mark")["allowed"] == true);
  CHECK(state["story"].size() == 2);
  CHECK(!state["page"]["steps"].empty());

  state = table(record("round 12\nAnn: 12-12 12-3\nBen: draw mark\n"));
  CHECK(state["turn"] == 2);
  CHECK((*target(state, "Ben"))["marked"] == true);
  CHECK((*target(state, "Ben"))["open"] == true);
  CHECK(refused("table", {{"record", "[variant train]\n[players Ann]\n"}}).find("players") !=
        std::string::npos);
  CHECK(!refused("table", {{"record", record("")}, {"view", "Zoe"}}).empty());
}

TEST_CASE("a turn in which nothing is left to be done is closed", "[web]") {
  const Json settle{{"settle", true}};
  const std::string open = record("round 12\nAnn: 12-12 12-3 ...\n");
  Json state = table(open, settle);
  CHECK(state["record"] == record("round 12\nAnn: 12-12 12-3\n"));
  CHECK(state["going"] == false);
  CHECK(state["turn"] == 1);
  // Unasked it stays as it is written.
  CHECK(table(open)["record"] == open);
  // A double has to be covered; a tile that was drawn may fit.
  for (const std::string line : {"Ben: 12-4>Ben ...\nBen: 4-4 ...\n", "Ben: draw ...\n", "Ben: ...\n"}) {
    INFO(line);
    const std::string text = record("round 12\nAnn: 12-12 12-3\n" + line);
    CHECK(ask("table", {{"record", text}, {"settle", true}}).value("record", text) == text);
  }
}

TEST_CASE("an illegal act is told with its rule, and stands when the table lets it", "[web][sanitized]") {
  const std::string lines = "round 12\nAnn: 12-12 12-3\nBen: 3-4>Ann\n";
  Json state = table(record(lines));
  CHECK(state["verdict"] == "illegal");
  REQUIRE(state["ruled"].size() == 1);
  const Json ruled = state["ruled"][0];
  CHECK(ruled["verdict"] == "illegal");
  CHECK(ruled["line"] == 6);
  CHECK(ruled["player"] == "Ben");
  CHECK(ruled["rule"] == "closed-train");
  CHECK(!ruled["says"].get<std::string>().empty());
  REQUIRE(!ruled["could"].empty());
  CHECK(ruled["could"].back() == Json{{"word", "draw"}, {"words", "draw"}, {"halves", Json::array()}});
  CHECK(state["turn"] == 2);
  // Its mark stays on the picture when play goes on.
  state = table(record(lines + "Cleo: 12-5\n"));
  int flagged = 0;
  for (const Json& step : state["page"]["steps"])
    if (step.contains("k") && step["k"][0][0] == "illegal") ++flagged;
  CHECK(flagged == 1);
  CHECK(state["page"]["steps"].back()["t"] == 0);
  state = table(record(lines + "referee: allow\n"));
  CHECK(state["verdict"] == "legal");
  REQUIRE(state["ruled"].size() == 1);
  CHECK(state["ruled"][0]["verdict"] == "allowed");
}

TEST_CASE("a line that is no notation is told, and all else is known", "[web]") {
  const Json state = table(record("round 12\nAnn: 12-12 12-3\nBen: jumps over the train\n"));
  REQUIRE(state["ruled"].size() == 1);
  CHECK(state["ruled"][0]["verdict"] == "unreadable");
  CHECK(state["ruled"][0]["line"] == 6);
  CHECK(state["turn"] == 1);
  CHECK(state["verdict"] == "legal");
}

TEST_CASE("only the last round is told, with the points of those before", "[web]") {
  const std::string lines =
      "round 12\nAnn: 12-12 12-3\n?\nscore Ann 0 Ben 2 Cleo 9\nover\n\nround 11\nBen: 11-11 11-4\n";
  const Json state = table(record(lines));
  CHECK(state["round"] == "11");
  CHECK(state["rounds"] == 2);
  CHECK(state["players"][1]["total"] == 2);
  CHECK(state["players"][2]["total"] == 9);
  CHECK(state["turn"] == 2);
  CHECK(state["verdict"] == "legal");
}

TEST_CASE("a round that is over has the points that its lines say", "[web]") {
  const std::string lines = "round 12\nAnn: 12-12 12-3\n";
  Json state = table(record(lines + "?\nscore Ann 7 Ben 5 Cleo 0\nover\n"));
  CHECK(state["players"][0]["points"] == 7);
  CHECK(state["players"][2]["points"] == 0);
  CHECK(state["players"][0]["total"] == 0);
  state = table(record(lines));
  CHECK(state["players"][0]["points"].is_null());
}

TEST_CASE("behind turns that nobody wrote down the table says what is known", "[web]") {
  Json state = table(record("round 12\nAnn: 12-12 12-3\nBen: ?\n"));
  CHECK(!state["known"].empty());
  CHECK(state["verdict"] != "illegal");
  CHECK(state["phase"] == "play");
  // It is Cleo's turn. Ends are those that were seen last, and may be others.
  CHECK(state["turn"] == 2);
  CHECK(act(state, "draw")["seats"] == Json({2}));
  CHECK(act(state, "draw")["allowed"] == true);
  REQUIRE(target(state, "Cleo") != nullptr);
  CHECK((*target(state, "Cleo"))["number"] == 12);
  CHECK((*target(state, "Cleo"))["open"] == true);
  REQUIRE(target(state, "Ben") != nullptr);
  CHECK((*target(state, "Ben"))["number"] == 12);
  CHECK((*target(state, "Ben"))["sure"] == false);
  CHECK((*target(state, "Ben"))["tile"].is_null());
  CHECK(contains((*target(state, "Ben"))["fits"], Json("9-4")));
  REQUIRE(target(state, "Ann") != nullptr);
  CHECK((*target(state, "Ann"))["number"] == 3);

  // Several turns: whose it is now nobody knows.
  state = table(record("round 12\nAnn: 12-12 12-3\n?\n"));
  CHECK(state["turn"] == -1);
  CHECK(act(state, "pass")["seats"].size() == 3);
  REQUIRE(target(state, "Ann") != nullptr);
  CHECK((*target(state, "Ann"))["sure"] == false);
  CHECK((*target(state, "Ann"))["open"] == true);

  // Known again as far as it was seen since: which half of the tile lies outward was not.
  state = table(record("round 12\nAnn: 12-12 12-3\n?\nCleo: 9-5>Ann ...\n"), {{"settle", true}});
  CHECK(state["turn"] == 2);
  CHECK(contains(Json({5, 9}), (*target(state, "Ann"))["number"]));
  CHECK((*target(state, "Ann"))["sure"] == false);
  CHECK(!contains(state["unseen"], Json("9-5")));
  state = table(record("round 12\nAnn: 12-12 12-3\n?\nCleo: 9-5>Ann\nAnn: 5-5>Ann ...\n"));
  CHECK((*target(state, "Ann"))["number"] == 5);
  CHECK((*target(state, "Ann"))["sure"] == true);
  CHECK(state["players"][2]["tiles"].is_null());
}

TEST_CASE("where the engine was set aside the table says who begins", "[web]") {
  // Ann holds no tile that is known, and nobody else may begin.
  Json state = table(record("round 9\nengine 9-9\nfirst Ben\n", "encyclopedia"));
  CHECK(state["phase"] == "play");
  CHECK(state["turn"] == 1);
  CHECK(act(state, "draw")["allowed"] == true);
  CHECK(act(state, "pass")["allowed"] == false);
  REQUIRE(target(state, "Ben") != nullptr);
  CHECK((*target(state, "Ben"))["number"] == 9);
  CHECK(!state["page"].is_null());
  // Two who may: it was agreed on, and nobody wrote it down.
  state = table(record("round 9\nengine 9-9\n", "encyclopedia"));
  CHECK(state["phase"] == "setup");
  CHECK(state["turn"] == -1);
}

TEST_CASE("a record is judged, shown, scored and laid out as the program does", "[web]") {
  const std::string text = read_file(source_folder() / "tests/games/dual/spoiled-example.train");
  const Json judged = accepted("judge", {{"record", text}});
  CHECK(judged["verdict"] == "illegal");
  const Json verdict = Json::parse(judged["json"].get<std::string>());
  CHECK(verdict["verdict"] == "illegal");
  CHECK(verdict["turn"] == 10);
  CHECK(judged["html"].get<std::string>().find("<svg") != std::string::npos);
  // By other rules: the page asks by another house.
  CHECK(accepted("judge", {{"record", text}, {"rules", "dual"}, {"set", {{"doubles", "free"}}}})["ok"] ==
        true);
  CHECK(!refused("judge", {{"record", text}, {"set", {{"no_such", "1"}}}}).empty());
  const Json shown = accepted("replay", {{"record", text}, {"html", true}});
  CHECK(shown["page"]["steps"].size() > 10);
  CHECK(shown["html"].get<std::string>().find("<script") != std::string::npos);
  CHECK(!accepted("replay", {{"record", text}}).contains("html"));
  CHECK(!refused("replay", {{"record", "roundhouse: 1\n"}}).empty());
  CHECK(accepted("score", {{"record", text}})["html"].get<std::string>().find("<table") != std::string::npos);
  CHECK(!refused("score", {{"record", "{}"}}).empty());
  CHECK(accepted("format", {{"record", record("round 12\nAnn:   12-12   12-3\n")}})["record"] ==
        record("round 12\nAnn: 12-12 12-3\n"));
  CHECK(!accepted("format", {{"record", "Ann: what"}})["findings"].empty());
  CHECK(!refused("format").empty());
  CHECK(accepted("shapes")["svg"].get<std::string>().find("id=\"p9\"") != std::string::npos);
}

TEST_CASE("a record that brings its rules along is judged by them", "[web]") {
  const std::string lines = "round 12\nAnn: 12-12 12-5\nBen: draw draw mark\n";
  const std::string brought =
      "\n# rules house.yaml\n#| roundhouse: 1\n#| name: Our house\n#| extends: ./street.yaml\n"
      "\n# rules street.yaml\n#| roundhouse: 1\n#| name: Our street\n#| extends: train\n#| options:\n"
      "#|   draws: 2\n";
  const std::string text = record(lines, "house.yaml");
  CHECK(accepted("judge", {{"record", text + brought}})["verdict"] == "legal");
  // Before files of the request, and of no other name.
  CHECK(accepted("judge", {{"record", text + brought}, {"files", {{"house.yaml", house}}}})["verdict"] ==
        "legal");
  CHECK(accepted("judge", {{"record", text}, {"files", {{"house.yaml", house}}}})["verdict"] == "illegal");
  CHECK(refused("judge", {{"record", text}}).find("cannot read 'house.yaml'") != std::string::npos);
  std::string astray = brought;
  astray.replace(astray.find("rules street"), 6, "rules a/");
  CHECK(refused("judge", {{"record", text + astray}}).find("cannot read") != std::string::npos);
}

TEST_CASE("a person plays against computers, call by call", "[web][sanitized]") {
  Json state = accepted("play", {{"rules", "train"},
                                 {"players", {"Ann", "Ben", "Cleo"}},
                                 {"seats", {"you", "greedy", "planner"}},
                                 {"seed", 7}});
  int asked = 0;
  while (state["ask"] == "turn" || state["ask"] == "aside") {
    REQUIRE(++asked < 200);
    CHECK(state["seat"] == 0);
    REQUIRE(!state["choices"].empty());
    // Nothing is shown of other hands, nor of what others draw.
    CHECK(state["hand"].size() == state["table"]["players"][0]["tiles"]);
    const std::string record = state["record"];
    if (asked == 2) {
      const Json hint = accepted("hint", {{"record", record}, {"seat", 0}});
      CHECK(!hint["act"].get<std::string>().empty());
      CHECK(accepted("why", {{"record", record}, {"seat", 0}, {"typed", hint["act"]}})["legal"] == true);
      CHECK(accepted("why", {{"record", record}, {"seat", 0}, {"typed", "13-13"}})["legal"] == false);
      CHECK(refused("hint", {{"record", record}, {"seat", 1}}) == "nobody plays in this seat");
      CHECK(refused("why", {{"record", record}, {"seat", 9}, {"typed", "draw"}}) ==
            "nobody plays in this seat");
    }
    const Json wrong = accepted("act", {{"record", record}, {"typed", "0-0>nowhere"}});
    CHECK(wrong["record"] == record);
    CHECK(!wrong["refused"]["trouble"].get<std::string>().empty());
    const std::string typed = state["ask"] == "aside" ? "" : state["choices"][0]["text"].get<std::string>();
    state = accepted("act", {{"record", record}, {"typed", typed}});
    CHECK(!state.contains("refused"));
    CHECK(!state["happened"].empty());
    if (asked == 3) {
      const Json back = accepted("undo", {{"record", state["record"]}, {"seat", 0}});
      CHECK(back["record"].get<std::string>().find("took back") != std::string::npos);
      CHECK(back["ask"] == "turn");
    }
  }
  CHECK(state["ask"] == "round-over");
  const std::string record = state["record"];
  CHECK(accepted("judge", {{"record", record}})["verdict"] == "legal");
  CHECK(accepted("act", {{"record", record}, {"typed", ""}})["record"].get<std::string>().find("round 11") !=
        std::string::npos);
  CHECK(!refused("undo", {{"record", record}, {"seat", 2}}).empty());
  CHECK(!refused("act", {{"record", record + "Ann: draw\n"}, {"typed", ""}}).empty());
  CHECK(
      refused("play",
              {{"rules", "train"}, {"players", {"Ann", "Ben"}}, {"seats", {"you", "wizard"}}, {"seed", 1}}) ==
      "there is no computer player 'wizard'");
}

TEST_CASE("games have the digests that simulate prints", "[web]") {
  CHECK(accepted("digest", {{"rules", "dual"},
                            {"players", 10},
                            {"games", 200},
                            {"declared", 20},
                            {"rounds", true}})["digest"] == "beaabb0cc7996b04");
  CHECK(!refused("digest", {{"rules", "dual"}, {"players", 2}, {"games", 1}}).empty());
}

TEST_CASE("hostile requests get an answer and nothing else", "[web][sanitized]") {
  const auto trouble = [](const std::string& request) {
    const Json answer = Json::parse(ask_text(request));
    CHECK(answer["ok"] == false);
    return answer["trouble"].get<std::string>();
  };
  CHECK(trouble("") == "this request is no JSON object");
  CHECK(trouble("nonsense") == "this request is no JSON object");
  CHECK(trouble("[]") == "this request is no JSON object");
  CHECK(trouble("{\"call\":\"table\"") == "this request is no JSON object");
  CHECK(trouble("{\"call\":\"\xFF\xFE\"}") == "this request is no JSON object");
  CHECK(trouble("{}") == "there is no such call");
  CHECK(trouble("{\"call\":7}") == "there is no such call");
  CHECK(trouble("{\"call\":\"__proto__\"}") == "there is no such call");
  CHECK(trouble(std::string(100'000, '[')) == "the lists of this request stand too deep within each other");
  CHECK(trouble("{\"call\":\"table\",\"record\":" + std::string(50, '[') + std::string(50, ']') + "}") ==
        "the lists of this request stand too deep within each other");
  CHECK(trouble("{\"call\":\"table\",\"record\":\"" + std::string(web::longest_request, 'x') + "\"}") ==
        "a request has at most 8388608 bytes");
  CHECK(trouble("{\"call\":\"table\",\"record\":\"" + std::string((4U << 20U) + 1, 'x') + "\"}") ==
        "table: 'record' is not a text of at most 4194304 bytes");
  CHECK(trouble("{\"call\":\"table\",\"record\":{}}") ==
        "table: 'record' is not a text of at most 4194304 bytes");
  CHECK(trouble("{\"call\":\"table\",\"record\":null}") == "table: 'record' is missing");
  CHECK(trouble("{\"call\":\"table\",\"record\":\"\",\"files\":[]}") ==
        "table: 'files' is not an object of at most 100 texts");
  CHECK(trouble("{\"call\":\"play\",\"rules\":\"train\",\"players\":[1],\"seats\":[],\"seed\":1}") ==
        "play: 'players' is not a list of at most 100 texts");
  CHECK(trouble("{\"call\":\"play\",\"rules\":\"train\",\"players\":[],\"seats\":[],\"seed\":1e300}") ==
        "play: 'seed' is not a whole number that is not negative");
  CHECK(trouble("{\"call\":\"book\",\"rules\":\"train\",\"before\":{\"rules\":[]}}") ==
        "book: 'before' is not an object with rules, files and set");
  // A text with a zero in it, with line ends of all kinds, of nothing but noise.
  for (const std::string& text : {std::string("\0\0\0", 3), std::string("\r\r\n\n"), std::string(5000, '?')})
    for (const char* call : {"table", "judge", "replay", "score", "format", "act", "untold"}) {
      Json request{{"record", text}, {"typed", text}, {"player", text}};
      CHECK(ask(call, request).contains("ok"));
    }
}

TEST_CASE("hostile texts of the tests are answered by every call that reads one", "[web][sanitized]") {
  namespace fs = std::filesystem;
  int read = 0;
  for (const char* folder : {"records", "yaml", "judged", "deep"})
    for (const fs::directory_entry& entry :
         fs::recursive_directory_iterator(source_folder() / "tests/hostile" / folder)) {
      if (!entry.is_regular_file() || entry.file_size() > 200'000) continue;
      const std::string text = read_file(entry.path());
      ++read;
      INFO(entry.path());
      CHECK(ask("table", {{"record", text}, {"settle", true}}).contains("ok"));
      CHECK(ask("untold", {{"record", text}, {"player", "Ann"}, {"tiles", 99}}).contains("ok"));
      CHECK(ask("lint", {{"rules", "a.yaml"}, {"files", {{"a.yaml", text}}}}).contains("ok"));
    }
  CHECK(read > 50);
}

}  // namespace
}  // namespace roundhouse::tests
