#include "replay/views/citation_json.h"

#include <nlohmann/json.hpp>

#include "dsl/base/json_line.h"

namespace roundhouse::replay {

using Json = nlohmann::ordered_json;

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
