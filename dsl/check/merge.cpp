#include "dsl/check/load_chain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "dsl/base/search.h"
#include "dsl/check/draft.h"
#include "dsl/check/findings.h"
#include "dsl/check/name_table.h"
#include "dsl/check/read_values.h"
#include "dsl/vocabulary/limits.h"
#include "dsl/vocabulary/vocabulary.h"

namespace roundhouse::dsl {
namespace {

// `sentences`: another sentence for what a parent declares, which stays as it is otherwise.

void give(DraftOption& option, const DraftSentence& sentence, Findings& findings) {
  if (const auto text = read_text(*sentence.node, findings)) option.ask = *text;
}
template <class Entry>
void give(Entry& entry, const DraftSentence& sentence, Findings&) {
  entry.texts.says = sentence.says;
}

template <class Entry>
bool given_to_one_of(std::vector<Entry>& entries, const DraftSentence& sentence, Findings& findings) {
  const auto found = find_if(entries, [&](const Entry& entry) {
    return !is_gone(entry) && name_of(entry).text == sentence.name.text;
  });
  if (found == entries.end()) return false;
  give(*found, sentence, findings);
  return true;
}

std::vector<std::string> names_with_sentences(const Draft& draft) {
  std::vector<std::string> names;
  const auto add = [&](const auto& entries) {
    for (const auto& entry : entries) {
      if (!is_gone(entry)) names.push_back(name_of(entry).text);
    }
  };
  add(draft.rules);
  add(draft.words);
  add(draft.facts);
  add(draft.trains);
  add(draft.acts);
  add(draft.options);
  return names;
}

bool is_option(const Draft& draft, std::string_view name) {
  return any_of(draft.options, [&](const DraftOption& option) { return option.name.text == name; });
}

/// By this file or a parent; nullptr: it was not.
const Named* taken_away_as(const Draft& draft, std::string_view name) {
  const auto removed = find_if(draft.removed, [&](const Named& gone) { return gone.text == name; });
  if (removed != draft.removed.end()) return &*removed;
  const auto gone =
      find_if(draft.taken_away, [&](const TakenAway& entry) { return entry.name.text == name; });
  return gone == draft.taken_away.end() ? nullptr : &gone->name;
}

void complain(const Draft& base, const Named& name, Findings& findings) {
  Diagnostic& made = findings.unknown(
      CheckCode::unknown_sentence, name.where, name.text, "entry of a parent that could be reworded",
      findings.crowded() ? std::vector<std::string>{} : names_with_sentences(base));
  if (const Named* gone = taken_away_as(base, name.text)) {
    made.labels.push_back({gone->where, "it was taken away here"});
    return;
  }
  if (made.why.empty())
    made.why =
        "what can be reworded here are the rules, words, facts, trains, acts and options of the parents";
  const std::string block = place_of_key(name.text);
  if (block.empty()) {
    std::string& otherwise = made.fixes.empty() ? made.help : made.otherwise;
    otherwise = fmt::format(
        "what '{}' is, is declared in its own block, with its sentence as 'says'; 'rulebook --technical' "
        "shows the names of the parent's rules",
        name.text);
    return;
  }
  std::string& otherwise = made.fixes.empty() ? made.help : made.otherwise;
  otherwise = block + ", where its value may stand with 'is' and 'says'";
}

/// Gives the entries of `base`, over which a child is laid already, that child's sentences. Complains about
/// names that nothing inherited has, and about names in `own`, which the child declares itself.
void override_sentences(Draft& base, const std::vector<DraftSentence>& sentences, const DeclaredNames& own,
                        Findings& findings) {
  for (const DraftSentence& sentence : sentences) {
    const Named& name = sentence.name;
    if (base.broken.contains(name.text)) continue;
    if (const auto mine = own.find(name.text); mine != own.end() && mine->second.what != "a check") {
      Diagnostic& made = findings.error(CheckCode::own_sentence, name.where,
                                        fmt::format("'{}' is declared in this very file", name.text));
      made.labels.push_back({mine->second.where, "here"});
      made.help = is_option(base, name.text) ? "write the question there, as 'ask'"
                                             : "write the sentence there, as 'says'";
      continue;
    }
    const bool given =
        given_to_one_of(base.rules, sentence, findings) || given_to_one_of(base.words, sentence, findings) ||
        given_to_one_of(base.facts, sentence, findings) || given_to_one_of(base.trains, sentence, findings) ||
        given_to_one_of(base.acts, sentence, findings) || given_to_one_of(base.options, sentence, findings);
    if (!given) complain(base, name, findings);
  }
}

constexpr std::size_t most_rules = limits::rules;

template <class Entry>
auto find_named(std::vector<Entry>& entries, std::string_view name) {
  return find_if(entries, [&](const Entry& e) { return name_of(e).text == name; });
}

template <class Entry>
std::vector<std::string> names_of(const std::vector<Entry>& entries) {
  std::vector<std::string> names;
  for (const Entry& entry : entries) names.push_back(entry.name.text);
  return names;
}

/// True if the child only gives its parent's entry another word.
template <class Entry>
bool is_renamed(Entry&, Entry&) {
  return false;
}
bool is_renamed(DraftAct& act, DraftAct& child) {
  if (!child.only_called) return false;
  act.called = std::move(child.called);
  return true;
}

/// Each entry replaced whole or taken away. A kind of train that is taken away stays as a name.
template <class Entry>
void lay_entries(std::vector<Entry>& base, std::vector<Entry> child, std::string_view what, bool stays,
                 std::vector<TakenAway>& gone, Findings& findings) {
  for (Entry& entry : child) {
    const auto old = find_named(base, entry.name.text);
    if (old == base.end()) {
      if (entry.taken_away) {
        findings.unknown(CheckCode::unknown_name, entry.name.where, entry.name.text,
                         fmt::format("{} of a parent that could be taken away", what), names_of(base));
      } else {
        base.push_back(std::move(entry));
      }
    } else if (!entry.taken_away) {
      if (!is_renamed(*old, entry)) *old = std::move(entry);
    } else if (stays) {
      old->taken_away = true;
    } else {
      gone.push_back({entry.name, what});
      base.erase(old);
    }
  }
}

std::vector<std::string> choices_of(const DraftOption& option) {
  std::vector<std::string> choices;
  for (const Named& choice : option.choices) choices.push_back(choice.text);
  return choices;
}

/// A child's choices behind its parent's.
void add_choices(DraftOption& base, DraftOption& more, Findings& findings) {
  if (more.choices.empty() && more.numbers.empty()) return;
  if (more.choices.empty() ? base.numbers.empty() : base.choices.empty()) {
    findings
        .error(CheckCode::wrong_shape, more.also->where,
               fmt::format("'{}' chooses from no {} to which some could be added", more.name.text,
                           more.choices.empty() ? "numbers" : "names"))
        .labels.push_back({base.name.where, "declared here"});
    return;
  }
  const auto add = [&](auto& all, auto& added, const auto& same, const auto& text, const auto& where) {
    for (auto& choice : added) {
      const auto old = find_if(all, [&](const auto& other) { return same(other, choice); });
      if (old == all.end()) {
        all.push_back(std::move(choice));
        continue;
      }
      findings.error(CheckCode::twice, where(choice), fmt::format("'{}' can be chosen already", text(choice)))
          .labels.push_back({where(*old), "first given here"});
    }
  };
  add(
      base.choices, more.choices, [](const Named& a, const Named& b) { return a.text == b.text; },
      [](const Named& choice) { return choice.text; }, [](const Named& choice) { return choice.where; });
  base.called.merge(more.called);
  add(
      base.numbers, more.numbers, [](const auto& a, const auto& b) { return a.first == b.first; },
      [](const auto& choice) { return std::to_string(choice.first); },
      [](const auto& choice) { return choice.second; });
  if (base.choices.size() > limits::choices) {
    findings.error(CheckCode::too_many, more.also->where,
                   fmt::format("'{}' chooses from {} names; at most {} are possible", base.name.text,
                               base.choices.size(), limits::choices));
    base.choices.resize(limits::choices);
  }
}

void lay_options(std::vector<DraftOption>& base, std::vector<DraftOption> child, const Draft& parents,
                 std::vector<TakenAway>& gone, Findings& findings) {
  for (DraftOption& option : child) {
    auto old = find_named(base, option.name.text);
    if (old == base.end())
      old = find_if(base, [&](const DraftOption& theirs) {
        return shown_name(parents, theirs.name.text) == option.name.text;
      });
    if (old != base.end()) {
      if (option.taken_away) {
        gone.push_back({option.name, "option", choices_of(*old)});
        base.erase(old);
      } else if (option.declared) {
        *old = std::move(option);
      } else {
        if (option.also) add_choices(*old, option, findings);
        if (!option.ask.empty()) old->ask = std::move(option.ask);
        old->values.insert(old->values.end(), option.values.begin(), option.values.end());
      }
    } else if (option.declared) {
      base.push_back(std::move(option));
    } else if (!parents.broken.contains(option.name.text)) {
      Diagnostic& made = findings.unknown(CheckCode::unknown_option, option.name.where, option.name.text,
                                          "option of a parent", names_of(base));
      const std::string block = place_of_key(option.name.text);
      std::string& otherwise = made.fixes.empty() ? made.help : made.otherwise;
      otherwise = block.empty() ? "an option of this file's own is declared with 'default'" : block;
    }
  }
}

void lay_settings(std::vector<DraftSetting>& base, std::vector<DraftSetting> child, std::string_view block,
                  Findings& findings) {
  for (DraftSetting& setting : child) {
    const auto old = find_if(base, [&](const DraftSetting& s) { return s.key.text == setting.key.text; });
    if (old == base.end()) {
      if (setting.taken_away) {
        findings.error(
            CheckCode::unknown_name, setting.key.where,
            fmt::format("no parent gives '{}.{}' a value that could be taken away", block, setting.key.text));
      } else {
        base.push_back(std::move(setting));
      }
    } else if (setting.taken_away) {
      base.erase(old);
      // Entries that only say more of it go with it.
      std::erase_if(base,
                    [&](const DraftSetting& s) { return s.key.text.starts_with(setting.key.text + "."); });
    } else {
      *old = std::move(setting);
    }
  }
}

std::string listed(const std::vector<Named>& names) {
  std::string text;
  for (const Named& name : names) text += (text.empty() ? "" : ", ") + name.text;
  return text;
}

bool same_subject(const DraftRule& a, const DraftRule& b) {
  if (a.shape == Shape::except) return true;
  const auto set_of = [](const DraftRule& rule) {
    std::set<std::string> names;
    for (const Named& name : rule.about) names.insert(name.text);
    return names;
  };
  return set_of(a) == set_of(b);
}

void remove_rules(std::vector<DraftRule>& base, std::vector<DraftCheck>& checks,
                  std::vector<Named>& all_removed, const Draft& child, const Draft& parents,
                  Findings& findings) {
  std::set<std::string> removed;
  for (const Named& id : child.remove) {
    const auto named = [&](const DraftRule& rule) { return rule.id.text == id.text; };
    const auto is_check = [&](const DraftCheck& check) { return check.id.text == id.text; };
    if (std::erase_if(base, named) > 0 || std::erase_if(checks, is_check) > 0) {
      removed.insert(id.text);
      all_removed.push_back(id);
      continue;
    }
    if (removed.contains(id.text)) {
      findings.error(CheckCode::twice, id.where, fmt::format("'{}' is removed twice", id.text));
      continue;
    }
    if (parents.broken.contains(id.text)) continue;
    std::vector<std::string> ids;
    if (!findings.crowded()) {
      for (const DraftRule& rule : base) ids.push_back(rule.id.text);
    }
    Diagnostic& made = findings.unknown(CheckCode::unknown_rule, id.where, id.text,
                                        "rule of a parent that could be removed", ids);
    const auto is_name = [&](const auto& entries) {
      return any_of(entries, [&](const auto& e) { return e.name.text == id.text; });
    };
    if (any_of(child.rules, named)) {
      say_instead(made, "it is a rule of this very file: leave it out");
    } else if (is_name(parents.facts)) {
      say_instead(made, fmt::format("it is a fact; 'facts: {{ {}: none }}' takes it away", id.text));
    } else if (is_name(parents.acts)) {
      say_instead(made, fmt::format("it is an act; 'acts: {{ {}: none }}' takes it away", id.text));
    }
  }
}

void lay_rules(std::vector<DraftRule>& base, std::vector<DraftRule> child, Findings& findings) {
  for (DraftRule& rule : child) {
    const auto old = find_named(base, rule.id.text);
    if (old == base.end()) {
      base.push_back(std::move(rule));
      continue;
    }
    if (old->shape != rule.shape || !same_subject(*old, rule)) {
      Diagnostic& made =
          findings.error(CheckCode::changed_shape, rule.id.where,
                         fmt::format("'{}' takes the place of a row that is a '{}: {}'", rule.id.text,
                                     shape_word(old->shape), listed(old->about)));
      made.labels.push_back({old->id.where, "the row whose place it takes"});
      made.help = "keep its shape and what it is about, or remove it and give the new row an id of its own";
      continue;
    }
    *old = std::move(rule);
  }
  if (base.size() > most_rules) {
    findings.error(CheckCode::too_many, base[most_rules].id.where,
                   fmt::format("there are {} rules; at most {} are possible", base.size(), most_rules),
                   "take away what nothing needs, parents' rows with 'remove'");
    base.resize(most_rules);
  }
}

void lay_checks(std::vector<DraftCheck>& base, std::vector<DraftCheck> child) {
  for (DraftCheck& check : child) {
    const auto old = find_named(base, check.id.text);
    if (old == base.end())
      base.push_back(std::move(check));
    else
      *old = std::move(check);
  }
}

/// Parents' exceptions to what this child has taken away lift nothing any more; those left with
/// nothing to lift go, too.
void drop_empty_exceptions(std::vector<DraftRule>& rules, const NameSet& before, const NameSet& after,
                           FileId child) {
  std::erase_if(rules, [&](DraftRule& rule) {
    if (rule.shape != Shape::except || rule.id.where.file == child || rule.about.empty()) return false;
    std::erase_if(rule.about, [&](const Named& name) {
      return before.contains(name.text) && !after.contains(name.text);
    });
    return rule.about.empty();
  });
}

void drop_empty_carries(std::vector<DraftCarried>& carries, const NameSet& before, const NameSet& after) {
  std::erase_if(carries, [&](DraftCarried& carried) {
    std::erase_if(carried.names, [&](const Named& name) {
      return before.contains(name.text) && !after.contains(name.text);
    });
    return carried.names.empty();
  });
}

bool same_saying(const std::vector<DraftSaying>& a, const std::vector<DraftSaying>& b) {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(), [](const DraftSaying& one, const DraftSaying& other) {
        const std::string when = one.when ? print_expression(one.when->node) : std::string();
        return one.says != nullptr && other.says != nullptr && one.says->text == other.says->text &&
               when == (other.when ? print_expression(other.when->node) : std::string());
      });
}

/// A row that gives way to a child's, which says something else, with what it said.
struct ReplacedRow {
  Named by;
  std::vector<DraftSaying> says;
};

std::vector<ReplacedRow> rows_replaced_by(const std::vector<DraftRule>& base,
                                          const std::vector<DraftRule>& child) {
  std::vector<ReplacedRow> replaced;
  for (const DraftRule& rule : child)
    for (const DraftRule& old : base)
      if (old.id.text == rule.id.text && !old.texts.says.empty() && !rule.texts.says.empty() &&
          !same_saying(old.texts.says, rule.texts.says))
        replaced.push_back({rule.id, old.texts.says});
  return replaced;
}

/// Parents' entries that go on to say what a replaced row said: the book says both then.
void note_shared_sentences(Draft& base, const std::vector<ReplacedRow>& replaced) {
  for (const ReplacedRow& row : replaced) {
    const auto look = [&](const Named& name, const DraftTexts& texts) {
      if (name.text != row.by.text && same_saying(row.says, texts.says))
        base.shared_sentences.push_back({row.by.text, name.text, row.by.where, name.where});
    };
    for (const DraftRule& rule : base.rules) look(rule.id, rule.texts);
    for (const DraftFact& fact : base.facts) look(fact.name, fact.texts);
    for (const DraftAct& act : base.acts) look(act.name, act.texts);
  }
}

bool is_spelt_like_an_act(std::string_view name) {
  return find_root(name) == nullptr && (find_act(name) != nullptr || find_event(name) != nullptr ||
                                        find_effect(name) != nullptr || find_law(name) != nullptr);
}

}  // namespace

NameSet all_names(const Draft& draft) {
  NameSet names;
  const auto add = [&](const auto& entries) {
    for (const auto& entry : entries) names.insert(entry.name.text);
  };
  add(draft.options);
  add(draft.words);
  add(draft.facts);
  add(draft.trains);
  add(draft.acts);
  for (const DraftRule& rule : draft.rules) names.insert(rule.id.text);
  for (const DraftSetting& setting : draft.setup) {
    names.insert(setting.key.text);
    names.insert("setup." + setting.key.text);
  }
  for (const DraftSetting& setting : draft.match) names.insert("match." + setting.key.text);
  return names;
}

void lay_over(Draft& base, Draft child, Findings& findings) {
  const NameSet before = all_names(base);
  base.broken.merge(child.broken);
  base.name = child.name;
  base.whole = child.whole;
  const DeclaredNames own = declared_in(child);
  const std::vector<DraftSentence> sentences = std::move(child.sentences);
  remove_rules(base.rules, base.checks, base.removed, child, base, findings);
  keep_apart(base, child, findings);
  base.label = child.label;
  std::vector<TakenAway>& gone = base.taken_away;
  lay_options(base.options, std::move(child.options), base, gone, findings);
  lay_entries(base.words, std::move(child.words), "word", false, gone, findings);
  lay_entries(base.facts, std::move(child.facts), "fact", false, gone, findings);
  lay_entries(base.trains, std::move(child.trains), "kind of train", true, gone, findings);
  lay_entries(base.acts, std::move(child.acts), "act", false, gone, findings);
  lay_settings(base.setup, std::move(child.setup), "setup", findings);
  lay_settings(base.match, std::move(child.match), "match", findings);
  std::vector<ReplacedRow> replaced = rows_replaced_by(base.rules, child.rules);
  lay_rules(base.rules, std::move(child.rules), findings);
  lay_checks(base.checks, std::move(child.checks));
  // A child may have changed just what an example shows.
  base.examples = std::move(child.examples);
  override_sentences(base, sentences, own, findings);
  note_shared_sentences(base, replaced);

  // An exception dropped here may itself have been carried, so names are asked for again.
  drop_empty_exceptions(base.rules, before, all_names(base), child.whole.file);
  drop_empty_carries(base.carries, before, all_names(base));
  std::move(child.carries.begin(), child.carries.end(), std::back_inserter(base.carries));
  for (Section& section : child.sources) {
    const auto old = find_if(base.sources, [&](const Section& other) { return other.id == section.id; });
    if (old == base.sources.end()) {
      base.sources.push_back(std::move(section));
    } else {
      *old = std::move(section);
    }
  }
}

namespace {

/// In records a word means one act.
void check_words_of_acts(const Draft& draft, Findings& findings) {
  std::map<std::string, const DraftAct*, std::less<>> acts;
  for (const DraftAct& act : draft.acts) acts.emplace(act.name.text, &act);
  for (const DraftAct& act : draft.acts) {
    if (!act.called) continue;
    const auto [other, fresh] = acts.emplace(act.called->text, &act);
    if (fresh || other->second == &act) continue;
    const DraftAct& has_it = *other->second;
    const bool as_name = has_it.name.text == act.called->text;
    findings
        .error(CheckCode::name_taken, act.called->where,
               fmt::format("'{}' is already the word for the act '{}'", act.called->text, has_it.name.text))
        .labels.push_back({as_name ? has_it.name.where : has_it.called->where, "given here"});
  }
}

}  // namespace

void check_names(Draft& draft, Findings& findings) {
  check_words_of_acts(draft, findings);
  struct Use {
    std::string_view what;
    Named name;
  };
  std::vector<Use> uses;
  each_kind(draft, [&](const auto& entries, std::string_view what) {
    for (const auto& entry : entries) uses.push_back({what, name_of(entry)});
  });
  // Parents were loaded after their children: theirs is the first meaning of a name.
  std::stable_sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) {
    if (a.name.where.file.value != b.name.where.file.value) {
      return a.name.where.file.value > b.name.where.file.value;
    }
    return a.name.where.begin < b.name.where.begin;
  });
  std::map<std::string, const Use*, std::less<>> first;
  for (const Use& use : uses) {
    const auto [old, fresh] = first.emplace(use.name.text, &use);
    if (fresh) continue;
    findings
        .error(CheckCode::name_taken, use.name.where,
               fmt::format("'{}' is already the name of {}", use.name.text, old->second->what))
        .labels.push_back({old->second->name.where, "first given here"});
  }
  for (const DraftOption& option : draft.options) {
    for (const Named& choice : option.choices) {
      const auto same = first.find(choice.text);
      // Acts, events and effects never stand bare in an expression, so a choice may be spelt like one.
      const bool of_expressions = is_reserved(choice.text) && !is_spelt_like_an_act(choice.text);
      if (same != first.end() && same->second->what != "a rule" && same->second->what != "a kind of train") {
        const Use& use = *same->second;
        if (choice.where.file != use.name.where.file)
          keep_choice_apart(draft, choice, use.name);
        else
          findings
              .error(
                  CheckCode::name_taken, choice.where,
                  fmt::format("'{}' cannot be chosen: it is already the name of {}", choice.text, use.what))
              .labels.push_back({use.name.where, "given here"});
      } else if (of_expressions) {
        findings.error(CheckCode::reserved_name, choice.where,
                       fmt::format("'{}' cannot be chosen: it is a word of the language", choice.text));
      } else if (!is_reserved(choice.text)) {
        check_name(choice, "a choice", NameUse::value, findings);
      }
    }
  }
}

}  // namespace roundhouse::dsl
