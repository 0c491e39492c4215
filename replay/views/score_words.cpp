#include "replay/views/score_words.h"

#include <fmt/format.h>

#include "replay/record/tiles.h"
#include "replay/views/verdict_text.h"

namespace roundhouse::replay {
namespace {

std::string tiles_line(const ScoreDifference& score) {
  if (score.left.empty()) return "nothing was left";
  std::string tiles;
  for (const engine::TileId tile : score.left) tiles += " " + tile_text(tile);
  std::string text = "left" + tiles;
  std::string sum;
  std::int64_t all = 0;
  for (const std::int32_t count : score.counts) {
    sum += fmt::format("{}{}", sum.empty() ? "" : " + ", count);
    all += count;
  }
  if (score.counts.size() == 1) text += ": " + sum;
  if (score.counts.size() > 1) text += fmt::format(": {} = {}", sum, all);
  return text;
}

std::string rule_line(const dsl::SourceMap& sources, const PointsPart& part) {
  std::string text = fmt::format("{} by the rule {}", part.points, part.rule);
  if (part.rule_where)
    text += fmt::format(", {}:{}", sources.file(part.rule_where->file).name,
                        sources.locate(part.rule_where->file, part.rule_where->begin).line);
  if (!part.from.empty()) text += fmt::format(" ({})", dsl::cited(part.from));
  if (part.place) text += ", at " + place_name(*part.place);
  if (part.place && !part.place->signer.empty()) text += ", as referee " + part.place->signer + " ruled";
  return part.says.empty() ? text : text + ": " + part.says;
}

}  // namespace

std::vector<std::string> score_reasons(const dsl::SourceMap& sources, const ScoreDifference& score) {
  std::vector<std::string> lines{tiles_line(score)};
  for (const PointsPart& part : score.parts) lines.push_back(rule_line(sources, part));
  if (score.parts_left_out > 0)
    lines.push_back(
        fmt::format("points were given {} times, which is more than is listed here", score.parts_left_out));
  return lines;
}

}  // namespace roundhouse::replay
