#pragma once
// Returns what may stand at a place of a rule file, by the table of keys: each key and each item of a list is
// one step down from the top. For readers that have no checked rules: the formatter, editors.

#include <optional>
#include <string_view>

#include "dsl/vocabulary/keys.h"

namespace roundhouse::dsl {

struct Standing {
  std::optional<KeyForm> form;    ///< of the value; absent: nothing is known of it
  std::optional<KeyMap> map;      ///< a map with fixed keys, or one may stand here
  std::optional<KeyMap> entries;  ///< a map with names of one's own, each of which has these keys
  const KeyRow* row = nullptr;    ///< the key under which it stands, if that is of the table
};

Standing whole_file();
Standing under_key(const Standing& parent, std::string_view key);
Standing item_of(const Standing& list);

/// True of conditions, values and effects: forms with the words and signs of the expression language.
bool is_expression(KeyForm form);
bool is_expression(const Standing& standing);

}  // namespace roundhouse::dsl
