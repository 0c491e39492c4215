#pragma once
// JSON as every command prints it: an object a line. What is no UTF-8, such as some names of files, is shown
// as replacement characters.

#include <nlohmann/json.hpp>
#include <string>

namespace roundhouse::cli {

inline std::string json_line(const nlohmann::ordered_json& object) {
  return object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace roundhouse::cli
