#pragma once
// Looks over a JSON text that a stranger may have written before a tree is made of it, which would take up to
// forty times its size in memory.

#include <cstddef>
#include <string_view>

namespace roundhouse::engine {

struct JsonLimits {
  std::size_t depth = 0;   ///< of arrays and objects within each other
  std::size_t values = 0;  ///< in all, arrays, objects and keys counted
};

/// True also if the text is no JSON: its reader reports that.
bool is_within_limits(std::string_view text, const JsonLimits& limits);

}  // namespace roundhouse::engine
