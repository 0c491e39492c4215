#pragma once
// The reserved words of conditions and the limits on their size: what the grammar, the printer and the
// messages all must agree on.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace roundhouse::dsl {

/// Design: files from strangers.
constexpr std::size_t max_expression_characters = 4096;
constexpr std::size_t max_expression_depth = 32;
constexpr std::size_t max_expression_nodes = 512;
constexpr std::int64_t max_number = 1'000'000'000;

/// Never names, not even of members.
constexpr std::array<std::string_view, 11> operator_words = {"and", "else", "has", "if",   "in",   "mod",
                                                             "not", "of",   "or",  "then", "where"};

/// Before brackets these look through a set; after a `.` they may be names of members (`debts.count`).
constexpr std::array<std::string_view, 8> quantifier_words = {"all", "any", "best", "count",
                                                              "max", "min", "sole", "sum"};

constexpr bool is_operator_word(std::string_view word) {
  return std::ranges::find(operator_words, word) != operator_words.end();
}
constexpr bool is_quantifier_word(std::string_view word) {
  return std::ranges::find(quantifier_words, word) != quantifier_words.end();
}

}  // namespace roundhouse::dsl
