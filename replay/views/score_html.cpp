#include <fmt/format.h>

#include "dsl/base/arithmetic.h"
#include "dsl/base/html.h"
#include "dsl/base/plain_text.h"
#include "replay/views/score_sheet.h"
#include "replay/views/score_words.h"
#include "replay/views/verdict_text.h"
#include "web/page_files.h"

namespace roundhouse::replay {
namespace {

using dsl::html_text;
using Kind = SheetRow::Kind;

/// `columns`: of all players together.
std::string row_html(const SheetRow& row, std::size_t columns) {
  const bool sum = row.kind != Kind::round && row.kind != Kind::begins;
  const bool first = row.kind == Kind::total || row.kind == Kind::all_total;
  std::string html = sum ? (first ? "<tr class=\"sum first\">" : "<tr class=\"sum\">") : "<tr>";
  html += "<th scope=\"row\">" + html_text(row.label) + "</th>";
  for (std::size_t p = 0; p < row.totals.size(); ++p) {
    html += "<td class=\"score\">";
    if (!row.scores.empty()) html += html_text(row.scores[p]);
    if (!row.marks.empty() && row.marks[p] != ' ') html += fmt::format("<sup>{}</sup>", row.marks[p]);
    html += "</td><td class=\"total\">" + html_text(row.totals[p]) + "</td>";
  }
  if (row.kind == Kind::shown && row.totals.empty())
    html += fmt::format("<td class=\"fact\" colspan=\"{}\">{}</td>", columns, html_text(row.note));
  else if (!row.note.empty())
    html += "<td class=\"note\">" + html_text(row.note) + "</td>";
  return html + "</tr>\n";
}

std::string notes_html(const dsl::SourceMap& sources, const MatchResult& match,
                       const std::vector<SheetRow>& rows) {
  bool written = false;
  bool wrong = false;
  for (const SheetRow& row : rows)
    for (const char mark : row.marks) written = written || mark == '*', wrong = wrong || mark == '!';
  std::string html;
  if (written) html += "<p>* as written: it depends on tiles that nobody wrote down</p>\n";
  if (wrong) html += "<p>! another score is written in the record</p>\n";
  if (has_capped_total(rows)) html += fmt::format("<p>a total is at most {}</p>\n", dsl::greatest_number);
  for (const RoundResult& round : match.rounds) {
    if (round.stopped_at)
      html += fmt::format("<p>stopped at {}: {}</p>\n", html_text(place_name(*round.stopped_at)),
                          html_text(round.stopped));
    for (const ScoreDifference& score : round.wrong) {
      html += fmt::format("<p>{}: {} is written for {}, and it is {}", html_text(place_name(score.place)),
                          score.claimed, html_text(score.player), score.right);
      for (const std::string& reason : score_reasons(sources, score)) html += "<br>" + html_text(reason);
      html += "</p>\n";
    }
    if (round.wrong_left_out > 0)
      html += fmt::format("<p>and {} more that are not listed</p>\n", round.wrong_left_out);
  }
  return html;
}

/// A sheet is handed round, so it names no folders.
std::string name_of_file(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? path : path.substr(slash + 1));
}

std::string table_html(const dsl::SourceMap& sources, const ScoreTable& table) {
  const std::vector<SheetRow> rows = sheet_rows(table.match);
  std::string html = fmt::format(
      "<h2>{}</h2>\n<p>{}</p>\n<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Points\">\n"
      "<table>\n<thead><tr><th scope=\"col\">round</th>",
      html_text(table.variant), html_text(dsl::joined(table.files, ", ", name_of_file)));
  for (const std::string& name : table.match.names)
    html += "<th class=\"name\" scope=\"colgroup\" colspan=\"2\">" + html_text(name) + "</th>";
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
    html += row_html(row, 2 * table.match.names.size());
  }
  return html +
         "</tbody>\n</table>\n</div>\n<p class=\"soft\">Of each player the points of the round, and bold all "
         "so "
         "far.</p>\n" +
         notes_html(sources, table.match, rows);
}

}  // namespace

std::string render_score_html(const dsl::SourceMap& sources, const std::vector<ScoreTable>& tables) {
  std::string body = "<h1>Score sheet</h1>\n";
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
                        std::string(page_file("style/paper.css")).append(page_file("style/score.css")), body);
}

}  // namespace roundhouse::replay
