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
#include "tests/support/shown_rules.h"

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
  std::vector<ShownInSlow> shown;         ///< facts that outlast a round, in the end
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
  std::vector<std::string> names;
  for (std::size_t p = 0; p < static_cast<std::size_t>(players); ++p) names.push_back(name_of(p));
  counted.shown = shown_in(game, names);
  std::erase_if(counted.shown, [](const ShownInSlow& fact) { return !fact.lasts; });
  return counted;
}

/// An entry of `shown`: "host P1: P2".
std::string shown_text(const Json& entry) {
  const Json& value = entry["value"];
  const std::string text = value.is_null()      ? "?"
                           : value.is_boolean() ? ""
                           : value.is_string()  ? value.get<std::string>()
                                                : value.dump();
  return entry["fact"].get<std::string>() + " " +
         (entry["player"].is_null() ? "" : entry["player"].get<std::string>()) + ": " + text;
}
std::string shown_text(const ShownInSlow& fact) { return fact.name + " " + fact.player + ": " + fact.value; }

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
  std::multiset<std::string> shown;
  for (const Json& entry : json.value("shown", Json::array())) shown.insert(shown_text(entry));
  std::multiset<std::string> wanted;
  for (const ShownInSlow& fact : counted.shown) wanted.insert(shown_text(fact));
  CHECK(shown == wanted);
}

std::string cleared_cell(dsl::Type type) {
  return type == dsl::Type::truth ? "no" : type == dsl::Type::number ? "0" : "-";
}

/// Those of players have a cell for each, those of nobody one.
void add_shown_rows(const Counted& counted, std::vector<Row>& rows) {
  for (const bool of_players : {true, false})
    for (const ShownInSlow& fact : counted.shown) {
      if (fact.player.empty() == of_players) continue;
      const std::string cell = fact.value.empty() ? "yes" : fact.value;
      if (!of_players) {
        rows.push_back({fact.label, {cell}});
        continue;
      }
      if (rows.back().label != fact.label)
        rows.push_back({fact.label, std::vector(counted.all.size(), cleared_cell(fact.type))});
      rows.back().cells[static_cast<std::size_t>(std::stoi(fact.player.substr(1))) - 1] = cell;
    }
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
  add_shown_rows(counted, rows);
  return rows;
}

/// "total so far" is a total; rows of other kinds have no label here.
std::string kind_of(const std::string& label) {
  static const std::set<std::string> shown{
      "Double blank was laid", "Left in the pot", "Last winner", "Last engine",
      "Turns of this round",   "Covers",          "Guest in",    "Last double of all"};
  if (shown.contains(label)) return label;
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

std::vector<replay::PlayedRound> play_rounds(const engine::Rules& program, std::uint64_t seed,
                                             int most_rounds) {
  std::vector<replay::PlayedRound> played;
  engine::Observer observer;
  observer.act = [&](const engine::Act& act, const engine::Position&) { played.back().acts.push_back(act); };
  engine::Random random(seed);
  engine::Position position = engine::begin_match(program);
  for (int round = 0; round < most_rounds; ++round) {
    played.emplace_back();
    const engine::Outcome outcome = engine::play_round(program, position, random, {}, observer);
    REQUIRE((outcome == engine::Outcome::finished || outcome == engine::Outcome::voided));
    if (engine::match_over(program, position)) break;
  }
  return played;
}

replay::Header header_for(int players) {
  replay::Header header;
  header.variant.name = "train";
  for (std::size_t p = 0; p < static_cast<std::size_t>(players); ++p)
    header.players.push_back({name_of(p), {}, {}});
  return header;
}

/// Nothing of it counts.
bool is_open(const replay::RoundResult& round) {
  return round.end == replay::RoundEnd::unfinished &&
         std::all_of(round.players.begin(), round.players.end(), [](const replay::PlayerRound& player) {
           return player.from == replay::PointsFrom::nothing;
         });
}

int check_sheets(const dsl::CheckedRules& rules, int players, std::uint64_t seed, int most_rounds) {
  const engine::Rules program = engine::compile_rules(rules, players);
  const std::vector<replay::PlayedRound> played = play_rounds(program, seed, most_rounds);
  std::string written;
  const auto record = read_back(
      replay::record_from_acts(program, header_for(players), engine::begin_match(program), played), written);
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

TEST_CASE("a score sheet has the facts that are shown, in every format", "[replay]") {
  for (const std::string& name : bundled_names()) {
    const dsl::CheckedRules rules = rules_with_shown_facts(name);
    CAPTURE(name);
    for (std::uint64_t seed = 21; seed <= 23; ++seed)
      check_sheets(rules, rules.setup.most_players, seed, seed == 21 ? 40 : 3);
  }
}

/// Leaves out what players did in some rounds, and tiles everywhere: only the scores are left of a round, its
/// last turns are missing, or it breaks off.
void leave_out_turns(replay::Record& record, engine::Random& random) {
  for (replay::RecordRound& round : record.rounds) {
    const auto turns = static_cast<std::ptrdiff_t>(first_turn(round));
    const auto is_turn = [](const replay::Item& item) {
      return std::holds_alternative<replay::TurnLine>(item.line);
    };
    const auto behind = std::find_if_not(round.items.begin() + turns, round.items.end(), is_turn);
    const auto count = static_cast<std::uint32_t>(behind - round.items.begin() - turns);
    const std::uint32_t kind = random.below(24);
    const auto from = round.items.begin() + turns + (count == 0 ? 0 : random.below(count));
    if (kind == 0)
      std::erase_if(round.items, [](const replay::Item& item) {
        return !std::holds_alternative<replay::RoundLine>(item.line) &&
               !std::holds_alternative<replay::GameLine>(item.line) &&
               !std::holds_alternative<replay::ScoreLine>(item.line);
      });
    if (kind == 1) round.items.erase(from, behind);
    if (kind >= 20) round.items.erase(from, round.items.end());
    if (kind == 2 && count > 0) {
      const auto gap = round.items.erase(from, behind);
      round.items.insert(gap, replay::Item{replay::GapLine{}, {}, {}});
    }
  }
}

TEST_CASE("no fact is shown that what is written does not bear out", "[replay]") {
  int known = 0;
  int unknown = 0;
  int behind_open = 0;  ///< records with a round that broke off and one after it that counts
  for (const std::string& name : bundled_names()) {
    const dsl::CheckedRules rules = rules_with_shown_facts(name);
    const int players = rules.setup.most_players;
    const engine::Rules program = engine::compile_rules(rules, players);
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      const std::vector<replay::PlayedRound> played = play_rounds(program, seed, 4);
      replay::Record record =
          replay::record_from_acts(program, header_for(players), engine::begin_match(program), played);
      engine::Random random(seed + 1000 * name.size());
      leave_out_turns(record, random);
      mask_out(record, random, 0.2);
      std::string written;
      const auto read = read_back(record, written);
      INFO(name << " " << seed << "\n" << written);
      REQUIRE(read);
      const replay::MatchResult result = replay::score_record(program, *read);
      // The rounds up to the last that counts.
      std::size_t counts = result.rounds.size();
      while (counts > 0 && is_open(result.rounds[counts - 1])) --counts;
      behind_open += std::any_of(result.rounds.begin(),
                                 result.rounds.begin() + static_cast<std::ptrdiff_t>(counts), is_open);
      std::map<std::string, std::string> truth;
      const std::vector<replay::PlayedRound> counted(played.begin(),
                                                     played.begin() + static_cast<std::ptrdiff_t>(counts));
      for (const ShownInSlow& fact : count(rules, players, counted).shown)
        truth[fact.name + " " + fact.player] = fact.value.empty() ? "yes" : fact.value;
      for (const replay::ShownFact& fact : result.shown)
        for (std::size_t n = 0; n < fact.values.size(); ++n) {
          const std::string key = fact.name + " " + (fact.of == dsl::Scope::player ? name_of(n) : "");
          const std::string value = replay::shown_value(fact.type, fact.values[n], result.names);
          INFO(key << " " << value);
          (value == "?" ? unknown : known)++;
          if (value == "?") continue;
          CHECK(value == (truth.contains(key) ? truth[key] : cleared_cell(fact.type)));
        }
    }
  }
  CHECK(known > 200);
  CHECK(unknown > 200);
  CHECK(behind_open > 5);
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
