#pragma once
// JSON as every printer of ours writes it: one line, valid UTF-8 whatever the texts in it are (a file name
// need not be), and nothing in it that a terminal would act upon. Depends on no JSON library; callers pass
// serialized values.

#include <cstddef>
#include <string>
#include <string_view>

#include "dsl/base/shown_text.h"

namespace roundhouse::dsl {

/// Without the line's end.
template <class Json>
std::string json_line(const Json& value) {
  return printable_json(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

// A look at JSON of strangers before anybody reads it.

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
