#pragma once
// Lines that somebody types, or a script: read as they come, of any bytes, and never longer than can be
// meant.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace roundhouse::cli {

/// Longer lines are no acts.
constexpr std::size_t longest_typed_line = 4'096;

enum class Got : std::uint8_t {
  line,
  too_long,     ///< a line that was passed over
  end,          ///< of the input
  interrupted,  ///< Ctrl-C
};

struct TypedLine {
  Got got = Got::line;
  std::string text;  ///< without the line's end, and without spaces around it
};

/// Standard input, line by line.
class LineInput {
 public:
  /// `stop` is set by Ctrl-C (interrupt.h).
  explicit LineInput(const std::atomic<bool>& stop) : stop_(stop) {}

  /// Prints the prompt and waits.
  TypedLine ask(std::string_view prompt);

 private:
  TypedLine read();

  const std::atomic<bool>& stop_;
  std::string waiting_;  ///< bytes read and not asked for
  bool ended_ = false;
};

}  // namespace roundhouse::cli
