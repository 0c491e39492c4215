#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/shown_text.h"
#include "tools/differences/differences.h"

namespace roundhouse::dsl {
namespace {

bool is_both(const Difference& d) { return !d.left.empty() && !d.right.empty(); }

/// Options and other short things stand on one line.
std::string print_both(const Difference& made, const std::string& left, const std::string& right) {
  if (made.kind == DifferenceKind::option)
    return filled_text(fmt::format("{}: {} / {}", made.name, made.left, made.right), "  ", "      ");
  return filled_text(shown_name(made), "  ", "  ") +
         filled_text(fmt::format("{}: {}", left, made.left), "    ", "      ") +
         filled_text(fmt::format("{}: {}", right, made.right), "    ", "      ");
}

/// Lists what only one side has: options in one run, everything else a line each.
std::string print_one_side(const std::vector<Difference>& all, DifferenceKind kind, const std::string& side,
                           std::string Difference::*has, std::string Difference::*lacks) {
  std::string options;
  std::string lines;
  for (const Difference& made : all) {
    if (made.kind != kind || !(made.*lacks).empty()) continue;
    if (kind == DifferenceKind::option) {
      options += fmt::format("{}{}: {}", options.empty() ? "" : ", ", made.name, made.*has);
    } else {
      lines += filled_text(fmt::format("{} ({})", made.*has, shown_name(made)), "  - ", "    ");
    }
  }
  if (!options.empty()) return filled_text(fmt::format("Only in {}: {}", side, options), "  ", "      ");
  return lines.empty() ? std::string() : fmt::format("  Only in {}:\n", side) + lines;
}

}  // namespace

std::string print_differences(const std::vector<Difference>& all, const std::string& left,
                              const std::string& right) {
  if (all.empty()) return {};
  std::string out = fmt::format("{} / {}\n", left, right);
  for (int kind = 0; kind <= static_cast<int>(DifferenceKind::rule); ++kind) {
    const auto which = static_cast<DifferenceKind>(kind);
    std::string text;
    for (const Difference& made : all) {
      if (made.kind == which && is_both(made)) text += print_both(made, left, right);
    }
    text += print_one_side(all, which, left, &Difference::left, &Difference::right);
    text += print_one_side(all, which, right, &Difference::right, &Difference::left);
    if (!text.empty()) out += fmt::format("\n{}\n{}", difference_heading(which), text);
  }
  return out;
}

}  // namespace roundhouse::dsl
