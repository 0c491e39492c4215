// Setup values are worked out before play. A word that is known only later is absent in them, so that the
// value is never what it says: a lot is drawn in every round, or no round has an engine.

#include <fmt/format.h>

#include "dsl/check/absent_words.h"
#include "dsl/lint/checks/all.h"
#include "dsl/lint/expressions.h"

namespace roundhouse::dsl {
namespace {

constexpr std::string_view name = "absent-word";

void find(const Linted& linted, Diagnostics& findings) {
  for (const AbsentWord& absent : absent_words(linted.rules)) {
    if (!linted.is_own(absent.where)) continue;
    Diagnostic& made = findings.emplace_back(
        warning(name, absent.where, fmt::format("'{}' is always absent in '{}'", absent.word, absent.value)));
    if (absent.asked != absent.where) made.labels.push_back({absent.asked, "asked for here"});
    made.why = "the value is worked out while the round is set up, before this is known";
    made.help = "ask for something that is known by then, or say what was meant";
  }
}

}  // namespace

const LintCheck absent_word{name, "A setup value asks for a word that is not known yet.", find};

}  // namespace roundhouse::dsl
