#include "dsl/check/dangling_removals.h"

#include <fmt/format.h>

#include "dsl/base/search.h"

namespace roundhouse::dsl {
namespace {

constexpr std::size_t most_places = 4;

}  // namespace

const TakenAway* find_taken_away(const Draft& draft, std::string_view name) {
  const auto named = find_if(draft.taken_away, [&](const TakenAway& gone) { return gone.name.text == name; });
  if (named != draft.taken_away.end()) return &*named;
  const auto chosen =
      find_if(draft.taken_away, [&](const TakenAway& gone) { return contains(gone.choices, name); });
  return chosen == draft.taken_away.end() ? nullptr : &*chosen;
}

bool reported_as_removed(const Draft& draft, std::string_view name, Span asked, Findings& findings) {
  const TakenAway* gone = find_taken_away(draft, name);
  if (gone == nullptr) return false;
  const bool is_own = asked.file == gone->name.where.file;
  if (is_own) {
    Diagnostic& made = findings.error(
        CheckCode::still_asked, asked,
        name == gone->name.text
            ? fmt::format("the {} '{}' was taken away", gone->what, name)
            : fmt::format("'{}' was a choice of '{}', which was taken away", name, gone->name.text));
    made.labels.push_back({gone->name.where, "here"});
    made.help = "ask for something else, or leave it as the parent has it";
    return true;
  }
  if (Diagnostic* made = findings.made_at(CheckCode::still_asked, gone->name.where)) {
    if (made->labels.size() < most_places) made->labels.push_back({asked, "and here"});
    return true;
  }
  Diagnostic& made = findings.error(
      CheckCode::still_asked, gone->name.where,
      fmt::format("the {} '{}' is taken away, and a parent still asks for it", gone->what, gone->name.text));
  made.labels.push_back({asked, "asked for here"});
  made.help = "leave it in, or take away what asks for it, too";
  return true;
}

}  // namespace roundhouse::dsl
