#include "replay/views/turn_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "dsl/base/json_line.h"
#include "dsl/base/shown_text.h"
#include "dsl/base/utf8.h"
#include "replay/views/score_object.h"
#include "replay/views/verdict_text.h"

namespace roundhouse::replay {

using Json = nlohmann::ordered_json;
namespace {

std::string_view answer_word(RowAnswer answer) {
  switch (answer) {
    case RowAnswer::allows:
      return "allows";
    case RowAnswer::refuses:
      return "refuses";
    case RowAnswer::silent:
      return "silent";
    case RowAnswer::lifted:
    case RowAnswer::stayed:
      return "lifted";
    case RowAnswer::forbids:
      return "forbids";
    case RowAnswer::depends:
    case RowAnswer::open:
      return "depends";
    case RowAnswer::follows:
      return "follows";
  }
  return {};
}

}  // namespace

std::string answer_text(const ExplainedRow& row) {
  switch (row.answer) {
    case RowAnswer::allows:
      return "allows it";
    case RowAnswer::refuses:
      return "does not allow it";
    case RowAnswer::silent:
      return "does not forbid it";
    case RowAnswer::lifted:
      return fmt::format("would forbid it, but the exception {} holds", row.lifted_by);
    case RowAnswer::stayed:
      return fmt::format("would apply once it is done, but the exception {} holds", row.lifted_by);
    case RowAnswer::forbids:
      return "forbids it";
    case RowAnswer::depends:
      return "depends on tiles that are not written";
    case RowAnswer::open:
      return "depends on what is not known";
    case RowAnswer::follows:
      return "applies once it is done";
  }
  return {};
}

namespace {

std::string begins_line(const dsl::SourceMap& sources, const StarterReason& reason) {
  if (!reason.by_value) return fmt::format("  {}\n", reason.clause);
  return fmt::format("  {}\n", decider_text(sources, *reason.by_value));
}

std::string known_text(const ExplainedAct& act) {
  const std::vector<KnownLine>& known = act.known;
  if (known.empty()) return {};
  std::size_t width = 0;
  for (const KnownLine& line : known) width = std::max(width, dsl::characters_in(line.name));
  std::string text =
      fmt::format("what is known {} {}:\n", act.is_known_behind ? "behind" : "before", place_name(act.place));
  for (const KnownLine& line : known)
    text += fmt::format("  {}{}  {}\n", line.name, std::string(width - dsl::characters_in(line.name), ' '),
                        line.text);
  return text;
}

std::string row_line(const dsl::SourceMap& sources, const ExplainedRow& row) {
  std::string text = fmt::format("  {}, {}:{}", row.rule, sources.file(row.rule_where.file).name,
                                 sources.locate(row.rule_where.file, row.rule_where.begin).line);
  if (!row.from.empty()) text += fmt::format(" ({})", dsl::cited(row.from));
  text += " " + answer_text(row);
  for (std::size_t i = 0; i < row.because.size(); ++i) text += (i == 0 ? ": " : ", and ") + row.because[i];
  text += "\n";
  for (const Because& since : row.since)
    text += fmt::format("    {}: {}\n", place_name(since.place), since.message);
  return text;
}

}  // namespace

std::string render_turn_text(const dsl::SourceMap& sources, const std::vector<ExplainedAct>& acts,
                             const std::vector<NotLegalWith>& others) {
  std::string text;
  for (const ExplainedAct& act : acts) {
    text += known_text(act);
    text += fmt::format("{}: {}{}\n", place_name(act.place), act.deed, act.written ? "" : " (not written)");
    if (act.begins) text += begins_line(sources, *act.begins);
    for (const ExplainedRow& row : act.rows) text += row_line(sources, row);
    if (act.rows.empty() && act.judged.empty()) text += "  no row of these rules speaks to it\n";
    if (!act.judged.empty()) text += fmt::format("  {}\n", act.judged);
  }
  for (const NotLegalWith& other : others)
    text += fmt::format("illegal here with {}: {}\n", other.option, other.value);
  return dsl::printable(text);
}

std::string render_turn_json(const dsl::SourceMap& sources, const std::vector<ExplainedAct>& acts,
                             const std::vector<NotLegalWith>& others) {
  Json all = Json::array();
  for (const ExplainedAct& act : acts) {
    const dsl::LineColumn at = sources.locate(act.place.where.file, act.place.where.begin);
    Json object = {{"line", at.line}, {"column", at.column}, {"act", act.deed}, {"written", act.written}};
    if (act.begins) object["begins"] = act.begins->by_value ? act.begins->by_value->says : act.begins->clause;
    Json rows = Json::array();
    for (const ExplainedRow& row : act.rows) {
      Json one = {{"rule", row.rule}, {"says", row.says}};
      one.update(Json::parse(citations_json(row.from)));
      one["answer"] = answer_word(row.answer);
      one["lifted_by"] = row.lifted_by.empty() ? Json() : Json(row.lifted_by);
      one["because"] = row.because;
      rows.push_back(std::move(one));
    }
    object["rows"] = std::move(rows);
    if (!act.judged.empty()) object["judged"] = act.judged;
    for (const KnownLine& line : act.known) object["known"][line.name] = line.text;
    all.push_back(std::move(object));
  }
  Json with = Json::array();
  for (const NotLegalWith& other : others) with.push_back({{"option", other.option}, {"value", other.value}});
  return dsl::json_line(Json{{"schema", 1}, {"acts", std::move(all)}, {"illegal_with", std::move(with)}}) +
         "\n";
}

}  // namespace roundhouse::replay
