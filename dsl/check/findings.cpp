#include "dsl/check/findings.h"

#include <fmt/format.h>

#include <algorithm>

#include "dsl/base/nearest.h"

namespace roundhouse::dsl {
namespace {

// A longer list is no help in a message; the nearest name is.
constexpr std::size_t longest_list = 14;
constexpr std::size_t longest_quoted = 80;
constexpr std::size_t most_compared = 200'000;

}  // namespace

Diagnostic& Findings::error(CheckCode code, Span where, std::string message) {
  Diagnostic& made = diagnostics_.emplace_back();
  made.code = row(code).code;
  made.where = where;
  made.message = std::move(message);
  return made;
}

Diagnostic& Findings::unknown(CheckCode code, Span where, std::string_view name, std::string_view what,
                              const std::vector<std::string>& known) {
  const bool long_name = name.size() > longest_quoted;
  Diagnostic& made =
      error(code, where,
            fmt::format("'{}{}' is no {}", name.substr(0, longest_quoted), long_name ? "..." : "", what));
  compared_ += known.size();
  if (compared_ > most_compared) return made;
  if (const auto nearest = nearest_name(name, known)) {
    made.help = fmt::format("did you mean '{}'?", *nearest);
  }
  if (!known.empty() && known.size() <= longest_list) {
    made.why = fmt::format("expected {}", list_names(known));
  }
  return made;
}

void Findings::add(const Diagnostics& others) {
  diagnostics_.insert(diagnostics_.end(), others.begin(), others.end());
}

bool Findings::has_at(Span where) const {
  return std::any_of(diagnostics_.begin(), diagnostics_.end(),
                     [&](const Diagnostic& made) { return made.where == where; });
}

std::string counted(std::size_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

}  // namespace roundhouse::dsl
