#include "tools/lsp/frames.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

#include "dsl/base/whole_number.h"

namespace roundhouse::cli {
namespace {

constexpr std::size_t longest_header = 4096;

bool same_letters(std::string_view a, std::string_view b) {
  const auto small = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return small(x) == small(y); });
}

/// The length that a line of the header says; absent: it says none, or none that is a number.
std::optional<std::size_t> content_length(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || !same_letters(line.substr(0, colon), "Content-Length"))
    return std::nullopt;
  std::string_view digits = line.substr(colon + 1);
  while (digits.starts_with(' ')) digits.remove_prefix(1);
  while (digits.ends_with(' ')) digits.remove_suffix(1);
  if (digits.empty() || digits.size() > 15) return std::nullopt;
  std::size_t length = 0;
  for (const char c : digits) {
    if (!dsl::is_digit(c)) return std::nullopt;
    length = length * 10 + static_cast<std::size_t>(c - '0');
  }
  return length;
}

}  // namespace

bool MessageReader::fill() {
  if (at_ > 0) buffer_.erase(0, std::exchange(at_, 0));
  char piece[65536];
  for (;;) {
    const ssize_t got = read(descriptor_, piece, sizeof piece);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    buffer_.append(piece, static_cast<std::size_t>(got));
    return true;
  }
}

bool MessageReader::skip(std::size_t bytes) {
  while (buffer_.size() - at_ < bytes) {
    bytes -= buffer_.size() - at_;
    at_ = buffer_.size();
    if (!fill()) return false;
  }
  at_ += bytes;
  return true;
}

bool MessageReader::has_more() const {
  if (at_ < buffer_.size()) return true;
  pollfd input{descriptor_, POLLIN, 0};
  return poll(&input, 1, 0) > 0 && (input.revents & POLLIN) != 0;
}

std::optional<Message> MessageReader::next() {
  std::optional<std::size_t> length;
  for (;;) {
    std::size_t end = buffer_.find('\n', at_);
    while (end == std::string::npos) {
      // A line that never ends is no header.
      if (buffer_.size() - at_ > longest_header) at_ = buffer_.size();
      const std::size_t unread = buffer_.size() - at_;
      if (!fill()) return std::nullopt;
      end = buffer_.find('\n', at_ + unread);
    }
    std::string_view line = std::string_view(buffer_).substr(at_, end - at_);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const auto stated = content_length(line);
    const bool is_end = line.empty();
    at_ = end + 1;
    if (stated) length = stated;
    if (!is_end || !length) continue;  // an empty line without a length before it ends nothing
    if (*length > largest_message) {
      if (!skip(*length)) return std::nullopt;
      return Message{{}, true};
    }
    while (buffer_.size() - at_ < *length)
      if (!fill()) return std::nullopt;
    Message message{buffer_.substr(at_, *length), false};
    at_ += *length;
    return message;
  }
}

std::string framed(const std::string& body) {
  return fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
}

}  // namespace roundhouse::cli
