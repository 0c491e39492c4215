#include <fmt/format.h>

#include "dsl/base/arithmetic.h"
#include "dsl/base/search.h"
#include "replay/views/score_sheet.h"
#include "replay/views/verdict_text.h"

namespace roundhouse::replay {
namespace {

using Kind = SheetRow::Kind;

std::string number_or(const std::optional<std::int32_t>& number, std::string_view otherwise) {
  return number ? std::to_string(*number) : std::string(otherwise);
}

std::string_view end_words(const RoundResult& round) {
  switch (round.end) {
    case RoundEnd::out:
      return {};
    case RoundEnd::blocked:
      return "blocked";
    case RoundEnd::counted:
      return "counted from what was left";
    case RoundEnd::written:
      return "only the scores are written";
    case RoundEnd::voided:
      return "void: no engine";
    case RoundEnd::dealt_again:
      return "void: dealt again";
    case RoundEnd::void_for_good:
      return "void: dealt too often";
    case RoundEnd::unfinished:
      return "not followed to its end";
  }
  return {};
}

bool is_wrong(const RoundResult& round, const std::string& short_name) {
  return any_of(round.wrong, [&](const ScoreDifference& wrong) { return wrong.player == short_name; });
}

/// "from here on double_blank=50; Zoe joins with 120".
std::string changes_text(const RoundResult& round, const MatchResult& match) {
  std::string text;
  const auto add = [&](const std::string& what) { text += (text.empty() ? "" : "; ") + what; };
  if (!round.rules.empty()) {
    std::string rules;
    for (const std::string& rule : round.rules) rules += " " + rule;
    add("from here on" + rules);
  }
  for (const Newcomer& newcomer : round.newcomers)
    add(fmt::format("{} joins with {}", match.names[static_cast<std::size_t>(newcomer.seat)],
                    number_or(newcomer.points, "?")));
  return text;
}

SheetRow round_row(const MatchResult& match, std::size_t index) {
  const RoundResult& round = match.rounds[index];
  SheetRow row;
  row.kind = Kind::round;
  row.game = round.game;
  row.label = round.label.empty() ? fmt::format("#{}", round.number) : round.label;
  row.note = end_words(round);
  if (const std::string changes = changes_text(round, match); !changes.empty())
    row.note += (row.note.empty() ? "" : "; ") + changes;
  const bool open = round.end == RoundEnd::unfinished && all_of(round.players, [](const PlayerRound& player) {
                      return player.from == PointsFrom::nothing;
                    });
  for (std::size_t p = 0; p < round.players.size(); ++p) {
    if (came_later(match, p, index)) {
      row.scores.emplace_back();
      row.totals.emplace_back();
      row.marks.push_back(' ');
      continue;
    }
    const PlayerRound& player = round.players[p];
    const bool known = player.from != PointsFrom::nothing;
    row.scores.push_back(known ? std::to_string(player.points) : open ? "-" : "?");
    row.totals.push_back(open ? "-" : number_or(player.total, "?"));
    row.marks.push_back(is_wrong(round, match.short_names[p]) ? '!'
                        : player.from == PointsFrom::written  ? '*'
                                                              : ' ');
  }
  return row;
}

SheetRow summary(Kind kind, int game, std::string label, std::vector<std::string> cells) {
  SheetRow row;
  row.kind = kind;
  row.game = game;
  row.label = std::move(label);
  row.totals = std::move(cells);
  return row;
}

std::vector<std::string> texts(const std::vector<std::optional<std::int32_t>>& numbers) {
  std::vector<std::string> cells;
  for (const auto& number : numbers) cells.push_back(number_or(number, "?"));
  return cells;
}
std::vector<std::string> texts(const std::vector<int>& ranks, std::size_t players) {
  std::vector<std::string> cells(players, "?");
  for (std::size_t p = 0; p < ranks.size(); ++p)
    if (ranks[p] != 0) cells[p] = std::to_string(ranks[p]);
  return cells;
}
std::vector<std::string> texts(const std::vector<dsl::Truth>& who) {
  std::vector<std::string> cells;
  for (const dsl::Truth holds : who)
    cells.emplace_back(holds == dsl::Truth::undecided ? "?" : holds == dsl::Truth::yes ? "yes" : "no");
  return cells;
}
/// The points from before the record; none for players who were not there yet.
std::vector<std::string> texts_before(const std::vector<std::optional<std::int32_t>>& points) {
  std::vector<std::string> cells;
  for (const auto& number : points) cells.push_back(number_or(number, ""));
  return cells;
}

/// Facts that are shown and not cleared: those of players, then those of the match.
void add_shown(const MatchResult& match, std::vector<SheetRow>& rows) {
  for (const bool of_players : {true, false})
    for (const ShownFact& fact : match.shown) {
      if ((fact.of == dsl::Scope::player) != of_players) continue;
      std::vector<std::string> cells;
      bool all_cleared = true;
      for (const std::optional<std::int32_t>& value : fact.values) {
        cells.push_back(shown_value(fact.type, value, match.names));
        all_cleared = all_cleared && is_cleared(fact, value);
      }
      if (all_cleared) continue;
      SheetRow& row = rows.emplace_back(summary(Kind::shown, 0, fact.label, {}));
      if (of_players)
        row.totals = std::move(cells);
      else
        row.note = std::move(cells.front());
    }
}

}  // namespace

bool has_games(const MatchResult& match) { return match.games_planned > 1 || match.games.size() > 1; }

std::vector<SheetRow> sheet_rows(const MatchResult& match) {
  std::vector<SheetRow> rows;
  const std::size_t players = match.names.size();
  const std::string rank = match.grouped ? "rank in group" : "rank";
  if (!match.earlier.empty())
    rows.push_back(summary(Kind::begins, 0, "earlier games", texts_before(match.earlier)));
  if (!match.earlier_placement.empty())
    rows.push_back(summary(Kind::begins, 0, "for earlier places", texts_before(match.earlier_placement)));
  std::size_t at = 0;
  for (const GameResult& game : match.games) {
    if (&game == match.games.data() && !match.begins.empty())
      rows.push_back(summary(Kind::begins, game.number, "before", texts_before(match.begins)));
    for (; at < match.rounds.size() && match.rounds[at].game == game.number; ++at)
      rows.push_back(round_row(match, at));
    const std::string so_far = game.over ? "" : " so far";
    const auto add = [&](Kind kind, std::string label, std::vector<std::string> cells) {
      for (std::size_t p = 0; p < cells.size(); ++p)
        if (came_later(match, p, game.rounds_end - 1)) cells[p].clear();
      rows.push_back(summary(kind, game.number, std::move(label), std::move(cells)));
    };
    add(Kind::total, "total" + so_far, texts(game.totals));
    if (!game.groups.empty()) add(Kind::group, "group", game.groups);
    add(Kind::rank, rank + so_far, texts(game.ranks, players));
    if (!game.placement.empty()) add(Kind::placement, "for the place", texts(game.placement));
    if (!game.moves_on.empty()) add(Kind::moves_on, "moves on", texts(game.moves_on));
    if (!game.to_playoff.empty()) add(Kind::to_playoff, "to the playoff", texts(game.to_playoff));
    rows.back().last_of_game = true;
  }
  if (has_games(match)) {
    const std::string so_far = match.over ? "" : " so far";
    rows.push_back(summary(Kind::all_total, 0, "all games" + so_far, texts(match.totals)));
    if (!match.placement.empty())
      rows.push_back(summary(Kind::all_placement, 0, "for all places" + so_far, texts(match.placement)));
    rows.push_back(summary(Kind::all_rank, 0, rank + so_far, texts(match.ranks, players)));
  }
  add_shown(match, rows);
  return rows;
}

bool give_placement(const std::vector<ScoreTable>& tables) {
  return none_of(tables, [](const ScoreTable& table) { return table.match.placement.empty(); });
}

std::vector<TogetherRow> together(const std::vector<ScoreTable>& tables) {
  std::vector<TogetherRow> rows;
  bool twice = false;
  for (const ScoreTable& table : tables)
    for (std::size_t p = 0; p < table.match.names.size(); ++p) {
      const std::string& name = table.match.names[p];
      auto row = find_if(rows, [&](const TogetherRow& r) { return r.name == name; });
      if (row == rows.end()) row = rows.insert(row, {name, 0, 0, 0});
      twice = twice || row->tables > 0;
      ++row->tables;
      const std::optional<std::int32_t>& points = table.match.totals[p];
      const std::optional<std::int32_t> placement =
          table.match.placement.empty() ? 0 : table.match.placement[p];
      row->placement = row->placement && placement ? std::optional(dsl::sum_of(*row->placement, *placement))
                                                   : std::nullopt;
      row->points = row->points && points ? std::optional(dsl::sum_of(*row->points, *points)) : std::nullopt;
    }
  if (!twice) rows.clear();
  return rows;
}

std::vector<SheetNote> sheet_notes(const MatchResult& match, const std::vector<SheetRow>& rows) {
  std::vector<SheetNote> notes;
  const auto add = [&](std::string text) { notes.push_back({std::move(text)}); };
  const auto is_marked = [&](char mark) {
    return any_of(rows, [&](const SheetRow& row) { return contains(row.marks, mark); });
  };
  // As great, or as small, as points go: more was not added to it.
  const std::string most = std::to_string(dsl::greatest_number);
  const auto is_capped = [&](const std::string& total) { return total == most || total == "-" + most; };
  if (is_marked('*')) add("* as written: it depends on tiles that nobody wrote down");
  if (is_marked('!')) add("! another score is written in the record");
  if (any_of(rows, [&](const SheetRow& row) { return any_of(row.totals, is_capped); }))
    add("a total is at most " + most);
  for (const RoundResult& round : match.rounds) {
    if (round.stopped_at) add(fmt::format("stopped at {}: {}", place_name(*round.stopped_at), round.stopped));
    for (const ScoreDifference& wrong : round.wrong) notes.push_back({{}, &wrong});
    if (round.wrong_left_out > 0) add(fmt::format("and {} more that are not listed", round.wrong_left_out));
  }
  return notes;
}

}  // namespace roundhouse::replay
