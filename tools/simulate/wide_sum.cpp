#include "tools/simulate/wide_sum.h"

#include <algorithm>

namespace roundhouse::engine {
namespace {

/// So many digits always fit.
constexpr std::size_t most_digits = 38;

}  // namespace

std::string WideSum::text() const {
  std::string digits;
  Wide left = sum_;
  do {
    const auto digit = static_cast<int>(left % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
    left /= 10;
  } while (left != 0);
  if (sum_ < 0) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::optional<WideSum> WideSum::from_text(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > most_digits) return std::nullopt;
  WideSum sum;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    sum.sum_ = sum.sum_ * 10 + (c - '0');
  }
  if (negative) sum.sum_ = -sum.sum_;
  return sum;
}

}  // namespace roundhouse::engine
