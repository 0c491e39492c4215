#pragma once
// Rule files that a record brings along, as comments behind its last line:
//   # rules grandma.yaml
//   #| roundhouse: 1
//   #| ...
// The app for browsers downloads games so (web/app/packed.ts).

#include <map>
#include <string>
#include <string_view>

namespace roundhouse::replay {

/// By their names, which are no paths; as many as a link holds at most.
std::map<std::string, std::string> rules_within(std::string_view record);

}  // namespace roundhouse::replay
