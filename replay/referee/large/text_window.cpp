#include "replay/referee/large/text_window.h"

#include <algorithm>

namespace roundhouse::replay {
namespace {

constexpr std::size_t most_lines = 20'000;

}  // namespace

void TextWindow::drop_before(std::uint64_t offset) {
  if (offset <= begin_) return;
  const std::size_t within = std::min(static_cast<std::size_t>(offset - begin_), text_.size());
  // Rarely, as the rest has to be moved.
  if (within < text_.size() / 2) return;
  const std::size_t line_end = within == 0 ? std::string::npos : text_.rfind('\n', within - 1);
  if (line_end == std::string::npos) return;
  const auto stop = text_.begin() + static_cast<std::ptrdiff_t>(line_end + 1);
  first_line_ = number_of_line(line_end + 1);
  begin_ += line_end + 1;
  text_.erase(text_.begin(), stop);
  counted_ = 0;
  counted_line_ = first_line_;
}

std::size_t TextWindow::number_of_line(std::size_t within) {
  if (within < counted_) {
    counted_ = 0;
    counted_line_ = first_line_;
  }
  const auto from = text_.begin() + static_cast<std::ptrdiff_t>(counted_);
  const auto to = text_.begin() + static_cast<std::ptrdiff_t>(within);
  counted_line_ += static_cast<std::size_t>(std::count(from, to, '\n'));
  counted_ = within;
  return counted_line_;
}

void TextWindow::keep_line(std::uint64_t offset) {
  if (offset < begin_ || offset > end() || kept_.size() >= most_lines) return;
  const auto within = static_cast<std::size_t>(offset - begin_);
  const std::size_t before = within == 0 ? std::string::npos : text_.rfind('\n', within - 1);
  const std::size_t first = before == std::string::npos ? 0 : before + 1;
  if (kept_.contains(begin_ + first)) return;
  const std::size_t last = std::min(text_.find('\n', within), text_.size());
  Line line{number_of_line(first), text_.substr(first, last - first) + "\n"};
  kept_.emplace(begin_ + first, std::move(line));
}

void TextWindow::show(dsl::SourceMap& sources, dsl::FileId file) const {
  sources.forget(file);
  for (const auto& [begin, line] : kept_)
    sources.keep(file, static_cast<std::uint32_t>(begin), line.number, line.text);
}

}  // namespace roundhouse::replay
