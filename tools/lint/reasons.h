#pragma once
// Why a condition is always or never so, with the figures, in the words of somebody who plays.

#include <string>
#include <vector>

#include "tools/lint/claims.h"
#include "tools/lint/lint.h"

namespace roundhouse::dsl {

/// The part as it was written, in quotation marks; "this" where it is too long to be quoted.
std::string quoted(const Linted& linted, const TypedExpr& part);

/// Empty where there is nothing to say but that it is so. Of a condition that is constant in these scenes.
std::string why_constant(const Linted& linted, const TypedExpr& condition, const std::vector<Scene>& scenes);

/// "13 points", "1 point"; the noun in the plural.
std::string counted(std::int64_t number, std::string_view plural);

}  // namespace roundhouse::dsl
