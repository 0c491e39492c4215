// A word that nothing uses does nothing. One with `says` is let be: it may be there as a term of the
// rulebook.

#include <fmt/format.h>

#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace unused_word_check {
namespace {

constexpr std::string_view name = "unused-word";

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  const Uses uses = uses_of(rules);
  for (std::size_t i = 0; i < rules.words.size(); ++i) {
    const Word& word = rules.words[i];
    if (uses.words[i] || !word.says.empty() || !linted.is_own(word.where)) continue;
    findings.push_back(warning(name, word.where, fmt::format("nothing uses the word '{}'", word.name),
                               "use it in a condition, or take it out"));
  }
}

}  // namespace
}  // namespace unused_word_check

const LintCheck unused_word{unused_word_check::name, "A word is used nowhere.", unused_word_check::find};

}  // namespace roundhouse::dsl
