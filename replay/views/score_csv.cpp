#include <algorithm>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/whole_number.h"
#include "replay/views/score_sheet.h"

namespace roundhouse::replay {
namespace {

using dsl::csv_text;

/// Its fields are written as CSV has them already.
std::string line_of(const std::vector<std::string>& fields) { return dsl::joined(fields, ",") + "\r\n"; }

std::string names_marked(const SheetRow& row, const MatchResult& match, char mark) {
  std::string names;
  for (std::size_t p = 0; p < row.marks.size(); ++p)
    if (row.marks[p] == mark) names += (names.empty() ? "" : ", ") + match.names[p];
  return names;
}

std::string note_of(const SheetRow& row, const MatchResult& match) {
  std::string note = row.note;
  const auto add = [&](const std::string& text) { note += (note.empty() ? "" : "; ") + text; };
  if (const std::string names = names_marked(row, match, '*'); !names.empty()) add("as written: " + names);
  if (const std::string names = names_marked(row, match, '!'); !names.empty())
    add("wrongly written: " + names);
  return note;
}

/// The value of a fact: a name is text of strangers, a number is none.
std::string fact_field(const std::string& value) {
  return value == "-" || dsl::whole_number<std::int32_t>(value) ? value : csv_text(value);
}

}  // namespace

std::string render_score_csv(const std::vector<ScoreTable>& tables) {
  std::vector<std::string> names;
  for (const ScoreTable& table : tables)
    for (const std::string& name : table.match.names)
      if (!contains(names, name)) names.push_back(name);
  std::vector<std::string> head{"table", "game", "row", "note"};
  for (const std::string& name : names) {
    head.push_back(csv_text(name));
    head.push_back(csv_text(name + " total"));
  }
  const auto column_of = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  std::string text = line_of(head);
  for (std::size_t t = 0; t < tables.size(); ++t) {
    const MatchResult& match = tables[t].match;
    for (const SheetRow& row : sheet_rows(match)) {
      // A group may bear a player's name.
      const bool is_fact = row.kind == SheetRow::Kind::shown || row.kind == SheetRow::Kind::group;
      const std::string label = row.kind == SheetRow::Kind::round ? "round " + row.label : row.label;
      std::vector<std::string> fields{
          std::to_string(t + 1), row.game > 0 ? std::to_string(row.game) : "", csv_text(label),
          row.kind == SheetRow::Kind::shown ? fact_field(row.note) : csv_text(note_of(row, match))};
      fields.resize(head.size());
      for (std::size_t p = 0; p < match.names.size(); ++p) {
        const std::size_t column = column_of(match.names[p]);
        if (!row.scores.empty()) fields[4 + 2 * column] = row.scores[p];
        if (!row.totals.empty()) fields[5 + 2 * column] = is_fact ? fact_field(row.totals[p]) : row.totals[p];
      }
      text += line_of(fields);
    }
  }
  const std::vector<TogetherRow> rows = together(tables);
  if (rows.empty()) return text;
  const auto add_row = [&](std::string_view label, const auto& value) {
    std::vector<std::string> fields{"", "", std::string(label), ""};
    fields.resize(head.size());
    for (const TogetherRow& row : rows) {
      const std::optional<std::int32_t> points = value(row);
      fields[5 + 2 * column_of(row.name)] = points ? std::to_string(*points) : "?";
    }
    text += line_of(fields);
  };
  add_row("all tables", [](const TogetherRow& row) { return row.points; });
  if (give_placement(tables))
    add_row("all tables: for places", [](const TogetherRow& row) { return row.placement; });
  return text;
}

}  // namespace roundhouse::replay
