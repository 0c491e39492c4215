#pragma once
// Sentences with options woven in: "A double blank counts {double_blank}."

#include <vector>

#include "dsl/check/findings.h"
#include "dsl/check/name_table.h"

namespace roundhouse::dsl {

/// The pieces of a sentence; complains about braces that hold no option's name.
std::vector<SaysPiece> weave_says(const YamlNode& says, const NameTable& names, Findings& findings);

}  // namespace roundhouse::dsl
