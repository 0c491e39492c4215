#include "replay/views/score_words.h"

#include <fmt/format.h>

#include "replay/record/tiles.h"
#include "replay/views/verdict_text.h"

namespace roundhouse::replay {
namespace {

/// "10 + 23 = 33" behind `before`, or one number; empty: the tiles do not count one by one.
std::string sum_text(std::string_view before, const PointsPart& part) {
  if (part.counts.empty()) return {};
  std::string sum(before);
  for (std::size_t i = 0; i < part.counts.size(); ++i)
    sum += i == 0               ? fmt::format("{}", part.counts[i])
           : part.counts[i] < 0 ? fmt::format(" - {}", -std::int64_t{part.counts[i]})
                                : fmt::format(" + {}", part.counts[i]);
  return part.counts.size() == 1 ? sum : fmt::format("{} = {}", sum, part.points);
}

std::string tiles_line(const ScoreDifference& score) {
  if (score.left.empty()) return "nothing was left";
  std::string tiles;
  for (const engine::TileId tile : score.left) tiles += " " + tile_text(tile);
  std::string text = "left" + tiles;
  // Where one row alone counts, its sum is that of the hand.
  if (score.parts.size() == 1) text += sum_text(": ", score.parts.front());
  return text;
}

std::string rule_line(const dsl::SourceMap& sources, const ScoreDifference& score, const PointsPart& part) {
  std::string text = fmt::format("{} by the rule {}", part.points, part.rule);
  const std::string sum = score.parts.size() > 1 ? sum_text("", part) : std::string();
  if (!sum.empty()) text = fmt::format("{} by the rule {}", sum, part.rule);
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
  for (const PointsPart& part : score.parts) lines.push_back(rule_line(sources, score, part));
  if (score.parts_left_out > 0)
    lines.push_back(
        fmt::format("points were given {} times, which is more than is listed here", score.parts_left_out));
  return lines;
}

}  // namespace roundhouse::replay
