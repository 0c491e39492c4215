#pragma once
// An exact sum of whole numbers and of their products. Sums of squares over a thousand million games do not
// fit 64 bits, and floating-point sums would depend on the order in which games come to be added.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace roundhouse::engine {

class WideSum {
 public:
  constexpr void add(std::int64_t number) { sum_ += number; }
  constexpr void add_product(std::int64_t a, std::int64_t b) { sum_ += Wide{a} * b; }
  constexpr WideSum& operator+=(const WideSum& other) {
    sum_ += other.sum_;
    return *this;
  }
  constexpr double value() const { return static_cast<double>(sum_); }
  bool operator==(const WideSum&) const = default;
  /// True if so many sums as great as this one still have room in one.
  constexpr bool has_room_for(std::uint64_t times) const {
    const Wide most = ~(Wide{1} << 127) / static_cast<Wide>(times);
    return sum_ <= most && sum_ >= -most;
  }

  /// Decimal digits, with a minus sign in front where it is below 0.
  std::string text() const;
  /// Reads what text() wrote; absent: these are no such digits, or too many.
  static std::optional<WideSum> from_text(std::string_view text);

 private:
  __extension__ using Wide = __int128;
  Wide sum_ = 0;
};

}  // namespace roundhouse::engine
