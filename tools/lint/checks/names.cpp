// Things that are said and called: sentences, names, editions.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "dsl/base/plain_text.h"
#include "dsl/base/search.h"
#include "dsl/rulebook/rows_in_force.h"
#include "tools/lint/checks/all.h"
#include "tools/lint/expressions.h"

namespace roundhouse::dsl {
namespace {

// A verdict quotes the sentence of the row. Without one it shows the condition in words, which is well for
// one or two parts; a long one nobody at a table understands.
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

void find_missing_says(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  for (const Rule& rule : rules.rules) {
    const bool quoted =
        rule.shape == Shape::forbid || rule.shape == Shape::permit || rule.shape == Shape::advise;
    if (!quoted || !rule.says.empty() || !rule.when || !linted.is_own(rule.where)) continue;
    if (parts_of(*rule.when) <= most_parts) continue;
    Diagnostic& made =
        linted.warn(rule.id_where, fmt::format("'{}' has a long condition and no sentence", rule.id));
    made.labels.push_back({rule.when->where, "a verdict would have to quote this"});
    made.help = "add 'says', as it would be said at the table";
  }
}

// A file that extends an older edition of a bundled game, because it says so or because it was evidently
// written for it. It means what it always meant, and a note names the newer one.
void find_old_edition(const Linted& linted) {
  const std::optional<UsedEdition>& used = linted.rules.edition;
  if (!used || used->number == used->newest || !linted.is_own(used->where)) return;
  const std::string game = used->name.substr(0, used->name.find('@'));
  Diagnostic& made =
      linted.warn(used->where, fmt::format("this file is read with edition {} of '{}'; the newest is {}",
                                           used->number, game, used->newest));
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

// A name of the file's own that a parent or the language has, too. Readers of both may take one for the
// other.
void find_own_name(const Linted& linted) {
  for (const OwnName& own : linted.rules.own_names) {
    if (!linted.is_own(own.where)) continue;
    const bool is_of_language = own.whose.empty();
    const std::string whose = is_of_language ? std::string("the language") : "'" + own.whose + "'";
    Diagnostic& made = linted.warn(
        own.where,
        is_of_language
            ? fmt::format("the language has '{}' of {}, too; here it is this file's own", own.name, own.what)
            : fmt::format("'{}' is {} of {}, too; here it is this file's own", own.name, own.what, whose),
        fmt::format(
            "nothing has to be done: {} goes on to mean its own; another name spares readers the question",
            whose));
    made.severity = Severity::note;
    if (!is_of_language) made.labels.push_back({own.there, fmt::format("the one of {}", whose)});
  }
}

// A row in the place of a parent's says something else, and another row of the parent goes on to say what
// that one said: the rulebook says both.
void find_shared_sentence(const Linted& linted) {
  for (const SharedSentence& shared : linted.rules.shared_sentences) {
    if (!linted.is_own(shared.where)) continue;
    const auto says_of = [&](const std::string& id) {
      const auto row = find_if(linted.rules.rules, [&](const Rule& rule) { return rule.id == id; });
      return row == linted.rules.rules.end() ? std::string() : row->says;
    };
    const std::string still_said = says_of(shared.other);
    if (still_said.empty() || still_said == says_of(shared.name)) continue;
    Diagnostic& made = linted.warn(
        shared.where,
        fmt::format("the parent says of '{}', too, what it said of '{}': \"{}\"", shared.other, shared.name,
                    still_said),
        fmt::format("if that is no longer true, say it anew under 'sentences': {}", shared.other));
    made.severity = Severity::note;
    made.labels.push_back({shared.there, "it goes on to say so"});
  }
}

/// The parent's rows in force, exceptions among them.
std::vector<const Rule*> inherited_rows(const Linted& linted) {
  std::vector<const Rule*> rows;
  const auto look = [&](const auto& self, const std::vector<RowInForce>& all) -> void {
    for (const RowInForce& in_force : all) {
      self(self, in_force.exceptions);
      if (!in_force.is_own) rows.push_back(&linted.rules.rules[in_force.rule.value]);
    }
  };
  look(look, rows_in_force(linted.rules, {}));
  return rows;
}

void say_lost(const Linted& linted, Span where, std::string_view changed, std::string_view help,
              const std::vector<const Rule*>& outdated) {
  std::vector<std::string> names;
  for (const Rule* rule : outdated) names.push_back(fmt::format("'{}'", rule->id));
  Diagnostic& made =
      linted.warn(where,
                  fmt::format("{}, and the parent's sentence{} of {} {} not printed any more", changed,
                              names.size() == 1 ? "" : "s", listed(names), names.size() == 1 ? "is" : "are"),
                  fmt::format("give {} new ones under 'sentences'", help));
  made.severity = Severity::note;
  made.why = "the rulebook reads out the conditions in their place";
}

// A word that a file gives another meaning, and no sentence: what the parent's rows say of it is no longer
// true for certain, and the rulebook reads out their conditions in place of their sentences. So it does where
// the step of a sentence asks an option that is now another in each round, or for each number of players.
void find_lost_sentence(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  const auto is_changed = [&](const Word& word) { return word.says.empty() && linted.is_own(word.where); };
  const auto is_own_table = [&](const Option& option) {
    return (contains(option.by, TableKey::round) || contains(option.by, TableKey::players)) &&
           linted.is_own(option.value_where);
  };
  const auto table = std::find_if(rules.options.begin(), rules.options.end(), is_own_table);
  if (none_of(rules.words, is_changed) && table == rules.options.end()) return;
  std::map<std::size_t, std::vector<const Rule*>> rows;  // by word
  std::vector<const Rule*> unsaid;
  for (const Rule* rule : inherited_rows(linted)) {
    if (rule->says_where == Span{} || linted.is_own(rule->says_where)) continue;
    if (rule->says.empty()) {
      if (!contains(unsaid, rule)) unsaid.push_back(rule);
      continue;
    }
    if (!rule->when) continue;
    for_each_node(*rule->when, [&](const TypedExpr& node) {
      if (node.op != Op::word) return;
      const auto word = static_cast<std::size_t>(node.index);
      if (!is_changed(rules.words[word])) return;
      if (!contains(rows[word], rule)) rows[word].push_back(rule);
    });
  }
  for (const auto& [word, outdated] : rows)
    say_lost(linted, rules.words[word].where,
             fmt::format("'{}' means something else here", rules.words[word].name),
             "the word a sentence, 'is' and 'says', or those rows", outdated);
  if (table != rules.options.end() && !unsaid.empty())
    say_lost(linted, table->value_where, fmt::format("'{}' is a table here", table->name), "those rows",
             unsaid);
}

// A word that nothing uses does nothing. One with `says` is let be: it may be there as a term of the
// rulebook.
void find_unused_word(const Linted& linted) {
  const CheckedRules& rules = linted.rules;
  const Uses uses = uses_of(rules);
  for (std::size_t i = 0; i < rules.words.size(); ++i) {
    const Word& word = rules.words[i];
    if (uses.words[i] || !word.says.empty() || !linted.is_own(word.where)) continue;
    linted.warn(word.where, fmt::format("nothing uses the word '{}'", word.name),
                "use it in a condition, or take it out");
  }
}

}  // namespace

const LintCheck names_checks[] = {
    {"lost-sentence", "A word means something else, and the parent's sentences rest on it.",
     find_lost_sentence},
    {"missing-says", "A long condition without a sentence for a verdict to quote.", find_missing_says},
    {"old-edition", "A file extends an older edition of a bundled game.", find_old_edition},
    {"own-name", "A file has a name for itself that a parent has, too.", find_own_name},
    {"shared-sentence", "A row says something new, and another of the parent says the old.",
     find_shared_sentence},
    {"unused-word", "A word is used nowhere.", find_unused_word},
};

}  // namespace roundhouse::dsl
