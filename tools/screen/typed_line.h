#pragma once
// A line that is typed key by key, kept as UTF-8.

#include <string>

#include "tools/screen/key.h"

namespace roundhouse::replay {

/// Puts the character of a key behind it; what nobody can see, and what makes it longer than anybody types,
/// is left out.
void type_key(std::string& line, const Key& key);

/// Takes its last character away; nothing where there is none.
void take_last(std::string& line);

}  // namespace roundhouse::replay
