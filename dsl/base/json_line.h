#pragma once
// JSON as every printer of ours writes it: one line, valid UTF-8 whatever the texts in it are (a file name
// need not be), and nothing in it that a terminal would act upon. Depends on no JSON library; callers pass
// serialized values.

#include <string>

#include "dsl/base/shown_text.h"

namespace roundhouse::dsl {

/// Without the line's end.
template <class Json>
std::string json_line(const Json& value) {
  return printable_json(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace roundhouse::dsl
