#include <fmt/format.h>

#include <algorithm>

#include "dsl/differences/differences.h"
#include "dsl/rulebook/filled_text.h"

namespace roundhouse::dsl {
namespace {

bool is_both(const Difference& d) { return !d.left.empty() && !d.right.empty(); }

/// Options and other short things stand on one line.
std::string print_both(const Difference& made, const std::string& left, const std::string& right) {
  if (made.kind == DifferenceKind::option)
    return filled_text(fmt::format("{}: {} / {}", made.name, made.left, made.right), "  ", "      ");
  return filled_text(made.name, "  ", "  ") +
         filled_text(fmt::format("{}: {}", left, made.left), "    ", "      ") +
         filled_text(fmt::format("{}: {}", right, made.right), "    ", "      ");
}

std::string print_one(const Difference& made, const std::string& text) {
  if (made.kind == DifferenceKind::option)
    return filled_text(fmt::format("{}: {}", made.name, text), "    ", "      ");
  return filled_text(fmt::format("{} ({})", text, made.name), "  - ", "    ");
}

}  // namespace

std::string print_differences(const std::vector<Difference>& all, const std::string& left,
                              const std::string& right) {
  if (all.empty()) return {};
  std::string out = fmt::format("{} / {}\n", left, right);
  for (int kind = 0; kind <= static_cast<int>(DifferenceKind::rule); ++kind) {
    std::string both, only_left, only_right;
    for (const Difference& made : all) {
      if (static_cast<int>(made.kind) != kind) continue;
      if (is_both(made)) {
        both += print_both(made, left, right);
      } else if (made.right.empty()) {
        only_left += print_one(made, made.left);
      } else {
        only_right += print_one(made, made.right);
      }
    }
    if (both.empty() && only_left.empty() && only_right.empty()) continue;
    out += fmt::format("\n{}\n", difference_heading(static_cast<DifferenceKind>(kind)));
    out += both;
    if (!only_left.empty()) out += fmt::format("  Only in {}:\n", left) + only_left;
    if (!only_right.empty()) out += fmt::format("  Only in {}:\n", right) + only_right;
  }
  return out;
}

}  // namespace roundhouse::dsl
