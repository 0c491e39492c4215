#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/fuzz/scribble.h"
#include "tests/fuzz/text_pieces.h"

namespace roundhouse::tests {
namespace {

using Json = nlohmann::ordered_json;

/// Values that nest deeper cannot be printed without going as deep.
bool is_shallow(const std::string& line) {
  return std::count_if(line.begin(), line.end(), [](char c) { return c == '[' || c == '{'; }) < 2'000;
}

Json any_json(Chance& chance) {
  switch (chance.below(9)) {
    case 0:
      return nullptr;
    case 1:
      return chance.percent(50);
    case 2:
      return Json::array();
    case 3:
      return Json::object();
    case 4:
      return any_tile(chance);
    case 5:
      return any_name(chance);
    case 6:
      return any_number(chance);
    default: {
      const Json number = Json::parse(any_number(chance), nullptr, false);
      return number.is_discarded() ? Json(chance.below(100)) : number;
    }
  }
}

/// A place in a value, by member or element at each step.
using Path = std::vector<Json>;

Path any_path(const Json& value, Chance& chance) {
  Path path;
  const Json* at = &value;
  while (!at->empty() && at->is_structured() && (path.empty() || chance.percent(85))) {
    const auto step = static_cast<std::size_t>(chance.below(static_cast<int>(at->size())));
    if (at->is_array()) {
      path.emplace_back(step);
      at = &(*at)[step];
    } else {
      auto member = at->begin();
      std::advance(member, static_cast<std::ptrdiff_t>(step));
      path.emplace_back(member.key());
      at = &member.value();
    }
  }
  return path;
}

/// The value that stands there; absent: this value has no such place.
Json* find(Json& value, const Path& path, std::size_t steps) {
  Json* at = &value;
  for (std::size_t i = 0; i < steps; ++i) {
    if (at->is_array() && path[i].is_number()) {
      const auto index = path[i].get<std::size_t>();
      if (index >= at->size()) return nullptr;
      at = &(*at)[index];
    } else {
      if (!at->is_object() || !path[i].is_string() || !at->contains(path[i].get<std::string>()))
        return nullptr;
      at = &(*at)[path[i].get<std::string>()];
    }
  }
  return at;
}

struct Change {
  Path path;
  int kind = 0;
  Json value;
};

void carry_out(const Change& change, Json& whole) {
  Json* parent = change.path.empty() ? nullptr : find(whole, change.path, change.path.size() - 1);
  Json* value = find(whole, change.path, change.path.size());
  if (value == nullptr) return;
  if (parent != nullptr && change.kind == 0) {
    if (parent->is_array())
      parent->erase(change.path.back().get<std::size_t>());
    else
      parent->erase(change.path.back().get<std::string>());
    return;
  }
  if (parent != nullptr && change.kind == 1) {
    const Json again = *value;
    if (parent->is_array())
      parent->push_back(again);
    else
      (*parent)[change.value.is_string() ? change.value.get<std::string>() : std::string("more")] = again;
    return;
  }
  if (change.kind == 2 && value->is_number_integer()) {
    *value = static_cast<std::int64_t>(static_cast<std::uint64_t>(value->get<std::int64_t>()) + 1);
    return;
  }
  if (change.kind == 3 && value->is_string() && change.value.is_number()) {
    *value = change.value.dump();  // sums stand in quotes
    return;
  }
  *value = change.value;
}

}  // namespace

void alter_json_lines(std::string& text, Chance& chance) {
  std::vector<std::string> lines = lines_of(text);
  if (lines.empty() || chance.percent(15)) {
    alter_lines(lines, chance);
    text = joined(lines);
    return;
  }
  const auto at = static_cast<std::size_t>(chance.below(static_cast<int>(lines.size())));
  Json value =
      is_shallow(lines[at]) ? Json::parse(lines[at], nullptr, false) : Json(Json::value_t::discarded);
  if (value.is_discarded() || chance.percent(10)) {
    alter_bytes(lines[at], chance);
    text = joined(lines);
    return;
  }
  const Change change{any_path(value, chance), chance.below(6), any_json(chance)};
  const bool everywhere = chance.percent(50);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i != at && !everywhere) continue;
    Json line = is_shallow(lines[i]) ? Json::parse(lines[i], nullptr, false) : Json(Json::value_t::discarded);
    if (line.is_discarded()) continue;
    carry_out(change, line);
    lines[i] = line.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  text = joined(lines);
}

}  // namespace roundhouse::tests
