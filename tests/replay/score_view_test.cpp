// Score sheets of random matches, in every format, against the slow reading: who had how many points in which
// round, what that adds up to, who is where.

#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "engine/play.h"
#include "replay/fold/record_from_acts.h"
#include "replay/scores/match_result.h"
#include "replay/views/score_sheet.h"
#include "tests/slow/slow_game.h"
#include "tests/support/agreement.h"
#include "tests/support/catch.h"
#include "tests/support/random_records.h"
#include "tests/support/rules_from_text.h"

namespace roundhouse::tests {
namespace {

using Json = nlohmann::json;

/// A row of numbers as a sheet shows it, without its empty fields: "round 2", "total".
struct Row {
  std::string label;
  std::vector<std::string> cells;
  bool operator==(const Row&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Row& row) {
  out << row.label << ":";
  for (const std::string& cell : row.cells) out << " " << cell;
  return out;
}

/// What the slow reading makes of the acts.
struct Counted {
  struct Round {
    int game = 0;
    int number = 0;
    std::string end;
    std::string out;
    std::vector<int> points;
    std::vector<int> totals;
    std::vector<std::multiset<std::string>> left;
  };
  std::vector<Round> rounds;
  std::map<int, std::vector<int>> ranks;  ///< of each game after its last round
  std::vector<int> all;                   ///< points of all games
  bool over = false;                      ///< the match
  bool game_over = false;                 ///< the last game
};

std::string name_of(std::size_t seat) { return "P" + std::to_string(seat + 1); }

Counted count(const dsl::CheckedRules& rules, int players, const std::vector<replay::PlayedRound>& played) {
  slow::SlowGame game(rules, players);
  Counted counted;
  counted.all.resize(static_cast<std::size_t>(players));
  for (const replay::PlayedRound& acts : played) {
    game.begin_round();
    for (const engine::Act& act : acts.acts) game.apply(slow_act(act));
    const slow::Table& table = game.table;
    Counted::Round round;
    round.game = table.game;
    round.number = table.round;
    round.end = !table.engine ? "void" : table.last_out ? "out" : "blocked";
    if (table.last_out) round.out = name_of(static_cast<std::size_t>(*table.last_out));
    for (std::size_t p = 0; p < table.players.size(); ++p) {
      const slow::AtTable& player = table.players[p];
      round.points.push_back(player.points);
      round.totals.push_back(player.total + player.points);
      counted.all[p] += player.points;
      round.left.emplace_back();
      for (const slow::Tile tile : player.hand) round.left.back().insert(slow::text(tile));
    }
    counted.ranks[table.game].clear();
    for (int seat = 0; seat < players; ++seat) counted.ranks[table.game].push_back(game.rank(seat));
    counted.rounds.push_back(round);
  }
  counted.over = game.match_over();
  counted.game_over = game.game_over();
  return counted;
}

void check_json(const Json& json, const Counted& counted) {
  REQUIRE(json["rounds"].size() == counted.rounds.size());
  for (std::size_t r = 0; r < counted.rounds.size(); ++r) {
    const Counted::Round& wanted = counted.rounds[r];
    const Json& round = json["rounds"][r];
    INFO("round " << r << " " << round.dump());
    CHECK(round["game"] == wanted.game);
    CHECK(round["number"] == wanted.number);
    CHECK(round["end"] == wanted.end);
    CHECK((round["out"].is_null() ? "" : round["out"].get<std::string>()) == wanted.out);
    CHECK(round["wrong"].empty());
    for (std::size_t p = 0; p < wanted.points.size(); ++p) {
      const Json& player = round["players"][p];
      CHECK(player["total"] == wanted.totals[p]);
      if (wanted.end == "void") continue;
      CHECK(player["score"] == wanted.points[p]);
      CHECK(player["left"].get<std::multiset<std::string>>() == wanted.left[p]);
    }
  }
  REQUIRE(json["games"].size() == counted.ranks.size());
  for (const Json& game : json["games"]) {
    CHECK(game["ranks"] == counted.ranks.at(game["number"].get<int>()));
    CHECK(game["over"] == (counted.game_over || game != json["games"].back()));
  }
  CHECK(json["totals"] == counted.all);
  CHECK(json["over"] == counted.over);
}

/// Rounds and totals as the slow reading has them.
std::vector<Row> wanted_rows(const Counted& counted) {
  std::vector<Row> rows;
  for (std::size_t r = 0; r < counted.rounds.size(); ++r) {
    const Counted::Round& round = counted.rounds[r];
    Row row{"round", {}};
    for (std::size_t p = 0; p < round.points.size(); ++p) {
      row.cells.push_back(std::to_string(round.points[p]));
      row.cells.push_back(std::to_string(round.totals[p]));
    }
    if (round.end == "blocked") row.cells.push_back("blocked");
    if (round.end == "void") row.cells.insert(row.cells.end(), {"void:", "no", "engine"});
    rows.push_back(row);
    if (r + 1 < counted.rounds.size() && counted.rounds[r + 1].game == round.game) continue;
    Row total{"total", {}};
    Row rank{"rank", {}};
    for (const int points : round.totals) total.cells.push_back(std::to_string(points));
    for (const int place : counted.ranks.at(round.game)) rank.cells.push_back(std::to_string(place));
    rows.push_back(total);
    rows.push_back(rank);
  }
  return rows;
}

/// "total so far" is a total; rows of other kinds have no label here.
std::string kind_of(const std::string& label) {
  if (label.starts_with("all games") || label.starts_with("moves") || label.starts_with("to ")) return {};
  if (label.starts_with("total")) return "total";
  if (label.starts_with("rank")) return "rank";
  return "round";
}

/// Without the rank of all games, which has a row of its own behind their total.
void put_row(std::vector<Row>& rows, const std::string& label, const std::vector<std::string>& cells,
             bool& all) {
  const std::string kind = kind_of(label);
  all = all || label.starts_with("all games");
  if (kind.empty() || (all && kind == "rank")) return;
  Row row{kind, {}};
  for (const std::string& cell : cells) {
    std::istringstream words(cell);
    for (std::string word; words >> word;) row.cells.push_back(word);
  }
  rows.push_back(row);
}

std::vector<Row> csv_rows(const std::string& csv) {
  std::vector<Row> rows;
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  for (bool all = false; std::getline(lines, line);) {
    std::vector<std::string> fields(1);
    for (const char c : line) {
      if (c == ',')
        fields.emplace_back();
      else if (c != '\r')
        fields.back() += c;
    }
    std::vector<std::string> cells;
    for (std::size_t i = 4; i < fields.size(); ++i)
      if (!fields[i].empty()) cells.push_back(fields[i]);
    if (!fields[3].empty()) cells.push_back(fields[3]);
    put_row(rows, fields[2], cells, all);
  }
  return rows;
}

std::vector<Row> html_rows(const std::string& html) {
  static const std::regex row("<tr[^>]*><th scope=\"row\">([^<]*)</th>(.*)</tr>");
  static const std::regex cell("<td[^>]*>([^<]*)</td>");
  std::vector<Row> rows;
  bool all = false;
  std::istringstream lines(html);
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (!std::regex_search(line, found, row)) continue;
    std::vector<std::string> cells;
    const std::string fields = found[2];
    for (std::sregex_iterator i(fields.begin(), fields.end(), cell), end; i != end; ++i)
      if (!(*i)[1].str().empty()) cells.push_back((*i)[1]);
    put_row(rows, found[1], cells, all);
  }
  return rows;
}

std::vector<Row> text_rows(const std::string& text) {
  static const std::regex row("^(\\S+( \\S+)*?)  +(\\S.*)$");
  std::vector<Row> rows;
  bool all = false;
  bool begun = false;  // behind the line of names
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("round ")) {
      begun = true;
      continue;
    }
    std::smatch found;
    if (!begun || line.starts_with("game ") || !std::regex_match(line, found, row)) continue;
    std::vector<std::string> cells;
    std::istringstream fields(found[3]);
    for (std::string field; fields >> field;) cells.push_back(field);
    put_row(rows, found[1], cells, all);
  }
  return rows;
}

int check_sheets(const dsl::CheckedRules& rules, int players, std::uint64_t seed, int most_rounds) {
  const engine::Rules program = engine::compile_rules(rules, players);
  std::vector<replay::PlayedRound> played;
  engine::Onlooker onlooker;
  onlooker.act = [&](const engine::Act& act, const engine::Position&) { played.back().acts.push_back(act); };
  engine::Random random(seed);
  engine::Position position = engine::begin_match(program);
  for (int round = 0; round < most_rounds; ++round) {
    played.emplace_back();
    const engine::Outcome outcome = engine::play_round(program, position, random, {}, onlooker);
    REQUIRE((outcome == engine::Outcome::finished || outcome == engine::Outcome::voided));
    if (engine::match_over(program, position)) break;
  }
  replay::Header header;
  header.variant.name = "train";
  for (std::size_t p = 0; p < static_cast<std::size_t>(players); ++p)
    header.players.push_back({name_of(p), {}, {}});
  std::string written;
  const auto record =
      read_back(replay::record_from_acts(program, header, engine::begin_match(program), played), written);
  REQUIRE(record);
  INFO(written);
  const Counted counted = count(rules, players, played);
  const dsl::SourceMap sources;
  const std::vector<replay::ScoreTable> sheets{{{"here"}, "here", replay::score_record(program, *record)}};
  check_json(Json::parse(replay::render_score_json(sources, sheets)), counted);
  const std::vector<Row> wanted = wanted_rows(counted);
  CHECK(csv_rows(replay::render_score_csv(sheets)) == wanted);
  CHECK(html_rows(replay::render_score_html(sources, sheets)) == wanted);
  CHECK(text_rows(replay::render_score_text(sources, sheets)) == wanted);
  return static_cast<int>(counted.rounds.size());
}

TEST_CASE("a score sheet has the points of its games in every format", "[replay]") {
  int rounds = 0;
  for (const std::string& name : bundled_names()) {
    const dsl::CheckedRules rules = bundled_rules(name);
    CAPTURE(name);
    for (std::uint64_t seed = 1; seed <= 3; ++seed)
      rounds += check_sheets(rules, rules.setup.least_players, seed, seed == 1 ? 3 : 40);
    rounds += check_sheets(rules, rules.setup.most_players, 4, 40);
  }
  CHECK(rounds > 150);
}

TEST_CASE("void rounds stand in a score sheet without points", "[replay]") {
  const dsl::CheckedRules rules = rules_from_text(R"(
roundhouse: 1
name: The same double again
extends: train
options: { engine_found: set-aside, rounds: 5 }
setup:
  engine: { wanted: tile.double and tile.high == 7 and not match.used(7) }
)");
  CHECK(check_sheets(rules, 3, 1, 40) == 5);
}

}  // namespace
}  // namespace roundhouse::tests
