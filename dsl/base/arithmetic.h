#pragma once
// The arithmetic of the rule language: 32 bits, results stop at their limits, nothing fails. Used where
// constants are folded and where expressions are evaluated, so that both count alike.

#include <algorithm>
#include <cstdint>

namespace roundhouse::dsl {

/// Numbers stop at this and at its negative.
constexpr std::int32_t greatest_number = 1'000'000'000;
/// Greater ones are refused where a rule file writes them: nothing that is counted comes near.
constexpr std::int32_t greatest_written_number = 1'000'000;

constexpr std::int32_t stopped(std::int64_t number) {
  return static_cast<std::int32_t>(
      std::clamp<std::int64_t>(number, -std::int64_t{greatest_number}, greatest_number));
}
constexpr std::int32_t sum_of(std::int32_t a, std::int32_t b) { return stopped(std::int64_t{a} + b); }
constexpr std::int32_t difference_of(std::int32_t a, std::int32_t b) { return stopped(std::int64_t{a} - b); }
constexpr std::int32_t product_of(std::int32_t a, std::int32_t b) { return stopped(std::int64_t{a} * b); }
/// Truncated toward zero; 0 where b is 0.
constexpr std::int32_t quotient_of(std::int32_t a, std::int32_t b) {
  return b == 0 ? 0 : stopped(std::int64_t{a} / b);
}
/// a - b * (a / b): the sign of a; 0 where b is 0.
constexpr std::int32_t remainder_of(std::int32_t a, std::int32_t b) {
  return b == 0 ? 0 : stopped(std::int64_t{a} % b);
}

}  // namespace roundhouse::dsl
