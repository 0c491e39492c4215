#include "replay/views/score_object.h"

#include <nlohmann/json.hpp>

#include "dsl/base/json_line.h"
#include "replay/record/tiles.h"
#include "replay/views/verdict_text.h"

namespace roundhouse::replay {

namespace {
using Json = nlohmann::ordered_json;
}

std::string wrong_score_json(const dsl::SourceMap& sources, const ScoreDifference& score) {
  Json object;
  const dsl::LineColumn at = sources.locate(score.place.where.file, score.place.where.begin);
  object["line"] = at.line;
  object["column"] = at.column;
  object["round"] = score.place.round.empty() ? Json() : Json(score.place.round);
  object["player"] = score.player;
  object["claimed"] = score.claimed;
  object["right"] = score.right;
  if (score.is_total) object["is_total"] = true;
  Json left = Json::array();
  for (const TileId tile : score.left) left.push_back(tile_text(tile));
  object["left"] = std::move(left);
  const bool one_counts = score.parts.size() == 1 && !score.parts.front().counts.empty();
  object["counts"] = one_counts ? Json(score.parts.front().counts) : Json();
  Json parts = Json::array();
  for (const PointsPart& part : score.parts) {
    Json entry;
    entry["rule"] = part.rule;
    entry["says"] = part.says;
    entry.update(Json::parse(citations_json(part.from)));
    entry["points"] = part.points;
    if (!part.counts.empty()) entry["counts"] = part.counts;
    entry["at"] = part.place ? Json(place_name(*part.place)) : Json();
    if (part.place && !part.place->signer.empty()) entry["by"] = part.place->signer;
    parts.push_back(std::move(entry));
  }
  object["parts"] = std::move(parts);
  if (score.parts_left_out > 0) object["parts_left_out"] = score.parts_left_out;
  return dsl::json_line(object);
}

std::string citations_json(const std::vector<dsl::Citation>& citations) {
  Json ids = Json::array();
  Json parents = Json::object();
  for (const dsl::Citation& citation : citations) {
    ids.push_back(citation.section);
    if (!citation.parent.empty()) parents[citation.section] = citation.parent;
  }
  Json object;
  object["from"] = std::move(ids);
  if (!parents.empty()) object["from_parents"] = std::move(parents);
  return dsl::json_line(object);
}

}  // namespace roundhouse::replay
