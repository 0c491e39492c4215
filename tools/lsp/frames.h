#pragma once
// Messages of the language server protocol as bytes: a header with their length, then JSON. What is no such
// message is passed over, and the next one is found.

#include <cstddef>
#include <optional>
#include <string>

namespace roundhouse::cli {

/// No editor sends more at once. The longest record that is read in an editor has 8 MiB.
constexpr std::size_t largest_message = std::size_t{16} << 20;

struct Message {
  std::string body;
  bool too_large = false;  ///< it was passed over, and there is no body
};

/// Reads from a file descriptor.
class MessageReader {
 public:
  explicit MessageReader(int descriptor) : descriptor_(descriptor) {}

  /// Waits for the next message; absent: there is no more input.
  std::optional<Message> next();
  /// True if something more has come already.
  bool has_more() const;

 private:
  bool fill();
  bool skip(std::size_t bytes);

  int descriptor_;
  std::string buffer_;
  std::size_t at_ = 0;
};

std::string framed(const std::string& body);

}  // namespace roundhouse::cli
