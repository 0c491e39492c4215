#include "dsl/check/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "dsl/base/nearest.h"

namespace roundhouse::dsl {
namespace {

// A longer list is no help in a message; the nearest name is.
constexpr std::size_t longest_list = 15;
constexpr std::size_t longest_quoted = 80;
constexpr std::size_t most_kept = 5000;
constexpr std::size_t most_with_nearest = 1000;
constexpr std::size_t most_compared_names = 200'000;
constexpr std::size_t most_proposed = 3;

}  // namespace

Diagnostic& Findings::error(CheckCode code, Span where, std::string message, std::string help) {
  ++made_;
  if (diagnostics_.size() < most_kept) {
    last_ = &diagnostics_.emplace_back();
  } else {
    forgotten_ = {};
    last_ = &forgotten_;
  }
  Diagnostic& made = *last_;
  made.code = row(code).code;
  made.where = where;
  made.message = std::move(message);
  made.help = std::move(help);
  return made;
}

Diagnostic& Findings::error(CheckCode code, Span where, std::string message, Label label) {
  Diagnostic& made = error(code, where, std::move(message));
  made.labels.push_back(std::move(label));
  return made;
}

Diagnostic& Findings::unknown(CheckCode code, Span where, std::string_view name, std::string_view what,
                              const std::vector<std::string>& known) {
  const bool long_name = name.size() > longest_quoted;
  Diagnostic& made =
      error(code, where,
            fmt::format("'{}{}' is no {}", name.substr(0, longest_quoted), long_name ? "..." : "", what));
  compared_ += known.size();
  if (compared_ > most_compared_names) return made;
  for (const std::string& near : nearest_names(name, known, most_proposed)) propose_name(made, near);
  if (!known.empty() && known.size() <= longest_list) {
    made.why = fmt::format("expected {}", list_names(known));
  }
  return made;
}

void propose_name(Diagnostic& made, std::string name) {
  std::string help = fmt::format("did you mean '{}'?", name);
  suggest_fix(made, {made.where, std::move(name), std::move(help)});
}

void say_instead(Diagnostic& made, std::string help) {
  made.fixes.clear();
  made.otherwise.clear();
  made.help = std::move(help);
}

void Findings::add(const Diagnostics& others) {
  made_ += others.size();
  const std::size_t room = most_kept - std::min(most_kept, diagnostics_.size());
  diagnostics_.insert(diagnostics_.end(), others.begin(),
                      others.begin() + static_cast<std::ptrdiff_t>(std::min(room, others.size())));
}

Diagnostics Findings::take() {
  made_ = 0;
  last_ = &forgotten_;
  return std::exchange(diagnostics_, {});
}

bool Findings::crowded() const { return made_ > most_with_nearest; }

bool Findings::has_at(Span where) const {
  return std::any_of(diagnostics_.begin(), diagnostics_.end(),
                     [&](const Diagnostic& made) { return made.where == where; });
}

Diagnostic* Findings::made_at(CheckCode code, Span where) { return made_at(row(code).code, where); }

Diagnostic* Findings::made_at(std::string_view code, Span where) {
  const auto made = std::find_if(diagnostics_.begin(), diagnostics_.end(), [&](const Diagnostic& one) {
    return one.where == where && one.code == code;
  });
  return made == diagnostics_.end() ? nullptr : &*made;
}

std::vector<Diagnostic*> Findings::all_of(CheckCode code) {
  std::vector<Diagnostic*> found;
  for (Diagnostic& made : diagnostics_)
    if (made.code == row(code).code) found.push_back(&made);
  return found;
}

std::string counted_standing(std::size_t number) {
  return fmt::format("{} {}", number, number == 1 ? "stands" : "stand");
}

}  // namespace roundhouse::dsl
