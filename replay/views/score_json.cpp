#include <nlohmann/json.hpp>

#include "dsl/base/json_line.h"
#include "replay/record/tiles.h"
#include "replay/views/score_object.h"
#include "replay/views/score_sheet.h"

namespace roundhouse::replay {
namespace {

using Json = nlohmann::ordered_json;

std::string_view end_word(RoundEnd end) {
  switch (end) {
    case RoundEnd::out:
      return "out";
    case RoundEnd::blocked:
      return "blocked";
    case RoundEnd::counted:
      return "counted";
    case RoundEnd::written:
      return "written";
    case RoundEnd::voided:
    case RoundEnd::void_for_good:
      return "void";
    case RoundEnd::dealt_again:
      return "dealt-again";
    case RoundEnd::unfinished:
      return "unfinished";
  }
  return {};
}

std::string_view from_word(PointsFrom from) {
  switch (from) {
    case PointsFrom::tiles:
      return "tiles";
    case PointsFrom::written:
      return "written";
    case PointsFrom::nothing:
      return "nothing";
  }
  return {};
}

Json number(const std::optional<std::int32_t>& value) { return value ? Json(*value) : Json(); }

Json numbers(const std::vector<std::optional<std::int32_t>>& values) {
  Json list = Json::array();
  for (const auto& value : values) list.push_back(number(value));
  return list;
}

Json truths(const std::vector<dsl::Truth>& values) {
  if (values.empty()) return {};
  Json list = Json::array();
  for (const dsl::Truth value : values)
    list.push_back(value == dsl::Truth::undecided ? Json() : Json(value == dsl::Truth::yes));
  return list;
}

Json ranks(const std::vector<int>& values) {
  if (values.empty()) return {};
  Json list = Json::array();
  for (const int value : values) list.push_back(value == 0 ? Json() : Json(value));
  return list;
}

Json round_object(const dsl::SourceMap& sources, const MatchResult& match, std::size_t index) {
  const RoundResult& round = match.rounds[index];
  Json object;
  object["game"] = round.game;
  object["number"] = round.number;
  object["label"] = round.label.empty() ? Json() : Json(round.label);
  object["end"] = end_word(round.end);
  object["out"] = round.out == no_seat ? Json() : Json(match.names[static_cast<std::size_t>(round.out)]);
  Json players = Json::array();
  for (std::size_t p = 0; p < round.players.size(); ++p) {
    if (came_later(match, p, index)) {
      players.push_back(nullptr);
      continue;
    }
    const PlayerRound& player = round.players[p];
    Json entry;
    entry["score"] = player.from == PointsFrom::nothing ? Json() : Json(player.points);
    entry["from"] = from_word(player.from);
    entry["claimed"] = number(player.claimed);
    entry["total"] = number(player.total);
    Json left = Json::array();
    for (const TileId tile : player.left) left.push_back(tile_text(tile));
    entry["left"] = player.hand_known ? std::move(left) : Json();
    players.push_back(std::move(entry));
  }
  object["players"] = std::move(players);
  if (!round.rules.empty()) object["rules"] = round.rules;
  for (const Newcomer& newcomer : round.newcomers)
    object["joins"].push_back({{"player", match.names[static_cast<std::size_t>(newcomer.seat)]},
                               {"points", number(newcomer.points)}});
  object["trouble"] = round.stopped.empty() ? Json() : Json(round.stopped);
  Json wrong = Json::array();
  for (const ScoreDifference& score : round.wrong)
    wrong.push_back(Json::parse(wrong_score_json(sources, score)));
  object["wrong"] = std::move(wrong);
  if (round.wrong_left_out > 0) object["wrong_left_out"] = round.wrong_left_out;
  return object;
}

/// A value of a fact that is not cleared; null where it is not known.
Json fact_value(const MatchResult& match, dsl::Type type, std::optional<std::int32_t> value) {
  if (!value) return {};
  if (type == dsl::Type::truth) return true;
  if (type == dsl::Type::number) return *value;
  return shown_value(type, value, match.names);
}

/// An entry for each fact that is not cleared; of players, for each who has one.
Json shown(const MatchResult& match) {
  Json list = Json::array();
  for (const ShownFact& fact : match.shown)
    for (std::size_t n = 0; n < fact.values.size(); ++n) {
      if (is_cleared(fact, fact.values[n])) continue;
      Json entry;
      entry["fact"] = fact.name;
      entry["label"] = fact.label;
      entry["player"] = fact.of == dsl::Scope::player ? Json(match.names[n]) : Json();
      entry["value"] = fact_value(match, fact.type, fact.values[n]);
      list.push_back(std::move(entry));
    }
  return list;
}

Json table_object(const dsl::SourceMap& sources, const ScoreTable& table) {
  const MatchResult& match = table.match;
  Json object;
  object["schema"] = 1;
  object["files"] = table.files;
  object["variant"] = table.variant;
  object["players"] = match.names;
  object["before"] = match.begins.empty() ? Json() : numbers(match.begins);
  object["earlier"] = match.earlier.empty() ? Json() : numbers(match.earlier);
  if (!match.earlier_placement.empty()) object["earlier_placement"] = numbers(match.earlier_placement);
  Json rounds = Json::array();
  for (std::size_t i = 0; i < match.rounds.size(); ++i) rounds.push_back(round_object(sources, match, i));
  object["rounds"] = std::move(rounds);
  Json games = Json::array();
  for (const GameResult& game : match.games) {
    Json entry;
    entry["number"] = game.number;
    entry["over"] = game.over;
    entry["totals"] = numbers(game.totals);
    entry["ranks"] = ranks(game.ranks);
    if (!game.groups.empty()) entry["groups"] = game.groups;
    if (!match.placement.empty())
      entry["placement"] = game.placement.empty() ? Json() : numbers(game.placement);
    entry["moves_on"] = truths(game.moves_on);
    entry["to_playoff"] = truths(game.to_playoff);
    games.push_back(std::move(entry));
  }
  object["games"] = std::move(games);
  object["over"] = match.over;
  object["totals"] = numbers(match.totals);
  object["ranks"] = ranks(match.ranks);
  if (!match.placement.empty()) object["placement"] = numbers(match.placement);
  if (!match.shown.empty()) object["shown"] = shown(match);
  return object;
}

std::string line(const Json& object) { return dsl::json_line(object) + "\n"; }

}  // namespace

std::string render_score_json(const dsl::SourceMap& sources, const std::vector<ScoreTable>& tables) {
  std::string text;
  for (const ScoreTable& table : tables) text += line(table_object(sources, table));
  Json list = Json::array();
  for (const TogetherRow& row : together(tables)) {
    Json entry;
    entry["name"] = row.name;
    entry["tables"] = row.tables;
    entry["points"] = number(row.points);
    if (give_placement(tables)) entry["placement"] = number(row.placement);
    list.push_back(std::move(entry));
  }
  if (list.empty()) return text;
  Json object;
  object["schema"] = 1;
  object["together"] = std::move(list);
  return text + line(object);
}

}  // namespace roundhouse::replay
