// Things that are said and called: sentences, names, editions.

#include <fmt/format.h>

#include "dsl/base/search.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace {

// A verdict quotes the sentence of the row. Without one it shows the condition in words, which is well for
// one or two parts; a long one nobody at a table understands.
namespace missing_says_check {

constexpr std::string_view name = "missing-says";

constexpr int most_parts = 3;

int parts_of(const TypedExpr& node) {
  int parts = is_quantifier(node.op) ? 1 : 0;
  const bool joins = node.op == Op::logical_and || node.op == Op::logical_or || node.op == Op::logical_not ||
                     node.op == Op::choose || is_quantifier(node.op);
  for (const TypedExpr& arg : node.args) {
    if (joins) parts += parts_of(arg);
  }
  return joins ? parts : 1;
}

void find(const Linted& linted, Diagnostics& findings) {
  const CheckedRules& rules = linted.rules;
  for (const Rule& rule : rules.rules) {
    const bool quoted =
        rule.shape == Shape::forbid || rule.shape == Shape::permit || rule.shape == Shape::advise;
    if (!quoted || !rule.says.empty() || !rule.when || !linted.is_own(rule.where)) continue;
    if (parts_of(*rule.when) <= most_parts) continue;
    Diagnostic& made = findings.emplace_back(
        warning(name, rule.id_where, fmt::format("'{}' has a long condition and no sentence", rule.id)));
    made.labels.push_back({rule.when->where, "a verdict would have to quote this"});
    made.help = "add 'says', as it would be said at the table";
  }
}

}  // namespace missing_says_check

// A file that extends an older edition of a bundled game, because it says so or because it was evidently
// written for it. It means what it always meant, and a note names the newer one.
namespace old_edition_check {

constexpr std::string_view name = "old-edition";

void find(const Linted& linted, Diagnostics& findings) {
  const std::optional<UsedEdition>& used = linted.rules.edition;
  if (!used || used->number == used->newest || !linted.is_own(used->where)) return;
  const std::string game = used->name.substr(0, used->name.find('@'));
  Diagnostic& made =
      findings.emplace_back(warning(name, used->where,
                                    fmt::format("this file is read with edition {} of '{}'; the newest is {}",
                                                used->number, game, used->newest)));
  made.severity = Severity::note;
  if (used->evidence.empty()) {
    made.help =
        "'roundhouse upgrade FILE' brings the file to the newest edition, and shows first what changes";
    return;
  }
  made.why = fmt::format("with edition {} it would mean something else or nothing: {}", used->newest,
                         used->evidence);
  made.help = fmt::format(
      "write '{}@{}' to keep it so, or let 'roundhouse upgrade FILE' bring the file to the newest edition",
      game, used->number);
}

}  // namespace old_edition_check

// A name of the file's own that a parent or the language has, too. Readers of both may take one for the
// other.
namespace own_name_check {

constexpr std::string_view name = "own-name";

void find(const Linted& linted, Diagnostics& findings) {
  for (const OwnName& own : linted.rules.own_names) {
    if (!linted.is_own(own.where)) continue;
    const bool is_of_language = own.whose.empty();
    const std::string whose = is_of_language ? std::string("the language") : "'" + own.whose + "'";
    Diagnostic& made = findings.emplace_back(warning(
        name, own.where,
        is_of_language
            ? fmt::format("the language has '{}' of {}, too; here it is this file's own", own.name, own.what)
            : fmt::format("'{}' is {} of {}, too; here it is this file's own", own.name, own.what, whose),
        fmt::format(
            "nothing has to be done: {} goes on to mean its own; another name spares readers the question",
            whose)));
    made.severity = Severity::note;
    if (!is_of_language) made.labels.push_back({own.there, fmt::format("the one of {}", whose)});
  }
}

}  // namespace own_name_check

// A row in the place of a parent's says something else, and another row of the parent goes on to say what
// that one said: the rulebook says both.
namespace shared_sentence_check {

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

}  // namespace shared_sentence_check

// A word that nothing uses does nothing. One with `says` is let be: it may be there as a term of the
// rulebook.
namespace unused_word_check {

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

}  // namespace unused_word_check

}  // namespace

const LintCheck missing_says{missing_says_check::name,
                             "A long condition without a sentence for a verdict to quote.",
                             missing_says_check::find};
const LintCheck old_edition{old_edition_check::name, "A file extends an older edition of a bundled game.",
                            old_edition_check::find};
const LintCheck own_name{own_name_check::name, "A file has a name for itself that a parent has, too.",
                         own_name_check::find};
const LintCheck shared_sentence{shared_sentence_check::name,
                                "A row says something new, and another of the parent says the old.",
                                shared_sentence_check::find};
const LintCheck unused_word{unused_word_check::name, "A word is used nowhere.", unused_word_check::find};

}  // namespace roundhouse::dsl
