#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "dsl/base/html.h"
#include "dsl/base/plain_text.h"
#include "dsl/base/utf8.h"
#include "replay/views/score_sheet.h"
#include "replay/views/verdict_text.h"
#include "web/page_files.h"

namespace roundhouse::replay {
namespace {

using dsl::html_text;
using Kind = SheetRow::Kind;

/// The player who alone is first, where the match is over.
std::optional<std::size_t> winner_of(const MatchResult& match) {
  if (!match.over || match.grouped || std::count(match.ranks.begin(), match.ranks.end(), 1) != 1) return {};
  return static_cast<std::size_t>(std::find(match.ranks.begin(), match.ranks.end(), 1) - match.ranks.begin());
}

/// `columns`: of all players together.
std::string row_html(const SheetRow& row, std::size_t columns, std::optional<std::size_t> winner) {
  const bool sum = row.kind != Kind::round && row.kind != Kind::begins;
  const bool first = row.kind == Kind::total || row.kind == Kind::all_total;
  std::string html = sum ? (first ? "<tr class=\"sum first\">" : "<tr class=\"sum\">") : "<tr>";
  html += "<th scope=\"row\">" + html_text(row.label) + "</th>";
  for (std::size_t p = 0; p < row.totals.size(); ++p) {
    const std::string_view won = p == winner ? " won" : "";
    html += fmt::format("<td class=\"score{}\">", won);
    if (!row.scores.empty()) html += html_text(row.scores[p]);
    if (!row.marks.empty() && row.marks[p] != ' ') html += fmt::format("<sup>{}</sup>", row.marks[p]);
    html += fmt::format("</td><td class=\"total{}\">{}</td>", won, html_text(row.totals[p]));
  }
  if (row.kind == Kind::shown && row.totals.empty())
    html += fmt::format("<td class=\"fact\" colspan=\"{}\">{}</td>", columns, html_text(row.note));
  else if (!row.note.empty())
    html += "<td class=\"note\">" + html_text(row.note) + "</td>";
  return html + "</tr>\n";
}

std::string notes_html(const dsl::SourceMap& sources, const MatchResult& match,
                       const std::vector<SheetRow>& rows) {
  std::string html;
  for (const SheetNote& note : sheet_notes(match, rows)) {
    html += "<p>" + html_text(note.text);
    if (const ScoreDifference* wrong = note.wrong; wrong != nullptr) {
      html += fmt::format("{}: {} is written for {}, and it is {}", html_text(place_name(wrong->place)),
                          wrong->claimed, html_text(wrong->player), wrong->right);
      for (const std::string& reason : score_reasons(sources, *wrong)) html += "<br>" + html_text(reason);
    }
    html += "</p>\n";
  }
  return html;
}

/// A sheet is handed round, so it names no folders.
std::string name_of_file(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

/// "Ann has won with 301 points." Where the match is over, and one alone is first.
std::string winner_html(const MatchResult& match) {
  const std::optional<std::size_t> winner = winner_of(match);
  if (!winner) return {};
  const auto& total = match.totals[*winner];
  return fmt::format("<p class=\"winner\">{} has won{}.</p>\n", html_text(match.names[*winner]),
                     total ? fmt::format(" with {} points", *total) : std::string());
}

/// The totals after each round as a curve for each player. Empty where one of them is not known.
std::string curves_html(const MatchResult& match) {
  constexpr int width = 640;
  constexpr int height = 180;
  constexpr int side = 90;  // for names behind the curves
  constexpr int left = 44;  // for the points before them
  std::vector<std::vector<double>> totals(match.names.size(), {0});
  for (const RoundResult& round : match.rounds) {
    if (round.players.size() != totals.size()) return {};
    for (std::size_t p = 0; p < totals.size(); ++p) {
      const std::optional<std::int32_t>& total = round.players[p].total;
      if (!total) return {};
      totals[p].push_back(*total);
    }
  }
  if (totals.empty() || totals.front().size() < 4 || has_games(match)) return {};
  double least = 0;
  double most = 0;
  for (const std::vector<double>& of_player : totals)
    for (const double total : of_player) least = std::min(least, total), most = std::max(most, total);
  if (most <= least) return {};
  const auto height_of = [&](double total) { return 10 + (height - 20) * (most - total) / (most - least); };
  // Names stand where their curves end, those of the highest first, and below each other.
  constexpr double line = 15;
  std::vector<std::size_t> order(totals.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return totals[a].back() > totals[b].back(); });
  std::string curves;
  const std::size_t rounds = totals.front().size() - 1;
  const auto across = [&](std::size_t round) {
    return left + (width - side - left) * static_cast<double>(round) / static_cast<double>(rounds);
  };
  // A line for each round number of points, and a name for every round or every few.
  double step = 1;
  // 1, 2, 5, 10, 20, 50 ...
  for (int i = 0; (most - least) / step > 4; ++i) step *= i % 3 == 1 ? 2.5 : 2;
  for (double value = std::ceil(least / step) * step; value <= most; value += step)
    curves += fmt::format(
        "<path class=\"grid\" d=\"M{0} {1:.1f}H{2}\"/><text class=\"axis end\" x=\"{3}\" "
        "y=\"{4:.1f}\">{5}</text>\n",
        left, height_of(value), width - side, left - 5, height_of(value) + 4, value);
  const std::size_t every = (rounds + 12) / 13;
  for (std::size_t round = every; round <= rounds; round += every)
    curves += fmt::format("<text class=\"axis middle\" x=\"{:.1f}\" y=\"{}\">{}</text>\n", across(round),
                          height + 8, html_text(match.rounds[round - 1].label));
  double last = -line;
  for (const std::size_t p : order) {
    std::string points;
    for (std::size_t i = 0; i < totals[p].size(); ++i) {
      const double x = across(i);
      points += fmt::format("{}{:.1f},{:.1f}", i == 0 ? "" : " ", x, height_of(totals[p][i]));
    }
    last = std::max(last + line, height_of(totals[p].back()) + 4);
    curves +=
        fmt::format("<g class=\"of-{}\"><polyline points=\"{}\"/><text x=\"{}\" y=\"{:.1f}\">{}</text></g>\n",
                    p % 10, points, width - side + 6, last, html_text(match.names[p]));
  }
  const int whole = std::max(height + 12, static_cast<int>(last) + 6);
  return fmt::format(
      "<svg class=\"curves\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"Totals after each round, which "
      "the "
      "table has in figures\">\n{}</svg>\n",
      width, whole, curves);
}

/// Whether names, of which no word is broken, want the broad side of the paper. Below a name stand two
/// figures.
bool is_broad(const MatchResult& match) {
  constexpr std::size_t figures = 6;
  constexpr std::size_t upright = 66;
  std::size_t letters = 0;
  for (const std::string& name : match.names) {
    std::size_t longest = figures;
    std::istringstream words(name);
    for (std::string word; words >> word;)
      longest =
          std::max<std::size_t>(longest, std::count_if(word.begin(), word.end(), dsl::begins_character));
    letters += longest;
  }
  return letters > upright;
}

std::string table_html(const dsl::SourceMap& sources, const ScoreTable& table) {
  const std::vector<SheetRow> rows = sheet_rows(table.match);
  std::string html = fmt::format(
      "{2}<h2>{0}</h2>\n<p class=\"soft\">{1}</p>\n<div class=\"wide\" tabindex=\"0\" role=\"group\" "
      "aria-label=\"Points\">\n"
      "<table>\n<thead><tr><th scope=\"col\">round</th>",
      html_text(table.variant), html_text(dsl::joined(table.files, ", ", name_of_file)),
      winner_html(table.match));
  const std::optional<std::size_t> winner = winner_of(table.match);
  for (std::size_t p = 0; p < table.match.names.size(); ++p)
    html += fmt::format("<th class=\"name{}\" scope=\"colgroup\" colspan=\"2\">{}</th>",
                        p == winner ? " won" : "", html_text(table.match.names[p]));
  html += "</tr></thead>\n<tbody>\n";
  const bool games = has_games(table.match);
  int game = 0;
  for (const SheetRow& row : rows) {
    if (games && row.game != game) {
      game = row.game;
      if (game > 0)
        html += fmt::format("<tr class=\"game\"><th colspan=\"{}\">game {}</th></tr>\n",
                            1 + 2 * table.match.names.size(), game);
    }
    html += row_html(row, 2 * table.match.names.size(), winner);
  }
  return html +
         "</tbody>\n</table>\n</div>\n<p class=\"soft\">Grey: the points of the round. Black: all so "
         "far.</p>\n" +
         curves_html(table.match) + notes_html(sources, table.match, rows);
}

}  // namespace

std::string render_score_html(const dsl::SourceMap& sources, const std::vector<ScoreTable>& tables) {
  const bool broad = std::any_of(tables.begin(), tables.end(),
                                 [](const ScoreTable& table) { return is_broad(table.match); });
  std::string body = fmt::format("<main{}>\n<h1>Score sheet</h1>\n", broad ? " class=\"broad\"" : "");
  for (const ScoreTable& table : tables) body += table_html(sources, table);
  const std::vector<TogetherRow> rows = together(tables);
  const bool for_places = give_placement(tables);
  const auto number_or_open = [](const std::optional<std::int32_t>& number) {
    return number ? std::to_string(*number) : std::string("?");
  };
  if (!rows.empty()) {
    body += "<h2>All tables together</h2>\n<table>\n";
    for (const TogetherRow& row : rows)
      body +=
          fmt::format("<tr><th scope=\"row\">{}</th><td class=\"total\">{}</td>{}<td>{} {}</td></tr>\n",
                      html_text(row.name), number_or_open(row.points),
                      for_places ? fmt::format("<td>{} for places</td>", number_or_open(row.placement)) : "",
                      row.tables, row.tables == 1 ? "table" : "tables");
    body += "</table>\n";
  }
  return dsl::html_page("Score sheet",
                        std::string(page_file("style/paper.css")).append(page_file("style/score.css")),
                        body + "</main>\n");
}

}  // namespace roundhouse::replay
