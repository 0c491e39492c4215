#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/plain_text.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/utf8.h"
#include "replay/views/score_sheet.h"
#include "replay/views/verdict_text.h"

namespace roundhouse::replay {
namespace {

using Kind = SheetRow::Kind;

std::string right(std::string_view text, std::size_t width) {
  const std::size_t length = dsl::characters_in(text);
  return std::string(width > length ? width - length : 0, ' ') + std::string(text);
}
std::string left(std::string_view text, std::size_t width) {
  const std::size_t length = dsl::characters_in(text);
  return std::string(text) + std::string(width > length ? width - length : 0, ' ');
}

/// The widths of what is written of one player.
struct Widths {
  std::size_t label = 5;
  std::vector<std::size_t> score;
  std::vector<std::size_t> total;
};

/// True if it has no column for each player, and so no place in the table.
bool stands_below(const SheetRow& row) { return row.kind == Kind::shown && row.totals.empty(); }

/// Facts of nobody, below the table.
std::string facts_below(const std::vector<SheetRow>& rows) {
  std::size_t width = 0;
  for (const SheetRow& row : rows)
    if (stands_below(row)) width = std::max(width, dsl::characters_in(row.label));
  std::string text;
  for (const SheetRow& row : rows)
    if (stands_below(row)) text += left(row.label, width) + "  " + row.note + "\n";
  return text.empty() ? text : "\n" + text;
}

Widths measure(const MatchResult& match, const std::vector<SheetRow>& rows) {
  Widths widths;
  widths.score.assign(match.names.size(), 3);
  widths.total.assign(match.names.size(), 4);
  for (const SheetRow& row : rows) {
    if (stands_below(row)) continue;
    widths.label = std::max(widths.label, dsl::characters_in(row.label));
    for (std::size_t p = 0; p < row.scores.size(); ++p)
      widths.score[p] = std::max(widths.score[p], dsl::characters_in(row.scores[p]));
    for (std::size_t p = 0; p < row.totals.size(); ++p)
      widths.total[p] = std::max(widths.total[p], dsl::characters_in(row.totals[p]));
  }
  for (std::size_t p = 0; p < match.names.size(); ++p) {
    const std::size_t name = dsl::characters_in(match.names[p]);
    const std::size_t block = widths.score[p] + 2 + widths.total[p];
    if (name > block) widths.total[p] += name - block;
  }
  return widths;
}

std::string number_or_open(const std::optional<std::int32_t>& number) {
  return number ? std::to_string(*number) : "?";
}

std::string without_trailing(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

/// Some of the players, as many as there is room for.
struct Players {
  std::size_t begin = 0;
  std::size_t end = 0;
};

std::string line_of(const SheetRow& row, const Widths& widths, const Players& some, std::size_t columns) {
  std::string line = left(row.label, widths.label);
  for (std::size_t p = some.begin; p < some.end; ++p) {
    const std::string score = row.scores.empty() ? "" : row.scores[p];
    const char mark = row.marks.empty() ? ' ' : row.marks[p];
    line += "  " + right(score, widths.score[p]) + mark + " " +
            right(row.totals.empty() ? "" : row.totals[p], widths.total[p]);
  }
  if (row.note.empty() || some.end < widths.total.size()) return without_trailing(std::move(line));
  const std::string beside = "   " + row.note;
  if (columns > 0 && dsl::characters_in(line) + dsl::characters_in(beside) > columns) {
    // A note has a line of its own then.
    const std::string indent(widths.label + 2, ' ');
    return without_trailing(std::move(line)) + dsl::filled_text(row.note, indent, indent, columns);
  }
  line += beside;
  return without_trailing(std::move(line));
}

std::string notes(const dsl::SourceMap& sources, const MatchResult& match,
                  const std::vector<SheetRow>& rows) {
  std::string text;
  for (const SheetNote& note : sheet_notes(match, rows))
    text += note.wrong != nullptr ? wrong_score(sources, *note.wrong) : note.text + "\n";
  return text.empty() ? text : "\n" + text;
}

/// From this player on those for whom there is room, at least one.
Players players_from(std::size_t begin, const Widths& widths, std::size_t columns) {
  Players some{begin, begin};
  std::size_t width = widths.label;
  for (; some.end < widths.total.size(); ++some.end) {
    width += 2 + widths.score[some.end] + 2 + widths.total[some.end];
    if (columns > 0 && width > columns && some.end > begin) break;
  }
  return some;
}

std::string columns_text(const ScoreTable& table, const std::vector<SheetRow>& rows, const Widths& widths,
                         const Players& some, std::size_t columns) {
  std::string head = left("round", widths.label);
  for (std::size_t p = some.begin; p < some.end; ++p)
    head += "  " + right(table.match.names[p], widths.score[p] + 2 + widths.total[p]);
  std::string text = without_trailing(std::move(head));
  const bool games = has_games(table.match);
  int game = 0;
  for (const SheetRow& row : rows) {
    if (stands_below(row)) continue;
    if (games && row.game != game) {
      game = row.game;
      text += game > 0 ? fmt::format("\ngame {}\n", game) : "\n";
    }
    if (!games && row.kind == Kind::total) text += "\n";
    text += line_of(row, widths, some, columns);
  }
  return text;
}

std::string table_text(const dsl::SourceMap& sources, const ScoreTable& table, std::size_t columns) {
  const std::vector<SheetRow> rows = sheet_rows(table.match);
  const Widths widths = measure(table.match, rows);
  std::string text = dsl::joined(table.files, ", ", dsl::printable_line);
  text += fmt::format(": {}\n", dsl::printable_line(table.variant));
  std::size_t next = 0;
  do {
    const Players some = players_from(next, widths, columns);
    text += "\n" + columns_text(table, rows, widths, some, columns);
    next = some.end;
  } while (next < widths.total.size());
  return text + facts_below(rows) + notes(sources, table.match, rows);
}

}  // namespace

std::string render_score_text(const dsl::SourceMap& sources, const std::vector<ScoreTable>& tables,
                              std::size_t columns) {
  std::string text;
  for (const ScoreTable& table : tables)
    text += (text.empty() ? "" : "\n\n") + table_text(sources, table, columns);
  const std::vector<TogetherRow> rows = together(tables);
  if (rows.empty()) return text;
  text += "\n\nall tables together\n\n";
  std::size_t width = 0;
  for (const TogetherRow& row : rows) width = std::max(width, dsl::characters_in(row.name));
  const bool for_places = give_placement(tables);
  for (const TogetherRow& row : rows)
    text += fmt::format("{}  {:>5}{}   {} {}\n", left(row.name, width), number_or_open(row.points),
                        for_places ? fmt::format("  {:>5} for places", number_or_open(row.placement)) : "",
                        row.tables, row.tables == 1 ? "table" : "tables");
  return text;
}

}  // namespace roundhouse::replay
