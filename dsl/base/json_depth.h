#pragma once
// A look at JSON of strangers before anybody reads it.

#include <cstddef>
#include <string_view>

namespace roundhouse::dsl {

/// True if lists and objects stand more than so many within each other. Of what is no JSON it may say either.
constexpr bool lies_deeper(std::string_view json, int most) {
  int depth = 0;
  bool in_text = false;
  for (std::size_t at = 0; at < json.size(); ++at) {
    const char c = json[at];
    if (in_text) {
      if (c == '\\') ++at;
      if (c == '"') in_text = false;
    } else if (c == '"') {
      in_text = true;
    } else if (c == '[' || c == '{') {
      if (++depth > most) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

}  // namespace roundhouse::dsl
