#pragma once
// The spaces within a condition or within effects. Brackets, words and the order stay as they are written.

#include <string>
#include <string_view>

namespace roundhouse::dsl {

/// One line of an expression with the usual spaces: one on each side of an operator, none inside brackets or
/// around dots. `before`: what stands in the lines above it. What is no expression stays as it is, but for
/// blanks at its ends.
std::string lay_out_expression(std::string_view line, std::string_view before = {});

/// True if words and signs are the same, whatever blanks stand between them.
bool same_tokens(std::string_view one, std::string_view other);

}  // namespace roundhouse::dsl
