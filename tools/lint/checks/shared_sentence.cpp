// A row in the place of a parent's says something else, and another row of the parent goes on to say what
// that one said: the rulebook says both.

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace shared_sentence_check {
namespace {

constexpr std::string_view name = "shared-sentence";

void find(const Linted& linted, Diagnostics& findings) {
  for (const SharedSentence& shared : linted.rules.shared_sentences) {
    if (!linted.is_own(shared.where)) continue;
    const auto says_of = [&](const std::string& id) {
      const auto row = find_if(linted.rules.rules, [&](const Rule& rule) { return rule.id == id; });
      return row == linted.rules.rules.end() ? std::string() : row->says;
    };
    const std::string still_said = says_of(shared.other);
    if (still_said.empty() || still_said == says_of(shared.name)) continue;
    Diagnostic& made = findings.emplace_back(
        warning(name, shared.where,
                fmt::format("the parent says of '{}', too, what it said of '{}': \"{}\"", shared.other,
                            shared.name, still_said),
                fmt::format("if that is no longer true, say it anew under 'sentences': {}", shared.other)));
    made.severity = Severity::note;
    made.labels.push_back({shared.there, "it goes on to say so"});
  }
}

}  // namespace
}  // namespace shared_sentence_check

const LintCheck shared_sentence{shared_sentence_check::name,
                                "A row says something new, and another of the parent says the old.",
                                shared_sentence_check::find};

}  // namespace roundhouse::dsl
