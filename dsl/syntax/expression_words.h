#pragma once
// The limits on the size of conditions: what the grammar, the printer and the messages all must agree on.

#include <cstddef>
#include <cstdint>

namespace roundhouse::dsl {

/// Design: files from strangers.
constexpr std::size_t max_expression_characters = 4096;
constexpr std::size_t max_expression_depth = 32;
constexpr std::size_t max_expression_nodes = 512;

}  // namespace roundhouse::dsl
